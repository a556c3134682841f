"""What an application or a shop writes on its screens about itself is nobody's personal data (CONTRACT b.5).

Negative scopes of screens: the copyright line and the brand that it names, service numbers, headings of menus
that read as names of organizations, products in a basket, sample addresses in empty fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from shotveil.core.clues.labels.fields import kinds_of_words
from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, read_groups, word_level
from shotveil.core.clues.screens.form_places import has_form_word, is_name_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import HARD_BREAK, INLINE_GAP, Stream

_COPYRIGHT: Final = compile_late(
    r"(?:©|\(c\)|copyright(?: ?©)?|版权所有) ?(?:[0-9]{4}(?: ?[-–] ?[0-9]{2,4})?)?[, ]{0,2}"
    # Readers lose the sign: years that open a line in which all rights are reserved.
    r"|(?<=[\ue000\ue001])\W{0,2}(?:19|20)[0-9]{2}(?: ?[-–] ?[0-9]{2,4})?,? "
    r"(?=[^\ue000]{0,120}?(?:all rights reserved|保留所有权利|保留一切权利))",
    re.IGNORECASE,
)
_LONGEST_SCOPE: Final = 500
_SENTENCE: Final = 9
_BRAND: Final = compile_late(r"[A-Z0-9][^,.;|()\ue000]{0,40}")
_BRAND_END: Final = compile_late(
    r"['’]s\b|,|\.| (?:all|inc|llc|ltd|corp|co|stores|is|and|rights|registered|or)\b|\ue001", re.IGNORECASE
)
_FREE_AREA: Final = "8(?:00|33|44|55|66|77|88)"
_TOLL_FREE: Final = compile_late(
    rf"1?{_FREE_AREA}[0-9]{{7}}|1{_FREE_AREA}[0-9]{{3,6}}|(?:86)?[48]00[0-9]{{7}}|0800[0-9]{{6,7}}"
)
_SAMPLE_NUMBER: Final = compile_late(r"1?(?:5555555555|1234567890|5551234567|0000000000|1231231234)")
_QUANTITY: Final = compile_late(
    r"[ .…]{0,4}(?:\ue001[^\ue000\ue001]{0,40}){0,2}\ue001?(?:qty|quantity|数量)\b", re.I
)
_VOUCHED: Final = compile_late(r"(?:powered|secured|verified|protected) ?by $", re.IGNORECASE)
_AFTER: Final = compile_late(r"['’]s? ?(?P<owned>[A-Za-z]+)?| (?P<next>[A-Z][a-z]+)")
_MEANT: Final = frozenset({"form.name_row", "form.line", "list.deny", "screen.doing"})
_WORD: Final = compile_late(r"[^\W\d_]+")
_SINGLE: Final = frozenset({"person.single_en", "person.full_en"})


def drop_chrome(candidates: Iterable[Candidate], stream: Stream) -> list[Candidate]:
    """The candidates that are no part of what the screen says about itself.

    Args:
        candidates: proposed or accepted spans of the stream.
        stream: the stream of a picture.
    """
    scopes = find_copyright(stream.text)
    brands = frozenset(word for scope in scopes for word in scope[2])
    return [
        c
        for c in candidates
        if not _is_label(c)
        and (_is_meant(c, stream.text, brands) or not _is_chrome(c, stream.text, scopes, brands))
    ]


def _is_label(candidate: Candidate) -> bool:
    """A Chinese word that forms call their fields, where its first character is a surname too (车牌号)."""
    text = candidate.text
    kinds = kinds_of_words(text) if candidate.type == "NAME" and text[:1] > "\u3400" else ()
    return kinds != () and "NAME" not in kinds  # 王老师 asks for a name and is one


def _is_meant(candidate: Candidate, text: str, brands: frozenset[str]) -> bool:
    """What a field holds, and what is private elsewhere, stays private wherever it stands.

    A brand that owns something (Lowe's Terms) is no copy of a family name.
    """
    if candidate.rule in _MEANT or (candidate.rule.startswith("form.") and candidate.type != "PHONE"):
        return True
    owns = text[candidate.end : candidate.end + 2].lower() in ("'s", "’s")
    return candidate.rule.startswith("known.") and not (owns and fold_name(candidate.text) in brands)


@lru_cache(maxsize=256)
def find_copyright(text: str) -> tuple[tuple[int, int, frozenset[str]], ...]:
    """Ranges from a copyright sign to the end of its chunk, and the folded words of the brand named there."""
    scopes = []
    for match in _COPYRIGHT.finditer(text):
        signed = match.group()[:1] in "©版" or any(map(str.isdigit, match.group()))
        if not signed:
            continue
        end = text.find(HARD_BREAK, match.end())
        end = min(len(text) if end < 0 else end, match.end() + _LONGEST_SCOPE)
        brand = _BRAND.match(text, match.end(), end)
        words: frozenset[str] = frozenset()
        if brand:
            stop = _BRAND_END.search(text, match.end(), end)
            named = text[match.end() : stop.start() if stop else brand.end()]
            words = frozenset(w for w in map(fold_name, _WORD.findall(named)) if len(w) > 2)
        scopes.append((match.start(), end, words))
    return tuple(scopes)


def _is_chrome(
    candidate: Candidate,
    text: str,
    scopes: Iterable[tuple[int, int, frozenset[str]]],
    brands: frozenset[str],
) -> bool:
    if candidate.type == "PHONE":
        digits = "".join(filter(str.isdigit, candidate.text))
        return bool(_TOLL_FREE.fullmatch(digits) or _SAMPLE_NUMBER.fullmatch(digits))
    if candidate.type == "EMAIL":
        return _is_sample(candidate.text)
    if candidate.type not in ("NAME", "ORG", "ADDR"):
        return False
    if candidate.rule.startswith("tagger.") and not _says_more(candidate, text):
        return True
    if any(start <= candidate.start < end for start, end, _ in scopes):
        return True
    words = [fold_name(word) for word in _WORD.findall(candidate.text)]
    if candidate.type == "ORG":
        return _is_heading(candidate, text, words, brands)
    return candidate.type == "NAME" and _is_brand_or_product(candidate, text, words, brands)


def _says_more(candidate: Candidate, text: str) -> bool:
    """Whether learned evidence counts here: in a sentence, for more than a character or a vouching brand."""
    vouched = _VOUCHED.search(text, max(0, candidate.start - 16), candidate.start)
    alone = len(candidate.text) < 2 or (vouched is not None and " " not in candidate.text)
    return not alone and _runs_on(candidate, text)


def _runs_on(candidate: Candidate, text: str) -> bool:
    """Whether a sentence stands around it: learned evidence says nothing of captions and buttons."""
    start = max(text.rfind(HARD_BREAK, 0, candidate.start), text.rfind(INLINE_GAP, 0, candidate.start)) + 1
    ends = [
        at for at in (text.find(HARD_BREAK, candidate.end), text.find(INLINE_GAP, candidate.end)) if at >= 0
    ]
    line = text[start : min(ends, default=len(text))]
    return len(line) >= len(candidate.text) + _SENTENCE


def _is_sample(mail: str) -> bool:
    local, _, domain = mail.lower().partition("@")
    sample = local in read_groups("form_words.txt")["placeholder_mail"]
    return (
        sample
        and re.search(r"(?:^|\.)(?:example|domain|email|mail|yourdomain|company)\.", f".{domain}") is not None
    )


def _is_heading(candidate: Candidate, text: str, words: list[str], brands: frozenset[str]) -> bool:
    """Menu entries and headings joined to what looks like an organization; the shop's own name."""
    if (words and words[0] in brands) or _VOUCHED.search(text, max(0, candidate.start - 16), candidate.start):
        return True
    if candidate.suffixed:
        return False
    heads = read_groups("form_words.txt")["heading"]
    if INLINE_GAP in candidate.text and (
        candidate.rule == "organization.head_en" or any(word in heads for word in words)
    ):
        return True
    if words and (words[0] in heads or (candidate.rule == "organization.label" and words[-1] in heads)):
        return True
    return candidate.rule == "organization.label" and len(words) == 1 and word_level(words[0]) != NOT_LISTED


def _is_brand_or_product(candidate: Candidate, text: str, words: list[str], brands: frozenset[str]) -> bool:
    if words and all(word in brands for word in words):
        return True
    if INLINE_GAP in candidate.text and has_form_word(candidate.text):
        return True
    if len(words) == 1 and has_form_word(candidate.text) and candidate.text.isascii():
        return True
    after = _AFTER.match(text, candidate.end)
    if after and after["owned"] and after["owned"].lower() in read_groups("form_words.txt")["brand_after"]:
        return True
    if candidate.rule not in _SINGLE:
        return False
    if _QUANTITY.match(text, candidate.end):
        return True
    following = after["next"] if after else None
    known = all(map(is_name_word, words))
    return bool(following) and not known and word_level(fold_name(str(following))) != NOT_LISTED
