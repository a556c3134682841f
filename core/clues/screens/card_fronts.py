"""The front of a bank card drawn on a screen: the name below its number (CONTRACT b.4).

A card has no labels: its holder stands below the number in capitals, beside the last day of validity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, word_level
from shotveil.core.clues.screens.form_places import FormPlace, PlaceRows, has_form_word, is_name_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "card.holder"
_NUMBER: Final = compile_late(r"(?:[0-9•*●·]{4}[ \-]{0,3}){2,4}[0-9]{3,6}")
_HOLDER: Final = compile_late(r"[A-Z][A-Z'’.\-]*(?: [A-Z][A-Z'’.\-]*){1,3}")
DOWN: Final = 4.5
"""How far below its number a card's holder may stand, in text heights of the number."""


def find_card_holders(places: Sequence[FormPlace], rows: PlaceRows) -> Iterator[Candidate]:
    """Two to four words in capitals below the number of a card, one of them a name or in no dictionary.

    Args:
        places: the blocks of a screen.
        rows: the same by rows.
    """
    for number in places:
        if not _NUMBER.fullmatch(number.text):
            continue
        box = number.box
        for place in rows.around(box, 0, DOWN):
            below = place.box.top - box.bottom
            under = -0.3 * box.height <= below <= DOWN * box.height
            if under and abs(place.box.left - box.left) <= box.height and _is_holder(place):
                yield Candidate(
                    "NAME", place.start, place.end, place.text, "soft", "label", 0.6, _RULE, (_RULE,)
                )


def _is_holder(place: FormPlace) -> bool:
    if place.kinds or has_form_word(place.text) or not _HOLDER.fullmatch(place.text):
        return False
    return any(
        len(word) > 1 and (is_name_word(word) or word_level(fold_name(word)) == NOT_LISTED)
        for word in place.text.split()
    )
