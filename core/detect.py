"""Views in, occurrences out: streams, clues, adjudication, records, and the second pass (CONTRACT b-d)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from shotveil.core.accounts import ACCOUNT_TYPES, choose_account_types, retype_account, squeeze_account
from shotveil.core.adjudicate import adjudicate, has_legal_suffix
from shotveil.core.batches import Batch, find_repeats, make_batches, part_quiet, recall_occurrences
from shotveil.core.clues.context import Context, LabelHit
from shotveil.core.clues.disguises import find_disguised
from shotveil.core.clues.known_forms import tells_small
from shotveil.core.clues.labels.below import find_labels_below
from shotveil.core.clues.labels.columns import find_column_labels
from shotveil.core.clues.labels.fields import find_field_labels, kinds_of_words
from shotveil.core.clues.labels.inserts import find_insert_labels
from shotveil.core.clues.labels.phrases import find_labels
from shotveil.core.clues.listed import find_denied, find_kept, find_outer_keys
from shotveil.core.clues.program_text import drop_program_words
from shotveil.core.clues.registry import find_candidates
from shotveil.core.clues.tagger.rules import find_tagged
from shotveil.core.clues.tagger.widening import widens
from shotveil.core.knowledge import NOTHING, Knowledge
from shotveil.core.occurrences import is_han, make_occurrence, read_candidate, read_record
from shotveil.core.patterns import compile_late
from shotveil.core.policy import Policy
from shotveil.core.records import (
    Candidate,
    Occurrence,
    View,
)
from shotveil.core.references import scan_references
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.locate import locate
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP, Stream
from shotveil.core.stream.readings import Reading
from shotveil.core.text_memory import TextMemory

_WRITTEN_KEY: Final = compile_late(r"[\w.\-]+(?=[\"']?\s{0,3}[:=])")
_SURELY_LEARNED: Final = 0.24
"""Score of learned evidence that is at least eight in ten."""
_RECHECKED: Final = frozenset({"NAME", "ORG", "ADDR"})


class Detector:
    """The whole of detection under one policy. Holds no state between calls.

    Args:
        policy: what is acted on; balanced without lists by default.
        tagger: whether learned evidence may add what no rule claims.
    """

    def __init__(self, policy: Policy | None = None, *, tagger: bool = True) -> None:
        self.policy = policy or Policy()
        self.tagger = tagger

    def detect(
        self, views: Iterable[View], knowledge: Knowledge = NOTHING, memory: TextMemory | None = None
    ) -> tuple[View, ...]:
        """The same views with their occurrences, in order of the text.

        A value accepted in one of the views is looked for in all of them, in every recognisable form.

        Args:
            views: any mix of media. Occurrences that they carry already are dropped.
            knowledge: values known before (session, repository, lists).
            memory: what earlier calls found in small texts; it remembers this call's.
        """
        inputs = [replace(view, occurrences=()) if view.occurrences else view for view in views]
        first = find_repeats(inputs)
        places = dict.fromkeys(first)
        known = memory.recall(inputs, places, knowledge) if memory else {}
        carried = {place: entry.occurrences for place, entry in known.items()}
        loud, quiet = part_quiet(inputs, [p for p in places if p not in known], self.policy.strict)
        batches = list(make_batches(inputs, loud))
        if knowledge or self.policy.deny:
            batches += make_batches(inputs, quiet, quiet=True)
        for batch in batches:
            self._scan(batch, inputs, knowledge)
        stale = [place for place, entry in known.items() if not entry.is_current]
        for batch in _recall_batches(inputs, stale, carried):
            self._look_again(batch, inputs, knowledge)
            batches.append(batch)
        settle_accounts(batches, knowledge)
        learnt = learn_candidates(batches, carried, knowledge)
        if learnt:
            if not (knowledge or self.policy.deny):
                batches += make_batches(inputs, quiet, quiet=True)
            current = [place for place, entry in known.items() if entry.is_current]
            batches += _recall_batches(inputs, current, carried)
        found = self._finish(batches, inputs, learnt, carried)
        if memory:
            memory.keep(inputs, {place: found.get(place, ()) for place in (*loud, *stale)})
        return _with_found(inputs, first, found)

    def complete(self, views: Iterable[View], knowledge: Knowledge) -> tuple[View, ...]:
        """Views that were detected before, with what ``knowledge`` adds: the second pass on its own."""
        inputs = list(views)
        first = find_repeats(inputs)
        places = dict.fromkeys(first)
        carried = {place: inputs[place].occurrences for place in places}
        batches = list(_recall_batches(inputs, places, carried))
        settle_accounts(batches, knowledge)
        bare = [replace(view, occurrences=()) if view.occurrences else view for view in inputs]
        return _with_found(bare, first, self._finish(batches, bare, knowledge, {}))

    def _finish(
        self,
        batches: Sequence[Batch],
        inputs: list[View],
        known: Knowledge,
        carried: Mapping[int, tuple[Occurrence, ...]],
    ) -> dict[int, tuple[Occurrence, ...]]:
        """Looks for further copies of what is known, then turns what is accepted into occurrences.

        Returns:
            Occurrences by place of the view; what is ``carried`` stays where no batch reads its view.
        """
        found: dict[int, list[Occurrence]] = {}
        for batch in batches:
            self._look_again(batch, inputs, known)
            for candidate in batch.accepted:
                place, occurrence = make_occurrence(batch, inputs, candidate)
                if occurrence:
                    found.setdefault(place, []).append(occurrence)
        read = {place for batch in batches for place in batch.places}
        kept = {place: occurrences for place, occurrences in carried.items() if place not in read}
        return kept | {place: tuple(occurrences) for place, occurrences in found.items()}

    def _scan(self, batch: Batch, views: Sequence[View], knowledge: Knowledge) -> None:
        screen = None if batch.medium == "text" else views[batch.places[0]]
        candidates: list[Candidate] = []
        if batch.quiet:
            context = Context(batch.stream.text, batch.folded, batch.stream, batch.medium)
        else:
            context = make_context(batch.stream, batch.folded, batch.medium, self.policy.strict, screen)
            candidates += drop_program_words(find_candidates(context), context.text)
            candidates += find_disguised(context, self._read_context, find_candidates)
        if screen is not None:
            from shotveil.core.clues.screens.forms import find_form_values

            candidates += find_form_values(batch.stream, screen, context.labels)
        candidates += self._find_known(batch, knowledge)
        denied = find_denied(context, self.policy.deny)
        candidates += [c for c, entry in denied if entry.speaks_of(*self._place_of(batch, views, c))]
        batch.accepted = self._settle(batch, views, candidates)
        if self.tagger and not batch.quiet:
            self._ask_tagger(batch, views, context)

    def _ask_tagger(self, batch: Batch, views: Sequence[View], context: Context) -> None:
        """Learned evidence comes last: it adds where no rule claims a character, or widens soft words."""
        taken = bytearray(len(context.text))
        for candidate in batch.accepted:
            taken[candidate.start : candidate.end] = b"\x01" * (candidate.end - candidate.start)
        tagged = drop_program_words(find_tagged(context), context.text)
        more = [c for c in tagged if not any(taken[c.start : c.end]) or widens(c, batch.accepted)]
        more = [c for c in more if read_candidate(c) is not None]  # what cannot be read may not displace
        if more:
            batch.accepted = self._settle(batch, views, [*batch.accepted, *more])

    def _find_known(self, batch: Batch, knowledge: Knowledge) -> list[Candidate]:
        found = []
        starts = [candidate.start for candidate in batch.accepted]
        ends = [candidate.end for candidate in batch.accepted]

        def is_settled(start: int, end: int) -> bool:
            index = bisect_right(starts, start) - 1
            return index >= 0 and ends[index] >= end

        for candidate, record in knowledge.find(
            batch.stream.text,
            batch.folded,
            is_settled,
            encoded=not batch.quiet,
            torn=batch.medium == "image",
        ):
            found.append(candidate)
            if record is not None:
                batch.copies.setdefault((candidate.type, candidate.start, candidate.end), record)
        return found

    def _read_context(self, reading: Reading) -> Context:
        return make_context(reading.stream, fold_text(reading.stream.text), "text", self.policy.strict)

    def _look_again(self, batch: Batch, views: Sequence[View], known: Knowledge) -> None:
        """Further copies of accepted values (second pass): only what is not covered yet is judged again."""
        more = self._find_known(batch, known)
        if more:
            batch.accepted = self._settle(batch, views, [*batch.accepted, *more])

    def _settle(self, batch: Batch, views: Sequence[View], candidates: list[Candidate]) -> list[Candidate]:
        text = batch.stream.text
        if "[[" in text:
            candidates = _outside_references(candidates, text)
        acted = [part for c in candidates if self.policy.acts_on(c) and (part := keep_in_line(c, text))]
        if batch.medium == "image":
            from shotveil.core.clues.screens.chrome import drop_chrome
            from shotveil.core.clues.screens.own_references import drop_own_references

            acted = drop_own_references(drop_chrome(acted, batch.stream), text)
        if self.policy.allow and batch.allowed is None:
            batch.allowed = list(self._find_allowed(batch, views))
        if batch.allowed:
            acted = [c for c in acted if c.rule == "list.deny" or not _lies_in(c, batch.allowed)]
        kept = []
        for candidate in adjudicate(acted, text, check_residual):
            key = (candidate.type, candidate.start, candidate.end)
            if key not in batch.carried and key not in batch.copies and read_candidate(candidate) is None:
                continue
            if self.policy.allow and self._is_allowed(batch, views, candidate):
                continue
            kept.append(candidate)
        return kept

    def _find_allowed(self, batch: Batch, views: Sequence[View]) -> Iterator[tuple[int, int]]:
        """Stream ranges of the values of allow entries, where the entry speaks of that place."""
        stream = batch.stream
        context = Context(stream.text, batch.folded, stream, batch.medium)
        for start, end, entry in find_kept(context, self.policy.allow):
            value = stream.text[start:end]
            kept = Candidate(entry.type, start, end, value, "hard", "literal", 0.9, entry.rule)
            if self._is_allowed(batch, views, kept):
                yield start, end

    def _is_allowed(self, batch: Batch, views: Sequence[View], candidate: Candidate) -> bool:
        """True where an allow entry keeps the value; what is denied is erased all the same."""
        if candidate.rule == "list.deny":
            return False
        return self.policy.allows(candidate, *self._place_of(batch, views, candidate))

    def _place_of(
        self, batch: Batch, views: Sequence[View], candidate: Candidate
    ) -> tuple[str, tuple[str, ...]]:
        """The path of a candidate and the names of its field: what the lists of exceptions speak of."""
        unit = batch.stream.units[locate(batch.stream, candidate.start, candidate.end)[0].unit]
        view = views[batch.places[unit.view] if batch.medium == "text" else batch.places[0]]
        head = batch.stream.text[max(0, candidate.start - 80) : candidate.start]
        outer = find_outer_keys(batch.stream.text, candidate.start) if self.policy.names_fields else ()
        return view.path, (*unit.field, *written_keys(head), *outer)


def _outside_references(candidates: list[Candidate], text: str) -> list[Candidate]:
    """The candidates but for those that are a reference: it stays as it is (DESIGN rule 16)."""
    spans = [(span.start, span.end) for span in scan_references(text) if span.reference is not None]

    def is_inside(candidate: Candidate) -> bool:
        index = bisect_right(spans, candidate.start, key=lambda span: span[0]) - 1
        return index >= 0 and candidate.end <= spans[index][1]

    return [candidate for candidate in candidates if not is_inside(candidate)]


def _lies_in(candidate: Candidate, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether a candidate is a part, not the whole, of one of the spans."""
    size = candidate.end - candidate.start
    return any(s <= candidate.start and candidate.end <= e and size < e - s for s, e in spans)


