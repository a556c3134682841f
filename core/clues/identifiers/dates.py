"""Dates of birth: the only TIME with a private role (DESIGN 5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import find_anchors
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import HARD_BREAK

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_REPUBLIC: Final = r"民[國国][ ]?(?:\d{1,3}|[一二三四五六七八九十百○零〇]{1,5}|元)[ ]?"
"""A year of the calendar of Taiwan."""
_SMALL: Final = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_DATE: Final = compile_late(
    r"(?<![0-9a-z.])(?:"
    r"(?:19|20)\d\d[ ]?[\-./][ ]?\d{1,2}[ ]?[\-./][ ]?\d{1,2}|"
    r"\d{1,2}[ ]?[\-./][ ]?\d{1,2}[ ]?[\-./][ ]?(?:19|20)?\d\d|"
    rf"{_MONTH}[ \-]\d{{1,2}}(?:st|nd|rd|th)?,?[ \-](?:19|20)\d\d|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?[ \-](?:of )?{_MONTH},?[ \-](?:19|20)?\d\d|"
    r"(?:19|20)\d{2}[ ]?年[ ]?\d{1,2}[ ]?月(?:[ ]?\d{1,2}[ ]?[日号])?|"
    r"(?:19|20)\d{2}[ ]?年(?=[出]?生)|"
    r"[一二]?[零〇一二三四五六七八九]{4}年[一二三四五六七八九十]{1,3}月(?:[一二三四五六七八九十]{1,3}[日号])?|"
    r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|"
    r"(?:19|20)\d{2}[\-/.](?:0[1-9]|1[0-2])|"
    rf"{_MONTH}[ ](?:19|20)\d\d|"
    rf"\d{{1,2}}[ \-]?{_MONTH}[ \-]?(?:(?:19|20)\d\d|['’]?\d\d)|"
    rf"{_REPUBLIC}年"
    rf"[ ]?{_SMALL}[ ]?月(?:[ ]?{_SMALL}[ ]?[日號号])?"
    r")(?![0-9])"
)
_BIRTH_WORDS: Final = (
    "birth", "dob", "d.o.b", "born", "生日", "出生", "生于", "诞辰", "geboren", "geburtsdatum", "née le",
    "né le", "date de naissance", "nacimiento", "nacido el", "nacida el", "nato il", "nata il",
    "data di nascita", "nascimento",
)  # fmt: skip
_DAY: Final = compile_late(
    r"[ :：]{0,3}(?:是|为|在)?[ ]?(?P<day>(?:农历|阴历|阳历)?\d{1,2}[ ]?月[ ]?\d{1,2}[ ]?[日号])"
)
_BEFORE_BIRTH: Final = compile_late(r"[ ]?(?:(?:出生|诞生|誕生)|生(?=[，。,.;；、)）于於\s\ue000]|$))")
_BORN_WORDS: Final = ("出生", "诞生", "誕生", "日生", "年生", "月生")
_NO_BIRTH: Final = compile_late(
    r"birth(?: rate|day (?:part|gift|cake|card|present|wish|greeting|lunch|dinner))|出生(?:率|人口|缺陷|证)"
    r"|生日(?:快乐|聚会|派对|礼物|蛋糕|会|宴)"
)
"""Feasts and figures: a date beside them is not a person's date of birth."""
_REACH: Final = 40


def find_births(context: Context) -> Iterable[Candidate]:
    """A date behind a label or word of birth, within the sentence or the next one."""
    folded = context.folded
    spans: set[tuple[int, int]] = set()
    for hit in context.labelled("DOB"):
        if _NO_BIRTH.match(folded, hit.start):
            continue
        match = _DATE.search(folded, hit.value_start, min(hit.value_end, hit.value_start + _REACH))
        if match:
            spans.add(match.span())
    for start in find_anchors(folded, _BIRTH_WORDS):
        if _NO_BIRTH.match(folded, start):
            continue
        match = _DATE.search(folded, start, min(len(folded), start + _REACH))
        if (
            match
            and "\n\n" not in folded[start : match.start()]
            and HARD_BREAK not in folded[start : match.start()]
        ):
            spans.add(match.span())
        elif folded.startswith("生日", start) and (day := _DAY.match(folded, start + 2)):
            spans.add(day.span("day"))
    for start in find_anchors(folded, _BORN_WORDS):
        spans |= {
            before.span()
            for before in _DATE.finditer(folded, max(0, start - 20), start + 2)
            if _BEFORE_BIRTH.match(folded, before.end())
        }
    for start, end in sorted(spans):
        yield propose(context, "TIME", start, end, "date.birth", source="label")


RULES: dict[str, Rule] = {
    "date.birth": Rule(find_births, words=(*_BIRTH_WORDS, *_BORN_WORDS), labels=("DOB",))
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "date.birth": (
        Example("DOB: 1987-03-22, seen 2024-05-01", ("1987-03-22",)),
        Example("she was born on 4/23/1961.", ("4/23/1961",)),
        Example("date of birth Nov 17, 1998 on the record", ("Nov 17, 1998",)),
        Example("生日1985年10月2日，复诊2024年5月1日", ("1985年10月2日",)),
        Example("my date of birth. It's 6/14/1952", ("6/14/1952",)),
        Example("geboren am 12.03.1984, née le 12/03/1984", ("12.03.1984", "12/03/1984")),
        Example("他1984年3月12日出生，生日是3月12日", ("1984年3月12日", "3月12日")),
        Example("男，1970年生；民國七十二年三月五日生）", ("1970年", "民國七十二年三月五日")),
        Example("出生日期：民國72年3月5日，DOB 12SEP84", ("民國72年3月5日", "12SEP84")),
        Example("2019年生产，3月5日生效，民國七十二年開業"),
        Example("3月12日出发，1984年3月12日开业，生日快乐"),
        Example("birthday party 12.05.2024, birth rate 2023-12, 生日快乐 2024年5月，出生率 2023年12月"),
        Example("born to run since version 1.2.3; released 2024-05-01"),
    ),
}
