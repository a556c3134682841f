"""Payment cards: validated numbers, labelled ones that fail Luhn, and what stands beside them (b.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from shotveil.core.check_digits import has_luhn
from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.identifiers.anchors import find_words
from shotveil.core.clues.identifiers.numerals import (
    find_number_runs,
    is_word_char,
    keep_digits,
    need_digits,
)
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, Tier

_GROUPED: Final = compile_late(r"(?<![0-9a-z])\d(?:[ \t\-.\u00a0\u3000\ue001]{0,2}\d){11,}")
_GROUP: Final = compile_late(r"\d+")
_LABELLED: Final = compile_late(r"(?<![0-9a-z])\d(?:[ \t\-.\u00a0\u3000\ue001]{0,2}\d){11,18}(?![0-9a-z])")
_MONTH: Final = r"(?:0?[1-9]|1[0-2])[ ]?[/\-][ ]?(?:20)?[2-4]\d"
"""The month and year that a card runs to."""
_BEHIND_NUMBER: Final = compile_late(
    rf"[ \t,;|]{{1,3}}(?P<value>{_MONTH})(?![0-9/\-])"
    r"(?:[ \t,;|/]{1,3}(?P<code>\d{3,4})(?![0-9.,:/\-]))?"
)
_ISSUER: Final = compile_late(
    r"4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|"
    r"62\d{14,17}|(?:6011|65\d\d|64[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|"
    r"(?:5018|5020|5038|6304|6759|676[1-3])\d{8,15}|(?:2131|1800)\d{11}"
)
_CARD_GROUPS: Final = (
    (4, 4, 4, 4), (4, 6, 5), (4, 4, 4, 4, 3), (6, 13), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1), (4, 4, 4, 1),
    (4, 6, 4), (4, 5, 6), (4, 4, 5), (6, 10), (4, 4, 4, 3), (4, 4, 4, 7), (6, 4, 4, 5),
)  # fmt: skip


def _join_groups(layout: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """A layout and all that it becomes where readers lose blanks (``6217 86473683 6557``)."""
    yield layout
    for at in range(len(layout) - 1):
        yield from _join_groups((*layout[:at], layout[at] + layout[at + 1], *layout[at + 2 :]))


_LAYOUTS: Final = frozenset(joined for layout in _CARD_GROUPS for joined in _join_groups(layout)) | {
    (1,) * size for size in range(12, 20)
}
_HEADS: Final = frozenset(layout[:size] for layout in _LAYOUTS for size in range(1, len(layout) + 1))
"""What a layout may begin with: a run of other groups is left at once."""
_PAYMENT: Final = (
    "card|visa|mastercard|master card|amex|american express|discover|jcb|maestro|unionpay|debit|credit|pan"
)
_PAYMENT_ZH: Final = "卡号|银行卡|信用卡|储蓄卡|借记卡|付款卡|收款卡|银联|卡"
_CARD_BEFORE: Final = compile_late(
    rf"(?:\b(?:{_PAYMENT})\b(?!#)[^\n;。；]{{0,24}}|(?:{_PAYMENT_ZH})[^\n。；;]{{0,8}})$"
)
_CARD_NEAR: Final = compile_late(r"card(?!#)")
"""The word, but for that of our own references: a cleaned page is read as the page was."""
_EXPIRY: Final = compile_late(rf"(?<![0-9/]){_MONTH}(?![0-9/])")
_FOUR: Final = compile_late(r"\d{4}(?!\d)")
_CVV: Final = compile_late(r"(?<![0-9])\d{3,4}(?![0-9])")
_CVV_WORDS: Final = (
    "cvv",
    "cvc",
    "cid",
    "csc",
    "security code",
    "card verification",
    "安全码",
    "校验码",
    "卡验证码",
)
_CVV_NAME: Final = compile_late(
    r"(?:cvv2?|cvc2?|cid|csc|security code|card verification(?: value| code)?|安全码|校验码|卡验证码)"
    r"[ \t:：=#是为\ue001\"']{0,5}(?P<value>\d{3,4})(?!\d)"
)
_EXPIRY_WORDS: Final = ("exp", "valid thru", "valid until", "valid to", "good thru", "有效期", "到期")
_EXPIRY_NAME: Final = compile_late(
    r"(?:exp(?:iry|ires|iration)?(?: date)?|valid (?:thru|until|to)|good thru|有效期至?|到期日?)\.?"
    rf"[ \t:：=是为至到\ue001\"']{{0,5}}(?P<value>{_MONTH})(?![0-9/])"
)
_LAST_WORDS: Final = (
    "ending",
    "ends in",
    "ends with",
    "last 4",
    "last four",
    "last4",
    "last_4",
    "last_four",
    "尾号",
    "末四位",
    "后四位",
)
_LAST_FOUR: Final = compile_late(
    r"(?:ending(?: in| with)?|ends (?:in|with)|last[ _]?(?:4|four)(?: digits)?(?: of [a-z ]{0,20}card)?|"
    r"尾号|末四位|后四位)[ \t:：=#是为\ue001\"'*•xX.]{0,8}(?P<value>\d{4})(?!\d)"
)
_MASKED: Final = compile_late(
    r"(?:[*•x×]{4}[ \-]?){1,3}(?P<value>\d{4})(?!\d)|[*•]{2,12}[ ]?(?P<tail>\d{4})(?!\d)"
)


_DETAILS: Final = {
    **dict.fromkeys(_CVV_WORDS, (_CVV_NAME, "card.cvv")),
    **dict.fromkeys(_EXPIRY_WORDS, (_EXPIRY_NAME, "card.expiry")),
    **dict.fromkeys(_LAST_WORDS, (_LAST_FOUR, "card.last_four")),
    **dict.fromkeys(("**", "••", "xxxx", "××"), (_MASKED, "card.masked")),
}


def _touches_code(folded: str, start: int, end: int) -> bool:
    before = folded[start - 1] if start else " "
    after = folded[end] if end < len(folded) else " "
    if before in "-_./" and start > 1 and is_word_char(folded[start - 2]):
        return True
    return before == "_" or (after in "-_/" and end + 1 < len(folded) and is_word_char(folded[end + 1]))


def _read_number(folded: str, groups: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Counts of groups and ends that a card may have: gaps of one kind first, then mixed; longest first."""
    start, digits, gaps = groups[0][0], 0, set[str]()
    sizes: tuple[int, ...] = ()
    even: list[tuple[int, int]] = []
    mixed: list[tuple[int, int]] = []
    for index, (head, end) in enumerate(groups):
        digits += end - head
        sizes = (*sizes, end - head)
        if digits > 19 or (index and sizes not in _HEADS):
            break
        if index:
            gaps.add(folded[groups[index - 1][1] : head])
        if digits >= 12 and (not index or sizes in _LAYOUTS) and not _touches_code(folded, start, end):
            (even if len(gaps) < 2 else mixed).append((index + 1, end))
    yield from even[::-1]
    yield from mixed[::-1]


