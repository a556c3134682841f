"""Organizations in Latin letters: by legal suffix, by head word, by what stands before them (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.names_lexicon import NOT_LISTED, read_groups
from shotveil.core.clues.person_cues_en import is_known_place
from shotveil.core.clues.person_words import Word, find_runs, is_barred
from shotveil.core.records import Candidate
from shotveil.core.stream.model import INLINE_GAP

_ABBREVIATED: Final = frozenset({"inc", "co", "corp", "ltd", "cie", "bros"})
_SUFFIX_AFTER: Final = re.compile(
    r",?[ \t\u00a0\ue001]{1,2}(?:inc|incorporated|llc|l\.l\.c|llp|lp|ltd|limited|corp|corporation|plc|pllc|gmbh|ag|sarl|pty|pte|co)"
    r"(?![A-Za-z])\.?", re.IGNORECASE,
)  # fmt: skip
_POSSESSOR: Final = re.compile(r"(?<![A-Za-z])[A-Z][a-z]{2,20}['’]s[ \u00a0]$")
_NUMBER_BEFORE: Final = re.compile(r"(?<![A-Za-z0-9.,:/-])\d{1,4}[ \u00a0]$")
_CUE: Final = re.compile(
    r"(?i)(?:(?:works?|working|worked|job|position|intern(?:ed|s)?|employed|hired|employee|career|shift) (?:at|for|by|with|of)"
    r"|employed by|employer is|assistant for|address of|website of|offices? of|branch of|headquarters of|ceo of|founder of"
    r"|(?:president|director|manager|officer|engineer(?:ing)?|analyst|accountant|advisor|consultant|designer|marketing|sales|operations"
    r"|finance|technology) (?:of|at|for)|(?<![a-z])v\.|(?<![a-z])vs\.?|against|acquired by|owned by|organi[sz]ation (?:as|is)"
    r"|company (?:is|called|named)|joined|sued|on behalf of|(?:contract|agreement|deal|merger) between [^\n]{3,60} and|ordered by: [^\n]{3,40} at)"
    r"[ \u00a0\ue001](?:the )?$"
)
_PARTY_AFTER: Final = re.compile(
    r", (?:Defendants?|Plaintiffs?|Respondents?|Appellants?|Appellees?)(?![a-z])"
)
_MORE_NAMES: Final = re.compile(r"(?:, [A-Z][a-z]{2,20}){1,3},? (?:and|&) [A-Z][a-z]{2,20}(?![a-z])")
_CUE_ENDS: Final = frozenset(
    [
        "at",
        "for",
        "by",
        "with",
        "of",
        "is",
        "as",
        "called",
        "named",
        "joined",
        "sued",
        "and",
        "against",
        "v.",
        "vs",
        "vs.",
        "the",
    ]
)
_ACTS_LIKE_ONE: Final = re.compile(
    r" (?:invested|acquired|launched|filed for|went public|merged with|laid off|raised \$|hired|sued|employs"
    r"|is (?:a|an|the) (?:501\(|[a-z-]{0,20} ?(?:non-?profit|company|startup|firm|corporation|bank|charity|agency|subsidiary)))"
)
_ADDRESS_LINE: Final = re.compile(
    r"(?m)^[>? \t]{0,8}(?=\d{1,6}[ -][A-Za-z0-9\u00c0-\u024f]|the corner of |PSC \d|Unit \d|Box \d|P\.?O\.? Box|US(?:S|NS|NV|CGC) )"
)
_LINE_ABOVE: Final = re.compile(
    r"[\n\ue000][>? \t]{0,8}(?P<line>[A-Z][^\n\d:;@!?\ue000]{2,60})\n(?:[>? \t]{0,8}\n)?$"
)
_SMALL: Final = frozenset({"and", "of", "&", "the", "n'"})
_ROLE_ENDS: Final = frozenset(
    [
        "manager",
        "operator",
        "officer",
        "engineer",
        "assistant",
        "director",
        "clerk",
        "technician",
        "representative",
    ]
)
_AFTER_CUE: Final = re.compile(
    r"(?i)[ \u00a0](?:website|employees?|headquarters|offices|staff|spokes\w+|shares|ceo|inc|resignation)(?![a-z])"
)


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("org_words_en.txt")[name]


def find_english_organizations(context: Context) -> Iterable[Candidate]:
    """Names of organizations in runs of capitalised words."""
    for run in find_runs(context.text):
        yield from _read_run(context, run)


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
        if not named or _reads_as_person(named[0]) or not _is_firm(named[0]):
            continue
        start = above.start("line")
        yield _candidate(context, start, start + len(firm), 0.55, "organization.signature_en", False)


def _is_firm(words: Sequence[Word]) -> bool:
    """No person, place or heading: a single word must be no ordinary one."""
    if any(word.is_title for word in words) or words[-1].key in _ROLE_ENDS:
        return False
    if len(words) == 1:
        return words[0].level == NOT_LISTED and not is_known_place(words[0].text) and words[0].given < 1
    return not all(word.key in _group("ui") or word.key in _group("place") for word in words)


def _read_run(context: Context, run: Sequence[Word]) -> Iterable[Candidate]:
    at = 0
    while at < len(run):
        head = _last_head(run, at)
        if head < 0:
            break
        start = _first_word(context.text, run, at, head)
        found = _read_headed(context, run, start, head)
        if found is not None:
            yield found
        else:
            yield from _read_cued(context, run[at : head + 1])
        at = head + 1
    if at == 0 or at < len(run):
        yield from _read_cued(context, run[at:])


def _last_head(run: Sequence[Word], at: int) -> int:
    """Index of the last head word of the first group of head words; -1 when there is none."""
    for index in range(at, len(run)):
        if _is_head(run[index]):
            while index + 1 < len(run) and _is_head(run[index + 1]):
                index += 1
            return index
    return -1


def _is_head(word: Word) -> bool:
    return word.is_capitalised and (word.key in _group("strong") or word.key in _group("legal"))


def _first_word(text: str, run: Sequence[Word], at: int, head: int) -> int:
    """First word of the name that ends at ``head``: function words and titles in front are left out."""
    start = at
    for index in range(at, head):
        word = run[index]
        if not word.is_capitalised and not _joins(run, start, index):
            start = index + 1
    for index in range(start + 1, head):
        if INLINE_GAP in text[run[index].end : run[index + 1].start] and _reads_as_person(
            run[start : index + 1]
        ):
            start = index + 1
    while start < head and (
        not run[start].is_capitalised or run[start].key in _group("function") or run[start].is_title
    ):
        start += 1
    return start


def _joins(run: Sequence[Word], start: int, index: int) -> bool:
    """Whether the small word at ``index`` holds parts of one name together."""
    key = run[index].key
    if key == "&":
        return True
    if key == "of":
        return index > start and run[index - 1].key in _group("before_of")
    if key == "and":
        return 0 < index - start <= 2 and not _reads_as_person(run[start:index])
    return key == "the" and index > start and run[index - 1].key == "of"


def _read_headed(context: Context, run: Sequence[Word], start: int, head: int) -> Candidate | None:
    text = context.text
    words = run[start : head + 1]
    after = _SUFFIX_AFTER.match(text, words[-1].end)
    legal = words[-1].key in _group("legal") or after is not None
    score = 0.9 if legal and len(words) > (after is None) else _score_headed(words)
    if context.medium != "text" and not legal:
        score -= 0.1
    tail = run[head + 1] if head + 1 < len(run) else None
    if tail is not None and (
        (tail.key == "of" and words[-1].key not in _group("before_of"))
        or (words[-1].is_upper and tail.is_upper)
    ):
        return None
    if score < 0.5:
        return None
    end = after.end() if after else words[-1].end
    if tail is not None and tail.key == "of":
        end = _extend_of(run, head + 1) or end
    if words[-1].key in _ABBREVIATED and text[end : end + 1] == "." and text[end - 1] != ".":
        end += 1
    begin = words[0].start
    lead = _POSSESSOR.search(text, max(0, begin - 24), begin) or (
        _NUMBER_BEFORE.search(text, max(0, begin - 6), begin) if legal else None
    )
    begin = lead.start() if lead else begin
    return _candidate(
        context, begin, end, score, "organization.suffix_en" if legal else "organization.head_en", legal
    )


def _extend_of(run: Sequence[Word], at: int) -> int:
    """End of "of X" after a head word, 0 when nothing capitalised follows."""
    end = 0
    for word in run[at : at + 5]:
        if word.is_capitalised:
            end = word.end
        elif word.key not in {"of", "the", "and"}:
            break
    return end


def _score_headed(words: Sequence[Word]) -> float:
    """How far words that end in head words, without legal suffix, name an organization."""
    heads = sum(1 for word in words if _is_head(word))
    rest = [word for word in words if word.is_capitalised and not _is_head(word)]
    named = [word for word in rest if _names_something(word)]
    plain = [word for word in rest if word.key in _group("ui")]
    if not rest or len(plain) == len(rest):
        return 0.0
    if words[-1].key in _group("institution"):
        return 0.75 if named or heads > 1 or len(rest) > 1 else 0.5
    if words[-1].key in _group("weak"):
        if named and (heads > 1 or len(rest) == len(named)):
            return 0.6
        return 0.5 if heads > 1 and len(rest) > 1 else 0.0
    if named:
        return 0.7
    return 0.6 if heads > 1 or (len(rest) > 1 and not plain) else 0.4


def _names_something(word: Word) -> bool:
    return word.level == NOT_LISTED or word.given >= 1 or word.family >= 1


def _read_cued(context: Context, run: Sequence[Word]) -> Iterable[Candidate]:
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
    if not words or len(words) > 5 or any(word.is_title for word in words):
        return
    start, end = words[0].start, words[-1].end
    left = context.text[max(0, start - 90) : start]
    cue = _find_cue(left)
    party = _PARTY_AFTER.match(context.text, end) if left.endswith("and ") else None
    described = _AFTER_CUE.match(context.text, end) and left.endswith(("the ", "the \ue001"))
    acts = _ACTS_LIKE_ONE.match(context.text, end)
    if not cue and not described and not party and not acts:
        if len(words) == 1 and words[0].key in _group("agency") and _in_sentence(context, left, end):
            yield _candidate(context, start, end, 0.55, "organization.agency_en", False)
        return
    if len(words) == 1 and (is_known_place(words[0].text) or is_barred(words[0].key)):
        return
    if all(word.level <= 10 for word in words) and not described or _reads_as_person(words):
        return
    more = _MORE_NAMES.match(context.text, end) if len(words) == 1 else None
    end = more.end() if more else end
    yield _candidate(context, start, end, 0.6, "organization.cue_en", False)


def _find_cue(left: str) -> re.Match[str] | None:
    """The cue that ends the text before a name; its last word is looked at first, since most have none."""
    last = left[-24:].rstrip(" \u00a0\ue001").rsplit(None, 1)
    if not last or last[-1].lower().strip("\ue001") not in _CUE_ENDS:
        return None
    return _CUE.search(left)


def _in_sentence(context: Context, left: str, end: int) -> bool:
    """Whether lower-case words stand on a side: no heading, label or cell."""
    right = context.text[end : end + 12]
    return context.medium == "text" and bool(
        re.search(r"[a-z][,/ (]{1,3}$", left) or re.match(r"[,/) ]{1,3}[a-z]", right)
    )


def _reads_as_person(words: Sequence[Word]) -> bool:
    return len(words) > 1 and words[0].given >= 1 and max(words[-1].family, words[-1].given) >= 1


def _candidate(context: Context, start: int, end: int, score: float, rule: str, suffixed: bool) -> Candidate:
    return Candidate(
        type="ORG",
        start=start,
        end=end,
        text=context.text[start:end],
        tier="soft",
        source="lexicon",
        score=round(score, 3),
        rule=rule,
        evidence=(rule,),
        suffixed=suffixed,
    )


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"organization.en": find_english_organizations, "organization.signature_en": find_signatures}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.en": (
            Example("Brightwater Labs Inc. called", ("Brightwater Labs Inc.",)),
            Example("She works at Larkfield as a nurse.", ("Larkfield",)),
            Example("pick up at Larkspur Elementary School at noon", ("Larkspur Elementary School",)),
            Example("Customer Service and Account Settings", ()),
        ),
        "organization.signature_en": (
            Example("Amelia Hartwell\nLarkfield Insights\n12 Elm Road\n", ("Larkfield Insights",)),
            Example("Amelia Hartwell\nRobert Vance\n12 Elm Road\n", ()),
        ),
    }
)
