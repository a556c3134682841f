"""Whether a name stands in the form of a person: what only people have stands beside it (b.2)."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import Final

from shotveil.core.clues.context import Context, LabelHit
from shotveil.core.clues.labels.fields import kinds_of_field
from shotveil.core.clues.person.place_surnames import tells_owner
from shotveil.core.patterns import compile_late

_PERSONAL: Final = frozenset(
    {"PHONE", "EMAIL", "DOB", "ID_NUMBER", "PASSPORT", "DRIVER_LICENSE", "BANK_CARD", "MEMBER"}
)
_REACH: Final = 160
"""Characters to both sides, within one paragraph."""
_TRAIT: Final = compile_late(
    r"(?i)\A[^\n\ue000]{1,24}?"
    r"(?:[,，、;；|\s](?:男|女|male|female)(?![a-z\u4e00-\u9fff])|(?<!\d)\d{1,2} ?(?:周?岁|y/?o\b))"
)
"""What else is said of a person at once: sex and age."""


def stands_with_person(context: Context, hit: LabelHit) -> bool:
    """Whether a field of a person (phone, date of birth) stands beside one that holds a name.

    Args:
        hit: a label or a field of a name; of a document's fields those inside the same one count.
    """
    text, stream = context.text, context.stream
    is_field = hit.role == "FIELD"
    outer = stream.read_outer_field(hit.value_start) if is_field else ""
    if outer and (tells_owner(outer) or "NAME" in kinds_of_field(outer)):
        return True
    hits = context.labels
    place = bisect_left(hits, hit.start - _REACH, key=attrgetter("start"))
    while place < len(hits) and hits[place].start <= hit.value_end + _REACH:
        other = hits[place]
        place += 1
        if other.kind not in _PERSONAL or not other.direct or (other.role == "FIELD") != is_field:
            continue
        if is_field:
            if stream.read_outer_field(other.value_start) == outer:
                return True
        elif "\n\n" not in text[min(hit.end, other.end) : max(hit.start, other.start)]:
            return True
    return not is_field and _TRAIT.search(text[hit.value_start : hit.value_start + 32]) is not None