def _choose_end(
    folded: str, groups: list[tuple[int, int]], *, issued: bool = False
) -> tuple[int, int] | None:
    """The first reading of the groups that an issuer may have given, else (if not asked for) the first."""
    ends = list(_read_number(folded, groups))
    if not issued and ends and folded.startswith("62", groups[0][0]):
        return max(ends)  # the longest are of this issuer; a part of one may pass Luhn by chance
    found = next((pair for pair in ends if _is_issued(folded[groups[0][0] : pair[1]])), None)
    return found or (ends[0] if ends and not issued else None)


def _each_card(context: Context, *, issued: bool) -> Iterator[tuple[int, int]]:
    """The spans of runs of digits that are laid out as a card, where asked of an issuer and with Luhn."""
    folded = context.folded
    for run_start, run_end in find_number_runs(folded, 12):
        for match in _GROUPED.finditer(folded, run_start, run_end):
            groups = [found.span() for found in _GROUP.finditer(folded, *match.span())]
            if match.end() < len(folded) and is_word_char(folded[match.end()]):
                groups.pop()
            first, row = 0, False
            single = False  # digits one by one are a card from their first one on
            while first < len(groups):
                start, size = groups[first][0], groups[first][1] - groups[first][0]
                if single and size == 1:
                    first += 1
                    continue
                found = _choose_end(folded, groups[first : first + 19], issued=issued)
                if found and not (row and not _CARD_BEFORE.search(folded, max(0, start - 60), start)):
                    yield start, found[1]
                    first, row, single = first + found[0], False, False
                else:
                    # One more group of four before it: a row of figures, unless a word says card.
                    row, single = size == 4, size == 1
                    first += 1


def _is_issued(text: str) -> bool:
    digits = keep_digits(text)
    return bool(_ISSUER.fullmatch(digits)) and has_luhn(digits)


def _propose_expiry(context: Context, end: int) -> Iterator[Candidate]:
    """The month a card runs to and its security code, where they stand directly behind the number."""
    beside = _BEHIND_NUMBER.match(context.folded, end)
    for group, rule in (("value", "card.expiry"), ("code", "card.cvv")):
        if beside and beside[group]:
            yield propose(context, "NUM", beside.start(group), beside.end(group), rule, tier="soft")


