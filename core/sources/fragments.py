"""Text that a program cut up (streamed deltas, word lists, rich text) is one value again for detection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder, Entry

_LONGEST_WORD = 80
_LONGEST_DELTA = 4_000
_WIDEST_GAP = 2
_LONGEST_RECORD = 8_000
_STREAM_NAME = compile_late(
    r'"(id|(?:item|message|response|request|stream|run|session|call|tool_call)_id|(?:output_|content_)?index)"'
    r'\s*:\s*("[^"\\]{1,80}"|[0-9]{1,6})'
)

StreamName = tuple[tuple[str, str], ...]
"""What tells streams that take turns apart: keys and their values in the record of a piece."""
_RECORD = compile_late(r"/[0-9]+")
_GLUES_LEFT = compile_late(r"[\s.,;:!?)\]}'’”%@_/\\\-，。；：！？）】」]")
_GLUES_RIGHT = compile_late(r"[\s@._/\\\-(\[{‘“#+$（【「]")
_HAN = compile_late(r"[\u3040-\u30ff\u3400-\u9fff]")


class FragmentJoiner:
    """Notes pieces while a document is read and merges their entries."""

    def __init__(self, builder: DocumentBuilder) -> None:
        self.builder = builder
        self.record = ""
        """Pointer of the line or event that is being read; "" for the elements of the outermost array."""

        self.deltas: dict[str, list[tuple[int, int, StreamName]]] = {}

    def note_delta(self, pointer: str, number: int, name: StreamName = ()) -> None:
        """Entry ``number`` is a piece of a stream; pieces of one stream differ in their record only.

        Args:
            name: what its record says of the stream, where several take turns (``read_stream_name``).
        """
        match = _RECORD.search(pointer, max(self.record.rfind("/"), 0))
        record = int(match[0][1:]) if match else 0
        stream = pointer if match is None else pointer[: match.start()] + "/*" + pointer[match.end() :]
        self.deltas.setdefault(stream, []).append((record, number, name))

    def join_members(self, members: Sequence[tuple[int, bool]]) -> None:
        """Join the strings of one array: words of a list of objects, runs of rich text, lines of a cell.

        Args:
            members: entry number and whether the string stands in the array itself (else in an object).
        """
        if len(members) < 2:
            return
        numbers = [number for number, _ in members]
        texts = [self._text(number) for number in numbers]
        direct = sum(inside for _, inside in members)
        if direct == len(members):
            if all(text.endswith("\n") for text in texts[:-1]):
                self.builder.merge(numbers, [""] * (len(numbers) - 1))
        elif direct:
            self.builder.merge(numbers, [""] * (len(numbers) - 1))
        elif all(len(text) <= _LONGEST_WORD for text in texts):
            pairs = pairwise(texts)
            self.builder.merge(numbers, [choose_separator(left, right) for left, right in pairs])

    def finish(self) -> None:
        """Join the streams noted so far."""
        for pieces in self.deltas.values():
            streams = _part_streams(pieces)
            for stream in streams:
                run = stream[:1]
                for piece in stream[1:]:
                    if piece[0] - run[-1][0] > _WIDEST_GAP * len(streams):
                        self._join_run(run)
                        run = []
                    run.append(piece)
                self._join_run(run)
        self.deltas.clear()

    def _join_run(self, run: Sequence[tuple[int, int, StreamName]]) -> None:
        if len(run) > 1 and all(len(self._text(number)) <= _LONGEST_DELTA for _, number, _ in run):
            self.builder.merge([number for _, number, _ in run], [""] * (len(run) - 1))

    def _text(self, number: int) -> str:
        entry: Entry | None = self.builder.entries[number]
        return entry[0] if entry is not None else ""


def read_stream_name(record: str, place: int) -> StreamName:
    """What the record (line) around a piece says of its stream: ``item_id``, ``index`` and the like."""
    start = record.rfind("\n", max(0, place - _LONGEST_RECORD), place) + 1
    end = record.find("\n", place, place + _LONGEST_RECORD)
    if start == 0 and place > _LONGEST_RECORD:
        return ()
    stop = end if end >= 0 else place + _LONGEST_RECORD
    return tuple((key, value) for key, value in _STREAM_NAME.findall(record, start, stop))


def tell_streams(names: Sequence[StreamName]) -> list[StreamName]:
    """The names of pieces by what they share: a key whose values hardly come again only counts."""
    values: dict[str, Counter[str]] = {}
    for name in names:
        for key, value in dict(name).items():
            values.setdefault(key, Counter())[value] += 1
    counts = {key for key, found in values.items() if 2 * len(found) > found.total()}
    return (
        [tuple(pair for pair in name if pair[0] not in counts) for name in names] if counts else list(names)
    )


def _part_streams(pieces: list[tuple[int, int, StreamName]]) -> list[list[tuple[int, int, StreamName]]]:
    """Pieces that took turns, by the stream they name."""
    streams: dict[StreamName, list[tuple[int, int, StreamName]]] = {}
    for piece, name in zip(pieces, tell_streams([name for _, _, name in pieces]), strict=True):
        streams.setdefault(name, []).append(piece)
    return list(streams.values())


def choose_separator(left: str, right: str) -> str:
    """What a reader sees between two words of a list: a blank, or nothing next to signs and in Chinese."""
    if not left or not right or _GLUES_RIGHT.match(left[-1]) or _GLUES_LEFT.match(right[0]):
        return ""
    return "" if _HAN.match(left[-1]) and _HAN.match(right[0]) else " "
