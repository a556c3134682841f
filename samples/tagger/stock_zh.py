"""Invented Chinese values: people of many peoples, organizations long and short, places great and small."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

HERE = Path(__file__).parent
_KIND_OF_PLACE = re.compile(
    "(?:特别行政区|维吾尔自治区|[壮回]族自治区|自治区|[\u4e00-\u9fff]{1,2}族自治[州县]|自治[州县旗]|省|市|县|区|盟|旗)$"
)


def read_parts(name: str) -> dict[str, list[str]]:
    """Word groups of a file of this folder: ``[group]`` headings, then words; repeats count."""
    groups: dict[str, list[str]] = {}
    current: list[str] = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = groups.setdefault(line.strip()[1:-1], [])
        elif line and not line.startswith("#"):
            current += line.split()
    return groups


def _read_rows(name: str) -> list[list[str]]:
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def read_words(name: str) -> dict[str, list[str]]:
    """Ordinary words of two to four characters by kind (n, v, a) of a lexicon."""
    table: dict[str, list[str]] = {}
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, *words = line.split()
            table.setdefault(kind, []).extend(
                word for word in words if 2 <= len(word) <= 4 and not word.isascii()
            )
    return table


def read_dictionary() -> dict[str, list[str]]:
    """Foreign names, places and organizations of jieba's dictionary (MIT) by its tags nrt, ns and nt."""
    import jieba

    table: dict[str, list[str]] = {"nrt": [], "ns": [], "nt": []}
    table["place"] = [name for row in _read_rows("zh_places.txt") for name in row[0].split()]
    with Path(jieba.__file__).with_name("dict.txt").open(encoding="utf-8") as lines:
        for word, _, tag in map(str.split, lines):
            if tag in table and len(word) > (2 if tag == "nt" else 1) and word[-1] != "人":
                table[tag].append(word)
    return table


