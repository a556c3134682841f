"""Private numbers and codes by role: NUM and ALNUM (CONTRACT b.4, b.5).

A number is private because of what it is called, never because it is long. The role comes from a label, a
field, or a prefix that names it (MRN-…); ``strict`` drops the need for a role.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.identifiers.numerals import need_digits
from shotveil.core.clues.labels.fields import kinds_of_words, split_field
from shotveil.core.clues.program_text import is_technical
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate, Tier

ROLES: Final[frozenset[str]] = frozenset(
    {
        "ACCOUNT", "MEMBER", "EMPLOYEE", "STUDENT", "ORDER", "TRACKING", "CASE", "MRN", "INSURANCE", "TAX",
        "DEVICE", "CODE", "CVV",
    }
)  # fmt: skip
_SHORT_ROLES: Final = {"CODE": 4, "CVV": 3, "MEMBER": 4, "EMPLOYEE": 3, "STUDENT": 4, "DEVICE": 4}
_LEAST: Final = 4
_LEAST_UNLINKED: Final = 6
_SECRET_CODES: Final = frozenset(
    {"pin", "pin code", "pin number", "passcode", "pass code", "door code", "gate code", "entry code",
     "alarm code", "keysafe", "key safe code", "keysafe code", "lockbox code", "lock box code",
     "keypad", "keypad code", "garage code", "garage door code", "safe code", "lock code", "padlock code",
     "key box", "keybox", "key box code", "keybox code", "lockbox", "lock box", "entrance code",
     "panel code", "access code", "security pin", "otp", "unlock code", "pickup code", "pick up code",
     "2fa code",
     "confirmation pin", "badge", "badge number", "badge no", "payroll number", "payroll no"}
)  # fmt: skip
_LONGEST_ORDINAL: Final = 5
_ANSWER_FIELDS: Final = frozenset({"reference", "references"})
_LEAST_REFERENCE: Final = 6
"""Digits of a reference number in a field of that name."""
_REFERENCE_CODE: Final = compile_late(r"(?=[^A-Z]*[A-Z])[0-9A-Z/\-]*[0-9]{3}[0-9A-Z/\-]*")
"""A code of capitals and three digits in a row, which no formula has (QK7712)."""
_PREFIXED_ROLES: Final = frozenset({"ORDER", "TRACKING", "CASE", "MEMBER", "ACCOUNT"})

_TOKEN: Final = compile_late(
    r"(?P<han>[\u4e00-\u9fff]{1,3}(?=[0-9a-z]{6}))?"
    r"(?P<code>[0-9a-z](?:[0-9a-z_]|[\-./:](?=[0-9a-z])|-\ue001(?=[0-9a-z])){1,80})"
)
_MORE_DIGITS: Final = compile_late(
    r"(?:[ \u00a0\ue001]{1,2}[0-9]{2,8}(?![0-9a-z])){1,6}"
    r"(?:[ \u00a0\ue001]{1,2}(?:[0-9]{0,5}x(?![0-9a-z])|[0-9](?=[ ]{0,2}(?:[^\w ]|$))))?"
)
_HEAD: Final = compile_late(r"[a-z]{1,3}[ \u00a0\ue001](?=(?:[ ]?[0-9]){6})")
"""Letters that a code begins with, parted from its digits."""
_GROUPED: Final = compile_late(r"[0-9]{2,6}\Z")
_JOINED: Final = compile_late(r"(?:[0-9]{8}|[0-9]{12})\Z")
_MORE_FOURS: Final = compile_late(
    r"(?:[ \u00a0\ue001]{1,2}(?:[0-9]{4}){1,2}(?![0-9a-z])){1,3}"
    r"(?:[ \u00a0\ue001]{1,2}[0-9]{1,3}(?![0-9a-z]|[ ][a-z]))?"
)
"""Further groups of an account written in fours, of which a reader joined the first ones."""
_KEY_SIGN: Final = compile_late(r"(?<=[0-9])[#*](?![0-9a-z#*])")
"""The key that is pressed behind a code: ``2580#``."""
_YEAR_OF: Final = compile_late(r"(?:19|20)[0-9]{2} [a-z]")
_OTHER_CODE: Final = compile_late(
    r"[,;]?[ ](?:and|or|but|while)[ ](?:the|my|his|her|our|your|their)[ ]"
    r"(?:other|old|new|second|spare|backup|first|previous|next)[ ](?:one |pin |code )?(?:is|was)[ ]"
    r"(?=[0-9]{4})"
)
"""A second code of the same sentence."""
_SKIP: Final = compile_late(r"[^0-9a-z\u4e00-\u9fff\n\ue000]{0,8}")
_NEXT: Final = compile_late(r"[ \t]{0,2}(?:[,，、/&和及与]|and|or|或)[ \t]{0,2}")
_HAS_DIGIT: Final = compile_late("[0-9]")
_MASKED: Final = compile_late(r"[x*•●#]{3,}")

