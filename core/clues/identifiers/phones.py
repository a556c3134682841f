"""Phone numbers: mainland mobiles and landlines, NANP, all other regions, and whatever a label calls one.

Own linear patterns propose; ``phonenumbers`` only judges what they propose (CONTRACT b.3, DESIGN 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.identifiers.numerals import (
    GLUE,
    count_digits,
    find_number_runs,
    is_word_char,
    need_digits,
)
from shotveil.core.clues.identifiers.phone_extents import read_international
from shotveil.core.clues.identifiers.phone_regions import is_national_phone
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, Source, Tier

_EXTENSION: Final = (
    r"(?:[ \t,;(\ue001]{0,2}(?:x|ext\.?|extension|#|转|分机号?|内线)[ \t.:：]{0,2}\d{1,6}\)?)?"
)

_CN_MOBILE: Final = compile_late(
    rf"(?<![0-9a-z+])(?:(?:\+|00)?86[\-)]?{GLUE}{{0,2}}|\(\+?86\){GLUE}?)?"
    rf"1[3-9]{GLUE}?\d(?:{GLUE}{{0,2}}\d){{8}}(?![0-9]){_EXTENSION}"
)
_NANP: Final = compile_late(
    rf"(?:(?<![0-9a-z.+\-])|(?<=[a-z])(?=\(\d))(?P<code>(?:\+|\(\+)1\)?{GLUE}{{0,2}}|1{GLUE}{{1,2}}|1(?=\())?"
    rf"(?:\((?P<area>\d{{3}})\){GLUE}{{0,2}}|(?P<bare>\d{{3}})(?P<sep>{GLUE}{{1,2}}|(?<=\+1\d\d\d)))"
    rf"(?P<exchange>\d{{3}}){GLUE}{{0,2}}\d{{4}}(?![0-9]){_EXTENSION}"
)
_LOCAL: Final = compile_late(r"555(?<![0-9a-z.\-/]555)(?<![0-9)] 555)[\-. ]\d{4}(?![0-9])")
_INTERNATIONAL: Final = compile_late(
    r"(?:(?<![0-9a-z+.])|(?<=[a-z]\.)(?=\(?\+))"
    r"\(?(?:\+|00(?=[1-9]))\d(?:[ \-.()/\u00a0\ue001]{0,3}\d){6,17}(?![0-9])"
)
_NATIONAL: Final = compile_late(
    r"(?<![0-9a-z.\-/+])\(?0\d{1,4}(?:\)(?=\d)\d{2,8})?\)?(?:[ \-.\u00a0\ue001]{1,2}\d{2,8}){1,5}(?![0-9])"
    + _EXTENSION
)
_CN_LANDLINE: Final = compile_late(
    r"(?<![0-9a-z.\-/+])(?:\+?86[ \-]?)?\(?0(?:10|2\d|[3-9]\d{2})\)?[ \-\u00a0]?"
    r"[2-9]\d{2,3}[ \-]?\d{4}(?![0-9])(?:-\d{1,6}(?![0-9]))?" + _EXTENSION
)
_LABELLED: Final = compile_late(r"[+(]{0,2}\d(?:[ \t\-.()/\u00a0\u3000\ue001]{0,3}\d){4,16}" + _EXTENSION)
_SOLID: Final = compile_late(r"[+(]{0,2}\d{10,13}(?=[ \t\u3000\ue001]{1,3}\d)")
"""A number written in one piece: the next figure is another."""
_CALLING: Final = (
    "call|dial|phone|text|sms|ring|fax|tel|telephone|mobile|cell|whatsapp|reach|contact|hotline|line|desk"
    "|callback|messages? (?:to|from)|registered(?: number)?"
)
_CALLING_ZH: Final = "电话|手机|联系|拨打|致电|回拨|打给|短信|座机|传真|号码|電話|手機|聯[繫絡]|撥打|致電"
_PAYING: Final = "zelle|venmo|cash ?app|paynow|payid|swish|bizum|e-?transfer"
"""Payments that go to whoever has a phone number."""
_ADDRESSED_ZH: Final = "先生|女士|小姐|太太|師傅|师傅|經理|经理|老師|老师|醫生|医生"
_TITLED_BEFORE: Final = compile_late(rf"[\u4e00-\u9fff](?:{_ADDRESSED_ZH})[ ,，、:：(（]{{1,2}}\Z")
_EIGHT: Final = compile_late(r"(?!20\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))[2-9]\d{3}[ \-]?\d{4}")
"""A number of Hong Kong, Macau or Singapore, and no date."""
_CALLED: Final = "office|fax|mobile|cell|home|work|tel|phone|direct|desk"
_ROLE_BEFORE: Final = compile_late(
    rf"(?:\b(?!text/)(?:{_CALLING})\b[^\n.;。；]{{0,24}}|(?:{_CALLING_ZH})[^\n。；;]{{0,8}}"
    rf"|\b(?:{_PAYING})\b[^\n;]{{0,24}}\b(?:to|from)\b[^\n.;0-9]{{0,32}}"
    r"|\b(?:my|his|her|their|our)(?: (?:new|old|other|own|usual|work|home))? number(?:'s| is)?[ :]{1,3})$"
)
_OWN_ID: Final = compile_late(r"\b(?:id|sku|ref|code)[ ]?[:#：]{1,2}[ ]?$")
"""What names the number itself: no phone, whatever is called before it."""
_ROLE_AFTER: Final = compile_late(rf"[ \t\ue001\-]{{0,3}}[(\[]?(?:{_CALLED})\b|[ (（]{{0,2}}(?:微信)?同号")
_DATE_HEAD: Final = compile_late(r"(?:19|20)\d\d[\-./ ](?:0[1-9]|1[0-2])[\-./ ](?:0[1-9]|[12]\d|3[01])")
_DATE_TAIL: Final = compile_late(r"[ \ue001](?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\Z")
_SLASHED_DATE: Final = compile_late(
    r"(?<!\d)(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|[12]\d|3[01])/(?:19|20)\d\d(?!\d)"
)
_DAY_FIRST: Final = compile_late(r"\d\d[.\-/ ]\d\d[.\-/ ](?:19|20)\d\d(?!\d)")
_SERVICE_LINE: Final = compile_late(r"(?:[48]00|95\d|96\d|12\d)")
_CLOCK_BEFORE: Final = compile_late(r"\d:\d{2}:\Z")
_ZIP_PLUS: Final = compile_late(r"\d{5}-\d{4}")
_STATE_BEFORE: Final = compile_late(r"\b[A-Z]{2},?[\s#*/>]{1,8}\Z")
_SSN_GROUPS: Final = compile_late(r"\d{3}[ \-]\d\d[ \-]\d{4}")
_NHS_GROUPS: Final = compile_late(r"\d{3} \d{3} \d{4}")
_THOUSANDS: Final = compile_late(r",\d{3}(?!\d)")
_OWN_MARKS: Final = compile_late(r"\d[\-()]{1,2}[ ]?\d|\+\d")
"""Separators of a phone and of no quantity."""
_UNIT_OF_TIME: Final = compile_late(r"\d{1,4}(?:[^\W\d_]|:\d)")
"""What begins the next sentence (12点, 5pm, 10:30), and is no fraction."""
_FILLER: Final = compile_late(r"[ \t\ue001:：=\-—号码是为:\"']*")


def _propose_phone(
    context: Context,
    start: int,
    end: int,
    rule: str,
    *,
    tier: Tier = "hard",
    source: Source = "format",
    validated: bool = False,
) -> Candidate:
    """The phone without a bracket that only opens: such a bracket is the sentence's."""
    if context.folded[start] == "(" and ")" not in context.folded[start:end]:
        start += 1
    return propose(context, "PHONE", start, end, rule, tier=tier, source=source, validated=validated)


