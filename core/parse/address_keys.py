"""Comparison keys of address components (CONTRACT d, e.2): for comparing only, never stored or shown."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from shotveil.core.parse import places
from shotveil.core.parse.address_words import DIRECTIONS, load_street_types, load_unit_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Component

_HAN: Final = compile_late(r"[一-鿿]")
_CHINESE_NUMBER: Final = compile_late(r"[〇零一二三四五六七八九十百千两]+")
_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS: Final = {"十": 10, "百": 100, "千": 1000}
_NUMERIC_KEYS: Final = frozenset({"number", "building", "unit", "room", "suite", "detail", "postal_code"})
_LOOKALIKE: Final = str.maketrans("OIL|", "0111")
_WORD: Final = compile_late(r"[^\W_]+")
_DETAIL_TAIL: Final = compile_late(
    r"(?:号楼|號樓|栋|棟|幢|座|#楼|#|号塔|塔|期|单元|單元|门|梯|层|樓|楼|号房|房间|号室|室|房|户|铺|号店|号院|号|號|弄)"
)
_ADMIN_TAIL: Final = compile_late(
    r"(?:特别行政区|自治区|自治州|自治县|自治旗|新区|地区|街道办事处|街道|省|市|区|县|镇|乡|盟|旗|州)$"
)
_CITY_WORDS: Final = compile_late(r"^(?:city of |town of )|(?:,? city)$")


def chinese_number(text: str) -> str:
    """A Chinese numeral as Arabic digits: 一百二十三 → 123, 三〇二 → 302."""
    if not any(char in _UNITS for char in text):
        return "".join(str(_DIGITS[char]) for char in text)
    total, digit = 0, 0
    for char in text:
        if char in _UNITS:
            total += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            digit = _DIGITS[char]
    return str(total + digit)


def fold_numerals(text: str) -> str:
    """Chinese numerals in ``text`` as Arabic ones."""
    return _CHINESE_NUMBER.sub(lambda match: chinese_number(match.group()), text)


def component_key(component: Component, level: str | None = None) -> str:
    """The comparison key of a component; equal keys mean the same part of an address.

    Args:
        component: the component as parsed.
        level: read the component as this key instead of its own (for a ``multi_admin``'s readings).

    Returns:
        A folded key: state names as their code, countries as ISO code, road with its type and direction in
        full, numbers without prefix words and with O/0 and l/1 made one, Chinese places without 省/市/区.
    """
    return _key_of(level or component.key, component.text)


@lru_cache(maxsize=16_384)
def _key_of(key: str, written: str) -> str:
    text = unicodedata.normalize("NFKC", written).strip()
    if key in _NUMERIC_KEYS:
        return _number_key(text)
    if key == "country":
        return places.load_countries().get(places.fold_word(text), places.fold_lookalikes(text))
    if _HAN.search(text):
        return _chinese_key(key, text)
    if key == "province":
        return _state_key(text)
    if key == "road":
        return road_key(text)
    if key in {"city", "multi_admin"}:
        text = _CITY_WORDS.sub("", text.casefold())
    return places.fold_lookalikes(" ".join(_WORD.findall(text)))


def _state_key(text: str) -> str:
    folded = places.fold_word(text)
    states = places.load_states()
    if folded in states:
        return states[folded].casefold()
    noisy = places.load_noisy("state").get(places.fold_lookalikes(text))
    if noisy:
        return states[noisy].casefold()
    return places.load_regions().get(folded, places.fold_lookalikes(text)).casefold()


def _chinese_key(key: str, text: str) -> str:
    text = re.sub(r"\s+", "", text)
    if key == "road":
        return text
    if key == "poi":
        return fold_numerals(text).casefold()
    short = _ADMIN_TAIL.sub("", text)
    if len(short) < 2:
        return text
    return places.strip_peoples(short) if key in {"province", "city", "district"} else short


@lru_cache(maxsize=16_384)
def road_key(text: str) -> str:
    """A Latin road with directions and street type in full: ``5th Ave.`` and ``5th Avenue`` are one."""
    words = [places.fold_word(word) for word in re.findall(r"[^\W_]+(?:['’.][^\W_]+)*", text)]
    types = load_street_types()
    keys: list[str] = []
    for at, word in enumerate(words):
        last = at == len(words) - 1 or all(rest in DIRECTIONS for rest in words[at + 1 :])
        if word in DIRECTIONS and (at == 0 or last) and len(words) > 1:
            keys.append(f"<{DIRECTIONS[word]}>")
        elif at > 0 and last and word in types:
            keys.append(types[word][0])
        elif at > 0 and last and (noisy := _noisy_type(word)):
            keys.append(noisy)
        else:
            keys.append(places.fold_lookalikes(_ordinal(word)))
    return " ".join(keys)


def _noisy_type(word: str) -> str | None:
    if word.isalpha():
        return None
    folded = places.fold_lookalikes(word)
    for form, (canonical, _) in load_street_types().items():
        if len(form) > 2 and places.fold_lookalikes(form) == folded:
            return canonical
    return None


_ORDINALS: Final = dict(
    zip(["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
        ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"], strict=True)
)  # fmt: skip


def _ordinal(word: str) -> str:
    return _ORDINALS.get(word, word)


@cache
def _noisy_unit_words() -> frozenset[str]:
    return frozenset(places.fold_lookalikes(word) for word in load_unit_words())


@lru_cache(maxsize=16_384)
def _number_key(text: str) -> str:
    """Numbers and letters of a house number, unit, room, building, floor or postal code, in their order."""
    text = _DETAIL_TAIL.sub(" ", fold_numerals(text))
    words = re.findall(r"[^\W_]+", text)
    noisy = _noisy_unit_words()
    kept = [
        word
        for word in words
        if places.fold_word(word) not in load_unit_words()
        and not (len(word) > 2 and places.fold_lookalikes(word) in noisy)
        and places.fold_word(word) not in {"no", "number", "po", "box"}
    ]
    joined = "".join(_ordinal(word.casefold()) for word in (kept or words)).upper()
    return joined.translate(_LOOKALIKE)
