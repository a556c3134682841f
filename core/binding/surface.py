"""How an address is written again from its components, and which levels it shows (CONTRACT e.4, e.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from shotveil.core.labels import COMPONENT_LEVEL, LEVELS
from shotveil.core.records import Component

_CHINESE_ORDER: Final = (
    ("country",), ("multi_admin", "province"), ("city",), ("district", "district_city"), ("subdistrict",),
    ("road",), ("number",), ("poi",), ("building",), ("unit",), ("detail",), ("suite", "room"),
)  # fmt: skip
_LATIN_LEVELS: Final = (("ROAD",), ("DTL",), ("DIST",), ("CITY",), ("PROV",), ("COUNTRY",))
_CHINESE_RANK: Final = {key: rank for rank, keys in enumerate(_CHINESE_ORDER) for key in keys}


def level_of(component: Component) -> str | None:
    """SPEC level of one component; a token with several readings counts at its lowest one (e.5)."""
    if component.key != "multi_admin" or not component.levels:
        return COMPONENT_LEVEL.get(component.key)
    ranks = [LEVELS.index(level) for key in component.levels if (level := COMPONENT_LEVEL.get(key))]
    return LEVELS[max(ranks)] if ranks else "CITY"


def levels_of(components: Iterable[Component]) -> tuple[str, ...]:
    """Distinct levels of the components in SPEC order."""
    present = {level_of(component) for component in components}
    return tuple(level for level in LEVELS if level in present)


def write_address(components: Sequence[Component], locale: Literal["en", "zh"]) -> str:
    """One line as a person would write it: Chinese large to small, others street first with commas."""
    if locale == "zh":
        return _write_chinese(components)
    return _write_latin(components)


def _write_chinese(components: Sequence[Component]) -> str:
    written = [c for c in components if c.key != "postal_code"]
    ordered = sorted(written, key=lambda c: _CHINESE_RANK.get(c.key, len(_CHINESE_ORDER)))
    text = ""
    for component in ordered:
        part = component.text.strip()
        if text and _is_latin(text[-1]) and part and _is_latin(part[0]):
            text += " "
        text += part
    return text


def _write_latin(components: Sequence[Component]) -> str:
    parts: list[str] = []
    postal = " ".join(c.text for c in components if c.key == "postal_code")
    for levels in _LATIN_LEVELS:
        own = [c for c in components if c.key != "postal_code" and level_of(c) in levels]
        if levels == ("ROAD",):
            if own:
                parts.append(" ".join(c.text for c in own))
        else:
            parts.extend(c.text for c in own)
        if postal and levels == ("PROV",):
            _append_postal(parts, postal, components)
    return ", ".join(parts)


def _append_postal(parts: list[str], postal: str, components: Sequence[Component]) -> None:
    """After the state, or else after the city, as in ``Portland, OR 97205``."""
    if any(level_of(c) in ("PROV", "CITY", "DIST") for c in components) and parts:
        parts[-1] = f"{parts[-1]} {postal}"
    else:
        parts.append(postal)


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()