def _is_well_spaced(text: str) -> bool:
    """True for a number written in few groups, or digit by digit; false for a table of figures."""
    groups = [group for group in re.split(r"\D+", text) if group]
    if "." in text and max(map(len, groups)) > 4 and len(groups) < 4:
        return False  # a decimal number
    if re.search(r"\d\.\d.*[ ]{2}", text):
        return False  # columns of figures
    return len(groups) <= 5 or all(len(group) == 1 for group in groups)


def _touches_number(folded: str, start: int, end: int) -> bool:
    """True when the span is a slice of a longer digit-and-dash code (``1733-0425-0061-3804``)."""
    if start > 1 and folded[start - 1] in "-./_" and is_word_char(folded[start - 2]):
        return folded[start - 1] != "/" or not _OWN_MARKS.search(folded, start, end)
    if start > 0 and (is_word_char(folded[start - 1]) or folded[start - 1] == "_"):
        # A bracket parts a number from the letters before it: tel(718)555-0166.
        return folded[start] != "(" or not folded[start - 1].isalpha()
    if end + 1 < len(folded) and folded[end] in "-_/" and folded[end + 1].isdigit():
        return folded[end] != "/" or not _OWN_MARKS.search(folded, start, end)
    if end + 1 < len(folded) and folded[end] in ".," and folded[end + 1].isdigit():
        return _goes_on(folded, start, end)
    return end < len(folded) and (folded[end].isdigit() or folded[end] == "_")


