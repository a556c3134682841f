"""Which root a mention takes: type-specific tiers, most recent first inside a tier (CONTRACT e.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shotveil.core.binding.address import match_addresses, profile_address
from shotveil.core.binding.choice_address import choose_address, list_address_keys
from shotveil.core.binding.companies import OrgProfile, match_organizations, profile_organization
from shotveil.core.binding.index import NO_CHOICE, Choice, Key, RecencyIndex, first_of, first_that
from shotveil.core.binding.people import (
    NameProfile,
    as_given,
    match_alias,
    match_family,
    match_given,
    profile_name,
)
from shotveil.core.binding.roots import Root
from shotveil.core.normalize import canonical
from shotveil.core.records import AddressRecord, NameRecord, OrgRecord, Record, ScalarRecord

Roots = Mapping[int, Root]


def keys_of(type: str, record: Record) -> tuple[Key, ...]:
    """Index keys under which a root of this record is found."""
    if isinstance(record, NameRecord):
        return _name_keys(profile_name(record))
    if isinstance(record, OrgRecord):
        return _org_keys(profile_organization(record.text).tokens)
    if isinstance(record, AddressRecord):
        return list_address_keys(profile_address(record))
    return (("=", type, record.canonical),)


def choose_root(type: str, record: Record, index: RecencyIndex, roots: Roots) -> Choice:
    """The first compatible root in the type's order, or none.

    Args:
        type: label of the mention.
        record: its own record (or the aggregate of its appearance group).
        index: roots of this type only.
        roots: roots by number.
    """
    if isinstance(record, NameRecord):
        return _choose_name(profile_name(record), index, roots)
    if isinstance(record, OrgRecord):
        return _choose_organization(profile_organization(record.text), index, roots)
    if isinstance(record, AddressRecord):
        return _choose_address(record, index, roots)
    return first_of(index.recent(("=", type, record.canonical)))


def choose_exact(type: str, record: Record, index: RecencyIndex) -> Choice:
    """Exact-value reuse, for comparison: only an equal canonical surface shares a root."""
    return first_of(index.recent(exact_key(type, record)))


def exact_key(type: str, record: Record) -> Key:
    """Key of the whole surface."""
    value = record.canonical if isinstance(record, ScalarRecord) else canonical(type, record.text)
    return ("=", type, value)


# names


def _name_keys(profile: NameProfile) -> tuple[Key, ...]:
    keys: list[Key] = [_whole_key(profile)]
    if profile.lone:
        keys += [(kind, profile.lone) for kind in ("lone", "given", "open")]
        if profile.is_latin or profile.family:
            keys.append(("family", profile.lone if profile.is_latin else profile.family))
    else:
        if profile.given:
            keys.append(("given", profile.given))
            if len(profile.family) < 2 and not _is_han(profile.family):
                keys.append(("open", profile.given))
        if profile.family:
            keys.append(("family", profile.family))
    if profile.alias:
        keys.append(("alias", profile.alias))
    return tuple(keys)


def _whole_key(profile: NameProfile) -> Key:
    """Both names; a nickname only counts where there is no given name."""
    return ("whole", profile.family, profile.given, "" if profile.given else profile.alias)


def _is_han(text: str) -> bool:
    return bool(text) and not text.isascii()


def _choose_name(profile: NameProfile, index: RecencyIndex, roots: Roots) -> Choice:
    def known(number: int) -> NameProfile:
        record = roots[number].record
        assert isinstance(record, NameRecord)
        return profile_name(record)

    same: list[Key] = [("lone", profile.lone)] if profile.lone else []
    if not profile.lone or not profile.is_latin:
        same.append(_whole_key(profile))
    equal = first_that(index.recent(*same), lambda n: _is_whole(profile, known(n)))
    if equal.root is not None:
        return equal
    given = as_given(profile) if profile.lone else profile
    if given.given:
        closed = len(given.family) > 1 or _is_han(given.family)
        bucket = ("open" if closed else "given", given.given)
        sharing = first_that(index.recent(bucket), lambda n: _shares_given(given, known(n)))
        if sharing.root is not None:
            return sharing
    if profile.alias:
        nick = first_that(index.recent(("alias", profile.alias)), lambda n: match_alias(profile, known(n)))
        if nick.root is not None:
            return nick
    return _choose_by_family(profile, index, known)


def _is_whole(new: NameProfile, root: NameProfile) -> bool:
    """The same parts, middle names not in conflict."""
    return not new.given or match_given(new, root) or bool(new.lone and new.lone == root.lone)


def _shares_given(new: NameProfile, root: NameProfile) -> bool:
    return match_given(new, as_given(root) if root.lone else root)


def _choose_by_family(
    profile: NameProfile, index: RecencyIndex, known: Callable[[int], NameProfile]
) -> Choice:
    """A family name binds only when exactly one root of the session has it (e.2)."""
    family = profile.lone if profile.lone and profile.is_latin else profile.family
    if not family:
        return NO_CHOICE
    bucket = ("family", family)
    if index.count(bucket) == 1:
        root = next(index.recent(bucket))
        return Choice(root) if match_family(profile, known(root)) else NO_CHOICE
    return NO_CHOICE


# organizations


def _org_keys(tokens: tuple[str, ...]) -> tuple[Key, ...]:
    prefixes = (("prefix", *tokens[:size]) for size in range(2, len(tokens)))
    return (("core", *tokens), *prefixes)


def _choose_organization(profile: OrgProfile, index: RecencyIndex, roots: Roots) -> Choice:
    """An equal core first, then one that begins with the other. A root's place may be told by any surface."""

    def fits(number: int) -> bool:
        return all(match_organizations(profile, profile_organization(s)) for s in roots[number].surfaces)

    equal = first_that(index.recent(("core", *profile.tokens)), fits)
    if equal.root is not None or len(profile.tokens) < 2:
        return equal
    shorter = [("core", *profile.tokens[:size]) for size in range(2, len(profile.tokens))]
    return first_that(index.recent(("prefix", *profile.tokens), *shorter), fits)


def _choose_address(record: AddressRecord, index: RecencyIndex, roots: Roots) -> Choice:
    profile = profile_address(record)

    def match(number: int) -> int:
        known = roots[number].record
        assert isinstance(known, AddressRecord)
        return match_addresses(profile, profile_address(known))

    return choose_address(profile, index, match)
