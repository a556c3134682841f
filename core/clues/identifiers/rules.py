"""Identity numbers: Chinese, validated foreign ones, IBAN, and whatever an identity label names (b.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from string import ascii_letters, digits
from typing import Final

from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.identifiers import identifier_roles
from shotveil.core.clues.identifiers.identity_checks import (
    IBAN_CHECK,
    find_shapes,
    has_cn_check,
    has_national_check,
    has_vin_check,
    is_iban,
    read_iban,
)
from shotveil.core.clues.identifiers.numerals import (
    count_digits,
    find_number_runs,
    is_word_char,
    need_digits,
)
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_CN_18: Final = compile_late(
    r"(?<![0-9a-z])[1-9]\d(?:[ \-\u00a0\ue001]?\d){15}[ \-\u00a0\ue001]?[\dx](?![0-9a-z])"
)
_CN_PAPER: Final = compile_late(r"(?:[\u4e00-\u9fff](?![证的]))?[\u4e00-\u9fff]字第[ ]?\d{6,10}[ ]?号")
_CN_15: Final = compile_late(r"(?<![0-9a-z])[1-9]\d{14}(?![0-9a-z])")
_CN_PROVINCES: Final = frozenset(
    "11121314152122233132333435363741424344454650515253546162636465718182"[at : at + 2]
    for at in range(0, 68, 2)
)
_SSN: Final = compile_late(r"(?<![0-9a-z.\-/])(?!000)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![0-9a-z]|[/\-.]\d)")
_NINO: Final = compile_late(
    r"(?<![0-9A-Za-z])(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]"
    r" ?\d\d ?\d\d ?\d\d ?[A-D](?![0-9A-Za-z])"
)
_EIN: Final = compile_late(r"(?<![0-9a-z.\-/])\d{2}-\d{7}(?![0-9a-z\-/]|\.\d)")
_PLAIN_DIGITS: Final = 11
"""Numbers without a letter have no fewer digits."""
_WORD_CHARS: Final = ascii_letters + digits
_BEHIND: Final = compile_late(r"[0-9A-Za-z()\-]{0,24}")
_LETTER: Final = compile_late(r"[^\W\d_]")
_PAN: Final = compile_late(r"(?<![0-9A-Za-z])[A-Z]{3}P[A-Z]\d{4}[A-Z](?![0-9A-Za-z])")
_VIN: Final = compile_late(r"(?<![0-9A-Za-z])[A-HJ-NPR-Z0-9]{17}(?![0-9A-Za-z])")
_CODE: Final = compile_late(
    r"[0-9a-z](?:[0-9a-z]|[\-./·*](?=[0-9a-z*])|[ \u00a0\ue001](?=[0-9a-z]*\d)|(?<=\d)\([0-9a-z]\))*"
)
_NO_CODE: Final = compile_late(r"[. \t\ue001:：=#\-—\"'是为号码填写按]*")
_TAX_BEFORE: Final = compile_late(r"(?:\bein\b|\btax\b|\btin\b|\bemployer\b)[^\n.;]{0,24}$")


def _is_real_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return 1850 <= year <= 2100


def find_cn_ids(context: Context) -> Iterable[Candidate]:
    """Chinese identity numbers of 18 and 15 characters with a real date; a wrong check digit makes soft."""
    folded = context.folded
    for start, end in find_number_runs(folded, 15):
        stop = min(end + 2, len(folded))
        for match in _CN_18.finditer(folded, start, stop):
            digits = re.sub(r"[^0-9x]", "", match.group())
            if digits[:2] not in _CN_PROVINCES:
                continue
            if not _is_real_date(int(digits[6:10]), int(digits[10:12]), int(digits[12:14])):
                continue
            valid = has_cn_check(digits)
            if not valid and len(digits) != len(match.group()):
                continue
            yield propose(
                context,
                "ID_NUMBER",
                match.start(),
                match.end(),
                "id.cn18",
                tier="hard" if valid else "soft",
                validated=valid,
            )
        for match in _CN_15.finditer(folded, start, stop):
            digits = match.group()
            real = _is_real_date(1900 + int(digits[6:8]), int(digits[8:10]), int(digits[10:12]))
            if digits[:2] in _CN_PROVINCES and real:
                yield propose(context, "ID_NUMBER", match.start(), match.end(), "id.cn15", tier="soft")


def find_cn_papers(context: Context) -> Iterable[Candidate]:
    """Papers numbered by an authority's character: 军字第01234567号."""
    for match in context.scan_folded(_CN_PAPER):
        yield propose(context, "ID_NUMBER", match.start(), match.end(), "id.cn_paper", tier="soft")