def _goes_on(folded: str, start: int, end: int) -> bool:
    """Whether the point or comma behind a span, before a digit, is one within a number (12.5, 1,234,567)."""
    if folded[end] == ",":
        return bool(_THOUSANDS.match(folded, end)) and not folded[max(start, end - 4) : end].isdigit()
    if _OWN_MARKS.search(folded, start, end):
        return False
    return "." in folded[start:end] or not _UNIT_OF_TIME.match(folded, end + 1)


def _each_match(context: Context, pattern: re.Pattern[str], least: int) -> Iterator[re.Match[str]]:
    """Matches of a pattern in the runs of at least so many digits."""
    folded = context.folded
    for start, end in find_number_runs(folded, least):
        # An extension may lie behind the run.
        yield from pattern.finditer(folded, start, min(end + 14, len(folded)))


def find_cn_mobiles(context: Context) -> Iterable[Candidate]:
    """Mainland mobiles in every grouping, with +86, 0086 or (86), and with an extension."""
    for match in _each_match(context, _CN_MOBILE, 11):
        start, end = match.span()
        text = match.group()
        if not _is_well_spaced(text) or _DATE_HEAD.match(text) or _DATE_TAIL.search(text):
            continue  # a sum and a date in the next cell (5,150 2021-01-15) make eleven digits too
        if _touches_number(context.folded, start, end):
            continue
        yield _propose_phone(context, start, end, "phone.cn_mobile", validated=True)


def find_cn_landlines(context: Context) -> Iterable[Candidate]:
    """Landlines with an area code (0755-8888 0000, (010)8888-0000)."""
    for match in _each_match(context, _CN_LANDLINE, 10):
        start, end = match.span()
        grouped = not match.group().isdigit()
        if grouped and not _touches_number(context.folded, start, end):
            yield _propose_phone(context, start, end, "phone.cn_landline")


def _is_nanp_shape(match: re.Match[str]) -> bool:
    area = match["area"] or match["bare"]
    if (match["code"] and "+" in match["code"]) or re.search(r"(?:x|ext\.?) ?\d{2,6}$", match.group()):
        return True
    if area[0] in "01" or area[1:] == "11":
        return False
    if match["bare"] and (match["sep"] or "").strip() == "" and match["exchange"][0] in "01":
        return False
    return not (match["code"] is None and area in ("800", "888", "877", "866") and not match["area"])


def find_local(context: Context) -> Iterable[Candidate]:
    """Seven digits of the exchange 555, which is for examples and stories."""
    folded = context.folded
    for run_start, run_end in find_number_runs(folded, 7):
        for match in _LOCAL.finditer(folded, run_start, run_end):
            if not _touches_number(folded, *match.span()):
                yield _propose_phone(context, match.start(), match.end(), "phone.local", tier="soft")


def find_nanp(context: Context) -> Iterable[Candidate]:
    """Ten-digit numbers of North America, grouped or behind +1; 555 exchanges are phones (DESIGN 5)."""
    for match in _each_match(context, _NANP, 10):
        start, end = match.span()
        if _NHS_GROUPS.fullmatch(match.group()) and _is_named_identity(context, start):
            continue
        if _is_nanp_shape(match) and not _touches_number(context.folded, start, end):
            yield _propose_phone(context, start, end, "phone.nanp", validated=True)


def _is_named_identity(context: Context, start: int) -> bool:
    """Whether a label of identity stands directly before: its number may be grouped as no phone is."""
    return any(0 <= start - hit.value_start <= 2 for hit in context.labelled("ID_NUMBER"))


def find_international(context: Context) -> Iterable[Candidate]:
    """Numbers that begin with + or 00 and a country code, to the last digit that stands with them."""
    for match in _each_match(context, _INTERNATIONAL, 7):
        start = match.start()
        text = match.group().rstrip("( -./")
        if text.startswith("00") and not re.match(r"00\d{1,3}[ \-.(]|0086", text):
            continue
        read = read_international(context.folded, start, text)
        if read is None:
            continue
        size, valid = read
        yield _propose_phone(
            context,
            start,
            _behind_extension(context.folded, start + size),
            "phone.international",
            tier="hard" if valid else "soft",
            validated=valid,
        )


