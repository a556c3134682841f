"""Chinese names to records: surname, given name, title, 老/小/阿 forms, transliterations with a dot."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.patterns import compile_late
from shotveil.core.records import NameRecord
from shotveil.core.stream.model import INLINE_GAP

HAN: Final = compile_late(r"[\u3400-\u4dbf\u4e00-\u9fff]")
DOTS: Final = "·•・‧∙"

_BLANK: Final = compile_late(r"[ \t\r\n\u00a0\u3000\ue000\ue001]+")
_ENGLISH_TITLE: Final = compile_late(r"(?P<family>[\u3400-\u9fff]{1,2})(?P<title>(?i:sir|miss))")
"""As in Hong Kong: 譚sir."""
_ALL_HAN: Final = compile_late(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_FAMILIAR: Final = ("老", "小", "阿", "大")
_RULER_OR_SON: Final = compile_late(
    "(?:[一二三四五六七八九十]世|[大太次三五安][郎助门]|之[介助]|左卫门|右卫门)$"
)
"""Endings of names longer than Chinese ones: kings by number, Japanese sons."""
_EDGE: Final = "，,。.；;：:（）() \ue001"


@cache
def load_surnames() -> dict[str, float]:
    """Surnames of one or two characters and the negative logarithm of their share of people."""
    text = files("shotveil.core.lexicons").joinpath("names_zh_surnames.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {surname: int(cost) / 10 for surname, cost in rows}


def split_surname(name: str) -> tuple[str, str]:
    """Surname and rest of a Chinese name without blanks; ("", name) when it starts with no surname."""
    surnames = load_surnames()
    if len(name) >= 3 and name[:2] in surnames:
        return name[:2], name[2:]
    if len(name) == 2 and name in surnames:
        return name, ""
    if name[:1] in surnames:
        return name[:1], name[1:]
    return "", name


@cache
def titles_longest_first() -> tuple[str, ...]:
    """Titles that follow a Chinese name, longest first."""
    return tuple(sorted(read_groups("person_cues_zh.txt")["title"], key=lambda title: (-len(title), title)))


def parse_chinese_name(text: str) -> NameRecord | None:
    """Read a Chinese or transliterated name; None when ``text`` cannot be one.

    A familiar form (老王, 阿明) is an alias; its family name is known for 老 and 小 only.
    """
    whole = text.strip(_EDGE).replace(INLINE_GAP, "")
    name = _BLANK.sub("", whole)
    if any(dot in name for dot in DOTS):
        return _parse_dotted(whole, name)
    if english := _ENGLISH_TITLE.fullmatch(name):
        return NameRecord(text=whole, family=english["family"], title=english["title"])
    if not _ALL_HAN.fullmatch(name):
        return None
    if 4 < len(name) < 10 and (_RULER_OR_SON.search(name) or _is_foreign(name)):
        return NameRecord(text=whole, family=name)
    name, title = _take_title(name)
    if not name or len(name) > 6:
        return None
    if name[0] in _FAMILIAR and 2 <= len(name) <= 3:
        family = name[1:] if name[0] in "老小大" and name[1:] in load_surnames() else ""
        if family or name[0] != "大":
            return NameRecord(text=whole, family=family, alias=name, title=title)
    family, given = split_surname(name)
    if family and not given and not title:
        return NameRecord(text=whole, family=family) if len(name) > 1 else None
    if len(given) > 4:
        return None
    return NameRecord(text=whole, family=family, given=given, title=title)


def _is_foreign(name: str) -> bool:
    """Whether all characters are such as foreign names are written with (利奥波德, 格罗滕迪克)."""
    sounds = load_transliteration()
    return all(char in sounds for char in name) and sum(sounds[char] for char in name) > len(name)


@cache
def load_transliteration() -> dict[str, float]:
    """Characters of transliterated names and their log odds against ordinary text."""
    text = files("shotveil.core.lexicons").joinpath("names_zh_translit.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {char: int(odds) / 10 for char, odds in rows}


def _take_title(name: str) -> tuple[str, str]:
    """Split a trailing title off; a bare title stays a name."""
    surnames = load_surnames()
    for title in titles_longest_first():
        rest = name[: -len(title)]
        if not rest or not name.endswith(title):
            continue
        if len(title) == 1 and rest not in surnames and rest[0] not in _FAMILIAR:
            continue
        return rest, title
    return name, ""


def _parse_dotted(whole: str, name: str) -> NameRecord | None:
    parts = [part for part in re.split(f"[{DOTS}]", name) if part]
    if len(parts) < 2 or len(parts) > 5:
        return None
    last, title = _take_title(parts[-1]) if len(parts[-1]) > 2 else (parts[-1], "")
    return NameRecord(text=whole, family=last, given=parts[0], middle=DOTS[0].join(parts[1:-1]), title=title)
