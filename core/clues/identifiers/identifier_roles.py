"""Identifiers that a phrase or their own shape gives a role: court cases, licences, what a record shows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import match_at_anchors, search_around_anchors
from shotveil.core.clues.identifiers.numerals import count_digits
from shotveil.core.clues.program_text import is_technical
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_DOCKET: Final = compile_late(
    r"(?<![0-9a-z:])\d{1,2}:\d\d-(?:cv|cr|mc|mj|md|bk|ap|po|sw|misc)-\d{3,6}(?:-[a-z]{2,4}){0,3}(?![0-9a-z])"
)
_COURT_CASE: Final = compile_late(
    r"(?<![0-9a-z\-])(?:19|20)?\d\d-(?:cv|cr|civ|crim|fam|prob|juv|tr|mc|mh|dr|sc|ca|cf|cp|ga|pr|l|"
    r"d)-\d{3,8}(?![0-9a-z\-])"
)
_COURT_WORDS: Final = tuple(
    f"-{kind}-"
    for kind in (
        "cv",
        "cr",
        "mc",
        "mj",
        "md",
        "bk",
        "ap",
        "po",
        "sw",
        "misc",
        "civ",
        "crim",
        "fam",
        "prob",
        "juv",
        "tr",
        "mh",
        "dr",
        "sc",
        "ca",
        "cf",
        "cp",
        "ga",
        "pr",
        "l",
        "d",
    )
)
_CN_CASE: Final = compile_late(
    r"[（(](?:19|20)\d\d[)）][\u4e00-\u9fff]{1,3}\d{0,6}[\u4e00-\u9fff]{1,6}\d{1,7}号"
)
_LICENCE_WORDS: Final = (
    "license", "licence", "national id", "national no", "national number", "health id", "health no",
    "health number",
    "medical id", "medical no", "medical number", "insurance id", "insurance no", "insurance number",
    "bar no",
    "bar number", "bar id", "bar #", "bar:", "permit", "certificate", "registration", "badge",
)  # fmt: skip
_LICENCE: Final = compile_late(
    r"(?:licen[sc]e|(?:national|health|medical|insurance) (?=id|no|number)|bar|permit|certificate|"
    r"registration|badge)(?: ?(?:no|number|id|#))?\b\.?[ \t]{0,2}[:#=\ue001][ \t\ue001]{0,4}"
    r"(?P<value>[a-z]{1,4}[ \-]?\d{4,12}|\d{5,12}|[a-z]\d{2,4}(?:-\d{3,5}){1,4})(?![0-9a-z\-])"
)
_IBAN_WORD: Final = compile_late(
    r"iban\b[^\n.;\ue000]{0,24}?(?<![0-9a-z])(?P<value>[a-z]{2}\d{2}(?:[ \u00a0]?[0-9a-z]{2,4}){2,8})"
    r"(?![0-9a-z])"
)
_BANK_CODE: Final = compile_late(
    r"(?:bic|swift)(?![0-9a-z])(?:[ /\-]{1,3}(?:bic|swift|code|no\.?|number)){0,2}(?: is)?"
    r"[ \t:=#(\"'\ue001]{1,4}"
    r"(?P<value>[a-z]{6}[0-9a-z]{2}(?:[0-9a-z]{3})?)(?![0-9a-z])"
)
_VAT: Final = compile_late(
    r"vat(?: reg(?:istration)?\.?)?(?: (?:no\.?|number|id))?[ :#]{1,3}"
    r"(?P<value>[a-z]{2}[ ]?(?:\d[ ]?){7,11}\d|[a-z]{2}[ ]?[0-9a-z]{2}[ ]?(?:\d[ ]?){8}\d|\d{3} ?\d{4} ?\d\d)"
    r"(?![0-9a-z])"
)
_SORT_CODE: Final = compile_late(
    r"sort(?:[ \-]?code)?(?: (?:is|no\.?))?[ :#=]{1,3}(?P<value>\d\d-\d\d-\d\d)(?![0-9\-])"
)
_TRAVEL_CARDS: Final = (
    "八達通",
    "八达通",
    "悠遊卡",
    "悠游卡",
    "一卡通",
    "澳門通",
    "羊城通",
    "交通卡",
    "公交卡",
)
_TRAVEL_CARD: Final = compile_late(
    rf"(?:{'|'.join(_TRAVEL_CARDS)})卡?(?:號碼?|号码?|編號|编号|卡[号號])?(?:是|为|為)?[:： ]{{0,3}}"
    r"(?P<value>\d{8,16}(?:[(（]\d[)）])?)(?![0-9])"
)
_STANDARD: Final = compile_late(r"(?:RFC|ISO|CVE|IEC|EN|PEP|ANSI|IEEE|DIN|BS|PR|GB)[/-]?[0-9]")
_REFERENCE: Final = compile_late(
    r"(?:[Tt]enancy|[Bb]ooking|[Ii]nvoice|[Cc]ontract|[Qq]uote|[Pp]ermit|[Ww]arrant)"
    r"(?: ref)?\.?(?: (?:no\.?|number|#))? "
    r"(?P<value>[A-Z]{1,5}[/-]?(?=[0-9A-Z/-]*[0-9]{3})[0-9][0-9A-Z]*(?:[/-][0-9A-Z]+){0,4})(?![\w-])"
)
_MASKED_PHONE: Final = compile_late(r"1[3-9]\d(?<![0-9a-z]...)[*x•＊]{4}\d{4}(?![0-9*])")
_SHOWN_WORDS: Final = tuple(
    f"{noun} {verb}"
    for noun in (
        "record",
        "records",
        "file",
        "files",
        "profile",
        "account",
        "form",
        "document",
        "entry",
        "system",
        "chart",
        "badge",
        "card",
        "screen",
    )
    for verb in ("show", "list", "read", "state", "say", "has")
)
_SHOWN: Final = compile_late(
    r"(?:records?|files?|profile|account|form|document|entry|system|chart|badge|card|screen) (?:shows|"
    r"show|lists|list|reads|states|says|has)"
    r"(?: (?:it|them))?(?: as)?[: ]{1,2}(?P<value>(?:[^\n\ue000;,.]|"
    r"\.(?! )){3,48}?)(?=[.;,]?(?:[ \n\ue000]*$|[.;,] |\n|\ue000))"
)
_NO_IDENTIFIER: Final = compile_late(
    r"[$€£¥]|°|\d+(?:\.\d+)?\s?(?:%|percent|years?|mg|kg|usd|am|pm)\b|https?:|@"
)
_SWIFT: Final = compile_late(r"[a-z]{6}[0-9a-z]{2}(?:[0-9a-z]{3})?")


def find_court_cases(context: Context) -> Iterable[Candidate]:
    """Docket and case numbers by their own shape: federal, state (year-type-number)"
    ", Chinese (（2023）沪01民终12号)."""
    folded = context.folded
    for pattern in (_DOCKET, _COURT_CASE):
        for match in search_around_anchors(folded, _COURT_WORDS, pattern, 7, 24):
            yield propose(context, "ALNUM", match.start(), match.end(), "case.court")
    if "号" in folded and ("(" in folded or "（" in folded):
        for match in _CN_CASE.finditer(folded):
            yield propose(context, "ALNUM", match.start(), match.end(), "case.court_zh")