def _recall_batches(
    views: Sequence[View], places: Iterable[int], found: Mapping[int, tuple[Occurrence, ...]]
) -> Iterator[Batch]:
    """Batches of views that were read before, with what was found in them."""
    for batch in make_batches(views, places):
        recall_occurrences(batch, views, found)
        yield batch


def _with_found(
    views: Sequence[View], first: Sequence[int], found: Mapping[int, tuple[Occurrence, ...]]
) -> tuple[View, ...]:
    return tuple(
        view.with_occurrences(found[place]) if found.get(place) else view
        for view, place in zip(views, first, strict=True)
    )


def settle_accounts(batches: Sequence[Batch], knowledge: Knowledge) -> None:
    """Gives what was accepted under several account types its one type, in place."""
    claims = [c for batch in batches for c in batch.accepted if c.type in ACCOUNT_TYPES]
    known = knowledge.find_accounts(squeeze_account(c.text) for c in claims) if claims else {}
    chosen = choose_account_types(claims, known)
    for batch in batches if chosen else ():
        batch.accepted = [retype_account(c, chosen) for c in batch.accepted]


def learn_candidates(
    batches: Iterable[Batch], carried: Mapping[int, tuple[Occurrence, ...]], known: Knowledge
) -> Knowledge:
    """What was accepted on evidence of its own, in these batches or in texts seen before, if it is new."""
    values = {
        (candidate.type, candidate.text): None
        for batch in batches
        for candidate in batch.accepted
        if not candidate.rule.startswith("known.") and teaches(candidate)
    }
    for occurrences in carried.values():
        for occurrence in occurrences:
            if not occurrence.evidence[0].startswith("known.") and teaches(occurrence):
                values[occurrence.type, occurrence.text] = None
    return known.learn_beyond(
        (kind, record, ()) for kind, text in values if (record := read_record(kind, text)) is not None
    )


