"""Place lexicons: US states, regions, countries, cities, Chinese divisions; loaded on first use."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from shotveil.core.patterns import compile_late

_OCR_FOLD: Final = str.maketrans("015|8i!", "olslbll")
_PUNCT: Final = compile_late(r"[.'’`\-\s]+")

CHINESE_DIVISION_TAILS: Final = compile_late(
    r"(?:特别行政区|自治区|自治州|自治县|自治旗|新区|地区|省|市|区|县|盟|州|旗)$"
)


def read_lexicon(name: str) -> list[list[str]]:
    """Rows of ``core/lexicons/NAME`` split at tabs; lines that start with ``#`` are comments."""
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("# ")]


def fold_word(text: str) -> str:
    """Lower case without dots, apostrophes, hyphens and blanks: the key of every Latin lexicon."""
    return _PUNCT.sub("", text.casefold())


def fold_lookalikes(text: str) -> str:
    """``fold_word`` with characters that OCR confuses made one (O/0, l/1/I, S/5, B/8)."""
    return fold_word(text).translate(_OCR_FOLD)


@dataclass(frozen=True, slots=True)
class City:
    """A city of the gazetteer: its countries (ISO codes), US states and inhabitants in thousands."""

    countries: frozenset[str]
    states: frozenset[str]
    population_k: int


@cache
def load_states() -> dict[str, str]:
    """Folded US state name, code or abbreviation to its code."""
    table: dict[str, str] = {}
    for code, name, short in read_lexicon("us_states.tsv"):
        for form in (code, name, *short.split("|")):
            if form:
                table.setdefault(fold_word(form), code)
    return table


@cache
def load_regions() -> dict[str, str]:
    """Folded first-level region of other countries (name or code) to ``CC-code``."""
    table: dict[str, str] = {}
    for country, code, names in read_lexicon("regions.tsv"):
        forms = names.split("|")
        key = f"{country}-{fold_word(forms[0]) if code == '-' else code}"
        for form in forms if code == "-" or code.isdigit() or country not in {"CA", "AU"} else [code, *forms]:
            table.setdefault(fold_word(form), key)
    return table


@cache
def load_countries() -> dict[str, str]:
    """Folded English name, alias, or Chinese name to the ISO code."""
    table: dict[str, str] = {}
    for code, names, chinese in read_lexicon("countries.tsv"):
        for form in (*names.split("|"), *chinese.split("|")):
            if form:
                table.setdefault(fold_word(form), code)
    return table


class Gazetteer(Mapping[str, City]):
    """Cities by folded name; a row is read when it is asked for, since most never are."""

    def __init__(self, rows: dict[str, str]) -> None:
        self._rows = rows

    def __getitem__(self, key: str) -> City:
        return _read_city(self._rows[key])

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


@lru_cache(maxsize=1024)
def _read_city(row: str) -> City:
    countries, states, population = row.split("\t")
    return City(frozenset(countries.split(",")), frozenset(states.split(",")) - {""}, int(population))


@cache
def load_cities() -> Gazetteer:
    """Folded city name (also without a trailing "City") to what is known of it."""
    text = files("shotveil.core.lexicons").joinpath("cities.tsv").read_text(encoding="utf-8")
    return Gazetteer(dict(line.split("\t", 1) for line in text.splitlines()))


def find_city(key: str) -> City | None:
    """What is known of the city with this folded name; None when the gazetteer has none."""
    return load_cities().get(key)


@cache
def load_noisy(kind: str) -> dict[str, str]:
    """Look-alike keys of states, cities or countries to their folded form, for OCR noise."""
    sources: dict[str, Mapping[str, object]] = {
        "state": load_states(),
        "city": load_cities(),
        "country": load_countries(),
    }
    source = sources[kind]
    table: dict[str, str] = {}
    for key in source:
        if len(key) > 3:
            table.setdefault(fold_lookalikes(key), key)
    return table


@dataclass(frozen=True, slots=True)
class Division:
    """A Chinese administrative division: its code (GB/T 2260, six digits), full name and component key."""

    code: str
    name: str
    key: str

    def holds(self, other: Division) -> bool:
        """True when ``other`` lies inside this division."""
        width = 2 if self.code.endswith("0000") else 4 if self.code.endswith("00") else 6
        return self.code != other.code and other.code[:width] == self.code[:width]


@cache
def _traditional() -> dict[str, str]:
    text = files("shotveil.core.lexicons").joinpath("zh_traditional.txt").read_text(encoding="utf-8")
    pairs = [pair for line in text.splitlines() if not line.startswith("#") for pair in line.split()]
    return {pair[0]: pair[1] for pair in pairs if pair[0] != pair[1]}


@cache
def _traditional_pattern() -> re.Pattern[str]:
    return re.compile("[" + "".join(_traditional()) + "]")


def simplify(text: str) -> str:
    """The text with traditional characters of place names as simplified ones; offsets agree."""
    written = _traditional_pattern()
    # Few of them stand in any one text: a replacement each beats a look at every character.
    for char in set(written.findall(text)):
        text = text.replace(char, _traditional()[char])
    return text


MUNICIPALITIES: Final = frozenset({"11", "12", "31", "50"})
_UNNAMED: Final = frozenset({"市辖区", "县", "自治区直辖县级行政区划", "省直辖县级行政区划"})


def _division_key(code: str, name: str) -> str:
    if code.endswith("0000"):
        return "multi_admin" if code[:2] in MUNICIPALITIES else "province"
    if code.endswith("00") and code[2:4] != "90":
        return "city"
    return "district_city" if name.endswith("市") else "district"


def strip_division(name: str) -> str:
    """A division's name without its level word where two characters or more remain."""
    short = CHINESE_DIVISION_TAILS.sub("", name)
    return short if len(short) >= 2 else name


_ETHNIC: Final = compile_late(
    r"(?:壮族|回族|维吾尔|藏族|蒙古族|蒙古|苗族|侗族|彝族|白族|傣族|哈尼族|土家族|布依族|朝鲜族|羌族|黎族|瑶族|"
    r"景颇族|傈僳族|满族|哈萨克|柯尔克孜|土族|撒拉族|东乡族|保安族|畲族|仫佬族|毛南族|水族|仡佬族|拉祜族|佤族|纳西族|"
    r"独龙族|怒族|普米族|达斡尔族|裕固族|鄂温克族|鄂伦春|塔吉克|锡伯|各族)+$"
)


def strip_peoples(short: str) -> str:
    """A short division name without the peoples in it (广西壮族 → 广西) where two characters remain."""
    bare = _ETHNIC.sub("", short)
    return bare if len(bare) >= 2 else short


@cache
def load_divisions() -> dict[str, tuple[Division, ...]]:
    """Chinese division by full name and by short name (level word dropped) to its readings."""
    table: dict[str, list[Division]] = defaultdict(list)
    for code, name in read_lexicon("cn_divisions.tsv"):
        if name in _UNNAMED or (code[:2] in MUNICIPALITIES and code[2:] == "0100"):
            continue
        division = Division(code, name, _division_key(code, name))
        short = strip_division(name)
        for form in {name, short, strip_peoples(short)}:
            table[form].append(division)
    table["内蒙"].extend(table["内蒙古自治区"])
    return {form: tuple(readings) for form, readings in table.items()}