def find_licences(context: Context) -> Iterable[Candidate]:
    """Numbers of professional licences, bar admissions, permits and badges behind their word and a sign."""
    folded = context.folded
    for match in match_at_anchors(folded, _LICENCE_WORDS, _LICENCE):
        yield propose(context, "ALNUM", *match.span("value"), "licence.labelled", source="label")


def find_iban_words(context: Context) -> Iterable[Candidate]:
    """What the word IBAN introduces, though its check digits or length are wrong."""
    folded = context.folded
    for match in match_at_anchors(folded, ("iban",), _IBAN_WORD):
        value = match["value"]
        # Words behind the number end it.
        parts = re.split(r"([ \u00a0])", value)
        while len(parts) > 2 and not any(char.isdigit() for char in parts[-1]):
            parts = parts[:-2]
        start = match.start("value")
        if count_digits("".join(parts)) >= 6:
            yield propose(context, "NUM", start, start + len("".join(parts)), "id.iban_word", source="label")


def find_bank_codes(context: Context) -> Iterable[Candidate]:
    """What BIC or SWIFT introduces, where it is a code that python-stdnum knows (ISO 9362)."""
    from stdnum import bic

    for match in match_at_anchors(context.folded, ("bic", "swift"), _BANK_CODE):
        start, end = match.span("value")
        if context.text[start:end].isupper() and bic.is_valid(match["value"]):
            yield propose(context, "ALNUM", start, end, "bank.bic", validated=True, source="label")


def find_record_values(context: Context) -> Iterable[Candidate]:
    """``Record shows 47-1020304``: the phrase lends the value a private role (CONTRACT b.4)."""
    folded = context.folded
    for match in match_at_anchors(folded, _SHOWN_WORDS, _SHOWN):
        start, end = match.span("value")
        value = match["value"]
        compact = re.sub(r"[ \-./]", "", value)
        digits = count_digits(value)
        if _NO_IDENTIFIER.search(value) or value.count(" ") > 5:
            continue
        written = context.text[start:end]
        bank = _SWIFT.fullmatch(value) is not None and written.isupper()
        number = compact.isdigit() and digits >= 5
        mixed = (
            digits >= 2
            and len(compact) >= 5
            and not re.search(r"[a-z]{3,} [a-z]", value)
            and compact.isalnum()
        )
        if (
            mixed
            and re.search(r"(?:^|[ ])[a-z]+(?:$|[ ])", value)
            and not re.fullmatch(r"[a-z]{1,3} \d{3,5}", value)
        ):
            continue
        if number or mixed or bank:
            kind = "NUM" if compact.isdigit() else "ALNUM"
            yield propose(context, kind, start, end, "record.shown", tier="soft", source="label")


