"""Complete addresses of Taiwan, Japan and Korea, the largest part first, and of India, house to code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule, scan_around
from shotveil.core.parse.address_east import HONGKONG, INDIA, JAPAN, KOREA, TAIWAN
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "address.east"
_ANCHORED: Final = (
    (TAIWAN, compile_late("[號号](?<=[0-9０-９].)"), 64, 40),
    (HONGKONG, compile_late("香港|九[龍龙]|新界"), 0, 80),
    (JAPAN, compile_late("[都道府県](?<=東京.|北海.|大阪.|.京府|..県)"), 20, 120),
    (KOREA, compile_late("[가-힣]+ [가-힣]"), 4, 120),
    (INDIA, compile_late(r"No(?=\.?[ :]{0,3}[0-9A-Z])"), 10, 320),
)
"""Each pattern with what no address of its kind lacks, and how far it reaches before and behind that."""


def find_eastern_addresses(context: Context) -> Iterable[Candidate]:
    """Whole addresses by pattern; one of Taiwan names its city or district."""
    text = context.text
    for pattern, anchor, before, after in _ANCHORED:
        for match in scan_around(context, pattern, anchor, before, after):
            if pattern is TAIWAN and not (match["city"] or match["district"]):
                continue
            start, end = match.span()
            while text[start] in " \u3000":
                start += 1
            yield Candidate("ADDR", start, end, text[start:end], "hard", "format", 0.9, _RULE, (_RULE,))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        _RULE: Rule(
            find_eastern_addresses,
            written=(
                "[路街道段巷弄里徑径][0-9０-９]",
                "[都道府県]",
                "[가-힣](?:로|길|동|리|가) ?[0-9]",
                r"No\.? ?[0-9A-Z]",
            ),
        )
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example(
                "請寄到台北市大安區和平東路二段96號5樓之1，謝謝",
                ("台北市大安區和平東路二段96號5樓之1",),
            ),
            Example("住新北市板橋區文化路一段188巷3弄12號。", ("新北市板橋區文化路一段188巷3弄12號",)),
            Example("香港銅鑼灣軒尼詩道500號希慎廣場15樓", ("香港銅鑼灣軒尼詩道500號希慎廣場15樓",)),
            Example("住所：東京都渋谷区神南1-2-3 神南ビル5階", ("東京都渋谷区神南1-2-3 神南ビル5階",)),
            Example("住所は大阪府大阪市北区梅田2丁目4番9号です。", ("大阪府大阪市北区梅田2丁目4番9号",)),
            Example("주소: 서울특별시 강남구 테헤란로 123, 45호", ("서울특별시 강남구 테헤란로 123, 45호",)),
            Example("부산광역시 해운대구 센텀로 99로 보내 주세요.", ("부산광역시 해운대구 센텀로 99",)),
            Example(
                "He stays at H.No. 12-3-45, Banjara Hills, Hyderabad 500034.",
                ("H.No. 12-3-45, Banjara Hills, Hyderabad 500034",),
            ),
            Example("Flat No. is missing. Order No. 12, 3 items, total 500034", ()),
            Example("這條路很長，走100公里才到。都道府県の数は47です。", ()),
        ),
    }
)
