"""What is acted on: strict, balanced or lenient, and lists of exceptions with reasons (DESIGN 5)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Final, Literal

from shotveil.core.errors import UsageProblem
from shotveil.core.labels import LABEL_SET, LABELS
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

PolicyName = Literal["strict", "balanced", "lenient"]

_ENTRY_KEYS: Final = frozenset({"value", "pattern", "fingerprint", "type", "path", "field", "rule", "reason"})
JOINT: Final = r"[\s_\-.+·•\ue001]"
"""What may join the words of a denied value."""

JOINTS: Final = compile_late(f"{JOINT}+")
_LENIENT_SCORE: Final = 0.5
_BALANCED_SCORE: Final = 0.0


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One exception. What is given must all fit; what is empty fits anything.

    ``value`` compares without case (in a deny entry without joints too), ``pattern`` is a regular expression
    over the whole value, ``fingerprint`` is the SHA-256 (hex) of the value, ``path`` a glob, ``field`` a name
    of a field around the value or the key written before it, ``rule`` the id of a rule or its first part.
    """

    reason: str
    value: str = ""
    pattern: str = ""
    fingerprint: str = ""
    type: str = ""
    path: str = ""
    field: str = ""
    rule: str = ""

    def fits(self, kind: str, text: str, path: str, fields: tuple[str, ...], rules: Iterable[str]) -> bool:
        """True when the entry speaks of this value at this place."""
        return (
            (not self.type or self.type == kind)
            and (not self.value or self.value.casefold() == text.casefold())
            and (not self.pattern or re.fullmatch(self.pattern, text) is not None)
            and (not self.fingerprint or self.fingerprint.lower() == fingerprint_of(text))
            and self.speaks_of(path, fields)
            and (not self.rule or any(r == self.rule or r.startswith(self.rule + ".") for r in rules))
        )

    def speaks_of(self, path: str, fields: tuple[str, ...]) -> bool:
        """True when the entry speaks of this place."""
        return (not self.path or fnmatchcase(path, self.path)) and (
            not self.field or any(self.field.casefold() == name.casefold() for name in fields)
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """Thresholds by name, allow entries (never acted on) and deny entries (always acted on)."""

    name: PolicyName = "balanced"
    allow: tuple[ListEntry, ...] = ()
    deny: tuple[ListEntry, ...] = ()

    @property
    def strict(self) -> bool:
        return self.name == "strict"

    @property
    def names_fields(self) -> bool:
        """True when an allow entry asks for a field."""
        return any(entry.field for entry in self.allow)

    def acts_on(self, candidate: Candidate) -> bool:
        """True when evidence of this tier, type and score is enough."""
        if candidate.type == "DETAIL" or (candidate.type == "AMOUNT" and not self.strict):
            return False
        if candidate.tier == "hard" or self.strict:
            return True
        if candidate.tier == "weak":
            return False
        return candidate.score >= (_LENIENT_SCORE if self.name == "lenient" else _BALANCED_SCORE)

    def allows(self, candidate: Candidate, path: str, fields: tuple[str, ...]) -> bool:
        """True when an allow entry says that this value is no personal data here."""
        rules = (candidate.rule, *candidate.evidence)
        return any(entry.fits(candidate.type, candidate.text, path, fields, rules) for entry in self.allow)


def fingerprint_of(text: str) -> str:
    """SHA-256 of a value in hex: names a value in a list without writing it."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def make_policy(
    name: str = "balanced",
    allow: Iterable[Mapping[str, Any]] = (),
    deny: Iterable[Mapping[str, Any]] = (),
) -> Policy:
    """The policy of settings: a name and tables of entries.

    Raises:
        UsageProblem: unknown name or key, an entry without a reason, a deny entry without a type or value.
    """
    if name not in ("strict", "balanced", "lenient"):
        raise UsageProblem("policy.name", f"unknown policy {name}", "use strict, balanced or lenient")
    allowed = tuple(_read_entry(entry, "allow", number) for number, entry in enumerate(allow, 1))
    denied = tuple(_read_entry(entry, "deny", number) for number, entry in enumerate(deny, 1))
    for number, entry in enumerate(denied, 1):
        if not entry.type or not (entry.value or entry.pattern):
            raise UsageProblem("policy.deny", f"entry {number} of deny needs a type and a value or pattern")
    return Policy(name, allowed, denied)  # type: ignore[arg-type]


def _read_entry(table: Mapping[str, Any], where: str, number: int) -> ListEntry:
    """An entry from its table; messages name it by its number and type, never by its value."""
    kind = table.get("type")
    named = f"entry {number} of {where}{f' ({kind})' if kind in LABEL_SET else ''}"
    unknown = sorted(set(table) - _ENTRY_KEYS)
    if unknown:
        raise UsageProblem("policy.key", f"unknown key {unknown[0]} in {named}")
    if not all(isinstance(value, str) for value in table.values()):
        raise UsageProblem("policy.type", f"the values of {named} must be strings")
    if not table.get("reason", "").strip():
        raise UsageProblem("policy.reason", f"{named} has no reason", "say why it is there")
    if len(table) < 2:
        raise UsageProblem("policy.entry", f"{named} says nothing but its reason")
    if table.get("type") and table["type"] not in LABEL_SET:
        raise UsageProblem(
            "policy.label", f"{named} names a type that there is not", f"use one of {', '.join(LABELS)}"
        )
    try:
        re.compile(table.get("pattern", ""))
    except re.error as problem:
        raise UsageProblem("policy.pattern", f"{named} has a broken pattern: {problem.msg}") from None
    return ListEntry(**table)