_VERSION: Final = compile_late(
    r"(?:https?|rtsp|sip|icap|tls|ssh|h)/\d(?:\.\d)?\Z|v?\d{1,3}(?:\.\d{1,3}){1,3}(?:[-+][0-9a-z.]{1,12})?\Z|v\d{1,4}\Z"
)
_CLOCK: Final = compile_late(r"\d{1,2}:\d{2}(?::\d{2})?\Z|\d{1,2}-\d{1,2}\Z")
_WORDS_ONLY: Final = compile_late(r"[A-Za-z]{2,20}(?:[_.][A-Za-z]{2,20}){1,3}")
_DATE: Final = compile_late(
    r"(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])(?:t[0-9:.\-+z]+)?\Z"
    r"|(?:0?[1-9]|[12]\d|3[01])[-/](?:0?[1-9]|[12]\d|3[01])(?:[-/](?:19|20)?\d\d)?\Z"
)
_QUANTITY_AFTER: Final = compile_late(
    r"[ \t\u00a0]?(?:%|％|°|年|月|日|天|周|点|小时|分钟|秒|元|块|万|亿|人|个|条|项|页|章|节|次|件|份|张|台"
    r"|栋|座|楼|层|号楼|室|单元|岁|米|公里|千克|公斤|克|毫升|升"
    r"|(?:kg|cm|mm|km|m|g|mg|ml|px|pt|em|rem|dp|ms|s|kb|mb|gb|tb|hz|mhz|ghz|usd|eur|dollars|years?|days?|weeks?"
    r"|months?|hours?|hrs?|minutes?|mins?|seconds?|items?|pcs|pieces|people|times|percent|points?|rows?|bytes)"
    r"(?![0-9a-z]))"
)
_QUANTITY_BEFORE: Final = compile_late(r"(?:[$€£¥￥©]|\(c\)|copyright|第|no\.|usd|rmb|cny|eur)[ \t]?\Z")
_VARIABLE: Final = compile_late(r"[a-z]+(?:_[a-z]+)*_?[0-9]{1,3}")
"""Named like a variable of code; among much code it is one."""
_PRICE: Final = compile_late(r"\d{1,3}(?:,\d{3})+(?:\.\d\d)?\Z|\d+\.\d\d\Z")

