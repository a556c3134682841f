"""Organizations by a legal form that is written with dots or in several words (Forni Quill S.r.l.)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_FORMS: Final = (
    "S.r.l.s.", "S.r.l.", "S.p.A.", "S.a.s.", "S.n.c.", "S.A.S.", "S.A.R.L.", "S.L.U.", "S.L.",
    "S.A. de C.V.", "S.A.", "s.r.o.", "d.o.o.", "a.s.", "Sp. z o.o.", "Sp. z o. o.", "GmbH & Co. KG",
    "e.K.", "e.V.", "B.V.", "N.V.", "A/S", "ApS", "Ltda.", "Lda.", "Kft.", "Zrt.", "Pty Ltd", "Sdn Bhd",
    "Sdn. Bhd.", "Co., Ltd.", "Co. Ltd.", "A.Ş.", "A.Ş", "Tbk",
)  # fmt: skip
_FORM: Final = compile_late(f"(?<= )(?:{'|'.join(map(re.escape, _FORMS))})(?![A-Za-z])")
_NAME: Final = compile_late(
    rf"(?:[A-Z0-9À-ÖØ-ÞĀ-ɏ][A-Za-zÀ-ɏ0-9'’&.-]{{0,30}}|{LETTER}['’]{LETTER}{{2,20}})"
    rf"(?: (?:[A-ZÀ-ÖØ-ÞĀ-ɏ0-9]{LETTER}{{1,30}}(?:['’-]{LETTER}{{1,20}})?|[A-Z]{{1,6}}"
    r"|&|di|de|del|della|du|des|der|e|et|y|und)){0,5}(?<!\.),? \Z"
)
_BEFORE: Final = 90
_LEAD: Final = compile_late(r"(?:The|A|An|From|By|To|With|Dear|Invoice|Vendor|Supplier|Client|Customer) ")


def find_dotted_forms(context: Context) -> Iterable[Candidate]:
    """The capitalised words before such a form, and the form."""
    text = context.text
    for form in context.scan(_FORM):
        name = _NAME.search(text, max(0, form.start() - _BEFORE), form.start())
        if name is None:
            continue
        lead = _LEAD.match(text, name.start())
        start = lead.end() if lead else name.start()
        if start == form.start():
            continue  # nothing but such a word stands before it
        yield propose_words(context, "ORG", start, form.end(), "organization.dotted", 0.9, suffixed=True)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "organization.dotted": Rule(
            find_dotted_forms,
            written=(
                r" (?:[A-Zsade]\.[A-Za-zroŞ]\.?|Tbk|Sp\. z|GmbH &|A/S|ApS|Ltda?\.|Lda|Kft|Zrt|Pty|Sdn|Co\.)",
            ),
        )
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.dotted": (
            Example("Invoice from Quill Forni S.r.l. for the oven", ("Quill Forni S.r.l.",)),
            Example("Talleres Ibarra y Hijos, S.L. paid", ("Talleres Ibarra y Hijos, S.L.",)),
            Example(
                "Nordwind Logistik GmbH & Co. KG, Kovář s.r.o.",
                ("Nordwind Logistik GmbH & Co. KG", "Kovář s.r.o."),
            ),
            Example("Invoice A/S paid, see Fig. A/S, the U.S.A. and i.e. that a.s. b", ()),
        )
    }
)