def find_us_ids(context: Context) -> Iterable[Candidate]:
    """Social security numbers by their dashes; employer numbers behind a word of tax."""
    folded = context.folded
    for run_start, run_end in find_number_runs(folded, 9):
        if "-" not in folded[run_start:run_end]:
            continue
        for match in _SSN.finditer(folded, run_start, run_end):
            if not re.match(r"[0-9a-z]|[/\-.]\d", folded[match.end() : match.end() + 2]):
                yield propose(context, "ID_NUMBER", match.start(), match.end(), "id.us_ssn")
        yield from _find_employer_numbers(context, run_start, run_end)


def _find_employer_numbers(context: Context, run_start: int, run_end: int) -> Iterator[Candidate]:
    folded = context.folded
    for match in _EIN.finditer(folded, run_start, run_end):
        if _TAX_BEFORE.search(folded, max(0, match.start() - 40), match.start()):
            yield propose(context, "ID_NUMBER", match.start(), match.end(), "id.us_ein", source="label")


def find_indian_pans(context: Context) -> Iterable[Candidate]:
    """Tax numbers of persons in India: too few digits in a row for the scan of the others."""
    for match in context.scan(_PAN):
        if has_national_check("in_.pan", match.group()):
            yield propose(context, "ID_NUMBER", *match.span(), "id.in_pan", validated=True)


def find_validated_ids(context: Context) -> Iterable[Candidate]:
    """National numbers of a distinctive shape that pass their own check (python-stdnum)."""
    text = context.text
    plain = set(find_number_runs(context.folded, _PLAIN_DIGITS))
    for start, end in find_number_runs(context.folded):
        left, right = _widen(text, start, end)
        for match in _NINO.finditer(text, max(0, left - 3), right + 3):
            yield propose(context, "ID_NUMBER", match.start(), match.end(), "id.gb_nino")
        lettered = _LETTER.search(text, left, right) is not None
        if not lettered and (start, end) not in plain:
            continue
        for module, match in find_shapes(text, left, right, lettered=lettered):
            if has_national_check(module, match.group()):
                yield propose(
                    context, "ID_NUMBER", match.start(), match.end(), f"id.{module}", validated=True
                )
        for match in _VIN.finditer(text, left, right) if lettered else ():
            value = match.group()
            mixed = 3 <= count_digits(value) <= 15
            if mixed and has_vin_check(value):
                yield propose(context, "ALNUM", match.start(), match.end(), "id.vin", validated=True)


def _widen(text: str, start: int, end: int) -> tuple[int, int]:
    """The run of digits with the letters that touch it, and a little more."""
    before, behind = text[max(0, start - 17) : start], _BEHIND.match(text, end)
    left = start - len(before) + len(before.rstrip(_WORD_CHARS))
    return left, behind.end() if behind else end


def find_ibans(context: Context) -> Iterable[Candidate]:
    """IBANs: exactly the length of their country, so that no following word is swallowed."""
    text = context.folded
    for match in IBAN_CHECK.finditer(text):
        start = match.start() - 2
        if start and is_word_char(text[start - 1]):
            continue
        end = read_iban(text, start)
        if end and is_iban(text[start:end]):
            yield propose(context, "NUM", start, end, "id.iban", validated=True)


def _labelled_value(context: Context, hit: LabelHit) -> tuple[int, int] | None:
    folded = context.folded
    lead = _NO_CODE.match(folded, hit.value_start, hit.value_end)
    position = lead.end() if lead else hit.value_start
    match = _CODE.match(folded, position, hit.value_end)
    if match is None:
        return None
    end = match.end()
    while end > position and folded[end - 1] in "-./·* ":
        end -= 1
    # A value in words ends before the first word without a digit.
    words = re.split(r"([ \u00a0\ue001])", folded[position:end])
    kept = ""
    for word in words:
        if kept.strip() and word.strip() and not any(char.isdigit() for char in word):
            break
        kept += word
    return position, position + len(kept.rstrip())


_DATED: Final = compile_late(
    r"^[a-z]{4,} .*\b(?:19|20)\d\d\b|^(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])$"
)