class ChineseStock:
    """Makes values; every call gives another."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.parts = read_parts("stock_zh.txt")
        surnames = _read_rows("names_zh_surnames.tsv")
        self.surnames = [row[0] for row in surnames]
        self.surname_weights = [math.exp(-int(row[1]) / 15) for row in surnames]
        given = _read_rows("names_zh_given.tsv")
        self.given = [row[0] for row in given]
        self.given_weights = [math.exp(-int(row[1]) / 15) for row in given]
        rows = _read_rows("cn_divisions.tsv")
        self.places = [row[1] for row in rows if row[1] != "市辖区"]
        self.provinces = [row[1] for row in rows if row[0].endswith("0000")]
        self.words = read_words("words_zh.txt")
        self.rare_words = read_words("words_zh_rare.txt")
        every = (self.words, self.rare_words)
        self.kinds = {
            word: kind for words in every for kind in "nva" for word in words[kind] if len(word) == 2
        }
        self.known = read_dictionary()
        self.makers: dict[str, Callable[[], str]] = {
            "P": self.person, "F": self.foreign_person, "O": self.organization, "B": self.company,
            "G": self.office, "M": self.medium, "T": self.team, "L": self.place, "C": self.country,
            "w": lambda: self.word("n"), "v": lambda: self.word("v"), "a": lambda: self.word("a"),
            "n": self.number, "X": self.title, "S": self.pet_name, "R": self.ruler,
            "y": self.kind_of_being, "k": self.people_or_tongue, "d": self.age, "e": self.event, "z": self.product,
        }  # fmt: skip

    def make(self, kind: str) -> str:
        """A value for a slot (templates_zh.txt explains the letters)."""
        return self.makers[kind]()

    def pick(self, group: str) -> str:
        return self.rng.choice(self.parts[group])

    def some(self, group: str, least: int, most: int) -> str:
        return "".join(self.rng.choices(self.parts[group], k=self.rng.randint(least, most)))

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def _one_of(self, *choices: tuple[float, Callable[[], str]]) -> str:
        return self.rng.choices([make for _, make in choices], [weight for weight, _ in choices])[0]()

    # people

    def person(self) -> str:
        return self._one_of(
            (6, self.chinese_person), (2.5, self.foreign_person), (1.2, self.japanese_person),
            (0.5, self.korean_person), (0.5, self.minority_person), (0.2, self.historic_person),
        )  # fmt: skip

    def chinese_person(self) -> str:
        even = self.chance(0.3)
        surname = self.rng.choices(self.surnames, None if even else self.surname_weights)[0]
        if self.chance(0.08):
            return surname + self.rng.choice([word for word in self.some_words() if len(word) == 2])
        if self.chance(0.04):
            return self.rng.choice("老小阿") + surname
        size = self.rng.choice((1, 2, 2, 2))
        return surname + "".join(self.rng.choices(self.given, None if even else self.given_weights, k=size))

    def some_words(self) -> list[str]:
        """A few ordinary words, one of two characters at least (given names that are words)."""
        return [self.word(self.rng.choice("nva")) for _ in range(8)] + ["成功"]

    def foreign_part(self, least: int = 2, most: int = 5) -> str:
        size = self.rng.choices(range(least, most + 1), (3, 5, 4, 2, 1)[: most - least + 1])[0]
        middle = self.some("foreign_middle", size - 2, size - 2) if size > 2 else ""
        return self.pick("foreign_start") + middle + self.pick("foreign_end")

    def foreign_person(self) -> str:
        if self.chance(0.25):
            return self.rng.choice(self.known["nrt"])
        if self.chance(0.5):
            return self.foreign_part()
        dot = self.rng.choice("···‧•-")
        first = self.foreign_part(2, 4) if self.chance(0.9) else self.rng.choice("ABCDEFGHJKLMRST")
        middle = f"{dot}{self.foreign_part(2, 3)}" if self.chance(0.12) else ""
        return f"{first}{middle}{dot}{self.foreign_part()}"

    def japanese_person(self) -> str:
        family = self.pick("japanese_family")
        given = self.pick("japanese_first") + (self.pick("japanese_last") if self.chance(0.85) else "")
        if self.chance(0.15):
            given = self.pick("japanese_first") + self.pick("japanese_long")
        return self.rng.choice((family, family + given, family + given, given))

    def korean_person(self) -> str:
        return self.pick("korean_family") + self.some("korean_given", 2, 2)

    def minority_person(self) -> str:
        kind = self.rng.random()
        if kind < 0.4:
            return self.pick("uyghur_name") + self.rng.choice("··•") + self.pick("uyghur_name")
        return self.some("tibetan_part", 2, 2) if kind < 0.75 else self.some("mongol_name", 1, 1)

    def historic_person(self) -> str:
        return self.rng.choice(self.given) + self.pick("history_end")

    def ruler(self) -> str:
        """Kings by number (foreign), emperors and lords by title."""
        if self.chance(0.4):
            return self.historic_person()
        number = self.rng.choice(
            ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十四")
        )
        return self.foreign_part(2, 5) + number + "世"

    def pet_name(self) -> str:
        """What people call each other: 小 and 阿 with a word, a given name twice or alone."""
        char = self.rng.choices(self.given, self.given_weights)[0]
        kind = self.rng.random()
        if kind < 0.4:
            return self.rng.choice("小小小阿阿老") + char
        return char * 2 if kind < 0.6 else char + "儿" if kind < 0.65 else self.foreign_part(2, 3)

    # organizations

    def organization(self) -> str:
        return self._one_of(
            (3, self.company), (2, self.office), (1.2, self.medium), (2, self.school), (2, self.body),
            (0.5, self.party), (0.5, self.band), (0.6, self.army), (0.7, self.short_name),
            (0.5, lambda: self.pick("latin_brand")), (1, lambda: self.rng.choice(self.known["nt"])),
        )  # fmt: skip

    def brand(self) -> str:
        kind = self.rng.random()
        if kind < 0.5:
            return self.some("core", 2, 2)
        return self.foreign_part(2, 3) if kind < 0.9 else self.pick("latin_brand")

    def company(self) -> str:
        kind = self.rng.random()
        if kind < 0.3:
            return self.brand() + self.pick("trade")
        place = self.place_stem() if self.chance(0.35) else ""
        if kind < 0.4:
            return place + self.brand() if place else self.brand()
        trade = self.pick("trade") if self.chance(0.6) else ""
        bracket = f"（{self.place_stem()}）" if self.chance(0.06) else ""
        return place + self.brand() + bracket + trade + self.pick("company_head")

    def office(self) -> str:
        if self.chance(0.35):
            return self.rng.choice(("", "国家", self.country(), self.country())) + self.pick("ministry")
        return self.division() + self.pick("bureau")

    def school(self) -> str:
        kind = self.rng.random()
        if kind < 0.15:
            return self.place_stem() + self.rng.choice("一二三四五六七八九十") + "中"
        place = self.place_stem() if kind < 0.7 else self.foreign_part(2, 4)
        number = f"第{self.rng.choice('一二三四五六七八')}" if self.chance(0.1) else ""
        return place + number + (self.pick("study") if self.chance(0.6) else "") + self.pick("school_head")

    def body(self) -> str:
        lead = self.rng.choice(("中国", "国际", "全国", "世界", "亚洲", "中华", "欧洲", "", ""))
        lead = lead or (self.place_stem() if self.chance(0.7) else self.country())
        return lead + self.some("body_sector", 1, 1) + self.pick("body_head")

    def medium(self) -> str:
        lead = self.rng.choice((self.place_stem, lambda: self.some("core", 2, 2), self.country))()
        middle = self.pick("trade") if self.chance(0.2) else ""
        return lead + middle + self.pick("media_head")

    def team(self) -> str:
        kind = self.rng.random()
        if kind < 0.3:
            return self.foreign_part(2, 4)
        place = self.place_stem() if self.chance(0.6) else self.foreign_part(2, 4)
        if kind < 0.55:
            return place + self.pick("team_head")
        tail = self.pick("mascot") if self.chance(0.6) else self.some("core", 2, 2)
        name = place + tail if kind < 0.8 else tail if kind < 0.9 else self.country()
        return name + (self.pick("team_head") if kind > 0.8 or self.chance(0.3) else "")

    def army(self) -> str:
        if self.chance(0.5):
            return self.pick("state_prefix") + self.rng.choice(("军", "军", "空军", "海军"))
        return self.rng.choice((self.country(), self.place_stem())) + self.pick("army_head")

    def party(self) -> str:
        lead = self.country() if self.chance(0.3) else ""
        return lead + self.pick("party_core") + self.rng.choice(("党", "党", "阵线", "联盟"))

    def band(self) -> str:
        lead = self.place_stem() if self.chance(0.5) else self.some("core", 2, 3)
        return lead + self.pick("band_head")

    def short_name(self) -> str:
        """What people shorten organizations to (中石油, 北师大)."""
        lead = self.rng.choice("中中国华北南东西上深广")
        return lead + self.pick("abbreviation_middle") + self.pick("abbreviation_end")

    # places

    def country(self) -> str:
        return self.pick("country")

    def division(self) -> str:
        """A Chinese division, sometimes below the one above it."""
        if self.chance(0.2):
            return self.rng.choice(self.provinces)
        name = self.rng.choice(self.places)
        return self.rng.choice(self.provinces) + name if self.chance(0.2) else name

    def place_stem(self) -> str:
        """A place as names of organizations begin with it: without its kind."""
        kind = self.rng.random()
        if kind < 0.15:
            return self.pick("world_city")
        name = self.rng.choice(self.provinces if kind < 0.3 else self.places)
        short = _KIND_OF_PLACE.sub("", name)
        return short if len(short) > 1 and kind < 0.85 else name

    def village(self) -> str:
        return self.some("place_char", 1, 3) + self.pick("village")

    def foreign_place(self) -> str:
        name = self.foreign_part(2, 5)
        return name + self.pick("foreign_region") if self.chance(0.5) else name

    def road(self) -> str:
        lead = self.some("place_char", 1, 2) if self.chance(0.6) else self.place_stem()
        return lead + self.pick("road") + (f"{self.rng.randint(1, 900)}号" if self.chance(0.2) else "")

    def site(self) -> str:
        lead = self._one_of(
            (4, self.place_stem), (3, lambda: self.some("place_char", 2, 3)), (2, self.foreign_part)
        )
        return lead + self.pick("site")

    def nature(self) -> str:
        lead = self.some("place_char", 1, 2) if self.chance(0.5) else self.foreign_part(2, 4)
        return lead + self.pick("nature")

    def japanese_place(self) -> str:
        lead = self.pick("japanese_family") if self.chance(0.6) else self.some("place_char", 2, 2)
        return lead + self.pick("japanese_region")

    def nested(self) -> str:
        """Several levels in one: 浙江省杭州市西湖区, 美国得克萨斯州."""
        if self.chance(0.3):
            return self.country() + self.foreign_place()
        parts = [self.division(), self.village() if self.chance(0.5) else ""]
        return "".join(parts) + (self.road() if self.chance(0.3) else "")

    def place(self) -> str:
        return self._one_of(
            (5, self.place_stem), (2.5, self.division), (1.5, lambda: self.pick("world_city")),
            (1.5, self.village), (2, self.foreign_place), (1, self.road), (2.2, self.site),
            (1, self.nature), (1.2, self.nested), (0.6, self.country), (0.2, lambda: self.pick("continent")),
            (0.3, lambda: self.place_stem() + self.pick("area")), (1.2, lambda: self.rng.choice(self.known["ns"])),
            (2.5, lambda: self.rng.choice(self.known["place"])), (1, self.japanese_place),
        )  # fmt: skip

    # no values

    def word(self, kind: str) -> str:
        return self.rng.choice((self.words if self.chance(0.7) else self.rare_words)[kind])

    def number(self) -> str:
        return str(self.rng.choice((1, 3, 5, 12, 18, 30, 64, 120, 350, 1949, 1987, 2003, 2012, 2024)))

    def title(self) -> str:
        words = [self.word(self.rng.choice("nva")) for _ in range(self.rng.randint(1, 2))]
        return "".join(words) if self.chance(0.8) else self.foreign_part(2, 4)

    def kind_of_being(self) -> str:
        """A plant, an animal or a substance: looks like a name and is none."""
        kind = self.rng.random()
        if kind < 0.6:
            part = self.pick("being_part") if self.chance(0.6) else ""
            return self.pick("being_look") + part + self.pick("being_head")
        if kind < 0.75:
            return self.foreign_part(2, 3) + self.pick("being_head")
        return self.some("matter_part", 1, 3) + self.pick("matter_head")

    def people_or_tongue(self) -> str:
        lead = self._one_of((4, self.foreign_part), (1, lambda: self.pick("place_char")))
        return lead[:4] + self.pick("tongue_head")

    def age(self) -> str:
        return self.pick("dynasty") + self.pick("age_tail")

    def event(self) -> str:
        lead = self._one_of((3, self.foreign_part), (3, self.place_stem), (1, lambda: self.word("n")))
        return lead + self.pick("event_head")

    def product(self) -> str:
        """A work, a model or a thing in a game."""
        lead = self._one_of((3, self.foreign_part), (3, lambda: self.word("n")), (2, lambda: self.word("v")))
        return lead + self.pick("product_tail")
