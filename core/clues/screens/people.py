"""Names by what a screen sets around them: a number beside them, an avatar, a caption (CONTRACT b.4).

A name alone in its box has no sentence to prove it. A contact list, a delivery or a notice proves it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, word_level
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
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "form.person"
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_ALONE: Final = compile_late(rf"[^\w@#¥$]{{0,3}}(?P<name>[{_HAN}]{{2,4}})[^\w%]{{0,3}}")
_LATIN: Final = compile_late(r"(?P<name>[A-Z][a-z'’\-]{1,20}(?: [A-Z]\.)? [A-Z][a-z'’\-]{1,20}) ?[>›]?")
_SAID: Final = compile_late(
    rf"(?:^|(?<=[ :：·|-]))[^\w@#¥$]{{0,3}}(?P<name>[{_HAN}]{{2,4}}?)"
    r" ?(?=生日|在线|离线|等\d{1,4}人|\d{1,2} ?(?:分钟|小时|天)前|刚刚|昨天|赞了|给你|请求|邀请|撤回|拍了拍"
    r"|加入了|退出了|(?:成人|儿童|学生)票|客服$|[345]\.\d ?[★分]"
    r"|[ ·•|/，,]{0,3}[+＋]?(?:86 ?)?1[3-9]\d[\d *-]{8,12}$|[，,][^，。]{0,16}你)"
)
_PAID: Final = compile_late(
    rf"(?:转账|付款|收款|汇款|红包|来自|转给|扫码付)[-—–:：给 ]{{0,2}}(?P<name>[{_HAN}]{{2,4}})(?:的转账)?$"
)
_CONTACT: Final = compile_late(r"[\w.+-]+ ?@[\w.-]+|(?:\+?\d[\d ()*-]{8,17}\d)")
_ROLE: Final = compile_late(rf"[{_HAN}]{{1,5}}(?:人|员|师|者|司机|给)[:：]?")
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
    for place in places:
        alone = _ALONE.fullmatch(place.text) or _LATIN.fullmatch(place.text)
        match = alone or _SAID.search(place.text) or _PAID.search(place.text)
        if match is None or (alone and place.kinds) or not _is_called(match["name"]):
            continue
        if alone is None or _is_shown(place, match["name"], rows):
            yield _candidate(place, match)


def _is_called(name: str) -> bool:
    if not name.isascii():
        return reads_as_person(name)
    first, last = name.split()[0], name.split()[-1]
    known = is_name_word(last) or word_level(fold_name(last)) == NOT_LISTED
    return is_name_word(first) and known and not has_form_word(last)


def _is_shown(place: FormPlace, name: str, rows: PlaceRows) -> bool:
    """Whether a number, an avatar or the caption of a role stands where lists have them."""
    around = [other for other in rows.around(place.box, 1.5, 1.5) if other is not place]
    return any(_shows(place.box, name, other) for other in around)


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


def _candidate(place: FormPlace, match: re.Match[str]) -> Candidate:
    start, end = place.start + match.start("name"), place.start + match.end("name")
    return Candidate("NAME", start, end, match["name"], "soft", "label", 0.6, _RULE, (_RULE,))
