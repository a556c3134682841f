"""When two names can be one person (CONTRACT e.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from shotveil.core.normalize import name_key
from shotveil.core.records import NameRecord


@dataclass(frozen=True, slots=True)
class NameProfile:
    """Comparison keys of a name's parts, "" where unknown.

    ``lone`` is a single word without a title, whose part is a guess: a Latin word may be given or family
    name, two Chinese characters a given name or a whole short name (``is_latin`` tells which of the two).
    """

    family: str
    given: str
    middle: str
    alias: str
    lone: str

    @property
    def is_latin(self) -> bool:
        """Whether the lone word may be a family name as well."""
        return self.lone.isascii()


@lru_cache(maxsize=50_000)
def profile_name(record: NameRecord) -> NameProfile:
    """Comparison keys of a record."""
    family, given = _key(record.family), _key(record.given)
    alias = name_key(record.alias)
    lone = ""
    if not record.title and not alias:
        whole = family + given
        single = bool(family) != bool(given) and whole.isascii()
        lone = whole if single or (len(whole) == 2 and not whole.isascii()) else ""
    if not (family or given or alias):
        given = lone = _key(record.text)
    return NameProfile(family, given, _key(record.middle), alias, lone)


def drop_badge(record: NameRecord) -> NameRecord:
    """Without the initials of an avatar that stand before the name (``RV Robert Vance``)."""
    head, _, rest = record.text.partition(" ")
    words = rest.split()
    initials = "".join(word[0] for word in words)
    if len(words) < 2 or not head.isupper() or head not in (initials, initials[0] + initials[-1]):
        return record
    given, *middle = [word for word in words if word not in record.family.split()] or words[:1]
    return replace(record, text=rest, given=given, middle=" ".join(middle))


def match_given(new: NameProfile, root: NameProfile) -> bool:
    """The same given name and nothing against it: the contract's sharing predicate."""
    return (
        bool(new.given)
        and new.given == root.given
        and _fits(new.family, root.family)
        and _fits_middle(new.middle, root.middle)
    )


def match_alias(new: NameProfile, root: NameProfile) -> bool:
    """The same nickname, family names not in conflict."""
    return bool(new.alias) and new.alias == root.alias and _fits(new.family, root.family)


def match_family(new: NameProfile, root: NameProfile) -> bool:
    """The same family name and a given name that is unknown, or abbreviated, on one side.

    Binds only when exactly one root of the session has the family; the caller counts.
    """
    for a, b in _readings(new, root):
        if a.family and a.family == b.family and not (a.alias and b.alias):
            if not a.given or not b.given:
                return True
            if a.given != b.given and _fits(a.given, b.given):
                return True
    return False


def _readings(new: NameProfile, root: NameProfile) -> list[tuple[NameProfile, NameProfile]]:
    pairs = [(new, root)]
    if new.lone and new.is_latin and not root.lone:
        pairs.append((as_family(new), root))
    if root.lone and root.is_latin and not new.lone:
        pairs.append((new, as_family(root)))
    return pairs


def as_family(profile: NameProfile) -> NameProfile:
    """The reading of a lone word as a family name."""
    return NameProfile(profile.lone, "", "", "", profile.lone)


def as_given(profile: NameProfile) -> NameProfile:
    """The reading of a lone word as a given name."""
    return NameProfile("", profile.lone, "", "", profile.lone)


def _key(part: str) -> str:
    return name_key(part).rstrip(".")


def _fits(a: str, b: str) -> bool:
    """Equal, unknown, or one the initial of the other."""
    if not a or not b or a == b:
        return True
    short, long = sorted((a, b), key=len)
    return len(short) == 1 and short.isalpha() and short.isascii() and long.startswith(short)


def _fits_middle(a: str, b: str) -> bool:
    if not a or not b or a == b:
        return True
    return all(_fits(x.rstrip("."), y.rstrip(".")) for x, y in zip(a.split(), b.split(), strict=False))
