"""Tesseract's hOCR with character boxes as blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from shotveil.core.geometry import Box, union_box
from shotveil.core.patterns import compile_late
from shotveil.core.records import Block

_BOX = compile_late(r"(?:x_)?bboxe?s? (-?\d+) (-?\d+) (-?\d+) (-?\d+)")
_CONFIDENCE = compile_late(r"x_w?conf ([0-9.]+)")
_WIDE_GAP = 1.5
"""Gap between words, in line heights, from which on they are blocks of their own."""
_NARROW_GAP = 0.5
"""Gap beside a Chinese character, in line heights, below which no space stands there."""
_STRAY_AHEAD = frozenset("|‘’'`")
"""Marks that the program sees at the left edge of a line where a box or nothing at all is drawn."""
_OPENS_VALUE = frozenset("+-–—(#$¥€£&")
"""Marks that may stand before a value with a space between."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    box: Box
    chars: tuple[Box, ...]
    score: float


def parse_hocr(document: bytes, scale: float) -> list[Block]:
    """Blocks of a page, one a run of words on a line, in px of the picture before scaling.

    Args:
        document: hOCR made with ``hocr_char_boxes``.
        scale: factor by which the picture was enlarged for tesseract.

    Raises:
        ValueError: the document is not hOCR.
    """
    try:
        page = ElementTree.fromstring(document)
    except ElementTree.ParseError:
        raise ValueError("not hOCR") from None
    blocks = []
    for line in page.iter():
        if line.get("class") in {"ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat"}:
            words = [word for word in _words(line, scale) if word.text.strip()]
            runs = [_without_stray(part) for run in _runs(words) for part in _apart(run)]
            blocks += [_block(run) for run in runs]
    return blocks


def _words(line: ElementTree.Element, scale: float) -> Iterator[_Word]:
    for word in line.iter():
        if word.get("class") != "ocrx_word":
            continue
        text, chars = "", []
        for char in word.iter():
            if char.get("class") == "ocrx_cinfo" and char.text:
                box = _box(char, scale)
                # One recognised unit may be several code points (a ligature): they share its box.
                text += char.text
                chars += [box] * len(char.text)
        confidence = _CONFIDENCE.search(word.get("title", ""))
        score = float(confidence.group(1)) / 100 if confidence else 0.0
        if text:
            yield _Word(text, _box(word, scale), tuple(chars), score)


def _runs(words: list[_Word]) -> Iterator[list[_Word]]:
    run: list[_Word] = []
    for word in words:
        if run:
            height = max(run[-1].box.height, word.box.height)
            if word.box.left - run[-1].box.right > _WIDE_GAP * height:
                yield run
                run = []
        run.append(word)
    if run:
        yield run


def _apart(run: list[_Word]) -> Iterator[list[_Word]]:
    """A run without the icons and box edges at its ends, and these by themselves: they are not its text."""
    start, end = 0, len(run)
    while start < end - 1 and _is_drawn(run[start]):
        start += 1
    while end > start + 1 and _is_drawn(run[end - 1]):
        end -= 1
    yield from ([word] for word in run[:start])
    yield run[start:end]
    yield from ([word] for word in run[end:])


def _is_drawn(word: _Word) -> bool:
    return not any(char.isalnum() or char in _OPENS_VALUE for char in word.text)


def _without_stray(run: list[_Word]) -> list[_Word]:
    """The run without a stray mark stuck to its first letter; a quote that is closed again stays."""
    first = run[0]
    if len(first.text) < 2 or first.text[0] not in _STRAY_AHEAD or not first.text[1].isalnum():
        return run
    if any(char in _STRAY_AHEAD for word in run for char in word.text[1:]):
        return run
    chars = first.chars[1:]
    box = Box(chars[0].left, first.box.top, first.box.right, first.box.bottom)
    return [_Word(first.text[1:], box, chars, first.score), *run[1:]]


def _block(words: list[_Word]) -> Block:
    box = union_box(word.box for word in words)
    text, chars = "", []
    for index, word in enumerate(words):
        if index and _are_apart(words[index - 1], word, box.height):
            chars.append(Box(words[index - 1].box.right, box.top, max(word.box.left, 0), box.bottom))
            text += " "
        text += word.text
        # Tight to the ink from left to right, the line from top to bottom: as every reader gives them.
        chars += [Box(char.left, box.top, char.right, box.bottom) for char in word.chars]
    score = sum(word.score * len(word.text) for word in words) / sum(len(word.text) for word in words)
    return Block("", text, box, box.quad(), round(score, 4), tuple(chars))


def _are_apart(before: _Word, word: _Word, height: float) -> bool:
    """Whether a space stands between two words: the program parts Chinese from digits that touch it."""
    han = _is_han(before.text[-1]) + _is_han(word.text[0])
    return not han or (han == 1 and word.box.left - before.box.right >= _NARROW_GAP * height)


def _is_han(char: str) -> bool:
    return "\u3000" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef"


def _box(element: ElementTree.Element, scale: float) -> Box:
    found = _BOX.search(element.get("title", ""))
    if found is None:
        raise ValueError("hOCR element without a box")
    left, top, right, bottom = (int(number) / scale for number in found.groups())
    return Box(left, top, max(right, left + 1 / scale), max(bottom, top + 1 / scale))