_BESIDE: Final = 40
_DIGITS: Final = compile_late("[0-9]{4,}")
_NAMING: Final = (
    "mrn|emp|dl|ins|acct?|ord|order|inv|pol|policy|case|cust|mem|member|stu|rx|ref|txn|trx|pat|patient|claim"
    "|clm|tkt|ticket|visa|vin|shp|trk|wo|po|rma|dev|cnf|conf|bkg|lic|badge|acc"
)
_SELF_NAMED: Final = compile_late(
    rf"(?<![0-9a-z_\-])(?:{_NAMING})"
    r"[-_#]{1,2}[0-9a-z]{0,4}[-_]?[0-9]{4,}(?:-[0-9a-z]+){0,3}(?![0-9a-z])"
)
_BUSINESS: Final = compile_late(r"(?<![0-9A-Za-z_\-./])([A-Z]{2,6})[0-9]{6,14}(?![0-9A-Za-z_\-/])")
_GLUED: Final = compile_late(
    r"(?<=[\u4e00-\u9fff])(?:[a-z]{2,5}|[A-Za-z][0-9][A-Za-z])(?!(?:19|20)[0-9]{6}(?![0-9]))[0-9]{8,14}"
    r"(?=[\u4e00-\u9fff，。；,;])"
)
"""A code whose case or letters were changed, inside a Chinese sentence."""
_STANDARDS: Final = frozenset(
    {"ISO", "RFC", "CVE", "GB", "IEC", "EN", "ANSI", "IEEE", "ASTM", "DIN", "JIS", "PEP"}
)
_THING_CODE: Final = compile_late(
    r"(?:version|error|err|exit|status|return|response|result|reason|state|event|fault|country|language|lang|currency"
    r"|area|source|machine|http|byte|char|key|colou?r|op|bar|qr|hs|tax|product|icd|diagnosis)[ _\-]?code\Z"
)
"""Codes that tell what something is, not whose."""
_OBJECT_LABELS: Final = ("uid", "client id", "clientid", "client_id")
_UUID: Final = compile_late(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HOST_BEHIND: Final = compile_late(
    r"s?\.(?:(?:[a-z0-9\-]{1,63}\.)*(?:com|net|org|io|dev|cn|gov|edu|uk|de)(?![a-z0-9])|[a-z]+\.[a-z])"
)
"""The rest of a dotted name whose first part is a label: ``accounts.google.com``, ``orders.events.v1``."""
_TRACKED: Final = compile_late(r"[a-z]{2,10}-[0-9]{1,6}")
_TICKETS: Final = frozenset({"INC", "CHG", "PRB", "RITM", "SCTASK", "TASK", "KB", "BUG", "JIRA", "PR"})
"""What trackers of work number: no customer's, no person's."""
_CARRIER: Final = compile_late(
    r"(?<![0-9a-z])(?:1z[0-9a-z]{16}|1z[0-9]{12}|tba[0-9]{12}|(?:sf|jd|jt|yt|zto?|sto|ems|db|ems)[0-9]{12,15})"
    r"(?![0-9a-z])"
)
_PROGRAM_AFTER: Final = compile_late(r"[ \t]{0,2}=|[(\[]")
"""What follows a variable or function, and no account: ``for x in user_ids:`` and ``new_ids = …`` below."""
_PROCESS_AFTER: Final = compile_late(
    r"\(|\) by |[ ,]{1,2}(?:a|e|s|fs)?[ug]id=|[ ,]{1,2}(?:pid|ses|comm|exe|old-auid)="
)
"""What stands behind the number that a system gives an account: ``uid=1000(kim) gid=…``."""
_LONG: Final = compile_late(r"(?<![0-9a-z.])[0-9]{7,}(?![0-9a-z])")


def _is_decoy(folded: str, start: int, end: int) -> bool:
    """True for what is a version, date, clock, price, quantity or mask and not an identifier (b.5)."""
    value = folded[start:end]
    if _VERSION.match(value) or _DATE.match(value) or _CLOCK.match(value) or _PRICE.match(value):
        return True
    if _MASKED.search(value) and not re.search(r"\d{4}", value):
        return True
    if value.isdigit() and _QUANTITY_AFTER.match(folded, end):
        return True
    if len(value) > _LONGEST_ORDINAL:
        return False
    return _QUANTITY_BEFORE.search(folded, max(0, start - 10), start) is not None


def _candidate(
    context: Context, start: int, end: int, rule: str, tier: Tier = "soft", score: float = 0.6
) -> Candidate:
    text = context.text[start:end]
    kind = "ALNUM" if any(char.isalpha() for char in text) else "NUM"
    if rule == "number.account" and _WORDS_ONLY.fullmatch(text):
        kind, rule = "USER", "user.account"  # an account that is called by words is a login
    return Candidate(kind, start, end, text, tier, "label", score, rule, (rule,))


def _read_value(context: Context, hit: LabelHit, position: int, last: int) -> tuple[int, int] | None:
    """The code that begins at ``position``, with groups of digits behind it."""
    folded = context.folded
    head = _HEAD.match(folded, position, last) if hit.direct else None
    match = _TOKEN.match(folded, head.end() if head else position, last)
    if not match:
        return None
    start = position if head else match.start()
    wordy = hit.kind == "ACCOUNT" and not hit.direct  # 支付宝转到138…
    if match["han"] and (wordy or hit.kind not in _PREFIXED_ROLES or kinds_of_words(match["han"])):
        start = match.start("code")
    end = match.end()
    if _GROUPED.match(match["code"]):
        more = _MORE_DIGITS.match(folded, end, last)
        end = more.end() if more else end
    elif hit.kind == "ACCOUNT" and _JOINED.match(match["code"]):
        more = _MORE_FOURS.match(folded, end, last)
        end = more.end() if more else end
    if hit.kind == "CODE" and _KEY_SIGN.match(folded, end, last):
        end += 1
    return start, end


def _is_code(context: Context, hit: LabelHit, start: int, end: int) -> bool:
    folded = context.folded
    value = folded[start:end]
    least = _SHORT_ROLES.get(hit.kind, _LEAST) if hit.direct else _LEAST_UNLINKED
    if not hit.direct and value.rstrip("#*").isdigit() and folded[hit.start : hit.end] in _SECRET_CODES:
        if _YEAR_OF.match(folded, start):
            return False
        least = _LEAST  # "PIN 9083": such a word stands beside nothing else
    if folded[end : end + 1] == "@" or folded[start - 1 : start] in ("@", "/", "\\"):
        return False
    if not _HAS_DIGIT.search(value):
        if not hit.direct or _PROGRAM_AFTER.match(folded, end):
            return False
        return _is_wordless_code(context.text[start:end], hit.kind, folded[hit.start : hit.end])
    if _VARIABLE.fullmatch(value) and is_technical(context.text, start):
        return False
    if _is_object(context, hit, value):
        return False
    if _TRACKED.fullmatch(value) and folded[hit.start : hit.end] == "ticket":
        return False  # a tracker of work: ticket OPS-1203
    if folded[hit.start : hit.end] == "uid" and value.isdigit() and _PROCESS_AFTER.match(folded, end):
        return False
    return sum(map(str.isalnum, value)) >= least and not _is_decoy(folded, start, end)


def _read_label(context: Context, hit: LabelHit) -> str:
    if hit.end > hit.start:
        return context.folded[max(0, hit.start - 12) : hit.end]
    return " ".join(split_field(context.stream.read_written_field(hit.value_start)))


def _is_of_thing(context: Context, hit: LabelHit) -> bool:
    return _THING_CODE.search(_read_label(context, hit)) is not None


def _is_object(context: Context, hit: LabelHit, value: str) -> bool:
    """A UUID that an installation gives a thing: ``uid`` of a resource, the ``client id`` of a program."""
    if hit.kind != "ACCOUNT" or not _UUID.fullmatch(value):
        return False
    return _read_label(context, hit).strip("\"' ").endswith(_OBJECT_LABELS)


def _is_wordless_code(value: str, kind: str, label: str) -> bool:
    """A code of letters only: joined account names, and capitals or Latin letters behind a Chinese label."""
    if kind in ("ACCOUNT", "MEMBER") and "_" in value.strip("_"):
        return len(value) >= 6
    if not value.isascii() or not value.isalpha() or label.isascii():
        return False
    if kind in ("ORDER", "TRACKING", "CASE", "DEVICE"):
        return len(value) >= 8 and value.isupper()
    return kind == "ACCOUNT" and len(value) >= 6


def _is_answer(context: Context, hit: LabelHit, start: int, end: int) -> bool:
    """Whether a field ``reference`` holds what an answer is compared with: a short number, a formula."""
    if hit.role != "FIELD" or context.stream.read_field(start) not in _ANSWER_FIELDS:
        return False
    value = context.text[start:end]
    whole = context.text[hit.value_start : hit.value_end].strip() == value
    long = value.isascii() and sum(map(str.isdigit, value)) >= _LEAST_REFERENCE
    return not (whole and (long or _REFERENCE_CODE.fullmatch(value)))


def find_labelled(context: Context) -> Iterator[Candidate]:
    """What a label of a role names: the code beside it and, in a list, the ones after it."""
    folded = context.folded
    for hit in context.labels:
        if hit.kind not in ROLES or (hit.kind == "CODE" and _is_of_thing(context, hit)):
            continue
        if hit.role == "LABEL" and _HOST_BEHIND.match(folded, hit.end):
            continue
        position = _SKIP.match(folded, hit.value_start, hit.value_end)
        if position is None or (not hit.direct and (hit.kind == "CASE" or position.end() - hit.end > 3)):
            continue
        place = position.end()
        for _ in range(12):
            span = _read_value(context, hit, place, hit.value_end)
            if span is None or not _is_code(context, hit, *span) or _is_answer(context, hit, *span):
                break
            score = 0.62 if hit.direct else 0.52
            yield _candidate(context, *span, f"number.{hit.kind.lower()}", score=score)
            follow = _NEXT.match(folded, span[1], hit.value_end)
            if hit.kind == "CODE" and hit.role != "FIELD":
                follow = _OTHER_CODE.match(folded, span[1], hit.value_end) or follow
            if follow is None or hit.role == "FIELD":
                break
            place = follow.end()


def _digit_windows(folded: str) -> Iterator[tuple[int, int]]:
    """Stretches around runs of four digits and more: nowhere else does a code name itself."""
    start, end = 0, -1
    for run in _DIGITS.finditer(folded):
        low, high = max(run.start() - _BESIDE, 0), run.end() + _BESIDE
        if low <= end:
            end = high
            continue
        if end >= 0:
            yield start, end
        start, end = low, high
    if end >= 0:
        yield start, end


def find_self_named(context: Context) -> Iterator[Candidate]:
    """Codes whose own prefix names their role, and the numbers of carriers."""
    for start, end in _digit_windows(context.folded):
        for match in _SELF_NAMED.finditer(context.folded, start, end):
            yield _candidate(context, *match.span(), "number.self_named")
        for match in _BUSINESS.finditer(context.text, start, end):
            if match[1] not in _STANDARDS and match[1] not in _TICKETS:
                yield _candidate(context, *match.span(), "number.self_named", score=0.5)
        for match in _GLUED.finditer(context.text, start, end):
            yield _candidate(context, *match.span(), "number.self_named", score=0.5)
        for match in _CARRIER.finditer(context.folded, start, end):
            yield _candidate(context, *match.span(), "number.carrier")


def find_long(context: Context) -> Iterable[Candidate]:
    """Under the strict policy, every number of seven digits and more."""
    if not context.strict:
        return
    for match in _LONG.finditer(context.folded):
        if not _is_decoy(context.folded, *match.span()):
            yield _candidate(context, *match.span(), "number.long", "weak", 0.1)


RULES: Final[dict[str, Rule]] = {
    "number.labelled": Rule(find_labelled, labels=tuple(sorted(ROLES))),
    "number.self_named": Rule(
        find_self_named,
        (
            rf"(?:{_NAMING})[-_#]{{1,2}}[0-9a-z]",
            r"[\u4e00-\u9fff][a-z][0-9a-z]{3}",
            r"(?:^|[^0-9a-z])1z[0-9a-z]",
            r"(?:tba|sf|jd|jt|yt|zto?|sto|ems|db)[0-9]{4}",
        ),
        written=(r"[A-Z]{2}[0-9]{6}",),
    ),
    "number.long": Rule(find_long, (need_digits(7),)),
}

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "number.labelled": (
        Example("Order number: QK7TZ2M4P1", ("QK7TZ2M4P1",)),
        Example("账号按 wx_7abq22k 录", ("wx_7abq22k",)),
        Example("订单是TK20260099871，谢谢", ("TK20260099871",)),
        Example("Your verification code is 482913.", ("482913",)),
        Example("account 0042 7731 9985", ("0042 7731 9985",)),
        Example("Return Policy ©2015 example.com"),
        Example(
            "if x not in user_ids:\n    new_user_ids = (1,)\n    take_account(x)\naccount: kestrel_fox",
            ("kestrel_fox",),
        ),
        Example("Policy copyright 2024"),
        Example("PIN 9083, passcode 4821, door code 48213#", ("9083", "4821", "48213#")),
        Example("Key safe: 8093, alarm code 4471", ("8093", "4471")),
        Example(
            "my PIN is 4471 and the other one is 9920. Gate code: 2580#, keypad 1947",
            ("4471", "9920", "2580#", "1947"),
        ),
        Example("keysafe 2019 edition; my PIN is set and the other one is 20; lock code review"),
        Example("keep the key safe 2024"),
        Example("uid=1000(kim) gid=1000(kim); pid=4411 uid=10001 auid=10001 ses=3"),
        Example("pin 13 is high, PIN codes 2, access code 200 OK, pin 4096 bytes"),
        Example(
            "账号|9070 1070 2224 2050 1\nMedicare: 2123 45670 1.", ("9070 1070 2224 2050 1", "2123 45670 1")
        ),
        Example(
            "Sort code 60-16-13, Frequent flyer: LH 992 2231 0984 4571", ("60-16-13", "LH 992 2231 0984 4571")
        ),
        Example("Policy number ......... MOT/4471/88213", ("MOT/4471/88213",)),
        Example("payroll number is 0048213, Badge 4471, TFN 123 456 782", ("0048213", "4471", "123 456 782")),
        Example("订单号 2026 03184471 9920 15，谢谢", ("2026 03184471 9920 15",)),
        Example("account 4410 2298 3 items, badge 12 of 40, your account.... I saw 4410229"),
        Example("医保卡号 4301 0319 6803 1245 7X。", ("4301 0319 6803 1245 7X",)),
        Example("order v2.5 of the manual"),
        Example("at (src/booking.test.ts:41:18) and order.items[12345]"),
        Example("The order of 2024-05-06 was fine"),
        Example("编号 655室"),
        Example("Do not treat A2-62, v6.7, or 3309 as identifiers"),
    ),
    "number.self_named": (
        Example("see MRN-7700123 for details", ("MRN-7700123",)),
        Example("你是来办usr70013344对应那份申请的", ("usr70013344",)),
        Example("打开build20260501之后再试"),
        Example("row C3-77 of the sheet"),
    ),
    "number.long": (Example("the counter says 99887766554433"),),
}
