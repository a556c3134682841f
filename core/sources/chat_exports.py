"""WhatsApp text exports: date, sender, message, line by line."""

from __future__ import annotations

import re

from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder

CHAT_LINE = compile_late(
    r"^[\u200e\u200f\ufeff]?\[?[0-9]{1,4}[./\-][0-9]{1,2}[./\-][0-9]{1,4},?\s(?:[上下]午|凌晨|中午|晚上)?[0-9]{1,2}[:.][0-9]{2}"
    r"(?:[:.][0-9]{2})?(?:\s?[APap]\.?\s?[Mm]\.?|\s?[上下]午)?(?:\]|\s[-–])\s",
    re.M,
)
_NUMBER = compile_late(r"\+?[0-9][0-9\s()./\-\u2010-\u2015]{5,24}")
_SENDER = compile_late(r"[\u200e\u200f~\u202a\u202c\xa0 ]*+([^:\n：]{1,60}?)[\u202c\xa0 ]*[:：]")


def read_whatsapp(builder: DocumentBuilder) -> None:
    """Each sender as a view with the field ``sender`` (a number: ``phone``), each message as one."""
    root = builder.root
    heads = list(CHAT_LINE.finditer(root.text))
    if heads and heads[0].start() > 0:
        builder.add_text(root, 0, heads[0].start(), "/0", ())
    for number, head in enumerate(heads, start=1):
        end = heads[number].start() if number < len(heads) else len(root.text)
        start = head.end()
        sender = _SENDER.match(root.text, start, end)
        if sender is not None:
            field = ("sender", "phone") if _NUMBER.fullmatch(sender[1]) else ("sender",)
            builder.add_text(root, sender.start(1), sender.end(1), f"/{number}/sender", field)
            start = sender.end()
        if root.text[start:end].strip():
            builder.add_text(root, start, end, f"/{number}/message", ("message",))
    if not heads and root.text:
        builder.add_text(root, 0, len(root.text), "", ())


def is_chat(text: str) -> bool:
    """Whether many lines of the beginning start with a date and a time, the first one too."""
    lines = [line for line in text[:8192].split("\n") if line.strip()]
    starts = sum(CHAT_LINE.match(line) is not None for line in lines)
    return starts >= 2 and starts >= 0.3 * len(lines) and CHAT_LINE.match(lines[0]) is not None
