"""Control sequences of terminals (ECMA-48, xterm): a recorded text is played on a grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from shotveil.core.patterns import compile_late
from shotveil.core.sources.terminal_grid import TerminalGrid

_CONTROL = compile_late(
    r"\x1b\](?P<osc>[^\x07\x1b]*+)(?:\x07|\x1b\\)?"
    r"|\x1b[PX^_](?P<string>[^\x1b]*+)(?:\x1b\\)?"
    r"|\x1b\[(?P<parameters>[0-?]*+)(?P<between>[ -/]*+)(?P<final>[@-~]?)"
    r"|\x1b(?P<escape>[ -/]*+[0-~]?)"
    r"|(?P<sign>[\x00-\x1f\x7f])"
)
_NUMBER = compile_late(r"[0-9]{1,5}")
_COMMAND = compile_late(r"[0-9]{1,4};")
_CLIPBOARD = compile_late(r"52;[^;]{0,8};")
_ALTERNATE = frozenset({"47", "1047", "1049"})
_LARGEST = 2_000


class TerminalPlayer:
    """Plays a text on a grid.

    Args:
        grid: the screen.
        take_command: called with the range of an operating-system command (a title, a link, a path).
        take_clipboard: likewise with base64 for the clipboard.
    """

    def __init__(
        self,
        grid: TerminalGrid,
        take_command: Callable[[int, int], None],
        take_clipboard: Callable[[int, int], None],
    ) -> None:
        self.grid, self.take_command, self.take_clipboard = grid, take_command, take_clipboard

    def play(self, sizes: Iterable[tuple[int, int, int]] = ()) -> None:
        """Play all of the grid's text.

        Args:
            sizes: place in the text, columns and rows of each change of size, in order.
        """
        text, at = self.grid.text, 0
        waiting = list(sizes)
        for control in _CONTROL.finditer(text):
            while waiting and waiting[0][0] <= control.start():
                place, columns, height = waiting.pop(0)
                self._write(at, max(at, place))
                at = max(at, place)
                self.grid.resize(columns, height)
            self._write(at, control.start())
            at = control.end()
            self._obey(control)
        self._write(at, len(text))

    def _write(self, start: int, end: int) -> None:
        if start < end:
            self.grid.write(start, end)

    def _obey(self, control: re.Match[str]) -> None:
        if control["sign"]:
            self._obey_sign(control["sign"])
        elif control["final"]:
            if not control["between"]:
                self._obey_sequence(control["final"], control["parameters"])
        elif control["escape"]:
            self._obey_escape(control["escape"])
        elif control["osc"]:
            self._obey_command(control)

    def _obey_sign(self, sign: str) -> None:
        grid = self.grid
        if grid.is_input and sign in "\r\n\x03":
            grid.line_feed()
            grid.column = 0
        elif grid.is_input and sign == "\x15":
            grid.column = 0
            grid.delete_cells(grid.columns)
        elif sign == "\r":
            grid.column = 0
        elif sign in "\n\x0b\x0c":
            grid.line_feed()
        elif sign == "\t":
            grid.tab()
        elif sign in "\b\x7f":
            if grid.is_input and grid.column > 0:
                grid.column -= 1
                grid.delete_cells(1)
            elif sign == "\b" and grid.column > 0:
                grid.column = min(grid.column, grid.columns) - 1

    def _obey_escape(self, escape: str) -> None:
        grid = self.grid
        if escape == "7":
            grid.saved = grid.row, grid.column
        elif escape == "8":
            grid.move(*grid.saved)
        elif escape in ("D", "E"):
            grid.line_feed()
            grid.column = 0 if escape == "E" else grid.column
        elif escape == "M":
            grid.reverse_feed()
        elif escape == "c":
            grid.erase_rows(0, len(grid.rows))
            grid.move(0, 0)

    def _obey_sequence(self, final: str, parameters: str) -> None:
        if parameters[:1] in ("<", "=", ">", "?"):
            if parameters[0] == "?" and final in "hl" and _ALTERNATE & set(parameters[1:].split(";")):
                self.grid.enter_alternate() if final == "h" else self.grid.leave_alternate()
            return
        values = [min(int(n[0]), _LARGEST) if (n := _NUMBER.match(p)) else 0 for p in parameters.split(";")]
        first, second = values[0], values[1] if len(values) > 1 else 0
        if final in _MOVES:
            _MOVES[final](self.grid, first, second)
        elif final in "JK":
            self._erase(final, first)
        elif final in "hl" and first == 4:
            self.grid.inserts = final == "h"

    def _erase(self, final: str, mode: int) -> None:
        grid = self.grid
        row, column = grid.row, min(grid.column, grid.columns - 1)
        if final == "J" and mode == 3:
            return  # what scrolled away was shown
        if mode == 0:
            grid.erase(row, column, grid.columns)
        elif mode == 1:
            grid.erase(row, 0, column + 1)
        else:
            grid.erase(row, 0, grid.columns)
        if final == "J":
            grid.erase_rows(0, 0 if mode == 0 else row)
            grid.erase_rows(row + 1, row + 1 if mode == 1 else len(grid.rows))

    def _obey_command(self, control: re.Match[str]) -> None:
        start, end = control.span("osc")
        clipboard = _CLIPBOARD.match(self.grid.text, start, end)
        if clipboard:
            self.take_clipboard(clipboard.end(), end)
            return
        command = _COMMAND.match(self.grid.text, start, end)
        self.take_command(command.end() if command else start, end)


def _repeat(grid: TerminalGrid, count: int) -> None:
    grid.move(grid.row, grid.column + count)


def _insert_rows(grid: TerminalGrid, count: int, _: int) -> None:
    grid.insert_rows(max(count, 1), grid.row)
    grid.column = 0


def _delete_rows(grid: TerminalGrid, count: int, _: int) -> None:
    grid.delete_rows(max(count, 1), grid.row)
    grid.column = 0


_MOVES: dict[str, Callable[[TerminalGrid, int, int], None]] = {
    "A": lambda grid, n, _: grid.move(grid.row - max(n, 1), grid.column),
    "B": lambda grid, n, _: grid.move(grid.row + max(n, 1), grid.column),
    "e": lambda grid, n, _: grid.move(grid.row + max(n, 1), grid.column),
    "C": lambda grid, n, _: grid.move(grid.row, grid.column + max(n, 1)),
    "a": lambda grid, n, _: grid.move(grid.row, grid.column + max(n, 1)),
    "D": lambda grid, n, _: grid.move(grid.row, grid.column - max(n, 1)),
    "E": lambda grid, n, _: grid.move(grid.row + max(n, 1), 0),
    "F": lambda grid, n, _: grid.move(grid.row - max(n, 1), 0),
    "G": lambda grid, n, _: grid.move(grid.row, max(n, 1) - 1),
    "`": lambda grid, n, _: grid.move(grid.row, max(n, 1) - 1),
    "d": lambda grid, n, _: grid.move(max(n, 1) - 1, grid.column),
    "H": lambda grid, n, m: grid.move(max(n, 1) - 1, max(m, 1) - 1),
    "f": lambda grid, n, m: grid.move(max(n, 1) - 1, max(m, 1) - 1),
    "L": _insert_rows,
    "M": _delete_rows,
    "P": lambda grid, n, _: grid.delete_cells(max(n, 1)),
    "@": lambda grid, n, _: grid.insert_cells(max(n, 1)),
    "X": lambda grid, n, _: grid.erase(grid.row, grid.column, grid.column + max(n, 1)),
    "S": lambda grid, n, _: grid.scroll_up(max(n, 1)),
    "T": lambda grid, n, _: grid.insert_rows(max(n, 1), grid.top),
    "b": lambda grid, n, _: _repeat(grid, max(n, 1)),
    "r": lambda grid, n, m: grid.set_region(max(n, 1) - 1, (m or len(grid.rows)) - 1),
    "s": lambda grid, *_: setattr(grid, "saved", (grid.row, grid.column)),
    "u": lambda grid, *_: grid.move(*grid.saved),
}
"""Final character of a sequence to what it does with its first two numbers (0: not given)."""