def teaches(value: Candidate | Occurrence) -> bool:
    """Whether an accepted value is looked for everywhere: one word that only the tagger claims is too little,
    unless it is surely a name and nothing else is written so."""
    learned = value.evidence and value.evidence[0].startswith("tagger.")
    if not learned or len(value.text.split()) > 1:
        return True
    if not value.text.isascii():
        return len(value.text) > 2
    if value.type != "NAME" or value.score < _SURELY_LEARNED or not value.text.istitle():
        return False  # a word in small letters or with capitals inside is a word of code as soon as a name
    return tells_small(value.text.casefold())


def keep_in_line(candidate: Candidate, text: str) -> Candidate | None:
    """The candidate without what lies behind a break.

    A whole name does not run on into the next line, no name into the label of another field.
    """
    value = text[candidate.start : candidate.end]
    if HARD_BREAK in value or (candidate.type == "NAME" and has_legal_suffix(value)):
        return None
    if candidate.type == "NAME" and INLINE_GAP in value:
        head, *rest = value.split(INLINE_GAP)
        if any(map(kinds_of_words, rest)) or len(head.split()) > 1 or (is_han(head[:1]) and len(head) > 2):
            return replace(candidate, end=candidate.start + len(head), text=head)
    return candidate


def written_keys(head: str) -> tuple[str, ...]:
    """The key written before a value on its line (``owner_key: taxon:``), for lists of exceptions."""
    line = head.rsplit("\n", 1)[-1]
    return tuple(_WRITTEN_KEY.findall(line))


