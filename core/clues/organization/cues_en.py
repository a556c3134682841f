"""Organizations in Latin letters that only their surroundings tell: cues, courts, cards (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import ends_in_phrase, is_known_place
from shotveil.core.clues.person.lexicon import NOT_LISTED, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import Word, find_runs, is_barred
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PARTIES: Final = compile_late(
    r"(?i)(?:(?:contract|agreement|deal|merger) between [^\n]{3,60} and"
    r"|ordered by: [^\n]{3,40} at) (?:the )?$"
)
_PARTY_AFTER: Final = compile_late(
    r", (?:Defendants?|Plaintiffs?|Respondents?|Appellants?|Appellees?)(?![a-z])"
)
_MORE_NAMES: Final = compile_late(r"(?:, [A-Z][a-z]{2,20}){1,3},? (?:and|&) [A-Z][a-z]{2,20}(?![a-z])")
_PLAIN_FIRM: Final = compile_late(
    r"(?<![A-Za-z0-9&'-])(?P<firm>(?:[a-z0-9][a-z0-9&'-]{1,20} ){1,4}(?P<suffix>inc|llc|ltd|corp|gmbh|plc))"
    r"(?![A-Za-z0-9])\.?"
)
OWNERS: Final = ("the ", "the \ue001", "her ", "his ", "their ", "our ", "my ", "your ")
_ACTS_LIKE_ONE: Final = compile_late(
    r" (?:invested|acquired|launched|filed for|went public|merged with|laid off|raised \$|hired|sued|employs"
    r"|is (?:a|an|the) (?:501\(|[a-z-]{0,20} ?(?:non-?profit|company|startup|firm|corporation"
    r"|bank|charity|agency)))"
)
_AFTER_CUE: Final = compile_late(
    r"(?i)[ \u00a0](?:website|employees?|headquarters|offices|staff|spokes\w+|shares|ceo"
    r"|resignation)(?![a-z])"
)


_ADDRESS_LINE: Final = compile_late(
    r"(?m)^[>? \t]{0,8}(?!\d{4}-\d\d|\d\d?-\d\d?-\d)"
    r"(?=\d{1,6}[ -][A-Za-z0-9\u00c0-\u024f]|the corner of |PSC \d|Unit \d"
    r"|Box \d|P\.?O\.? Box|US(?:S|NS|NV|CGC) |(?:Attn|ATTN|Attention|FAO|c/o|C/O)[ .:])"
)
_LINE_ABOVE: Final = compile_late(
    r"[\n\ue000][>? \t]{0,8}(?P<line>[A-Z][^\n\d:;@!?\ue000]{2,60})\n(?:[>? \t]{0,8}\n)?$"
)
_SMALL: Final = frozenset({"and", "of", "&", "the", "n'"})


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("org_words_en.txt")[name]


def read_cued(context: Context, run: Sequence[Word]) -> Iterable[Candidate]:
    """A capitalised run after "works at", "against" and the like, or before "website"."""
    words = list(run)
    for index in range(len(run) - 1, 0, -1):
        if run[index].key in {"of", "for"} and _find_cue(
            context.text[max(0, run[index].end - 89) : run[index].end + 1]
        ):
            words = list(run[index + 1 :])
            break
    while words and (not words[0].is_capitalised or words[0].key in _group("function")):
        words = words[1:]
    while words and not words[-1].is_capitalised:
        words = words[:-1]
    if not words or len(words) > 5 or any(word.is_title for word in words) or reads_as_person(words):
        return
    start, end = words[0].start, words[-1].end
    left = context.text[max(0, start - 90) : start]
    ordinary = all(word.level <= 10 for word in words)
    if ordinary and not left.endswith(OWNERS) and not (len(words) == 1 and words[0].key in _group("agency")):
        return
    cue = _find_cue(left)
    party = _PARTY_AFTER.match(context.text, end) if left.endswith("and ") else None
    more = _MORE_NAMES.match(context.text, end) if len(words) == 1 else None
    end = more.end() if more else end
    described = _AFTER_CUE.match(context.text, end) and left.endswith(OWNERS)
    acts = acts_like_firm(context.text, end)
    if not cue and not described and not party and not acts:
        if (
            len(words) == 1
            and not more
            and words[0].key in _group("agency")
            and _in_sentence(context, left, end)
        ):
            yield propose_words(context, "ORG", start, end, "organization.agency_en", 0.55)
        return
    if len(words) == 1 and (is_known_place(words[0].text) or is_barred(words[0].key)):
        return
    if ordinary and not described:
        return
    yield propose_words(context, "ORG", start, end, "organization.cue_en", 0.6)


def acts_like_firm(text: str, end: int) -> bool:
    """Whether what follows a name is what firms do or are ("invested", "is a non-profit")."""
    return _ACTS_LIKE_ONE.match(text, end) is not None


def _find_cue(left: str) -> bool:
    """Whether the text before a name ends in a cue, "the" after it included."""
    if left.endswith(("the ", "the \u00a0")):
        left = left[:-4]
    return ends_in_phrase(left, _group("cue")) or (
        left.endswith((" and ", " at ")) and bool(_PARTIES.search(left))
    )


def _in_sentence(context: Context, left: str, end: int) -> bool:
    """Whether lower-case words stand on a side: no heading, label or cell."""
    right = context.text[end : end + 12]
    return context.medium == "text" and bool(
        re.search(r"[a-z][,/ (]{1,3}$", left) or re.match(r"[,/) ]{1,3}[a-z]", right)
    )


def reads_as_person(words: Sequence[Word]) -> bool:
    """Whether words begin with a given name and end in a family name."""
    return len(words) > 1 and words[0].given >= 1 and max(words[-1].family, words[-1].given) >= 1


def find_signatures(context: Context) -> Iterable[Candidate]:
    """The line above an address line in a card or signature, when it is no person and no sentence."""
    text = context.text
    for match in _ADDRESS_LINE.finditer(text):
        if not match.start():
            continue
        above = _LINE_ABOVE.search(text, max(0, match.start() - 90), match.start())
        if above is None:
            continue
        firm = above.group("line").rstrip()
        words = firm.replace(",", "").split()
        if not 1 <= len(words) <= 6 or not all(word[0].isupper() or word in _SMALL for word in words):
            continue
        named = find_runs(firm)
        if not named or reads_as_person(named[0]) or not _is_firm(named[0]):
            continue
        start = above.start("line")
        yield propose_words(context, "ORG", start, start + len(firm), "organization.signature_en", 0.55)


def _is_firm(words: Sequence[Word]) -> bool:
    """No person, place or heading: a single word must be no ordinary one."""
    if any(word.is_title for word in words) or words[-1].key in _group("role_end"):
        return False
    if words[0].key in _group("function"):
        return False
    if len(words) == 1:
        return words[0].level == NOT_LISTED and not is_known_place(words[0].text) and words[0].given < 1
    return not all(word.key in _group("ui") or word.key in _group("place") for word in words)


def find_plain_firms(context: Context) -> Iterable[Candidate]:
    """Small words before a legal suffix, from the edge of their clause ("stillwater supplies inc")."""
    for match in context.scan(_PLAIN_FIRM):
        start = match.start("firm")
        for word in re.finditer(r"[a-z0-9&'-]+ ", match.group("firm")):
            if word.group().strip() in _group("function"):
                start = match.start("firm") + word.end()
        if start < match.start("suffix"):
            yield propose_words(
                context, "ORG", start, match.end(), "organization.plain_en", 0.6, suffixed=True
            )


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "organization.signature_en": Rule(
            find_signatures,
            written=(
                r"^[>? \t]{0,8}(?:\d{1,6}[ -][A-Za-z0-9\u00c0-\u024f]|the corner of |PSC \d|Unit \d|Box \d"
                r"|P\.?O\.? Box|US(?:S|NS|NV|CGC) |(?:Attn|ATTN|Attention|FAO|c/o|C/O)[ .:])",
            ),
        ),
        "organization.plain_en": Rule(
            find_plain_firms, (r"[a-z0-9&'-] (?:inc|llc|ltd|corp|gmbh|plc)(?:[^a-z0-9]|$)",)
        ),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.signature_en": (
            Example("Amelia Hartwell\nLarkfield Insights\n12 Elm Road\n", ("Larkfield Insights",)),
            Example("Bill to:\nThistledown Kilns\nAttn Robert Vance\n12 Elm Road\n", ("Thistledown Kilns",)),
            Example("Amelia Hartwell\nRobert Vance\n12 Elm Road\n", ()),
            Example("Attn Hyun-woo Baek\n4410 Juniper Road\n", ()),
        ),
        "organization.plain_en": (
            Example("she works for stillwater supplies inc. in town", ("stillwater supplies inc.",)),
            Example("the inc command adds one", ()),
        ),
    }
)
