"""Addresses in Latin script: complete ones, and parts that mean an address on their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.address.chain import Chain, join_marks
from shotveil.core.clues.address.labelled import EXAMPLES as LABELLED_EXAMPLES
from shotveil.core.clues.address.labelled import labelled_rules
from shotveil.core.clues.address.marks import Mark
from shotveil.core.clues.address.pieces import find_marks
from shotveil.core.clues.address.places import EXAMPLES as PLACE_EXAMPLES
from shotveil.core.clues.address.places import RULES as PLACE_RULES
from shotveil.core.clues.address.roads import YEAR
from shotveil.core.clues.address.tokens import Window, read_window
from shotveil.core.clues.address.windows import find_windows
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.parse.address_words import Token
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, Tier

_RULE: Final = "address.latin"


def find_latin_addresses(context: Context) -> Iterator[Candidate]:
    """Addresses and address parts written in Latin script, each to its full extent."""
    text = context.text
    for start, end in find_windows(text, context.find_words()):
        window = read_window(text, start, end)
        marks = [mark for mark in find_marks(text, window) if not _ends_in_identity(window, mark)]
        chains = join_marks(window, marks)
        company = any(chain.kinds & {"road", "locality", "street"} for chain in chains)
        for chain in chains:
            tier = judge_chain(context, window, chain, company=company)
            if tier and not _counts_no_house(text, window.tokens[chain.start]):
                yield _candidate(text, window, chain, tier)


def judge_chain(context: Context, window: Window, chain: Chain, *, company: bool) -> Tier | None:
    """How far a chain is an address: hard with house number and more, soft alone, None when too little."""
    kinds = chain.kinds
    screen = context.medium != "text"
    several = len(chain.marks) > 1 or chain.end - chain.marks[-1].end > 0
    if "road" in kinds:
        best = max(mark.strength for mark in chain.marks if mark.kind == "road")
        if best >= 3:
            return "hard" if several else "soft"
        return "soft" if best > 1 or kinds & {"locality", "postal"} else None
    if "box" in kinds:
        return "hard" if several else "soft"
    if "named" in kinds:
        if chain.marks[0].strength >= 3 and _is_placed(context, window, chain):
            return "soft"
        if kinds == {"named", "unit"} and max(mark.strength for mark in chain.marks) == 1:
            return "soft" if _is_placed(context, window, chain) else None  # "item #7 12 Rows"
        if several or not screen:
            return "soft" if several and chain.strength >= 2 else None
        return "soft" if chain.strength >= 2 and _is_cut(context, window, chain) else None
    if kinds & {"locality", "postal"}:
        return "soft" if chain.strength >= 2 else None
    if "street" in kinds:
        firm = max(mark.strength for mark in chain.marks) >= 2
        if not several and not screen and window.tokens[chain.end - 1].folded in _SQUARES:
            return "soft" if _is_labelled(context, window.tokens[chain.start].start) else "weak"
        return "soft" if several or firm or screen or _is_placed(context, window, chain) else "weak"
    if kinds == {"unit"}:
        if any(mark.strength >= 3 for mark in chain.marks):
            return "soft"
        lone = any(mark.strength >= 2 for mark in chain.marks)
        near = company or _is_placed(context, window, chain)
        return "soft" if lone and (near or screen or chain.start < chain.marks[0].start) else "weak"
    return None


def _counts_no_house(text: str, first: Token) -> bool:
    """True for a size before a date (``4096 May  9 2026``), a figure with a unit, a year with its owner."""
    if _SIZE_AND_DATE.match(text, first.start) or _MEASURED.match(text, first.start):
        return True
    if first.folded == "copyright":
        return True
    if not YEAR.fullmatch(first.text):
        return False
    return _RIGHTS.search(text, max(0, first.start - 48), first.start) is not None


_IDENTITY: Final = compile_late(r"[0-9]{3}-[0-9]{2}-[0-9]{4}")


def _ends_in_identity(window: Window, mark: Mark) -> bool:
    """True for ``ID 123-45-6789``: no state with its code; an address before it ends there."""
    return _IDENTITY.fullmatch(window.tokens[mark.end - 1].text) is not None


_SIZE_AND_DATE: Final = compile_late(
    r"[0-9]+ +(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +[0-9]{1,2}"
    r" +(?:[0-9]{4}|[0-9]{2}:[0-9]{2})\b"
)
_MEASURED: Final = compile_late(
    r"[0-9]+(?:[.,][0-9]+)? ?[A-Za-zµμ]{1,4}/(?:[dmµμ]?[Ll]|m?mol|k?g|min|hr?|s|day)(?![A-Za-z])"
)
"""A figure with its unit (``31 ng/mL``)."""
_RIGHTS: Final = compile_late(r"(?i:©|\(c\)|copyright)[ 0-9,;\-–—cC()©]*\Z")


def _is_cut(context: Context, window: Window, chain: Chain) -> bool:
    """``leaves for 142 Quillgate…``: cut off on the screen, behind a word of place."""
    start, end = window.tokens[chain.start].start, window.tokens[chain.end - 1].end
    cut = context.text[end : end + 4].lstrip().startswith(("…", "..."))
    return cut and _PLACED.search(context.text, max(0, start - 8), start) is not None


_PLACED: Final = compile_late(
    r"(?:^|[\n\ue000\ue001:])[ \t]*$|(?<![A-Za-z])(?:on|along|off|near|at|to|in|from|for)[ \n]$"
)


_SQUARES: Final = frozenset(["square", "sq", "plaza", "gardens", "gate"])
"""Endings of names that are venues as often as streets."""


def _is_labelled(context: Context, start: int) -> bool:
    return any(hit.direct and 0 <= start - hit.value_start <= 2 for hit in context.labelled("ADDR"))


def _is_placed(context: Context, window: Window, chain: Chain) -> bool:
    """A part that stands alone on its line, or behind a word of place, or behind a label."""
    text = context.text
    start, end = window.tokens[chain.start].start, window.tokens[chain.end - 1].end
    if _is_labelled(context, start):
        return True
    before = _PLACED.search(text, max(0, start - 8), start)
    if before is None:
        return False
    if before.group().strip(" \t\n\ue000\ue001:"):
        return True
    return text[end : end + 1] in {"", "\n", "\ue000", "\ue001", ".", ","}


def _candidate(text: str, window: Window, chain: Chain, tier: Tier) -> Candidate:
    start, end = window.tokens[chain.start].start, window.tokens[chain.end - 1].end
    return Candidate(
        type="ADDR",
        start=start,
        end=end,
        text=text[start:end],
        tier=tier,
        source="format",
        score=0.9 if tier == "hard" else 0.6,
        rule=_RULE,
        evidence=(_RULE,),
    )


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {_RULE: Rule(find_latin_addresses), **labelled_rules(), **PLACE_RULES}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example(
                "Ship to 418 Larkspur Avenue, Unit 7C, Portland, OR 97205 today.",
                ("418 Larkspur Avenue, Unit 7C, Portland, OR 97205",),
            ),
            Example("drwxr-xr-x  2 root root  4096 May  9  2026 sysusers.d\n(c) 1998, 1999 Tove Ekdahl", ()),
            Example("Check-in 3 May\nRoom 412\nleft on 12 June", ()),
            Example("3 Nov 2025 Otis called, 5 May 2023 Lincoln signed. Title: Mr Mrs Ms Dr", ()),
            Example("12 Mill Rise, Boise, ID 123-45-6789", ("12 Mill Rise, Boise, ID",)),
            Example("221 B/C Mill Lane, Leeds; glucose 31 mg/dL Court", ("221 B/C Mill Lane, Leeds",)),
            Example("# Copyright 2018-2021,2022 Tove E. Ekdahl", ()),
            Example(
                "9 Harbour View, Howth, Co. Dublin D13 XY45 and 7 Mill Rise, Bath BA1 2QT",
                ("9 Harbour View, Howth, Co. Dublin D13 XY45", "7 Mill Rise, Bath BA1 2QT"),
            ),
            Example("01/05   POS COFFEE BAR\n01/11   CHECK 1042\n01/12 Corner Market", ()),
            Example("3/27 Harcourt Terrace, Bristol", ("3/27 Harcourt Terrace, Bristol",)),
            Example("There are 3 Hidden Views, 5 Saved Points and 2 Main Hills.", ()),
            Example("We leave in March, drive safely; it is a long way to go.", ()),
        ),
        **LABELLED_EXAMPLES,
        **PLACE_EXAMPLES,
    }
)
