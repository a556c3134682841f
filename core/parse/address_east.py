"""Addresses of Taiwan, Hong Kong, Japan and Korea by their pattern: from the largest part to the smallest."""

from __future__ import annotations

import re
from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.records import Component

_H: Final = "\u3400-\u9fff々"
_KANA: Final = "\u3041-\u30fc"
_N: Final = "[0-9０-９]"
_ZN: Final = "[0-9０-９一二三四五六七八九十百]"

TAIWAN: Final = compile_late(
    rf"(?P<postal_code>(?<!{_N}){_N}{{3}}(?:{_N}{{2,3}})?[ ]?)?"
    r"(?P<city>(?:[台臺][北中南]|新北|桃[園园]|高雄|基隆|新竹|嘉[義义])市"
    r"|(?:[新竹]{2}|苗栗|彰化|南投|[雲云]林|嘉[義义]|屏[東东]|宜[蘭兰]|花[蓮莲]|[台臺][東东]|澎湖|金[門门]|[連连]江)[縣县])?"
    rf"(?P<district>(?<![{_H}])[{_H}]{{1,3}}[區区鄉乡鎮镇]|(?<=[市縣县])[{_H}]{{1,3}}[區区鄉乡鎮镇市])?"
    rf"(?P<subdistrict>[{_H}]{{1,4}}[里村](?:{_N}{{1,3}}[鄰邻])?)?"
    rf"(?P<road>[{_H}]{{1,6}}(?:路|街|大道)(?:{_ZN}{{1,2}}段)?(?:{_N}{{1,4}}巷)?(?:{_N}{{1,4}}弄)?)"
    rf"(?P<number>{_N}{{1,4}}(?:[之\-－]{_N}{{1,3}})?[號号](?:之{_N}{{1,3}})?)"
    rf"(?P<detail>[，, ]?(?:地下)?[B{_ZN[1:-1]}]{{1,3}}[樓楼F](?:之{_N}{{1,3}})?)?"
    rf"(?P<room>[，, ]?[A-Z{_N[1:-1]}]{{1,5}}室)?"
)
HONGKONG: Final = compile_late(
    rf"(?P<city>香港|九[龍龙]|新界)(?P<district>[{_H}]{{1,5}}?)??(?P<road>[{_H}]{{2,6}}?(?:道|路|街|里|[徑径]))"
    rf"(?P<number>{_N}{{1,4}}[A-Z]?(?:[-–]{_N}{{1,4}}[A-Z]?)?[號号])(?P<building>[{_H}]{{2,12}}?(?={_N}|[A-Z]座|$|[，。,]))?"
    rf"(?P<unit>[A-Z{_N[1:-1]}]{{1,2}}座)?(?P<detail>(?:地下|{_ZN}{{1,3}}[樓楼]))?(?P<room>[A-Z{_N[1:-1]}]{{1,5}}室)?"
)
_FLOOR: Final = "(?:号室|階|[FＦ](?![A-Za-z]))"
JAPAN: Final = compile_late(
    rf"(?P<postal_code>〒?{_N}{{3}}[-−－]{_N}{{4}}[ \u3000]?)?"
    rf"(?P<province>東京都|北海道|(?:大阪|京都)府|(?:神奈川|和歌山|鹿児島|[{_H}]{{2}})県)"
    rf"(?P<city>[{_H}{_KANA}]{{1,7}}?[市郡])?(?P<district>[{_H}{_KANA}]{{1,6}}?[区町村])?"
    rf"(?P<road>[{_H}{_KANA}]{{0,14}}?)"
    rf"(?P<number>{_ZN}{{1,4}}(?:丁目|番地?|号|条[東西南北]?|[-−‐－の])(?:{_N}{{1,4}}(?:丁目|番地?の?|号|[-−‐－の])?){{0,4}})"
    rf"(?P<building>[ \u3000]?[{_H}{_KANA}A-Za-z]{{2,16}}(?=[ \u3000]?{_N}{{1,4}}{_FLOOR}))?"
    rf"(?P<room>[ \u3000]?{_N}{{1,4}}{_FLOOR})?"
)
_DO: Final = (
    "(?:서울|부산|대구|인천|광주|대전|울산)(?:특별시|광역시|시)?|세종(?:특별자치시|시)?|경기도?|강원(?:특별자치도|도)?"
    "|충청[남북]도|충[남북]|전라[남북]도|전북특별자치도|전[남북]|경상[남북]도|경[남북]|제주(?:특별자치도|도)?"
)
KOREA: Final = compile_late(
    rf"(?<![가-힣])(?P<province>{_DO}) (?P<city>[가-힣]{{1,5}}[시군구])"
    r"(?: (?P<district>[가-힣]{1,5}[구읍면]))?"
    r"(?: (?P<subdistrict>[가-힣0-9]{1,6}[동리가](?= [가-힣0-9]{1,10}(?:로|길))))?"
    r" (?P<road>[가-힣0-9]{1,12}?(?:로|길|동|리|가)(?: ?[0-9]{1,3}(?:번|가)?길)?)"
    r" (?P<number>[0-9]{1,4}(?:-[0-9]{1,4})?(?:번지)?)(?![0-9가-힣])?"
    r"(?P<building>,? ?(?:[가-힣A-Za-z]{2,12} ?)?[0-9]{1,4}동(?![가-힣]))?"
    r"(?P<detail>,? ?[0-9]{1,3}층)?(?P<room>,? ?[0-9]{1,5}호)?"
)
INDIA: Final = compile_late(
    r"(?<![A-Za-z0-9])(?:(?:H|D|House|Flat|Plot|Door|Shop)\.? ?No\.?)[ :]{0,2}[0-9A-Z][0-9A-Za-z/-]{0,14}"
    r"(?:, ?[0-9A-Z][\w .'&/-]{1,40}){1,6}?[, -]{1,3}[1-9][0-9]{2} ?[0-9]{3}(?![0-9])"
)


def parse_east(text: str) -> tuple[Component, ...]:
    """Components of an address that one of the patterns reads as a whole; none otherwise."""
    for pattern in (TAIWAN, HONGKONG, JAPAN, KOREA):
        match = pattern.fullmatch(text)
        if match and (pattern is not TAIWAN or match["city"] or match["district"]):
            return tuple(_read_parts(text, match))
    return ()


def _read_parts(text: str, match: re.Match[str]) -> list[Component]:
    parts = []
    for key in match.re.groupindex:
        start, end = match.span(key)
        while start < end and text[start] in " ,，\u3000":
            start += 1
        while start < end and text[end - 1] in " \u3000":
            end -= 1
        if start < end:
            parts.append(Component(key, text[start:end], start, end))
    return parts
