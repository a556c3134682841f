"""Forms, address cards and lists of places on a screen: values by where they stand (CONTRACT b.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shotveil.core.clues.context import LabelHit
from shotveil.core.clues.screens.card_fronts import find_card_holders
from shotveil.core.clues.screens.form_fields import find_form_fields
from shotveil.core.clues.screens.form_places import PlaceRows, read_places
from shotveil.core.clues.screens.form_rows import find_form_rows
from shotveil.core.clues.screens.people import find_people
from shotveil.core.clues.screens.screen_phrases import find_screen_phrases
from shotveil.core.records import Candidate, View
from shotveil.core.stream.model import Stream


def find_form_values(stream: Stream, view: View, labels: Sequence[LabelHit]) -> Iterator[Candidate]:
    """What labelled fields hold, and what a street says about the blocks around it.

    Args:
        stream: the stream of a screen or UI tree.
        view: the screen.
        labels: all label hits of the stream.
    """
    places = read_places(stream, view)
    yield from find_form_fields(labels, places)
    yield from find_form_rows(places)
    yield from find_screen_phrases(places)
    rows = PlaceRows(places)
    yield from find_card_holders(places, rows)
    yield from find_people(places, rows)
