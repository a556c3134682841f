"""Names by what a screen sets around them: a number beside them, an avatar, a caption (CONTRACT b.4).

A name alone in its box has no sentence to prove it. A contact list, a delivery or a notice proves it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.labels_zh import PART_RULE
from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, given_rank, word_level
from shotveil.core.clues.person.zh import reads_as_person
from shotveil.core.clues.screens.form_places import (
    FormPlace,
    PlaceRows,
    has_form_word,
    in_row,
    is_name_word,
    stands_above,
)
from shotveil.core.geometry import Box
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "form.person"
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_ALONE: Final = compile_late(rf"[^\w@#¥$]{{0,3}}(?P<name>[{_HAN}]{{2,4}})[^\w%]{{0,3}}")
_WORD: Final = "[A-Z\u00c0-\u00de\u0100-\u017f][a-z\u00df-\u00ff\u0100-\u017f'’\\-]{1,20}"
_LATIN: Final = compile_late(rf"(?P<name>{_WORD}(?: [A-Z]\.)? {_WORD}) ?(?:[>›]|\([A-Za-z]{{2,12}}\))?")
_SAID: Final = compile_late(
    rf"(?:^|(?<=[ :：·|-]))[^\w@#¥$]{{0,3}}(?P<name>[{_HAN}]{{2,4}}?)"
    r" ?(?=生日|在线|离线|等\d{1,4}人|\d{1,2} ?(?:分钟|小时|天)前|刚刚|昨天|赞了|给你|请求|邀请|撤回|拍了拍"
    r"|加入了|退出了|(?:成人|儿童|学生)票|客服$|[345]\.\d ?[★分]"
    r"|[ ·•|/，,]{0,3}[+＋]?(?:86 ?)?1[3-9]\d[\d *-]{8,12}$|[，,][^，。]{0,16}你)"
)
_PAID: Final = compile_late(
    rf"(?:转账|付款|收款|汇款|红包|来自|转给|扫码付)[-—–:：给 ]{{0,2}}(?P<name>[{_HAN}]{{2,4}})(?:的转账)?$"
)
_CONTACT: Final = compile_late(r"[\w.+-]+ ?@[\w.-]+|(?:\+?\d[\d ().*-]{8,17}\d)")
_WITH: Final = compile_late(
    rf"(?:与|和)(?P<name>[{_HAN}]{{2,4}}?)(?=共享|分享|通话|视频|的(?:聊天|对话|会话|会议|通话))"
)
_PART: Final = compile_late(rf"(?P<label>[姓名])(?:[:：]| ) ?(?P<name>[{_HAN}]{{1,2}})")
_GLUED_PART: Final = compile_late(rf"名(?P<name>[{_HAN}]{{1,2}})")
"""A reader loses the sign between a label of one character and its value."""
_ROLE: Final = compile_late(rf"[{_HAN}]{{1,5}}(?:人|员|师|者|司机|给)[:：]?")
_RARER: Final = 20
"""Words of this list and rarer may be somebody's family name (a bird, a craft)."""
ASIDE: Final = 60.0
"""How far from a name, in text heights, its number may stand on the row of a list."""
NEXT: Final = 5.0
"""How far left of a name its avatar may stand, in text heights."""


def find_people(places: Sequence[FormPlace], rows: PlaceRows) -> Iterator[Candidate]:
    """Names in boxes of their own, or in a line that says what somebody did.

    Args:
        places: the blocks of a screen.
        rows: the same by rows.
    """
    yield from _find_parts(places)
    for place in places:
        alone = _ALONE.fullmatch(place.text) or _LATIN.fullmatch(place.text)
        match = alone or _SAID.search(place.text) or _PAID.search(place.text) or _WITH.search(place.text)
        if match is None or (alone and place.kinds):
            continue
        name, called = match["name"], _is_called(match["name"])
        shown = called and (alone is None or _is_shown(place, name, rows))
        if shown or (alone and _may_be_called(name) and _is_proven(place, places, rows)):
            yield _candidate(place, match)


