"""What the name of a field says about its value: password, token, weak hint, or nothing."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal

from shotveil.core.patterns import compile_late

Grade = Literal["password", "token", "weak"]

_PART: Final = compile_late(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_HOST: Final = compile_late(r"[a-z0-9\-]{1,63}(?:\.[a-z0-9\-]{1,63}){1,5}")


@cache
def load_words(kind: str) -> frozenset[str]:
    """Words of one kind of lexicons/secret_words.tsv."""
    return frozenset(_read_kinds()[kind])


@cache
def _read_kinds() -> dict[str, list[str]]:
    raw = files("shotveil.core.lexicons").joinpath("secret_words.tsv").read_text("utf-8")
    kinds: dict[str, list[str]] = {}
    for line in raw.splitlines():
        if not line.startswith("#"):
            kind, words = line.split("\t")
            kinds.setdefault(kind, []).extend(words.split())
    return kinds


def split_name(name: str) -> list[str]:
    """Words of a name, lower case: camelCase, snake_case, kebab-case, dotted, blanks."""
    return [part.lower() for part in _PART.findall(name)]


@lru_cache(maxsize=16384)
def grade_name(name: str) -> Grade | None:
    """How strongly a name claims that its value is a secret; None when it does not.

    The noun must close the name, but for a neutral tail (``PASSWORD_2``, ``token_value``).
    """
    parts = split_name(name)
    while len(parts) > 1 and (parts[-1] in load_words("tail") or parts[-1].isdigit()):
        if _grade_part(parts, len(parts) - 1):
            break
        parts.pop()
    if not parts or parts[-1] in load_words("denied_tail"):
        return None
    grade = _grade_part(parts, len(parts) - 1)
    return "weak" if grade and not load_words("fault").isdisjoint(parts) else grade


def read_innermost(field: tuple[str, ...]) -> str:
    """The innermost name of a path that is no place in a list."""
    return next((part for part in reversed(field) if part and not part.isdigit()), "")


def grade_field(field: tuple[str, ...]) -> Grade | None:
    """What the innermost name of a path says; the one around it may make it clear (``Jwt``, ``Key``)."""
    name = read_innermost(field)
    grade = grade_name(name)
    if grade is None and "." in name and len(field) > 1 and _HOST.fullmatch(name):
        return grade_name(field[-2])  # {"bearer": {"pkg.example.com": …}}
    if grade == "weak" and len(field) > 1:
        return grade_name(f"{field[-2]}_{field[-1]}") or grade
    return grade


def names_secret(field: tuple[str, ...]) -> bool:
    """Whether a field holds a secret whatever its value looks like."""
    return bool(field) and grade_field(field) in ("password", "token")


def is_lookup(name: str) -> bool:
    """True for the name of a function that hands a secret out and takes none: ``get_password``."""
    return split_name(name)[0] in load_words("getter")


def _grade_part(parts: list[str], index: int) -> Grade | None:
    noun = parts[index]
    before = parts[index - 1] if index else ""
    joined = before + noun
    if noun in load_words("denied") or (noun in ("tokens", "token") and before in load_words("denied")):
        return None
    if parts[max(0, index - 2) : index] == ["public", "key"]:
        return None  # publicKeyToken: how assemblies are told apart
    if noun == "pass" and before in load_words("stage"):
        return None
    if noun in load_words("password") or joined in load_words("password"):
        return "password"
    if noun in load_words("token") or joined in load_words("token"):
        return "token"
    if noun in ("key", "keys"):
        if before in load_words("denied_head"):
            return None
        return "token" if before in load_words("key_of") else "weak"
    if noun in load_words("weak"):
        return "weak"
    return _grade_ending(noun)


def _grade_ending(noun: str) -> Grade | None:
    """Names written in one word: ``dbpassword``, ``mysecret``, ``ANYtoken``."""
    if re.search(
        r"(?:passw(?:or)?d|passwd|passphrase|(?<!by)(?<!com)(?<!sur)(?<!tres)(?<!im)(?<!over)(?<!under)pwd)$",
        noun,
    ):
        return "password"
    if noun.endswith(("secret", "token", "apikey", "secretkey", "credential", "credentials")):
        return "token"
    if (
        noun.endswith("pass")
        and len(noun) > 5
        and not noun.endswith(("bypass", "compass", "trespass", "surpass", "overpass"))
    ):
        return "password"
    if noun.endswith("key") and len(noun) > 3 and noun not in load_words("denied"):
        return "weak"
    return None
