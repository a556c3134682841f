"""Organizations in Latin letters: by legal suffix and by head word (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.organization import dotted_forms as organization_dotted_forms
from shotveil.core.clues.organization import paired_en as organization_paired_en
from shotveil.core.clues.organization.cues_en import OWNERS, read_cued, reads_as_person
from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, is_proper_word, read_groups, word_level
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import Word, find_runs, is_barred, is_plain_run, read_word
from shotveil.core.clues.program_text import is_program_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import INLINE_GAP

_SUFFIX_AFTER: Final = compile_late(
    r"(?i),?[ \t\u00a0\ue001]{1,2}(?:inc|incorporated|llc|l\.l\.c|llp|lp|ltd|limited|corp"
    r"|corporation|plc|pllc|gmbh|ag|sarl|pty|pte|co)(?![A-Za-z])\.?"
)
_MISREAD_BEFORE: Final = compile_late(r"(?<![A-Za-z])l[bcdfghjkmnpqrstvwxz][a-z]{2,20} $")
_POSSESSOR: Final = compile_late(
    r"(?<![A-Za-z])(?:(?:St\.?|Saint) )?[A-Z][a-z]{2,20}(?:['’]s|s['’])[ \u00a0]$"
)
_NUMBER_BEFORE: Final = compile_late(r"(?<![A-Za-z0-9.,:/-])\d{1,4}[ \u00a0]$")


_HUMPS: Final = compile_late(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LONG_HUMP: Final = 4

_EVERYDAY: Final = 20
_RARE: Final = 35
"""Level from which an ordinary word is rare enough to name a practice or a shop (Bluebell Nursery)."""


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("org_words_en.txt")[name]


def find_english_organizations(context: Context) -> Iterable[Candidate]:
    """Names of organizations in runs of capitalised words."""
    for run in find_runs(context.text):
        # Plain words are an organization only behind an owner ("her School"), with a cue after them.
        if not is_plain_run(run) or _is_owned(context.text, run[0].start):
            yield from _read_run(context, run)


def _is_owned(text: str, start: int) -> bool:
    return text[max(0, start - 6) : start].endswith((*OWNERS, "s' ", "s’ "))


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
            yield from read_cued(context, run[at : head + 1])
        at = head + 1
    if at == 0 or at < len(run):
        yield from read_cued(context, run[at:])


def _last_head(run: Sequence[Word], at: int) -> int:
    """Index of the last head word before a small word that ends the name; -1 when there is none."""
    last = -1
    for index in range(at, len(run)):
        if _is_head(run[index]):
            last = index
        elif last >= 0 and not run[index].is_capitalised:
            break
    return last


def _is_head(word: Word) -> bool:
    heads = (_group("strong"), _group("legal"), _trades())
    return word.is_capitalised and any(word.key in group for group in heads)


@cache
def _trades() -> frozenset[str]:
    """Words of trades that are no head words otherwise."""
    return read_groups("trades_en.txt")["trade"] - _group("strong") - _group("legal")


def _first_word(text: str, run: Sequence[Word], at: int, head: int) -> int:
    """First word of the name that ends at ``head``: function words and titles in front are left out."""
    start = at
    for index in range(at, head):
        word = run[index]
        if not word.is_capitalised and not _joins(run, start, index):
            start = index + 1
    for index in range(start + 1, head):
        if INLINE_GAP in text[run[index].end : run[index + 1].start] and reads_as_person(
            run[start : index + 1]
        ):
            start = index + 1
    while start < head and (
        not run[start].is_capitalised or run[start].key in _group("function") or run[start].is_title
    ):
        start += 1
    leads = head - start > 1 and run[start].key in read_groups("org_lead_words.txt")["en"]
    return start + 1 if leads else start


def _joins(run: Sequence[Word], start: int, index: int) -> bool:
    """Whether the small word at ``index`` holds parts of one name together."""
    key = run[index].key
    if key == "&":
        return True
    if key == "of":
        return index > start and run[index - 1].key in _group("before_of")
    if key == "and":
        if _is_head(run[index - 1]) and index + 2 < len(run) and not _is_head(run[index + 1]):
            return False  # two firms: "Halden Lettings and Thistledown Textiles"
        near = 0 < index - start <= 2 and not _is_of_time(run[start])
        return near and not reads_as_person(run[start:index])
    return key == "the" and index > start and run[index - 1].key == "of"


def _is_of_time(word: Word) -> bool:
    return is_proper_word(word.key.removesuffix("s"))


def _read_headed(context: Context, run: Sequence[Word], start: int, head: int) -> Candidate | None:
    text = context.text
    words = run[start : head + 1]
    legal = words[-1].key in _group("legal")
    after = None if legal else _SUFFIX_AFTER.match(text, words[-1].end)
    legal = legal or after is not None
    if (
        len({word.key for word in words}) == 1 < len(words)
        or text[words[-1].end : words[-1].end + 1].isdigit()
    ):
        return None
    tail = run[head + 1] if head + 1 < len(run) else None
    if tail is not None and (
        (tail.key == "of" and words[-1].key not in _group("before_of"))
        or (words[-1].is_upper and tail.is_upper)
    ):
        return None
    if legal and after is None and len(words) == 2 and _is_short_form(words):
        return None  # "Type AB", "Plan SA"
    start, glued = _find_glue(words)
    if glued > 1 and not legal:
        return None  # a page whose cells were joined without blanks ("ChartHistorical DataCommunity")
    begin = start or _find_begin(text, words[0].start, legal)
    if words[0].end - begin == 1 and text[max(0, begin - 2) : begin] in (" -", "\t-"):
        return None  # an option and its word (curl -X POST)
    score = 0.9 if legal and len(words) > (after is None) else _score_headed(words)
    if score < 0.5 and words[-1].key in _group("institution"):
        score = _score_named_by(run, head, owned=_is_owner(text[begin : words[0].start]))
    if context.medium != "text" and not legal:
        if len(words[0].text) < 3 and not words[0].is_upper and words[0].level == NOT_LISTED:
            return None  # a misread sign before a heading ("Cb Shipping" for "& Shipping")
        score -= 0.1
    if score < 0.5:
        return None
    end = after.end() if after else words[-1].end
    if tail is not None and tail.key == "of":
        end = _extend_of(run, head + 1) or end
    if words[-1].key in _group("abbreviated") and text[end : end + 1] == "." and text[end - 1] != ".":
        end += 1
    rule = "organization.suffix_en" if legal else "organization.head_en"
    return propose_words(context, "ORG", begin, end, rule, score, suffixed=legal)


def _is_short_form(words: Sequence[Word]) -> bool:
    """Whether an everyday word stands before two letters that are a legal form among other things."""
    return len(words[-1].text) == 2 and words[-1].is_upper and words[0].level <= _EVERYDAY


def _find_glue(words: Sequence[Word]) -> tuple[int, int]:
    """Where a name in capitals begins behind an everyday word glued to it, or 0; how many words are glued."""
    start = glued = 0
    for word in words:
        parts = _HUMPS.findall(word.text)
        if len(parts) < 2 or len(parts[-2]) < _LONG_HUMP or word_level(fold_name(parts[-2])) == NOT_LISTED:
            continue
        glued += 1
        if parts[-1].isupper() and len(parts[-1]) > 2 and word_level(fold_name(parts[-1])) == NOT_LISTED:
            start = word.end - len(parts[-1])
    return start, glued


def _find_begin(text: str, start: int, legal: bool) -> int:
    """Where the name begins: over an owner ("St. Mary's"), a number, a misread capital, "The"."""
    lead = _POSSESSOR.search(text, max(0, start - 28), start)
    if lead is None and legal:
        lead = _NUMBER_BEFORE.search(text, max(0, start - 6), start)
        lead = lead or _MISREAD_BEFORE.search(text, max(0, start - 24), start)
    start = lead.start() if lead else start
    if text[start - 4 : start] == "The " and re.search(r"[a-z0-9,] $", text[max(0, start - 8) : start - 4]):
        start -= 4
    return start


def _is_owner(lead: str) -> bool:
    """Whether "Mary's " names somebody: no plain word ("Children's")."""
    owner = lead.replace("’", "'").removesuffix("'s ").removesuffix("' ").split(" ")[-1]
    return bool(owner) and _names_something(read_word(owner, 0, len(owner)))


def _score_named_by(run: Sequence[Word], head: int, owned: bool) -> float:
    """An institution that an owner before it or a place after "of" names."""
    if owned:
        return 0.65
    if head + 2 < len(run) and run[head + 1].key == "of" and run[head].key in _group("before_of"):
        return 0.65 if _names_something(run[head + 2]) and not is_barred(run[head + 2].key) else 0.0
    return 0.0


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
    rare = [word for word in rest if word.level >= _RARE and not is_program_word(word.key)]
    if words[-1].key in _trades():
        placed = any(word.key in _group("place") for word in rest)
        return 0.65 if named or rare or (placed and len(rest) > 1) else 0.0
    if words[-1].key in _group("institution"):
        return 0.75 if named or heads > 1 or len(rest) > 1 else 0.5
    if words[-1].key in _group("weak"):
        if named and (heads > 1 or len(rest) == len(named)):
            return 0.6
        return 0.5 if heads > 1 and len(rest) > 1 else 0.0
    if words[-1].key in read_groups("goods_en.txt")["goods"]:
        return 0.7 if len(named) == len(rest) else 0.0
    if named:
        return 0.7
    if heads > 1 or (len(rest) > 1 and not plain):
        return 0.6
    # "Bluebell Nursery" is a firm; on a screen such words are a heading ("Parcel Shipping")
    return 0.55 if len(rare) == len(rest) else 0.4


def _names_something(word: Word) -> bool:
    return word.level == NOT_LISTED or word.is_name


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "organization.en": Rule(find_english_organizations, written=(r"\p{Lu}",)),
        **organization_dotted_forms.RULES,
        **organization_paired_en.RULES,
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.en": (
            Example("Brightwater Labs Inc. called", ("Brightwater Labs Inc.",)),
            Example("She works at Larkfield as a nurse.", ("Larkfield",)),
            Example("pick up at Larkspur Elementary School at noon", ("Larkspur Elementary School",)),
            Example(
                "Ask Pell & Harrow Surveyors or Beacon Hill Surgery",
                ("Pell & Harrow Surveyors", "Beacon Hill Surgery"),
            ),
            Example("We could try Penrose Credit Union, a tax credit", ("Penrose Credit Union",)),
            Example("Heart Surgery, Public Broadcasting, Our Builders, The Brands", ()),
            Example("Customer Service and Account Settings; Reg AB12 CDE", ()),
        ),
        **organization_dotted_forms.EXAMPLES,
        **organization_paired_en.EXAMPLES,
    }
)
