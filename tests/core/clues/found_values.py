"""What is found in a file as it is read from disk, or on a drawn screen: kind and text of each value."""

from __future__ import annotations

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View
from shotveil.core.sources import open_text
from shotveil.core.sources.formats import detect_format

DETECTOR = Detector()


def find(text: str, path: str = "t.txt") -> list[tuple[str, str]]:
    data = text.encode()
    document = open_text(data, path, detect_format(data, path), session="s", turn=0)
    return [
        (found.type, found.text) for view in DETECTOR.detect(document.views) for found in view.occurrences
    ]


def find_drawn(*blocks: tuple[int, int, str]) -> set[tuple[str, str]]:
    """What is found among blocks ``(left, top, text)`` of 20 px, by rules alone."""
    placed = []
    for number, (left, top, text) in enumerate(blocks):
        width = sum(20 if char > "\u3000" else 10 for char in text)
        box = Box(left, top, left + width, top + 20)
        placed.append(Block(f"b{number}", text, box, box.quad()))
    view = View("s", "s", 1, "image", "s.png", width=1280, height=1600, blocks=tuple(placed))
    (found,) = Detector(tagger=False).detect([view])
    return {(item.type, item.text) for item in found.occurrences}
