"""Two names side by side are two people: "小李和李娜" is nobody who eats with herself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shotveil.core.binding.index import NO_CHOICE, Choice
from shotveil.core.binding.mentions import Mention
from shotveil.core.binding.state import BindingState
from shotveil.core.patterns import compile_late
from shotveil.core.records import Binding, NameRecord, Occurrence, TextExtent, View

_BETWEEN: Final = compile_late(
    r"\s?(?:和|与|與|跟|同|及|以及|、|说|說|让|讓|叫|给|給|问|問|对|對|陪|帮|幫|找|请|請|带|帶|约|約|告诉|通知|提醒|and|&)\s?"
)


def part_neighbours(
    choice: Choice,
    at: int,
    mentions: Sequence[Mention],
    occurrences: Sequence[Occurrence],
    view: View,
    bound: dict[int, Binding],
    state: BindingState,
) -> Choice:
    """The choice, or none where a familiar form would share the root of the full name beside it."""
    mention = mentions[at]
    if choice.root is None or not isinstance(mention.record, NameRecord) or view.text is None:
        return choice
    if at and _are_two(mentions[at - 1], mention, occurrences, view):
        before = bound.get(mentions[at - 1].members[0])
        if before is not None and before.root == choice.root:
            return NO_CHOICE
    if (
        mention.record.alias
        and at + 1 < len(mentions)
        and _are_two(mention, mentions[at + 1], occurrences, view)
    ):
        following = mentions[at + 1]
        if state.choose(following.type, following.record, view.turn).root == choice.root:
            return NO_CHOICE
    return choice


def _are_two(left: Mention, right: Mention, occurrences: Sequence[Occurrence], view: View) -> bool:
    """Whether a word for "and" or a verb joins a familiar form and a full name."""
    one, other = left.record, right.record
    if (
        not isinstance(one, NameRecord)
        or not isinstance(other, NameRecord)
        or bool(one.alias) == bool(other.alias)
    ):
        return False
    first, second = (occurrences[mention.members[0]].extents[0] for mention in (left, right))
    if not isinstance(first, TextExtent) or not isinstance(second, TextExtent) or view.text is None:
        return False
    return _BETWEEN.fullmatch(view.text, first.end, second.start) is not None
