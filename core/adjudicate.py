"""Which of several overlapping candidates stands (CONTRACT c).

Candidates are never unioned. The winner of a conflict is accepted whole; a loser is cut by the winner's span
and what remains must pass its own parser again. The result does not depend on the order of the input.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

Revalidate = Callable[[Candidate], Candidate | None]

_TIER_RANK: Final = {"hard": 2, "soft": 1, "weak": 0}
_SOURCE_RANK: Final = {"session": 4, "repository": 3, "literal": 2}
_SOFT_PRIORITY: Final = {"ADDR": 30, "NAME": 20, "ORG": 10}
_SOFT_CONTAINERS: Final = frozenset({"NAME", "ORG", "ADDR"})
_MOST_COMPARED: Final = 120
_LEGAL_WORDS: Final = (
    "inc", "incorporated", "llc", "llp", "l.l.c", "ltd", "limited", "corp", "corporation", "plc", "gmbh", "co"
)  # fmt: skip
_LEGAL_ENDS: Final = (*_LEGAL_WORDS, "公司", "集团")
_LEGAL_SUFFIX: Final = compile_late(rf"(?i:\b(?:{'|'.join(map(re.escape, _LEGAL_WORDS))})\.?|公司|集团)$")
_EDGE: Final = " \t\r\n\u00a0\u3000\ue000\ue001,，、;；:：|/\\-—–=("


def source_rank(candidate: Candidate) -> int:
    """Rank of where the evidence came from (c.7)."""
    return _SOURCE_RANK.get(candidate.source, 1)


def _strength(candidate: Candidate) -> tuple[int, float, int]:
    return _TIER_RANK[candidate.tier], candidate.score, source_rank(candidate)


def _merge_equal(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One candidate for each type and span: the strongest, with the evidence of all (c.1)."""
    groups: dict[tuple[int, int, str], list[Candidate]] = {}
    for candidate in candidates:
        key = candidate.start, candidate.end, candidate.type
        if key in groups:
            groups[key].append(candidate)
        elif candidate.start < candidate.end:
            groups[key] = [candidate]
    merged = []
    for _, group in sorted(groups.items()):
        if len(group) == 1:
            merged.append(group[0])
            continue
        best = max(group, key=lambda c: (_strength(c), c.validated, c.rule, c.source, c.suffixed, c.evidence))
        evidence = {name for c in group for name in (*c.evidence, c.rule) if name}
        validated, suffixed = any([c.validated for c in group]), any([c.suffixed for c in group])
        merged.append(best.supported(tuple(sorted(evidence)), validated=validated, suffixed=suffixed))
    return merged


def _contains(outer: Candidate, inner: Candidate) -> bool:
    return (
        outer.start <= inner.start
        and inner.end <= outer.end
        and (outer.end - outer.start > inner.end - inner.start)
    )


def _survives_inside(inner: Candidate, outer: Candidate) -> bool:
    """A hard, validated inner of another type against a soft container of words (c.2a)."""
    return (
        outer.tier != "hard"
        and outer.type in _SOFT_CONTAINERS
        and inner.tier == "hard"
        and inner.validated
        and inner.type != outer.type
    )


def has_legal_suffix(text: str) -> bool:
    """True when a name ends as only an organization's does."""
    tail = text[-16:]
    return tail.lower().removesuffix(".").endswith(_LEGAL_ENDS) and _LEGAL_SUFFIX.search(tail) is not None


def _is_suffixed(organization: Candidate) -> bool:
    return organization.suffixed or has_legal_suffix(organization.text)


def _type_winner(one: Candidate, two: Candidate) -> Candidate | None:
    """Type-specific conflicts (c.3-3c); None when no rule speaks."""
    types = {one.type, two.type}
    if len(types) == 1:
        return None

    def of(kind: str) -> Candidate:
        return one if one.type == kind else two

    if "LICENSE_PLATE" in types:
        return of("LICENSE_PLATE")
    if types == {"ADDR", "NUM"} and one.tier == two.tier == "hard":
        return of("ADDR")
    if types == {"ORG", "ADDR"} and _is_suffixed(of("ORG")):
        return of("ORG")
    if "NAME" in types and one.tier == two.tier:
        return of("NAME")
    return None


def _standing(candidate: Candidate) -> tuple[float, ...]:
    """Tier, soft priority, score, source, length, start: the order of c.4-c.8 but for the type name."""
    priority = _SOFT_PRIORITY.get(candidate.type, 0) if candidate.tier != "hard" else 0
    return (
        _TIER_RANK[candidate.tier],
        priority,
        candidate.score,
        source_rank(candidate),
        candidate.end - candidate.start,
        -candidate.start,
    )