def _behind_extension(folded: str, end: int) -> int:
    match = re.compile(_EXTENSION).match(folded, end)
    return match.end() if match else end


def find_national(context: Context) -> Iterable[Candidate]:
    """Numbers with a trunk 0 in the grouping of some region (01 99 00 45 67, 020 7946 0018)."""
    for match in _each_match(context, _NATIONAL, 5):
        start, end = match.span()
        text = match.group()
        if _DATE_HEAD.match(text) or _DAY_FIRST.match(text) or _touches_number(context.folded, start, end):
            continue
        if _CLOCK_BEFORE.search(context.folded, max(0, start - 5), start):
            continue  # seconds and an offset from UTC
        if _DATE_TAIL.search(text):
            continue
        if _ZIP_PLUS.fullmatch(text) and _STATE_BEFORE.search(context.text, max(0, start - 12), start):
            continue
        if _SSN_GROUPS.fullmatch(text) and _is_named_identity(context, start):
            continue
        if is_national_phone(text):
            yield _propose_phone(context, start, end, "phone.national", validated=True)


def _is_dated(text: str) -> bool:
    """Whether a run of digits begins with a day or holds one with slashes: ``58 06/07/2026``."""
    return bool(_DATE_HEAD.match(text) or _SLASHED_DATE.search(text))


def _read_labelled(context: Context, hit: LabelHit) -> Iterator[Candidate]:
    folded = context.folded
    filler = _FILLER.match(folded, hit.value_start, hit.value_end)
    position = filler.end() if filler else hit.value_start
    for _ in range(3):
        match = _LABELLED.match(folded, position, min(hit.value_end + 8, len(folded)))
        if match is None:
            return
        start, end = match.span()
        digits = count_digits(match.group())
        whole = _SOLID.match(folded, start) or _CN_MOBILE.match(folded, start) or _NANP.match(folded, start)
        if whole and whole.end() < end and _is_well_spaced(whole.group()):
            end = whole.end()  # what follows is the next number
        if start and folded[start - 1] == "(" and ")" in match.group() and "(" not in match.group():
            start -= 1
        if _is_dated(match.group()) or digits > 17 or _touches_number(folded, start, end):
            return
        tier: Tier = "hard" if digits >= 7 and hit.direct else "soft"
        yield _propose_phone(context, start, end, "phone.labelled", tier=tier, source="label")
        joiner = re.compile(r"[ \t]{0,2}(?:[/,;、，；或]|or\b|and\b|&)[ \t]{0,2}").match(folded, end)
        if joiner is None:
            return
        position = joiner.end()


def find_labelled(context: Context) -> Iterable[Candidate]:
    """What a phone label stands before, valid or not: people mistype numbers, and readers misread them."""
    for hit in context.labelled("PHONE"):
        yield from _read_labelled(context, hit)


def find_by_role(context: Context) -> Iterable[Candidate]:
    """Bare numbers beside a word of calling: ``call 4155550132``, ``655 020 108 office``."""
    folded = context.folded
    for run_start, run_end in find_number_runs(folded, 6):
        for match in _LABELLED.finditer(folded, run_start, min(run_end + 14, len(folded))):
            start, end = match.span()
            solid = _SOLID.match(folded, start, end)
            end = solid.end() if solid else end
            digits = count_digits(folded[start:end])
            whole = _CN_MOBILE.match(folded, start) or _NANP.match(folded, start)
            if whole and whole.end() < end:
                continue  # another rule has the number; this one would take the next along
            if not 6 <= digits <= 13 or _touches_number(folded, start, end):
                continue
            if _is_dated(match.group()) or _SERVICE_LINE.match(match.group()):
                continue
            after = _ROLE_AFTER.match(folded, end)
            if digits < 7 and not after:
                continue
            titled = _EIGHT.fullmatch(match.group()) and _TITLED_BEFORE.search(
                folded, max(0, start - 8), start
            )
            called = _ROLE_BEFORE.search(folded, max(0, start - 48), start)
            if after or titled or (called and not _OWN_ID.search(folded, max(0, start - 12), start)):
                yield _propose_phone(context, start, end, "phone.role", tier="soft")


