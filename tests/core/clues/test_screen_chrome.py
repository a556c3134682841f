"""What a screen says about itself stays, also where the reader lost its signs; people on it go."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View


def _found(line: str) -> list[str]:
    box = Box(10, 10, 10 + 8 * len(line), 28)
    block = Block("b0", line, box, box.quad(), 0.9)
    (view,) = Detector().detect([View("v", "s", 1, "image", "a.png", width=900, height=60, blocks=(block,))])
    return [item.text for item in view.occurrences]


@pytest.mark.parametrize(
    "line",
    [
        "2000 - 2013 Homer Quill, Inc. All Rights Reserved. Use of this site is subject to certain terms",
        "2021 Quill's. All rights reserved. Quill's and the Gable Mansard Design are registered trademarks",
        "© 2021 Marlow Quill. All rights reserved.",
        "2019-2024 Marlow Quill 保留所有权利",
        "Call us at 1-800-555-",
        "Call us at 1-800-555-0134",
        "powered by Symantec",
        "secured by Norwell today",
        "书看到第3章了",
    ],
)
def test_stays(line: str) -> None:
    assert not _found(line)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("2010-2018 Brightwater Labs Inc.", "Brightwater Labs Inc."),
        ("2021 Marjorie Hale signed the form", "Marjorie Hale"),
        ("Signed by Marjorie Hale. All rights reserved", "Marjorie Hale"),
        ("Call 503-555-0134", "503-555-0134"),
        ("Verified by Marjorie Hale today", "Marjorie Hale"),
        ("Call 800-4661", "800-4661"),
    ],
)
def test_goes(line: str, value: str) -> None:
    assert value in _found(line)
