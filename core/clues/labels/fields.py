"""Field names as labels: JSON keys, tree attributes, columns (CONTRACT b.2; DESIGN rule 14)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shotveil.core.clues.context import LabelHit
from shotveil.core.clues.labels.actor_fields import kind_of_actor
from shotveil.core.clues.labels.phrases import is_named_thing, phrases_of
from shotveil.core.name_parts import read_name_part
from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import Stream

_PART: Final = compile_late(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
_HAN: Final = compile_late("[\u4e00-\u9fff]")
_HAN_TITLE: Final = 10
_WORDS_BEFORE: Final = 3
_FIELD_ROLES: Final = frozenset({"LABEL", "FIELD"})
HALVES: Final = (frozenset({"first", "last"}), frozenset({"given", "family"}))
"""Bare names of both parts of a name; the former are the ends of a list as well."""
_HALVES: Final = frozenset((word,) for halves in HALVES for word in halves)
_BIRTH: Final = frozenset({"birth", "birthday", "birthdate", "dob", "born"})
_PERSONAL: Final = frozenset({"PHONE", "EMAIL", "ADDR", "ID_NUMBER", "PASSPORT", "DRIVER_LICENSE"})
_GENERIC: Final = frozenset({"value", "text", "content", "string", "data", "raw", "default", "label", "id"})


def split_field(name: str) -> tuple[str, ...]:
    """Words of a field name: camelCase, snake_case, kebab-case, dotted or Chinese."""
    return tuple(part.lower() for part in _PART.findall(name))


@lru_cache(maxsize=8192)
def kinds_of_field(name: str) -> tuple[str, ...]:
    """Label kinds that a field name states (``recipientPhone``, ``bank_card_no``, 收件人)."""
    return kinds_of_words(" ".join(split_field(name))) or (("NAME",) if read_name_part(name) else ())


def kinds_of_words(text: str) -> tuple[str, ...]:
    """Label kinds of a short title: of the longest label phrase that ends it."""
    words = text.lower().split()
    for size in range(min(len(words), 5), 0, -1):
        kinds = _kinds_of_phrase(" ".join(words[-size:])) or _kinds_of_phrase("".join(words[-size:]))
        if kinds and len(words) - size <= _WORDS_BEFORE:
            return () if is_name_of_thing(words, size) else kinds
    if words and _HAN.match(words[-1][-1]) and len(words[-1]) <= _HAN_TITLE:
        for start in range(1, len(words[-1]) - 1):
            if kinds := _kinds_of_phrase(words[-1][start:]):
                return kinds
    return ()


def is_name_of_thing(words: list[str], size: int) -> bool:
    """Whether a title says whose name it is, and that is a thing of programs (``hostName``, ``api_name``)."""
    return size == 1 and words[-1] == "name" and words[-2:-1] != [] and is_named_thing(words[-2])


def _kinds_of_phrase(phrase: str) -> tuple[str, ...]:
    return tuple(sorted({found.kind for found in phrases_of(phrase) if found.role in _FIELD_ROLES}))


def kinds_of_path(names: tuple[str, ...]) -> tuple[str, ...]:
    """Label kinds of a value from its field names, outermost first: the innermost that says something.

    A generic name (``value``, ``text``) leaves the word to the field around it, and joins with it
    (``{"phone": {"number": …}}``), before it too (``{"name": {"first": …}}``).
    """
    for depth, name in enumerate(reversed(names[-3:])):
        kinds = kinds_of_field(name)
        outer = names[-depth - 2] if len(names) > depth + 1 else ""
        joined = kinds_of_field(f"{outer}_{name}") if outer else ()
        if joined and joined != kinds_of_field(outer):
            return joined
        if outer and not kinds and (both := _kinds_of_both(split_field(outer), split_field(name))):
            return both
        if kinds:
            return kinds
        if name.lower() not in _GENERIC and not name.isdigit():
            return ()
    return ()


def _kinds_of_both(outer: tuple[str, ...], name: tuple[str, ...]) -> tuple[str, ...]:
    """Label kinds of two fields whose words are one phrase, in either order (phone number, first name)."""
    return _kinds_of_phrase(" ".join(outer + name)) or _kinds_of_phrase(" ".join(name + outer))


def find_field_labels(stream: Stream) -> tuple[LabelHit, ...]:
    """One hit per kind and unit that lies in a named field; the window is the whole value."""
    hits = []
    people, listed = _find_people(stream)
    for unit in stream.units:
        if unit.field and unit.end > unit.start:
            kinds = kinds_of_path(unit.field)
            if not kinds and unit.field[:-1] in listed and split_field(unit.field[-1]) in _HALVES:
                kinds = ("NAME",) if unit.field[:-1] in people else ("NAME_HALF",)
            actor = kind_of_actor(unit.field)
            for kind in (*kinds, actor) if actor else kinds:
                hits.append(LabelHit(kind, unit.start, unit.start, unit.start, unit.end, True, "FIELD"))
    return tuple(hits)


def _find_people(stream: Stream) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """Fields (or the table) that hold both parts of a name under bare names: ``given`` and ``family``.

    ``first`` and ``last`` are parts of a list as well: beside them something else of a person is told. The
    second set holds those of which that is not known, too.
    """
    halves: dict[tuple[str, ...], set[str]] = {}
    for unit in stream.units:
        if unit.field and (words := split_field(unit.field[-1])) in _HALVES:
            halves.setdefault(unit.field[:-1], set()).update(words)
    people = {outer for outer, words in halves.items() if HALVES[1] <= words}
    listed = {outer for outer, words in halves.items() if HALVES[0] <= words} - people
    if listed:
        people |= {
            unit.field[:-1]
            for unit in stream.units
            if unit.field and unit.field[:-1] in listed and _tells_person(unit.field[-1])
        }
    return people, people | listed


def _tells_person(name: str) -> bool:
    words = split_field(name)
    return not _BIRTH.isdisjoint(words) or not _PERSONAL.isdisjoint(kinds_of_field(name))