RULES: dict[str, Rule] = {
    "phone.cn_mobile": Rule(find_cn_mobiles, (need_digits(11),)),
    "phone.cn_landline": Rule(find_cn_landlines, (need_digits(10),)),
    "phone.nanp": Rule(find_nanp, (need_digits(10),)),
    "phone.local": Rule(find_local, (r"555[\-. ]\d",)),
    "phone.international": Rule(find_international, (r"\+\d", r"(?:^|[^0-9a-z+.])00[1-9]")),
    "phone.national": Rule(find_national, (r"(?:^|[^0-9a-z.\-/+])0\d",)),
    "phone.labelled": Rule(find_labelled, labels=("PHONE",)),
    "phone.role": Rule(find_by_role, (need_digits(6),)),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "phone.cn_mobile": (
        Example("请回拨138 0013-8000，谢谢", ("138 0013-8000",)),
        Example("手机1380013 80 00。", ("1380013 80 00",)),
        Example("对接人（138-0013-8000）和老陆(13800138000)", ("138-0013-8000", "13800138000")),
        Example("来电 +8613800138000 / 8613800138000", ("+8613800138000", "8613800138000")),
        Example("手机13800138000，3号楼。13900139000。5点", ("13800138000", "13900139000")),
        Example("ran at 1748301122334 ms"),
        Example("took 13800138000.25 ns"),
        Example("入职 1987-03-22 123 天"),
        Example("单号202505120077已签收"),
        Example("root 14179 17.8  0.6 538988 156924 ?"),
    ),
    "phone.cn_landline": (
        Example("前台电话0755-8355 0100转8", ("0755-8355 0100转8",)),
        Example("编号2010-88550100-77"),
    ),
    "phone.nanp": (
        Example("Ring (415) 555-0132 ext. 7 today", ("(415) 555-0132 ext. 7",)),
        Example("is 212.555.0147, or 818 555 0165.", ("212.555.0147", "818 555 0165")),
        Example("+1 (245) 555-0120,next", ("+1 (245) 555-0120",)),
        Example("415-555-0132,415-555-0177.5pm", ("415-555-0132", "415-555-0177")),
        Example("tel(415)555-0132", ("(415)555-0132",)),
        Example("Ana (415-555-0132), or (1-415-555-0165)", ("415-555-0132", "1-415-555-0165")),
        Example("range (2024-555-0132), f(12, 415-5)"),
        Example("Case 1733-0425-0061-3804, hearing"),
        Example('{"thread_ts":"1751100233.008812"}'),
        Example("SOA ns1 2025061203 604800 1800"),
    ),
    "phone.local": (
        Example("try 555-0199 then", ("555-0199",)),
        Example("Vet - 555-0188, (555-0177)", ("555-0188", "555-0177")),
        Example("lot 1-555-0199-2 and 444-0199"),
    ),
    "phone.international": (
        Example("First +44 20 7946 0018, then", ("+44 20 7946 0018",)),
        Example("+44 1225 555 0199", ("+44 1225 555 0199",)),
        Example("Moss & Co | +44.1225.555.0199 | x", ("+44.1225.555.0199",)),
        Example("build 1.2.3+45678901 failed"),
    ),
    "phone.national": (
        Example("致電（0912 345 678）或 (02)2555-0147", ("0912 345 678", "(02)2555-0147")),
        Example("Appelez le 01 99 00 45 67 ou le", ("01 99 00 45 67",)),
        Example("SSN 078-05-1120, social security number: 078 05 1120"),
        Example("le 01.02.2024 10.30"),
        Example('"endAt": "2022-12-01T16:42:03.323000-05:00"'),
        Example("# Springfield, MA\n# 01103-1301 USA"),
    ),
    "phone.labelled": (
        Example("Phone: +1 400-626-881", ("+1 400-626-881",)),
        Example("電話：5555 0123，手機 0912345678", ("5555 0123", "0912345678")),
        Example("Phone: see above"),
        Example("Phone: 06/07/2026 10:20"),
    ),
    "phone.role": (
        Example("please call 4155550132 now", ("4155550132",)),
        Example("my new number 07700900321, her number's 07700900322", ("07700900321", "07700900322")),
        Example("my number one fan 20250311, our number of items 20250311"),
        Example("ZELLE TO KIM PARKS 7855550119, venmo payment from 4155550132", ("7855550119", "4155550132")),
        Example("ZELLE PAYMENT CONF 7855550119"),
        Example("關小姐 2555 0199，王先生：25550188", ("2555 0199", "25550188")),
        Example("item 3027713904 is in stock, 尊敬的王先生 20250311 號單"),
        Example("call 20:58 06/07/2026 left the hub"),
        Example("call us\nor call now Bag ID:941342029, call desk ref: 655020108"),
        Example("call 030/1234567 now", ("030/1234567",)),
    ),
}
