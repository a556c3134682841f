"""Invented people and the sample record of the kinds of files in this folder."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who does not exist: reserved numbers, example domains."""

    given: str
    family: str
    email: str
    phone: str
    street: str
    user: str
    key: str

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}" if self.given.isascii() else f"{self.family}{self.given}"


@dataclass(frozen=True, slots=True)
class Sample:
    """One file of a kind.

    ``gone`` are values that may not survive, as a reader of the file sees them; ``keep`` are ids, hashes,
    instants and words that must. ``shape`` says how the structure is compared: ``json``, ``lines``, ``tags``,
    ``rows``, ``cues``, ``toml``, ``ini``, ``mail`` or ``text``. ``broken`` files may be refused.
    """

    name: str
    data: bytes
    gone: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    shape: str = "text"
    broken: bool = False


_GIVEN = ("Marta", "Tobias", "Priscilla", "Declan", "Rosalind", "Gareth", "Imogen", "Leopold")
_FAMILY = ("Ellingsworth", "Vandermeer", "Okonjo", "Fitzwilliam", "Haverstock", "Lindqvist", "Abernathy")
_STREETS = ("Larkspur Avenue", "Juniper Street", "Thornbury Road", "Birchwood Lane", "Quarry Drive")
_ZH_FAMILY = ("陈", "赵", "欧阳", "林", "郑")
_ZH_GIVEN = ("晓琳", "建国", "雨桐", "子墨", "丽华")
_ZH_ROADS = ("文三路", "中山北路", "学院路", "解放大道")
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def make_person(chance: random.Random) -> Person:
    """Someone with a name of English form."""
    given, family = chance.choice(_GIVEN), chance.choice(_FAMILY)
    number = chance.randrange(100, 200)
    return Person(
        given,
        family,
        f"{given}.{family}{chance.randrange(10, 99)}@example.com".lower(),
        f"(415) 555-0{number}",
        f"{chance.randrange(100, 999)} {chance.choice(_STREETS)}, Portland, OR 97205",
        f"{given[0]}{family}".lower(),
        "sk-ant-api03-" + "".join(chance.choices(_ALPHABET, k=48)),
    )


def make_chinese(chance: random.Random) -> Person:
    """Someone with a Chinese name, number and address."""
    given, family = chance.choice(_ZH_GIVEN), chance.choice(_ZH_FAMILY)
    road = f"浙江省杭州市西湖区{chance.choice(_ZH_ROADS)}{chance.randrange(10, 990)}号"
    user = f"zh_{chance.randrange(1000, 9999)}"
    key = "ghp_" + "".join(chance.choices(_ALPHABET, k=36))
    return Person(given, family, f"{user}@example.cn", f"138{chance.randrange(10**8):08d}", road, user, key)


def contacts_of(person: Person) -> tuple[str, ...]:
    """What of a person may survive nowhere."""
    return person.name, person.phone, person.email


def introduce(person: Person) -> str:
    """A sentence that holds all of it."""
    if person.given.isascii():
        return f"I am {person.name}, call me at {person.phone} or write to {person.email}."
    return f"我叫{person.name}，电话{person.phone}，邮箱{person.email}。"


def dump(value: Any, **style: Any) -> str:
    """JSON with Chinese letters as they are."""
    return json.dumps(value, ensure_ascii=False, **style)


def lines(values: Sequence[Any], **style: Any) -> bytes:
    """One JSON value a line."""
    return "".join(dump(value, **style) + "\n" for value in values).encode()


def token_id(chance: random.Random, prefix: str, length: int = 24) -> str:
    """An id as services make them."""
    return prefix + "".join(chance.choices(_ALPHABET, k=length))


def uuid_of(chance: random.Random) -> str:
    """A UUID from the given chance."""
    digits = f"{chance.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"
