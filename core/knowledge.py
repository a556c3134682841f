"""What is known already: accepted values as evidence for every further copy and form of them (CONTRACT b.6).

Knowledge never resolves anything; it only proposes candidates. It comes from the views of a run, from a
session, from the local privacy repository and from deny lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from shotveil.core.accounts import ACCOUNT_TYPES, squeeze_account
from shotveil.core.clues.encodings import is_telling, read_encoded
from shotveil.core.clues.known_forms import Form, forms_of_record
from shotveil.core.clues.session import FormIndex, Found, Settled, is_never_settled
from shotveil.core.policy import ListEntry
from shotveil.core.records import Record, Source
from shotveil.core.stream.characters import fold_text

_DEEPEST: Final = 2
"""Encodings laid over each other that are read: escaped base64, base64 of base64."""


@dataclass(frozen=True, eq=False)
class _Layer:
    """Forms that were learnt together, and their index."""

    forms: dict[Form, None]

    @cached_property
    def index(self) -> FormIndex:
        return FormIndex(tuple(self.forms))

    @cached_property
    def accounts(self) -> dict[str, str]:
        """Squeezed account names, with the label they are known under."""
        return {
            squeeze_account(form.text): form.type
            for form in self.forms
            if form.type in ACCOUNT_TYPES and form.source == "session"
        }


@dataclass(frozen=True)
class Knowledge:
    """Known forms, each with its type and source. Immutable: ``learn`` gives a new one.

    What is learnt later lies in layers of its own, each at least twice as large as the next, so that a stream
    of inputs pays for what is new in it, not for all that is known.
    """

    deny: tuple[ListEntry, ...] = ()
    _layers: tuple[_Layer, ...] = ()

    def __bool__(self) -> bool:
        return bool(self._layers)

    def __contains__(self, form: Form) -> bool:
        return any(form in layer.forms for layer in self._layers)

    def find(
        self,
        text: str,
        folded: str,
        is_settled: Settled = is_never_settled,
        *,
        encoded: bool = True,
        torn: bool = False,
    ) -> Iterator[Found]:
        """Candidates for every known form in one stream, each with the record that it is a copy of.

        Args:
            text: the stream's text.
            folded: its folded reading.
            is_settled: says of a range that nothing more need be proposed inside it.
            encoded: whether copies inside encodings are looked for too.
            torn: whether blanks may stand in the wrong place, as in what is read from a picture.
        """
        if not self._layers:
            return
        for layer in self._layers:
            yield from layer.index.find(text, folded, is_settled)
            if torn:
                yield from layer.index.find_torn(text, folded, is_settled)
        if encoded:
            yield from self._find_encoded(text, is_settled, _DEEPEST)

    def _find_encoded(self, text: str, is_settled: Settled, depth: int) -> Iterator[Found]:
        """Copies inside base64, hexadecimal and escapes; ``depth`` encodings laid over each other."""
        encoded = read_encoded(text)
        if encoded is None:
            return

        def is_covered(start: int, end: int) -> bool:
            span = encoded.locate(start, end)
            return span is None or is_settled(*span)

        folded = fold_text(encoded.text)
        found = [hit for layer in self._layers for hit in layer.index.find(encoded.text, folded, is_covered)]
        if depth > 1:
            found += self._find_encoded(encoded.text, is_covered, depth - 1)
        for candidate, record in found:
            span = encoded.locate(candidate.start, candidate.end)
            if span is not None and is_telling(candidate.text):
                yield replace(candidate, start=span[0], end=span[1]), record

    def find_accounts(self, names: Iterable[str]) -> dict[str, str]:
        """Those of the squeezed names that the session knows, with their label."""
        return {
            name: layer.accounts[name] for name in names for layer in self._layers if name in layer.accounts
        }

    def learn_values(
        self, values: Iterable[tuple[str, Record, Iterable[str]]], source: Source = "session"
    ) -> Knowledge:
        """This knowledge and more values: (type, record, surfaces), as a session or repository hands them."""
        fresh = self._list_fresh(values, source)
        return Knowledge(self.deny, _add_layer(self._layers, fresh)) if fresh else self

    def learn_beyond(self, values: Iterable[tuple[str, Record, Iterable[str]]]) -> Knowledge:
        """Only what the values add to this knowledge."""
        fresh = self._list_fresh(values, "session")
        return Knowledge((), (_Layer(fresh),)) if fresh else NOTHING

    def _list_fresh(
        self, values: Iterable[tuple[str, Record, Iterable[str]]], source: Source
    ) -> dict[Form, None]:
        fresh: dict[Form, None] = {}
        layers = [layer.forms for layer in self._layers]
        for kind, record, surfaces in values:
            for form in forms_of_record(kind, record, tuple(surfaces)):
                sourced = form if form.source == source else replace(form, source=source)
                for forms in layers:
                    if sourced in forms:
                        break
                else:
                    fresh[sourced] = None
        return fresh


def _add_layer(layers: tuple[_Layer, ...], forms: dict[Form, None]) -> tuple[_Layer, ...]:
    """The layers and one more, small ones at the end made one with it."""
    while layers and len(layers[-1].forms) < 2 * len(forms):
        forms = layers[-1].forms | forms
        layers = layers[:-1]
    return (*layers, _Layer(forms))


NOTHING: Final = Knowledge()
