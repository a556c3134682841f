"""What is found in a file as it is read from disk: kind and text of each value; for the tests here."""

from __future__ import annotations

from shotveil.core.detect import Detector
from shotveil.core.sources import open_text
from shotveil.core.sources.formats import detect_format

DETECTOR = Detector()


def find(text: str, path: str = "t.txt") -> list[tuple[str, str]]:
    data = text.encode()
    document = open_text(data, path, detect_format(data, path), session="s", turn=0)
    return [
        (found.type, found.text) for view in DETECTOR.detect(document.views) for found in view.occurrences
    ]
