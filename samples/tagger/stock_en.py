"""Invented English values: names of letters as names have them, firms, places, and products that are no one's."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from importlib.resources import files

_PARTICLES = ("van der", "van", "de la", "de", "von", "del", "al", "bin", "di", "Mac", "O'")
_ORG_TAILS = (
    "Labs", "Group", "Partners", "Bank", "Clinic", "Foundation", "Holdings", "Logistics", "Media", "University",
    "Hospital", "Institute", "Records", "United", "City", "Rovers", "Airways", "Energy", "Foods", "Insurance",
    "Inc.", "Ltd", "LLC", "Motors", "Council", "Police", "Times", "Herald", "School", "College", "FC",
)  # fmt: skip
_PRODUCT_TAILS = (
    "ify",
    "ly",
    "io",
    "x",
    "base",
    "flow",
    "Hub",
    "Cloud",
    "Pro",
    "DB",
    "JS",
    "Kit",
    "ML",
    "OS",
)


def _read(name: str) -> list[str]:
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


class LetterChain:
    """Makes words whose letters follow each other as in a list of words."""

    def __init__(self, words: list[str], order: int = 3) -> None:
        self.order = order
        self.following: dict[str, list[str]] = defaultdict(list)
        for word in words:
            padded = "^" * order + word + "$"
            for at in range(order, len(padded)):
                self.following[padded[at - order : at]].append(padded[at])

    def make(self, rng: random.Random) -> str:
        """A word of 3 to 12 letters."""
        while True:
            word = "^" * self.order
            while word[-1] != "$" and len(word) < self.order + 13:
                word += rng.choice(self.following[word[-self.order :]])
            word = word[self.order : -1]
            if 3 <= len(word) <= 12:
                return word


class EnglishStock:
    """Makes values; every call gives another."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.given = [word for line in _read("names_given.txt") for word in line.split()[1:]]
        self.family = [word for line in _read("names_family.txt") for word in line.split()[1:]]
        self.words = [word for line in _read("words_en.txt") for word in line.split()[1:] if len(word) > 2]
        self.cities = [line.split("\t")[0] for line in _read("cities.tsv")]
        self.given_chain, self.family_chain = LetterChain(self.given), LetterChain(self.family)
        self.word_chain, self.city_chain = LetterChain(self.words), LetterChain(self.cities)
        self.makers: dict[str, Callable[[], str]] = {
            "P": self.person, "S": self.single, "N": self.family_name, "O": self.organization, "L": self.place,
            "Z": self.product, "W": lambda: rng.choice(self.words),
        }  # fmt: skip

    def make(self, kind: str) -> str:
        """A value for a slot (templates_en.txt explains the letters)."""
        return self.makers[kind]()

    def single(self) -> str:
        rng = self.rng
        word = rng.choice(self.given) if rng.random() < 0.5 else self.given_chain.make(rng)
        if rng.random() < 0.04:
            word += "-" + self.given_chain.make(rng)
        return word.title()

    def family_name(self) -> str:
        rng = self.rng
        word = rng.choice(self.family) if rng.random() < 0.4 else self.family_chain.make(rng)
        name = word.capitalize()
        chance = rng.random()
        if chance < 0.08:
            name += "-" + self.family_chain.make(rng).capitalize()
        elif chance < 0.14:
            particle = rng.choice(_PARTICLES)
            name = particle + ("" if particle == "O'" else " ") + name
        return name

    def person(self) -> str:
        rng = self.rng
        middle = f" {rng.choice('ABCDEFGHJKLMNPRSTW')}." if rng.random() < 0.08 else ""
        first = f"{rng.choice('ABCDEFGHJKLMNPRSTW')}." if rng.random() < 0.06 else self.single()
        return f"{first}{middle} {self.family_name()}"

    def organization(self) -> str:
        rng = self.rng
        core = rng.choice((self.family_name, self.place, self.product))()
        return core if rng.random() < 0.2 else f"{core} {rng.choice(_ORG_TAILS)}"

    def place(self) -> str:
        rng = self.rng
        return (rng.choice(self.cities) if rng.random() < 0.7 else self.city_chain.make(rng)).title()

    def product(self) -> str:
        rng = self.rng
        word = self.word_chain.make(rng) if rng.random() < 0.6 else rng.choice(self.words)
        word = word.capitalize()
        if rng.random() < 0.3:
            word += rng.choice(_PRODUCT_TAILS)
        if rng.random() < 0.25:
            word += " " + rng.choice(self.words).capitalize()
        return word
