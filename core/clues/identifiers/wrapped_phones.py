"""A phone behind its label that the end of a line parts (``电话：1380013`` / ``8000``; CONTRACT b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PARTED: Final = compile_late(
    r"[ \t:：]{0,4}(?P<value>(?P<head>\+?[0-9][0-9 ()\-]{1,16}?)[ \t]?\r?\n[ \t]{0,8}(?P<tail>[0-9]{1,9}))"
    r"[ \t]?(?=[\r\n,，.。;；\ue000]|$)"
)
_WHOLE: Final = compile_late(r"(?:86)?1[3-9][0-9]{9}|1?[2-9][0-9]{2}[2-9][0-9]{6}")


def find_wrapped_phones(context: Context) -> Iterable[Candidate]:
    """A label, the beginning of a number to the end of the line, and on the next line just its rest."""
    for hit in context.labelled("PHONE"):
        match = _PARTED.match(context.text, hit.value_start)
        if match is None or _WHOLE.fullmatch(_digits(match["head"])):
            continue
        if _WHOLE.fullmatch(_digits(match["value"])):
            yield propose(context, "PHONE", *match.span("value"), "phone.wrapped", source="label")


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"phone.wrapped": Rule(find_wrapped_phones, labels=("PHONE",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "phone.wrapped": (
            Example("联系电话：1380013\n8000", ("1380013\n8000",)),
            Example("tel +1 212 555\n0143", ("+1 212 555\n0143",)),
            Example("电话：13800138000\n12", ()),
            Example("电话：1380013\n8000 元", ()),
        )
    }
)
