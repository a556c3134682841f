"""Accounts in the heads of exported messages: a name with the number of its account behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HEAD: Final = compile_late(
    r"(?m)(?:^|(?<=\ue000))[ \t]{0,4}20[0-9]{2}[-/][0-9]{1,2}[-/][0-9]{1,2} {1,2}"
    r"(?:[上下]午 ?)?[0-9]{1,2}:[0-9]{2}:[0-9]{2}"
    r"(?: [AP]M)? [^\n()（）<>]{1,40}[(（]([1-9][0-9]{7,10})[)）][ \t\r]*\n"
    r"(?=[^\s\ue000])(?!20[0-9]{2}[-/])"
)
"""``2026-03-04 8:09:10 name(12345678)`` on a line of its own, above what was said.

Numbers of processes are shorter, and in a log the next line has its own time."""


def find_numbered_senders(context: Context) -> Iterator[Candidate]:
    """The account number behind the name of who sent a message (QQ)."""
    for match in _HEAD.finditer(context.text):
        yield propose(context, "USER", *match.span(1), "user.sender", tier="hard", source="label")


RULES: dict[str, Rule] = {"user.sender": Rule(find_numbered_senders, ("[(（][1-9][0-9]{7}",))}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "user.sender": (
        Example("2026-03-04 8:09:10 Quiet Heron(293233933)\nhello", ("293233933",)),
        Example("2026-03-04 08:09:10 静水流深（1029384756）\r\n在吗\r\n", ("1029384756",)),
        Example("2026/3/4 上午 8:09:10 静水(29323393)\n在吗", ("29323393",)),
        Example("2026-03-04 08:09:10 nginx(12345)\n2026-03-04 08:09:10 worker(2932339) started"),
        Example("2026-03-04 08:09:10 freed 12 blocks (29323393 bytes)\ncrc(29323393)\n8:09 a(29323393)"),
        Example("2026-03-04 08:09:10 offset(29323393) of 12\nok"),
        Example("2026-03-04 08:09:10 order(29323393)\n2026-03-04 08:09:11 order(29323394)\n"),
    )
}
