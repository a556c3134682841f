"""Known values outside what a format shows, and markup that holds text in odd places."""

from __future__ import annotations

import pytest

from shotveil.core.records import View
from shotveil.core.sources import open_text
from shotveil.core.sources.hidden_copies import KnownSurfaces, find_hidden_copies

MAIL = "maren.holloway@example.org"
KNOWN = KnownSurfaces([("EMAIL", MAIL), ("NAME", "Maren Holloway"), ("NAME", "May"), ("PHONE", "5035550142")])


def hidden(raw: str, kind: str) -> list[str]:
    document = open_text(raw.encode(), f"a.{kind}", kind, session="s", turn=1)
    extended, added = find_hidden_copies(document, document.views, KNOWN)
    assert extended.views[len(document.views) :] == added
    for view in added:
        (piece,) = extended.maps[view.id].pieces
        assert raw[piece.raw_start : piece.raw_end] == view.text
    return [view.text or "" for view in added]


def test_a_copy_in_a_field_of_machines_is_shown() -> None:
    assert hidden('{"request_id":"r-5035550142-x","a":"b"}', "json") == ["5035550142"]


def test_parts_of_tokens_everyday_words_and_bare_numbers_stay() -> None:
    assert hidden('{"request_id":"xmaren.holloway@example.orgx","may":1}', "json") == []
    assert hidden('{"request_id": 5035550142}', "json") == []


def test_a_text_shows_everything() -> None:
    assert hidden(f"a {MAIL}", "text") == []


@pytest.mark.parametrize(
    "page",
    [
        f"<html><body onload=\"greet('{MAIL}')\">x</body></html>",
        f'<html><body class="{MAIL}">x</body></html>',
        f"<html><body style=\"--x:'{MAIL}'\">x</body></html>",
        f'<html><?php echo "{MAIL}" ?>x</html>',
        f'<html><!ENTITY m "{MAIL}">x</html>',
    ],
)
def test_a_page_is_read_where_programs_put_text(page: str) -> None:
    views: tuple[View, ...] = open_text(page.encode(), "a.html", "html", session="s", turn=1).views
    assert any(MAIL in (view.text or "") for view in views)
