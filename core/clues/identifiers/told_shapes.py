"""Numbers of a shape whose kind a word tells: British accounts, licences, insurance numbers (b.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.numerals import need_digits
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_SORT: Final = r"[0-9]{2}(?:[- ][0-9]{2}[- ]|[0-9]{2})[0-9]{2}"
_BETWEEN: Final = r"[ \t,;/|\ue001]{1,3}"
_ACCOUNT: Final = compile_late(
    rf"[0-9](?<![0-9a-z.\-/:].)"
    rf"(?:[0-9](?:[- ][0-9]{{2}}[- ]|[0-9]{{2}})[0-9]{{2}}{_BETWEEN}(?P<account>[0-9]{{8}})"
    rf"|[0-9]{{7}}{_BETWEEN}(?P<sort>{_SORT}))(?![0-9a-z\-/:]|[.][0-9])"
)
_BANK_WORDS: Final = compile_late(
    r"acct|account|a/c|sort|bank|\bpay|bacs|transfer|standing order|direct debit|remit"
)
_NEAR: Final = 60
_DAYS: Final = 31

_INSURANCE: Final = compile_late(
    r"(?:(?<![a-z])ni(?![a-z])|nino|national insurance)[^\n;\ue000]{0,40}?"
    r"(?<![0-9a-z])(?P<value>[a-z]{2} ?(?:[0-9]{2} ?){3}[a-d])(?![0-9a-z])"
)
_LICENCE: Final = compile_late(r"[0-9]{6}[ ]?[A-Z][A-Z9][0-9A-Z][ ]?[A-Z]{2}(?![0-9A-Za-z])")
_SURNAME: Final = compile_late(r"(?<![0-9A-Za-z])[A-Z][A-Z9]{4} ?$")
_DRIVING: Final = compile_late(r"licen[cs]e|dvla|driv")


def find_bank_pairs(context: Context) -> Iterable[Candidate]:
    """A sort code beside an account number, in either order; a possible date needs a word of banks near."""
    folded = context.folded
    for match in context.scan_folded(_ACCOUNT):
        start, end = match.span()
        first = match.start("account") if match["account"] else match.start("sort")
        told = _BANK_WORDS.search(folded, max(0, start - _NEAR), end + _NEAR)
        head = folded[start:first].rstrip(" \t,;/|\ue001")
        code = match["sort"] or head
        if told or (code[2:3] == "-" == code[5:6] and int(code[:2]) > _DAYS):
            yield propose(context, "NUM", start, start + len(head), "bank.pair", tier="soft", source="label")
            yield propose(context, "NUM", first, end, "bank.pair", tier="soft", source="label")


def find_insurance_numbers(context: Context) -> Iterable[Candidate]:
    """British insurance numbers behind their name, whatever their letters (``NI number: QQ 12 34 56 C``)."""
    for match in context.scan_folded(_INSURANCE):
        start, end = match.span("value")
        if context.text[start : start + 2].isupper():
            yield propose(context, "ID_NUMBER", start, end, "id.insurance_gb", source="label")


def find_british_licences(context: Context) -> Iterable[Candidate]:
    """British driving licences (five of the surname, six of the birth) near a word of driving or licence."""
    for match in context.scan(_LICENCE):
        surname = _SURNAME.search(context.text, max(0, match.start() - 8), match.start())
        if surname and _DRIVING.search(context.folded, max(0, match.start() - _NEAR), match.start()):
            yield propose(
                context, "DRIVER_LICENSE", surname.start(), match.end(), "driver_license.gb", source="label"
            )


RULES: Final[dict[str, Rule]] = {
    "bank.pair": Rule(find_bank_pairs, (r"[0-9]{2}[- ]?[0-9]{2}[- ]?[0-9]{2}[ \t,;/|\x{e001}]{1,3}[0-9]",)),
    "id.insurance_gb": Rule(
        find_insurance_numbers, (r"(?:nino|[^a-z]ni[^a-z]|^ni[^a-z]|national insurance)[^\n]*[0-9]",)
    ),
    "driver_license.gb": Rule(find_british_licences, (need_digits(6),)),
}

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "bank.pair": (
        Example("Bank acct: 60-14-11 88120043", ("60-14-11", "88120043")),
        Example(
            "Account 88120043 60-14-11; pay into 601411, 88120043",
            ("88120043", "60-14-11", "601411", "88120043"),
        ),
        Example("60-14-11 / 88120043", ("60-14-11", "88120043")),
        Example("24-05-06 20240506 and 120000 20240506, build 10-11-12 12345678"),
    ),
    "id.insurance_gb": (
        Example("My NI number is QQ 12 34 56 C. NINO: QQ123456A", ("QQ 12 34 56 C", "QQ123456A")),
        Example("NHS number on the card; NINO needed, ni 12; omni qq 12 34 56 c"),
    ),
    "driver_license.gb": (
        Example(
            "licence PENGE 902149 W99XY, DVLA no. PENGE902149W99XY",
            ("PENGE 902149 W99XY", "PENGE902149W99XY"),
        ),
        Example("part PENGE 902149 W99XY; licence ABC 902149"),
    ),
}