def find_tax_and_bank(context: Context) -> Iterable[Candidate]:
    """VAT numbers with their country or in groups, sort codes (which read as dates), cards for travelling."""
    folded = context.folded
    for words, pattern, rule in (
        (("vat",), _VAT, "tax.vat"),
        (("sort",), _SORT_CODE, "bank.sort_code"),
        (_TRAVEL_CARDS, _TRAVEL_CARD, "card.travel"),
    ):
        for match in match_at_anchors(folded, words, pattern):
            kind = "ALNUM" if any("a" <= char <= "z" for char in match["value"]) else "NUM"
            yield propose(context, kind, *match.span("value"), rule, source="label")


def find_references(context: Context) -> Iterable[Candidate]:
    """Codes of capitals and digits a blank behind a word for papers (``Tenancy ref TN/4410/B``)."""
    for match in context.scan(_REFERENCE):
        if not (_STANDARD.match(match["value"]) or is_technical(context.text, match.start())):
            yield propose(
                context, "ALNUM", *match.span("value"), "reference.beside", tier="soft", source="label"
            )


def find_masked_phones(context: Context) -> Iterable[Candidate]:
    """Mobiles of which somebody left both ends (138****8000): seven digits of eleven."""
    for match in context.scan_folded(_MASKED_PHONE):
        yield propose(context, "PHONE", *match.span(), "phone.masked", tier="soft")


RULES: dict[str, Rule] = {
    "case.court": Rule(
        find_court_cases,
        (
            r"\d\d-(?:cv|cr|mc|mj|md|bk|ap|po|sw|misc|civ|crim|fam|prob|juv|tr|mh|dr|sc|ca|cf|cp|ga|pr|l|d)-\d{3}",
            r"[(（](?:19|20)\d\d[)）][\u4e00-\u9fff]",
        ),
    ),
    "licence.labelled": Rule(find_licences, words=_LICENCE_WORDS),
    "id.iban_word": Rule(find_iban_words, words=("iban",)),
    "bank.bic": Rule(find_bank_codes, words=("bic", "swift")),
    "tax.bank": Rule(find_tax_and_bank, words=("vat", "sort", *_TRAVEL_CARDS)),
    "reference.beside": Rule(
        find_references,
        (
            r"(?:ref|tenancy|booking|invoice|contract|quote|permit|warrant|no|number|#)\.?"
            r" [a-z]{1,5}[/-]?[0-9]",
        ),
    ),
    "phone.masked": Rule(find_masked_phones, ("[0-9][*x•＊]{4}[0-9]{4}",)),
    "record.shown": Rule(find_record_values, words=_SHOWN_WORDS),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "case.court": (
        Example("Case No. 4:21-cv-00042-ABC filed", ("4:21-cv-00042-ABC",)),
        Example("Case 2021-CIV-0042, 案号（2023）沪01民终42号", ("2021-CIV-0042", "（2023）沪01民终42号")),
        Example("at 10:21-11:30, release 2021-11-42"),
    ),
    "licence.labelled": (
        Example("Notary License: QX-104020", ("QX-104020",)),
        Example("License: MIT, barcode: 12"),
    ),
    "id.iban_word": (
        Example("IBAN transfer to GB16ABCD60300001 — done", ("GB16ABCD60300001",)),
        Example("IBAN required for transfers"),
    ),
    "bank.bic": (
        Example("the BIC AGRIFRPP. SWIFT code: BNPAFRPPXXX", ("AGRIFRPP", "BNPAFRPPXXX")),
        Example("a swift response, BIC HELPDESKS, Swift language"),
    ),
    "tax.bank": (
        Example("quote VAT GB 123 4567 89, VAT reg no GB987654321", ("GB 123 4567 89", "GB987654321")),
        Example("Sort code: 20-11-12, or sort 20-11-43.", ("20-11-12", "20-11-43")),
        Example("八達通號碼 12345678(9)，公交卡号：3104870012345678", ("12345678(9)", "3104870012345678")),
        Example("VAT 20 percent of 300 2000, sort 10-12 items, sorted 20-11-43, 八達通增值 500 元"),
    ),
    "reference.beside": (
        Example(
            "Tenancy ref TN/4410/B, invoice INV-20931, booking QK7712", ("TN/4410/B", "INV-20931", "QK7712")
        ),
        Example("ref A9-31-7720 is new, reference RFC-2119, invoice A4, quote H2O, booking AB12"),
    ),
    "phone.masked": (
        Example("收货人 138****6789，電話 139****0001", ("138****6789", "139****0001")),
        Example("0138****67890, 238****6789"),
    ),
    "record.shown": (
        Example(
            "Record shows 12-3456780. Record shows QRS 1020. Record shows married.",
            ("12-3456780", "QRS 1020"),
        ),
        Example("The file shows $84,500 and 32 years."),
    ),
}