def _read_labelled(context: Context, kind: str, rule: str, sizes: range) -> Iterator[Candidate]:
    for hit in context.labelled(kind):
        span = _labelled_value(context, hit)
        if span is None or not (hit.direct or 0 <= span[0] - hit.end <= 3):
            continue
        value = context.folded[span[0] : span[1]]
        size = sum(is_word_char(char) for char in value)
        digits = count_digits(value)
        if _DATED.search(value):
            continue  # "Expires 2031-08-19" on a card that its title calls a passport
        if size in sizes and digits >= min(3, size):
            yield propose(context, kind, span[0], span[1], rule, source="label")


def find_labelled_ids(context: Context) -> Iterable[Candidate]:
    """What an identity label stands before, with a wrong check digit too: a misread number is a number."""
    yield from _read_labelled(context, "ID_NUMBER", "id.labelled", range(5, 23))


def find_labelled_passports(context: Context) -> Iterable[Candidate]:
    """Passport, visa and travel document numbers by label."""
    yield from _read_labelled(context, "PASSPORT", "passport.labelled", range(6, 16))


def find_labelled_licences(context: Context) -> Iterable[Candidate]:
    """Driving licence numbers by label."""
    yield from _read_labelled(context, "DRIVER_LICENSE", "driver_license.labelled", range(5, 21))


RULES: dict[str, Rule] = {
    **identifier_roles.RULES,
    "id.cn": Rule(find_cn_ids, (need_digits(15),)),
    "id.cn_paper": Rule(find_cn_papers, ("字第[ ]?[0-9]",)),
    "id.us": Rule(find_us_ids, (need_digits(9),)),
    "id.in_pan": Rule(find_indian_pans, written=(r"[A-Z]{3}P[A-Z][0-9]{4}[A-Z]",)),
    "id.validated": Rule(
        find_validated_ids,
        (need_digits(_PLAIN_DIGITS), rf"[a-z][ -]?{need_digits(5)}", rf"{need_digits(5)}[ +(-]?[a-z]"),
    ),
    "id.iban": Rule(find_ibans, (r"(?:^|[^0-9a-z])[a-z]{2}\d{2}[ \u00a0\-]?[0-9a-z]",)),
    "id.labelled": Rule(find_labelled_ids, labels=("ID_NUMBER",)),
    "passport.labelled": Rule(find_labelled_passports, labels=("PASSPORT",)),
    "driver_license.labelled": Rule(find_labelled_licences, labels=("DRIVER_LICENSE",)),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    **identifier_roles.EXAMPLES,
    "id.cn": (
        Example("证件号11010119900307002X和11010119900307002x", ("11010119900307002X", "11010119900307002x")),
        Example("流水202505120077118812"),
        Example("order 110101199013450029"),
    ),
    "id.cn_paper": (
        Example(
            "军官证 军字第12345678号，士兵证号：北字第0123456号", ("军字第12345678号", "北字第0123456号")
        ),
        Example("这个字第3号，字第12行"),
    ),
    "id.us": (
        Example("SSN: 219-09-9999, ok", ("219-09-9999",)),
        Example("EIN 47-1020304", ("47-1020304",)),
        Example("part 47-1020304, code 1219-09-99991"),
    ),
    "id.in_pan": (
        Example("PAN: ABCPD1234E and AAAPL1234C.", ("ABCPD1234E", "AAAPL1234C")),
        Example("ABCPD0000E, part XABCPD1234E"),
    ),
    "id.validated": (
        Example("NINO AB 12 34 56 C.", ("AB 12 34 56 C",)),
        Example("CPF 390.533.447-05 e", ("390.533.447-05",)),
        Example("vin 1M8GDM9AXKP042788 parked", ("1M8GDM9AXKP042788",)),
        Example("build 1234567890ABCDEFG"),
    ),
    "id.iban": (
        Example("SEND TO GB82WEST12345698765432 NOW", ("GB82WEST12345698765432",)),
        Example("GB82 WEST 1234 5698 7654 32 failed twice", ("GB82 WEST 1234 5698 7654 32",)),
        Example("GB83 WEST 1234 5698 7654 32"),
    ),
    "id.labelled": (
        Example("身份证号：110101199003070023", ("110101199003070023",)),
        Example("National ID: 2040 6080 1012 was", ("2040 6080 1012",)),
        Example("ID number: see page 4"),
    ),
    "passport.labelled": (
        Example("passport no. E12345678 issued", ("E12345678",)),
        Example("passport: expired"),
    ),
    "driver_license.labelled": (
        Example("Driver's license: K204-6080-1012.", ("K204-6080-1012",)),
        Example("license: MIT"),
    ),
}