def _find_parts(places: Sequence[FormPlace]) -> Iterator[Candidate]:
    """姓：and 名：with their values in one block each, where both stand on the screen."""
    parts = [(place, match) for place in places if (match := _PART.fullmatch(place.text))]
    families = [p for p in parts if p[1]["label"] == "姓" and p[1]["name"] in load_surnames()]
    given = [p for p in parts if p[1]["label"] == "名"]
    if families and not given:
        given = [(place, match) for place in places if (match := _GLUED_PART.fullmatch(place.text))]
    if families and given:
        for place, match in (*families, *given):
            yield _candidate(place, match, PART_RULE)


def _is_called(name: str) -> bool:
    if not name.isascii():
        return reads_as_person(name)
    first, last = name.split()[0], name.split()[-1]
    known = is_name_word(last) or word_level(fold_name(last)) == NOT_LISTED
    return is_name_word(first) and known and not has_form_word(last)


def _may_be_called(name: str) -> bool:
    """A given name that is no word, before a word that is no family name: only a screen can prove it."""
    if name[0] > "\u3400":
        return False
    first, last = fold_name(name.split()[0]), fold_name(name.split()[-1])
    sure = given_rank(first) > 0 and word_level(first) == NOT_LISTED and not is_known_place(name.split()[0])
    return sure and word_level(last) >= _RARER and not has_form_word(name)


def _is_proven(place: FormPlace, places: Sequence[FormPlace], rows: PlaceRows) -> bool:
    return _is_carded(place, rows) or _is_among_people(place, places)


def _is_carded(place: FormPlace, rows: PlaceRows) -> bool:
    """Whether a number or an address stands below, next or after one more line (an office, a role)."""
    around = rows.around(place.box, 0, 4)
    for below in around:
        if not _is_under(place.box, below.box):
            continue
        if _CONTACT.fullmatch(below.text):
            return True
        if any(_is_under(below.box, other.box) and _CONTACT.fullmatch(other.text) for other in around):
            return True
    return False


def _is_under(upper: Box, lower: Box) -> bool:
    """Whether one line stands right below another, left edges or middles together."""
    height = max(upper.height, lower.height)
    middles = abs(upper.left + upper.right - lower.left - lower.right) / 2
    aligned = abs(upper.left - lower.left) <= 0.7 * height or middles <= 0.7 * height
    return aligned and -0.4 * height <= lower.top - upper.bottom <= 0.9 * height


def _is_among_people(place: FormPlace, places: Sequence[FormPlace]) -> bool:
    """Whether two more blocks, or more, are full names of the same size: a list of people."""
    peers = 0
    for other in places:
        match = _LATIN.fullmatch(other.text)
        if match is None or other is place or other.kinds:
            continue
        alike = 0.8 <= other.box.height / place.box.height <= 1.25
        peers += alike and _is_called(match["name"])
    return peers > 1


def _is_shown(place: FormPlace, name: str, rows: PlaceRows) -> bool:
    """Whether a number, an avatar or the caption of a role stands where lists have them."""
    around = [other for other in rows.around(place.box, 1.5, 1.5) if other is not place]
    return _is_carded(place, rows) or any(_shows(place.box, name, other) for other in around)


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split())


def _shows(box: Box, name: str, other: FormPlace) -> bool:
    if not in_row(box, other.box):
        near = stands_above(box, other.box) or stands_above(other.box, box)
        return near and _CONTACT.fullmatch(other.text) is not None
    before, behind = box.left - other.box.right, other.box.left - box.right
    aside = max(before, behind)
    if 0 <= aside <= ASIDE * box.height and _CONTACT.fullmatch(other.text):
        return behind >= 0 or len(name) > 2
    if before < 0:
        return False
    named = other.kinds == ("NAME",) or _ROLE.fullmatch(other.text) is not None
    return named or (other.text == _initials(name) and before <= NEXT * box.height)


def _candidate(place: FormPlace, match: re.Match[str], rule: str = _RULE) -> Candidate:
    start, end = place.start + match.start("name"), place.start + match.end("name")
    return Candidate("NAME", start, end, match["name"], "soft", "label", 0.6, rule, (rule,))