def find_cards(context: Context) -> Iterable[Candidate]:
    """Numbers with an issuer's prefix and length that pass Luhn; bare 13 digits need a word of payment."""
    folded = context.folded
    for start, end in _each_card(context, issued=True):
        digits = keep_digits(folded[start:end])
        weak_length = len(digits) in (13, 14) or digits[:4] in ("2131", "1800")
        if weak_length and not _CARD_BEFORE.search(folded, max(0, start - 60), start):
            continue
        yield propose(context, "BANK_CARD", start, end, "card.number", validated=True)
        yield from _propose_expiry(context, end)


def find_cards_by_word(context: Context) -> Iterable[Candidate]:
    """Card-long numbers behind a word such as card or 卡号, though Luhn fails: a misread card is a card."""
    for start, end in _each_card(context, issued=False):
        if _CARD_BEFORE.search(context.folded, max(0, start - 48), start):
            yield propose(context, "BANK_CARD", start, end, "card.word", tier="soft")
            yield from _propose_expiry(context, end)


def _labelled_card(context: Context, hit: LabelHit) -> Iterator[Candidate]:
    match = _LABELLED.search(context.folded, hit.value_start, hit.value_end)
    if match and match.start() - hit.value_start <= 12:
        groups = [found.span() for found in _GROUP.finditer(context.folded, *match.span())]
        found = _choose_end(context.folded, groups)
        end = found[1] if found else match.end()
        yield propose(context, "BANK_CARD", match.start(), end, "card.labelled", source="label")


def find_labelled_cards(context: Context) -> Iterable[Candidate]:
    """What a card label stands before, whatever its check digit says."""
    for hit in context.labelled("BANK_CARD"):
        yield from _labelled_card(context, hit)


def find_card_details(context: Context) -> Iterable[Candidate]:
    """Expiry, security code and last four digits, by their own names or labels (NUM)."""
    folded = context.folded
    for start, word in find_words(folded, tuple(_DETAILS)):
        pattern, rule = _DETAILS[word]
        match = pattern.match(folded, start)
        if match is None or (start and is_word_char(folded[start - 1]) and is_word_char(word[0])):
            continue
        if rule == "card.expiry" and not _CARD_BEFORE.search(folded, max(0, start - 90), start):
            continue
        group = "tail" if match.groupdict().get("tail") else "value"
        tier: Tier = "soft" if rule == "card.masked" else "hard"
        yield propose(context, "NUM", match.start(group), match.end(group), rule, tier=tier, source="label")
    for hit in context.labelled("LAST_FOUR"):
        if found := _FOUR.match(folded, hit.value_start, hit.value_end):
            yield propose(context, "NUM", *found.span(), "card.last_four", source="label")
    for kind, pattern, rule in (("CVV", _CVV, "card.cvv"), ("EXPIRY", _EXPIRY, "card.expiry")):
        for hit in context.labelled(kind):
            found = pattern.search(folded, hit.value_start, min(hit.value_end, hit.value_start + 16))
            near_card = hit.role == "FIELD" or _CARD_NEAR.search(folded, max(0, hit.start - 160), hit.start)
            if found and (kind == "CVV" or near_card):
                yield propose(context, "NUM", found.start(), found.end(), rule, source="label")


RULES: dict[str, Rule] = {
    "card.number": Rule(find_cards, (need_digits(12),)),
    "card.word": Rule(find_cards_by_word, (need_digits(12),)),
    "card.labelled": Rule(find_labelled_cards, labels=("BANK_CARD",)),
    "card.details": Rule(find_card_details, words=tuple(_DETAILS), labels=("CVV", "EXPIRY", "LAST_FOUR")),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "card.number": (
        Example("paid with 4111 1111 1111 1111 at 1748301122334", ("4111 1111 1111 1111",)),
        Example("卡号5555-5555-5555-4444，", ("5555-5555-5555-4444",)),
        Example("amex 3782 822463 10005", ("3782 822463 10005",)),
        Example("Case 1733-0425-0061-3804, hearing"),
        Example("uuid 4111-1111-1111-1112"),
    ),
    "card.word": (
        Example("my card is 4111 1111 1111 1112, thanks", ("4111 1111 1111 1112",)),
        Example("卡号 6222 0202 0001 1234 567", ("6222 0202 0001 1234 567",)),
        Example("ticket 4111 1111 1111 1112"),
    ),
    "card.labelled": (Example("卡号：4111 1111 1111 1112，", ("4111 1111 1111 1112",)), Example("ref 4111")),
    "card.details": (
        Example("card 4111111111111111 exp 08/27, CVV: 123", ("08/27", "123")),
        Example("Visa ending in 4242; 尾号 1881", ("4242", "1881")),
        Example("**** **** **** 4242", ("4242",)),
        Example("last4=0931, last_four: 0932", ("0931", "0932")),
        Example("expires 08/27 for the licence"),
    ),
}
