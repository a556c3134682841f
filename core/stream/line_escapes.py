r"""Line breaks and tabs that a log or a printed string spells out: ``Dear team,\nRosanna Quist called``.

So are commas and semicolons that a calendar or a directory escapes: ``88 Quarry Lane\, Apt 6``. Two signs are
read as two, so that the way back stays as it is. Paths (``C:\new``), account names (``CORP\nina``), patterns
(``\t\w+``) and formulas (``\nu``) are left as they are (CONTRACT a.1).
"""

from __future__ import annotations

import re
from typing import Final

from shotveil.core.patterns import compile_late

_ESCAPE: Final = compile_late(r"(?<!\\)\\(?:r\\n|[nrt])(?![{+*?|])")
_SEPARATOR: Final = compile_late(r"(?<=[^\W\d_])\\([,;])(?=[ ]?\w)|(?<=[\w.)])\\([,;])(?=[ ]?[^\W\d_])")
_REACH: Final = 64
_OTHERWISE: Final = compile_late(r"(?<!\\)\\[A-Za-mo-qsv-wyzU]|(?<!\\)\\[.()\[\]{}+*?$^|\-]|^\\\\\w|\[\^?\Z")
"""What a path or a pattern holds and no printed string does."""
_DRIVE: Final = compile_late(r"(?<![A-Za-z])[A-Za-z]:\Z")
_MAIL: Final = compile_late(r"[a-z0-9._+\-]{1,40}@[a-z0-9]")
_SENTENCE_ENDS: Final = frozenset(".,;:!?>})]\"'。，；：！？）”…\n")
_SEVERAL: Final = 2


def _is_elsewise(text: str, start: int, end: int) -> bool:
    """Whether the word around an escape is a path or a pattern."""
    head = re.split(r"\s", text[max(0, start - _REACH) : start])[-1]
    tail = re.split(r"\s", text[end : end + _REACH], maxsplit=1)[0]
    return any(map(_OTHERWISE.search, (head, tail))) or bool(_DRIVE.search(head))


def _is_clear(text: str, start: int, end: int) -> bool:
    """Whether no word begins with the letter of the escape: a capital, digit or sign stands behind it."""
    after = text[end : end + 1]
    if not (after.isascii() and after.islower()):
        return after != "_"
    before = text[max(0, start - 1) : start]
    if before and before in _SENTENCE_ENDS:
        return True
    return (before.islower() or before.isspace() or not before) and bool(_MAIL.match(text, end))


def _read_separator(match: re.Match[str]) -> str:
    return (match[1] or match[2]) + " "


def read_line_escapes(text: str) -> str:
    """Text of the same length with spelled-out line breaks and tabs read as such."""
    if "\\" not in text:
        return text
    text = _SEPARATOR.sub(_read_separator, text)
    found = [match.span() for match in _ESCAPE.finditer(text)]
    found = [span for span in found if not _is_elsewise(text, *span)]
    clear = [span for span in found if _is_clear(text, *span)]
    parts: list[str] = []
    position = 0
    for start, end in found if len(clear) >= _SEVERAL else clear:
        ends_string = text[end : end + 1] in ("", '"', "'", "`")
        sign = " " if ends_string else "\t" if text[end - 1] == "t" else "\n"
        parts += (text[position:start], sign.rjust(end - start))
        position = end
    return "".join((*parts, text[position:]))
