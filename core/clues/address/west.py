"""Complete addresses of France, Spain and Brazil by their pattern, from street to city or postal code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule, scan_around
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_RULE: Final = "address.west"
_NAME: Final = r"[A-ZÀ-Þ0-9][\w'’. -]{0,50}?"
_CITY: Final = r"[A-ZÀ-Þ][\w'’-]{1,24}(?: (?:(?:de|del|da|do|la|le|sur|en) ){0,2}[A-ZÀ-Þ][\w'’-]{1,24}){0,3}"
_FRENCH_ROAD: Final = (
    "rue|avenue|av\\.|bd\\.?|boulevard|place|quai|impasse|allée|chemin|route|cours|square|passage|esplanade"
)
_FRANCE: Final = compile_late(
    rf"(?<![\w.,-])[0-9]{{1,4}}(?: ?(?:bis|ter|quater|[A-D]))?,? (?i:{_FRENCH_ROAD}) [\w'’.\- ]{{2,45}}?"
    rf",? (?:F-)?[0-9]{{5}} {_CITY}(?: [Cc][Ee][Dd][Ee][Xx](?: [0-9]{{1,2}})?)?"
)
_SPANISH_ROAD: Final = (
    "C/|C\\.|Calle|Avda\\.?|Av\\.|Avenida|Paseo|Pº|Plaza|Pza\\.?|Ronda|Camino|Carrer|Carretera"
)
_SPAIN: Final = compile_late(
    rf"(?<![\w-])(?:{_SPANISH_ROAD}) ?(?:(?:de|del|la|las|los) ){{0,2}}{_NAME},? (?:n[ºo°]\.? ?)?[0-9]{{1,4}}"
    rf"(?:[ ,][\w ,.ºª°/-]{{0,30}}?)?,? ?(?<![0-9])[0-9]{{5}} {_CITY}"
)
_STATES: Final = "AC|AL|AP|AM|BA|CE|DF|ES|GO|MA|MT|MS|MG|PA|PB|PR|PE|PI|RJ|RN|RS|RO|RR|SC|SP|SE|TO"
_BRAZILIAN_ROAD: Final = r"(?:Rua|R\.|Av\.|Avenida|Travessa|Tv\.|Alameda|Al\.|Praça|Rodovia|Estrada|Largo) "
_BRAZIL: Final = compile_late(
    rf"(?<![\w-]){_BRAZILIAN_ROAD}(?:(?:de|do|da|dos|das) )?{_NAME},? (?:n[ºo°]\.? ?)?[0-9]{{1,5}}"
    rf"[^\n;:\ue000]{{0,70}}?[ ,/–-]{{1,3}}(?:{_STATES})(?![A-Za-z])"
    r"(?:[ ,–-]{1,3}(?:CEP:? ?)?[0-9]{5}-?[0-9]{3})?"
)


_CODE_AND_CITY: Final = compile_late("[0-9]{5} (?=[A-ZÀ-Þ])")
_ANCHORED: Final = (
    (_FRANCE, _CODE_AND_CITY, 100, 180),
    (_SPAIN, _CODE_AND_CITY, 160, 180),
    (_BRAZIL, compile_late(_BRAZILIAN_ROAD), 2, 220),
)
"""Each pattern with what no address of its kind lacks, and how far it reaches before and behind that."""


def find_western_addresses(context: Context) -> Iterable[Candidate]:
    """Whole addresses of these countries, which run on behind the city or begin with an abbreviation."""
    for pattern, anchor, before, after in _ANCHORED:
        for match in scan_around(context, pattern, anchor, before, after):
            yield Candidate("ADDR", *match.span(), match.group(), "hard", "format", 0.9, _RULE, (_RULE,))


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        _RULE: Rule(find_western_addresses, written=("[0-9]{5} [A-ZÀ-Þ]", _BRAZILIAN_ROAD)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        _RULE: (
            Example(
                "Elle habite 5 place de la Mairie, 35000 Rennes.", ("5 place de la Mairie, 35000 Rennes",)
            ),
            Example(
                "Enviar a C/ Gran Vía 28, 5º izq, 28013 Madrid", ("C/ Gran Vía 28, 5º izq, 28013 Madrid",)
            ),
            Example(
                "Rua Augusta, 1500, Consolação, São Paulo - SP, 01304-001",
                ("Rua Augusta, 1500, Consolação, São Paulo - SP, 01304-001",),
            ),
            Example("Il reste 5 place de parking, 35000 euros. Plaza libre 12, 28013 unidades", ()),
        ),
    }
)
