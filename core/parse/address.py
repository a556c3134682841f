"""``parse_address``: one address text to its typed record (CONTRACT d)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from shotveil.core.parse.address_east import parse_east
from shotveil.core.parse.address_en import parse_latin
from shotveil.core.parse.places import simplify
from shotveil.core.patterns import compile_late
from shotveil.core.records import AddressRecord, Component
from shotveil.core.stream.model import INLINE_GAP

_POINTING: Final = compile_late(r"[本该我贵此某全][省市区县镇乡村国地栋楼层座院]{1,2}")
"""本市, 该楼: words that point at a place and name none."""

_EAST: Final = compile_late("[段巷弄之號樓\u3041-\u30fc\uac00-\ud7a3]|丁目|番|[都府県]")
_HAN: Final = compile_late(r"[一-鿿]")


def parse_address(text: str, locale: str | None = None) -> AddressRecord | None:
    """Components of an address as written, each with its offsets in ``text``.

    Args:
        text: one address or a part of one, in any order; line ends and inline gaps count as separators.
        locale: "zh" or "en" to force a reader; by default Chinese where Chinese characters are.

    Returns:
        The record, or None when nothing in ``text`` reads as a part of an address.
    """
    if not locale and _EAST.search(text) and (eastern := parse_east(text)):
        return AddressRecord(text, eastern, "zh" if _HAN.search(text) else "en")
    chinese = locale == "zh" if locale else bool(_HAN.search(text))
    if chinese and _POINTING.fullmatch(text):
        return None
    if chinese:
        components = _parse_wrapped(text) if INLINE_GAP in text else _parse_plain(text)
        if not components or not any(_counts_chinese(component) for component in components):
            return None
        return AddressRecord(text, components, "zh")
    components = parse_latin(text)
    if INLINE_GAP in text:
        components = tuple(replace(c, text=c.text.replace(INLINE_GAP, " ")) for c in components)
    if not components or not any(_counts_latin(component) for component in components):
        return None
    return AddressRecord(text, components, "en")


def _parse_plain(text: str) -> tuple[Component, ...]:
    """Components as written, read in simplified characters."""
    from shotveil.core.parse.address_zh import parse_chinese

    simple = simplify(text)
    if simple == text:
        return parse_chinese(text)
    return tuple(replace(c, text=text[c.start : c.end]) for c in parse_chinese(simple))


def _parse_wrapped(text: str) -> tuple[Component, ...]:
    """Components of a Chinese address that line wraps cut anywhere: read without the wraps, then placed."""
    places = [at for at, char in enumerate(text) if char != INLINE_GAP]
    components = _parse_plain(text.replace(INLINE_GAP, ""))
    return tuple(replace(c, start=places[c.start], end=places[c.end - 1] + 1) for c in components)


def _counts_chinese(component: Component) -> bool:
    if component.key == "poi":
        return len(component.text) >= 2
    return True


def _counts_latin(component: Component) -> bool:
    """A lone word counts when it is capitalized like a name; function words never do."""
    if component.key in {"poi", "district", "city"}:
        return component.text[:1].isupper() and len(component.text) > 2
    return component.key != "number" or component.text != ""