def pick_winner(one: Candidate, two: Candidate) -> Candidate:
    """The winner of two overlapping candidates (c.2-c.8)."""
    for outer, inner in ((one, two), (two, one)):
        if _contains(outer, inner):
            return inner if _survives_inside(inner, outer) else outer
    if winner := _type_winner(one, two):
        return winner
    first, second = _standing(one), _standing(two)
    if first != second:
        return one if first > second else two
    return min(one, two, key=lambda c: (c.type, c.rule))


def _overlaps(one: Candidate, two: Candidate) -> bool:
    return one.start < two.end and two.start < one.end


def cut_candidate(loser: Candidate, winner: Candidate, text: str) -> list[Candidate]:
    """What remains of ``loser`` beside ``winner``, trimmed of blanks and separators: none, one or two."""
    remains = []
    for start, end in ((loser.start, winner.start), (winner.end, loser.end)):
        while start < end and text[start] in _EDGE:
            start += 1
        while start < end and text[end - 1] in _EDGE:
            end -= 1
        if start < end:
            remains.append(replace(loser, start=start, end=end, text=text[start:end]))
    return remains


def _decide_cluster(cluster: list[Candidate], text: str, revalidate: Revalidate) -> list[Candidate]:
    """Accept the unbeaten candidate, cut the ones it overlaps, and so on until none is left."""
    if len(cluster) > _MOST_COMPARED:
        return _decide_crowd(cluster, text, revalidate)
    accepted: list[Candidate] = []
    pool = cluster
    while pool:
        best = _pick_unbeaten(pool)
        accepted.append(best)
        rest: list[Candidate] = []
        for candidate in pool:
            if candidate is best:
                continue
            if not _overlaps(candidate, best):
                rest.append(candidate)
                continue
            if _contains(best, candidate):
                continue
            for residual in cut_candidate(candidate, best, text):
                if checked := revalidate(residual):
                    rest.append(checked)
        pool = _merge_equal(c for c in rest if not any(_overlaps(c, done) for done in accepted))
    return accepted


def _decide_crowd(cluster: list[Candidate], text: str, revalidate: Revalidate) -> list[Candidate]:
    """A crowd of overlapping candidates in one pass: by tier, then length, then start; losers are cut once.

    Comparing all pairs of a crowd would let one hostile line stall a run.
    """
    ordered = sorted(cluster, key=lambda c: (-_TIER_RANK[c.tier], c.start - c.end, c.start, c.type, c.rule))
    starts: list[int] = []
    accepted: list[Candidate] = []

    def add(candidate: Candidate) -> bool:
        place = bisect_right(starts, candidate.start)
        free_left = place == 0 or accepted[place - 1].end <= candidate.start
        if not free_left or (place < len(starts) and starts[place] < candidate.end):
            return False
        starts.insert(place, candidate.start)
        accepted.insert(place, candidate)
        return True

    for candidate in ordered:
        if add(candidate):
            continue
        place = max(bisect_right(starts, candidate.start) - 1, 0)
        rival = next((c for c in accepted[place : place + 2] if _overlaps(c, candidate)), None)
        if rival is None or _contains(rival, candidate):
            continue
        for residual in cut_candidate(candidate, rival, text):
            if checked := revalidate(residual):
                add(checked)
    return accepted


def _pick_unbeaten(pool: Sequence[Candidate]) -> Candidate:
    """The candidate that wins every conflict; in a ring of preferences, the one of highest standing."""
    if len(pool) == 1:
        return pool[0]
    if len(pool) == 2 and _overlaps(*pool):
        return pick_winner(*pool)
    unbeaten = [
        one
        for one in pool
        if all(two is one or not _overlaps(one, two) or pick_winner(one, two) is one for two in pool)
    ]
    return max(unbeaten or pool, key=lambda c: (_standing(c), c.type, c.rule))


def adjudicate(candidates: Iterable[Candidate], text: str, revalidate: Revalidate) -> list[Candidate]:
    """The candidates that stand, without overlap, in order of their start (CONTRACT c).

    Args:
        candidates: proposed spans, in any order.
        text: the text that they are spans of.
        revalidate: the parser of a type as judge over a cut candidate: the candidate (perhaps narrower),
            or None when what remains is nothing of its type.
    """
    merged = _merge_equal(candidates)
    result: list[Candidate] = []
    cluster: list[Candidate] = []
    reach = -1
    for candidate in merged:
        if candidate.start >= reach:
            result += cluster if len(cluster) < 2 else _decide_cluster(cluster, text, revalidate)
            cluster = []
        cluster.append(candidate)
        reach = max(reach, candidate.end)
    result += cluster if len(cluster) < 2 else _decide_cluster(cluster, text, revalidate)
    return sorted(result, key=lambda c: (c.start, c.end))
