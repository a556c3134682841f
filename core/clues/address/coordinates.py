"""Coordinates of where somebody is: a pair of degrees beside a word for an address or a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "address.coordinates"
_PAIR: Final = compile_late(
    r"(?<![0-9.])(?P<lat>-?[0-9]{1,2}\.[0-9]{4,8})(?![0-9.])[ ]?°?[ ]?[ns]?[,，;；/ ]{1,3}"
    r"(?:lon(?:g|gitude)?|lng|经度)?[ :：=]{0,2}(?P<lon>-?[0-9]{1,3}\.[0-9]{4,8})(?![0-9.])"
)
_PLACED: Final = compile_late(
    r"(?:address|location|located|position|home|house|lives?|pin|gps|coords?|coordinates?|whereabouts"
    r"|地址|定位|位置|坐标|经纬度|住|家在|家里)[^\n0-9.。;；]{0,24}\Z"
)
_BEFORE: Final = 48
_POLE: Final = 90.0
_ROUND: Final = 180.0


def find_coordinates(context: Context) -> Iterable[Candidate]:
    """Latitude and longitude with four decimals and more, each for itself."""
    folded = context.folded
    for match in context.scan_folded(_PAIR):
        if abs(float(match["lat"])) > _POLE or abs(float(match["lon"])) > _ROUND:
            continue
        if not _PLACED.search(folded, max(0, match.start() - _BEFORE), match.start()):
            continue
        for part in ("lat", "lon"):
            yield propose_words(context, "ADDR", *match.span(part), _RULE, 0.6, source="label")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {_RULE: Rule(find_coordinates, (r"[0-9]\.[0-9]{4,8}[^0-9.].{0,16}[0-9]\.[0-9]{4}",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example("Address: 51.5074, -0.1278", ("51.5074", "-0.1278")),
            Example("地址：lat 31.2304, lon 121.4737；我家定位 31.2304,121.4737", ("31.2304", "121.4737")),
            Example("loss 0.1234, 0.5678; position: absolute 12.5; ratio 51.5074, 10.1278", ()),
        )
    }
)