def make_context(
    stream: Stream, folded: str, medium: str, strict: bool = False, screen: View | None = None
) -> Context:
    """The context of one stream: its labels from phrases, field names and, on screens, layout."""
    labels: list[LabelHit] = list(find_labels(folded))
    if screen is not None:
        from shotveil.core.clues.labels.layout import find_layout_labels

        labels += find_layout_labels(stream, screen)
    else:
        labels += list(find_labels_below(stream.text, labels))
        labels += list(find_column_labels(stream.text, labels))
        labels += list(find_insert_labels(stream.text, folded))
    labels += find_field_labels(stream)
    labels.sort(key=lambda hit: (hit.start, hit.value_start, hit.kind))
    return Context(stream.text, folded, stream, medium, tuple(labels), strict)  # type: ignore[arg-type]


def check_residual(candidate: Candidate) -> Candidate | None:
    """What remains of a cut candidate, judged by its own parser (CONTRACT c)."""
    if candidate.type not in _RECHECKED and candidate.type not in ("SECRET", "NUM", "ALNUM"):
        return None
    if candidate.type in ("NUM", "ALNUM") and sum(map(str.isalnum, candidate.text)) < 5:
        return None
    if candidate.type == "NAME" and len(candidate.text) < 2:
        return None
    return candidate if read_record(candidate.type, candidate.text) is not None else None
