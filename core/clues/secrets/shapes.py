"""Credentials by the shape their issuer gives them (lexicons/secret_shapes.tsv).

One Aho-Corasick pass finds the anchors; only there is a shape tried, so that plain text costs one scan.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import ahocorasick_rs
import orjson

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import (
    LONG_TOKEN,
    find_long_tokens,
    find_words,
    match_at_anchors,
    search_around_anchors,
)
from shotveil.core.clues.identifiers.numerals import is_word_char
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.values import is_sequence, is_strong, measure_entropy
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import INLINE_GAP

_JWT: Final = compile_late(
    r"eyJ[0-9A-Za-z_\-]{6,4000}(?:\.[0-9A-Za-z_\-]{2,8000}){1,4}|eyJ[0-9A-Za-z_\-]{3,40}\.{3}"
)
_BOT: Final = compile_late(
    r"(?<![0-9A-Za-z_\-.])(?P<head>[MNO][0-9A-Za-z]{22,27})\.[0-9A-Za-z_\-]{6,7}\.[0-9A-Za-z_\-]{27,40}(?![0-9A-Za-z_\-])"
)
_NUMBERED: Final = compile_late(r"(?<![0-9A-Za-z+/_\-])[MNO][0-9A-Za-z+/]{43}(?![0-9A-Za-z+/=_\-])")
_TORN: Final = compile_late(
    rf"(?<![0-9A-Za-z_\-])(?P<head>[A-Za-z][0-9A-Za-z_\-]{{1,14}})(?P<gap>[ {INLINE_GAP}])(?P<mark>[_\-]?)"
    r"(?P<tail>[0-9A-Za-z][0-9A-Za-z_\-]{11,300})"
)
_WRAPPED_REACH: Final = 300
_PARTNER_REACH: Final = 420


@dataclass(frozen=True, slots=True)
class Shape:
    """One line of the lexicon."""

    name: str
    before: int
    source: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """Compiled when a text first holds the anchor: most never do."""
        return _compile(self.source)


@cache
def _compile(source: str) -> re.Pattern[str]:
    return re.compile(source)


@cache
def _load_lines() -> dict[str, list[Shape]]:
    """The shapes of each anchor."""
    raw = files("shotveil.core.lexicons").joinpath("secret_shapes.tsv").read_text("utf-8")
    by_anchor: dict[str, list[Shape]] = {}
    for line in raw.splitlines():
        if line and not line.startswith("#"):
            name, anchors, before, pattern = line.split("\t")
            for anchor in anchors.split(" "):
                by_anchor.setdefault(anchor, []).append(Shape(name, int(before), pattern))
    return by_anchor


@cache
def load_shapes() -> tuple[Any, tuple[tuple[Shape, ...], ...]]:
    """The automaton of all anchors, and the shapes of each anchor."""
    by_anchor = _load_lines()
    machine = ahocorasick_rs.AhoCorasick(
        list(by_anchor), matchkind=ahocorasick_rs.MatchKind.Standard, store_patterns=False
    )
    return machine, tuple(tuple(shapes) for shapes in by_anchor.values())


def _stands_apart(text: str, start: int, end: int) -> bool:
    if (
        start
        and is_word_char(text[start - 1])
        and is_word_char(text[start])
        and not (text[start - 1] in "nrt" and text[start - 2] == "\\")
    ):
        return False
    return end >= len(text) or not is_word_char(text[end])


_DIGEST_BEFORE: Final = compile_late(r"(?i)(?:sha|md)-?\d{1,3}[-:=]\Z")
_SAYS_FILLER: Final = compile_late(
    r"(?i)(?:\A|[-_])(?:your|my|some|placeholder|replace|changeme|insert|dummy|fake|token|here)(?:[-_]|\Z)"
)


def _is_mere_filler(value: str) -> bool:
    """True for examples of documentation: one digit over and over, a counted sequence, the word example."""
    tail = re.sub(r"^[A-Za-z0-9]{1,8}[_\-.]", "", value)
    if re.search(r"(?i)example$|x{6,}", tail) or re.search(r"(?:[-_][a-z]{2,10}){4,}", tail):
        return True
    if _SAYS_FILLER.search(tail) and not any(map(str.isdigit, tail)):
        return True
    return is_sequence(tail) or (len(tail) >= 20 and (measure_entropy(tail.lower()) < 2.2 or tail.isdigit()))


def find_shapes(context: Context) -> Iterable[Candidate]:
    """Every credential whose shape alone gives it away, also one that a box edge cuts in two."""
    text = context.text
    machine, shapes = load_shapes()
    seen: set[tuple[int, int]] = set()
    for index, at, _ in machine.find_matches_as_indexes(text, overlapping=True):
        for shape in shapes[index]:
            for start, end, value in _match_shape(text, at, shape):
                if (start, end) in seen or _DIGEST_BEFORE.search(text, max(0, start - 8), start):
                    continue
                if not _is_mere_filler(value) and _is_mixed(shape, value):
                    seen.add((start, end))
                    yield propose(context, "SECRET", start, end, f"secret.{shape.name}", validated=True)
    if context.medium == "image":
        yield from _find_torn(context)


def _find_torn(context: Context) -> Iterator[Candidate]:
    """Credentials that the reader of a picture parted behind their prefix: ``ghp_ x``, ``ghp _x``, ``ghp x``.

    Only where prefix and value together are a whole known shape; which mark stood between them is tried.
    """
    for match in _TORN.finditer(context.text):
        head, mark = match["head"], match["mark"]
        for joint in (mark,) if mark or head[-1] in "_-" else ("_", "-", ""):
            if name := _name_shape(head + joint + match["tail"]):
                yield propose(context, "SECRET", *match.span(), f"secret.{name}", validated=True)
                break


def _name_shape(token: str) -> str:
    """The shape that all of a token has, or "" for none."""
    machine, shapes = load_shapes()
    for index, at, _ in machine.find_matches_as_indexes(token, overlapping=True):
        for shape in shapes[index]:
            if (0, len(token), token) in _match_shape(token, at, shape) and not _is_mere_filler(token):
                return shape.name if _is_mixed(shape, token) else ""
    return ""


def _match_shape(text: str, at: int, shape: Shape) -> Iterator[tuple[int, int, str]]:
    """Spans of the value of ``shape`` around the anchor at ``at``, and what is read there."""
    pattern = shape.pattern
    if shape.before:
        if not at or not (is_word_char(text[at - 1]) or text[at - 1] in "+/_-.~"):
            return
        matches = list(pattern.finditer(text, max(0, at - shape.before), at + 2100))
    else:
        match = pattern.match(text, at)
        if match is None:
            yield from _match_wrapped(text, at, shape)
            return
        matches = [match]
    group = "value" if "value" in pattern.groupindex else 0
    for match in matches:
        if match.start() <= at and _stands_apart(text, *match.span()):
            yield (*match.span(group), match.group(group))


def _match_wrapped(text: str, at: int, shape: Shape) -> Iterator[tuple[int, int, str]]:
    if text.find(INLINE_GAP, at, at + _WRAPPED_REACH) < 0:
        return
    parts = text[at : at + _WRAPPED_REACH].split(INLINE_GAP)
    piece = INLINE_GAP.join(parts[:3])
    if len(parts[1]) < 4 or "value" in shape.pattern.groupindex:
        return
    match = shape.pattern.match(piece.replace(INLINE_GAP, ""))
    if match is None:
        return
    end, left = at, match.end()
    while left:
        left -= text[end] != INLINE_GAP
        end += 1
    if _stands_apart(text, at, end):
        yield at, end, match.group()


def _is_mixed(shape: Shape, value: str) -> bool:
    """Shapes with a short anchor need a value that no word could be."""
    if shape.name in ("openai.key", "okta.token", "yandex.secret", "azure.storage_key", "facebook.token"):
        longest = max(re.findall(r"[0-9A-Za-z_]+", value[2:]), key=len, default="")
        return (
            len(longest) >= 12
            and any(char.isdigit() for char in longest)
            and bool(re.search("[A-Za-z]", longest))
        )
    if shape.name == "mailchimp":
        return any(char.isdigit() for char in value[:32])
    return True


def find_bot_tokens(context: Context) -> Iterable[Candidate]:
    """Discord bot tokens: the number of the bot in base64, a time, a signature."""
    text = context.text
    for match in (match for span in find_long_tokens(text) for match in _BOT.finditer(text, *span)):
        head = match["head"]
        try:
            number = base64.b64decode(head + "=" * (-len(head) % 4))
        except (binascii.Error, ValueError):
            continue
        if number.isdigit():
            yield propose(context, "SECRET", *match.span(), "secret.discord_bot", validated=True)


def find_numbered_tokens(context: Context) -> Iterable[Candidate]:
    """Personal tokens of Jira and Confluence: base64 of a number, a colon and twenty bytes."""
    text = context.text
    for span in find_long_tokens(text):
        for match in _NUMBERED.finditer(text, *span):
            head, colon, _ = base64.b64decode(match.group()).partition(b":")
            if colon and head.isdigit() and len(head) >= 8:
                yield propose(
                    context, "SECRET", match.start(), match.end(), "secret.numbered", validated=True
                )


def _decode_segment(segment: str) -> Any:
    try:
        return orjson.loads(base64.urlsafe_b64decode(segment + "=" * (-len(segment) % 4)))
    except (binascii.Error, ValueError):
        return None


def find_web_tokens(context: Context) -> Iterable[Candidate]:
    """JSON web tokens, signed, encrypted or cut short: the head must decode to JSON that names ``alg``."""
    text = context.text
    for match in match_at_anchors(text, ("eyJ",), _JWT):
        if match.start() and is_word_char(text[match.start() - 1]):
            continue
        value = match.group()
        if value.endswith("..."):
            yield propose(context, "SECRET", *match.span(), "secret.jwt_cut", tier="soft")
            continue
        head = _decode_segment(value.split(".")[0])
        if not isinstance(head, dict) or not {"alg", "typ", "enc", "kid"} & head.keys() or "EXAMPLE" in value:
            continue
        # A reader may misread a letter of the payload; a text that does not decode is no token.
        read = context.medium == "image" or "enc" in head or value.count(".") != 2
        if read or isinstance(_decode_segment(value.split(".")[1]), dict):
            yield propose(context, "SECRET", *match.span(), "secret.jwt", validated=True)


@dataclass(frozen=True, slots=True)
class _Partner:
    words: tuple[str, ...]
    anchor: re.Pattern[str]
    secret: re.Pattern[str]
    name: str


_PARTNERS: Final = (
    _Partner(
        ("AKIA", "ASIA", "A3T"),
        compile_late(r"(?<![0-9A-Za-z])A(?:KIA|SIA|3T[0-9A-Z])[0-9A-Z]{16}(?![0-9A-Za-z])"),
        compile_late(r"(?<![0-9A-Za-z/+=])[0-9A-Za-z/+]{40}(?![0-9A-Za-z/+=])"),
        "aws.secret_key",
    ),
    _Partner(
        ("LTAI",),
        compile_late(r"(?<![0-9A-Za-z])LTAI[0-9A-Za-z]{12,22}(?![0-9A-Za-z])"),
        compile_late(r"(?<![0-9A-Za-z_\-])[0-9A-Za-z]{30}(?![0-9A-Za-z_\-])"),
        "alibaba.secret_key",
    ),
    _Partner(
        ("AKID",),
        compile_late(r"(?<![0-9A-Za-z])AKID[0-9A-Za-z]{32}(?![0-9A-Za-z])"),
        compile_late(r"(?<![0-9A-Za-z_\-])[0-9A-Za-z]{32}(?![0-9A-Za-z_\-])"),
        "tencent.secret_key",
    ),
    _Partner(
        (".apps.googleusercontent.com",),
        compile_late(r"\d{6,16}-[0-9a-z]{20,40}\.apps\.googleusercontent\.com"),
        compile_late(r"(?<![0-9A-Za-z_\-])[0-9A-Za-z_\-]{24}(?![0-9A-Za-z_\-.])"),
        "google.client_secret",
    ),
    _Partner(
        ("AC",),
        compile_late(r"(?<![0-9A-Za-z])AC[0-9a-f]{32}(?![0-9A-Za-z])"),
        compile_late(r"(?<![0-9A-Za-z])[0-9a-f]{32}(?![0-9A-Za-z])"),
        "twilio.auth_token",
    ),
)


_PARTNER_WORDS: Final = tuple(word for partner in _PARTNERS for word in partner.words)


def find_partners(context: Context) -> Iterable[Candidate]:
    """The unlabelled half of a pair: the secret that stands near a known key id."""
    text = context.text
    heads = {word for _, word in find_words(text, _PARTNER_WORDS)}
    for partner in _PARTNERS if heads else ():
        for anchor in search_around_anchors(text, partner.words, partner.anchor, 60, 64):
            low, high = max(0, anchor.start() - _PARTNER_REACH), min(len(text), anchor.end() + _PARTNER_REACH)
            for match in partner.secret.finditer(text, low, high):
                inside = anchor.start() <= match.start() < anchor.end()
                varied = bool(re.search(r"\d", match.group())) and bool(re.search("[a-z]", match.group()))
                if (
                    not inside
                    and varied
                    and is_strong(match.group())
                    and measure_entropy(match.group()) > 3.2
                ):
                    yield propose(context, "SECRET", *match.span(), f"secret.{partner.name}", tier="soft")


RULES: dict[str, Rule] = {
    "secret.shape": Rule(find_shapes),  # its own automaton looks for the anchors, in their case
    "secret.jwt": Rule(find_web_tokens, (r"eyj[0-9a-z_\-]{3}",)),
    "secret.bot": Rule(find_bot_tokens, (LONG_TOKEN,)),
    "secret.numbered": Rule(find_numbered_tokens, (LONG_TOKEN,)),
    "secret.partner": Rule(
        find_partners, written=("AKIA|ASIA|A3T|LTAI|AKID|[.]apps[.]googleusercontent[.]com|AC[0-9a-f]{8}",)
    ),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.shape": (
        Example("url/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/part", ("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",)),
        Example(
            "https://hooks.slack.com/services/T0FAKE77/B0FAKE88/fakeHook55aaBBccDD99",
            ("/services/T0FAKE77/B0FAKE88/fakeHook55aaBBccDD99",),
        ),
        Example(
            "k=sk-ant-api03-FAKEfake0918273645FAKEfake-AA;", ("sk-ant-api03-FAKEfake0918273645FAKEfake-AA",)
        ),
        Example("git revert fbf63c6adba57ff2a18d83d55deff3db5e89b043; task-sk-circle-fade-dot"),
        Example("npm_ABCdefGHIjklMNOpqrSTUvwxYZ0987EXAMPLE"),
    ),
    "secret.jwt": (
        Example(
            "t eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJrIn0.c2lnbmF0dXJlLWZha2U end",
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJrIn0.c2lnbmF0dXJlLWZha2U",),
        ),
        Example("eyJub3QiOiJ0b2tlbiJ9.x.y"),
    ),
    "secret.numbered": (
        Example(
            "jira MTAyMDMwNDA1MDYwOkFCQ0RFRkdISUpLTE1OT1BRUlNU",
            ("MTAyMDMwNDA1MDYwOkFCQ0RFRkdISUpLTE1OT1BRUlNU",),
        ),
        Example("MoreLettersThanNumbersInThisRowOfFortyFourAB"),
    ),
    "secret.bot": (
        Example(
            "t=MTIzNDU2Nzg5MDEyMzQ1Njc4.FAKEaa.FAKEfakeFAKEfakeFAKEfakeFAK",
            ("MTIzNDU2Nzg5MDEyMzQ1Njc4.FAKEaa.FAKEfakeFAKEfakeFAKEfakeFAK",),
        ),
        Example("NotANumberAtAllNotANumber.FAKEaa.FAKEfakeFAKEfakeFAKEfakeFAK"),
    ),
    "secret.partner": (
        Example(
            "AKIAFAKEFAKEFAKE7777 , wJf0r9XUtnFEMI/K7MDENG/bPxRfiCYfakefake9",
            ("wJf0r9XUtnFEMI/K7MDENG/bPxRfiCYfakefake9",),
        ),
        Example("sha fbf63c6adba57ff2a18d83d55deff3db5e89b043"),
    ),
}
