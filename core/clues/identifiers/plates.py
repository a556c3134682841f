"""Vehicle plates: Chinese by shape, others by label (CONTRACT b.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule, scan_around
from shotveil.core.clues.identifiers.anchors import match_at_anchors
from shotveil.core.clues.identifiers.numerals import is_word_char
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.characters import load_lookalikes

_PROVINCE: Final = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_CN: Final = compile_late(
    rf"[{_PROVINCE}][a-hj-z][ ·•.・\-\ue001]{{0,2}}(?:[0-9a-z]{{4}}[学警港澳挂领试超]|"
    rf"[0-9a-z]{{5,6}})(?![0-9a-z])"
)
_OTHER_SCRIPT: Final = compile_late(rf"[{_PROVINCE}][ ·]?[\u0370-\u052f]")
_CN_SPACED: Final = compile_late(
    rf"[{_PROVINCE}][ ·\-]{{0,2}}[a-hj-z](?:[ ·.\-]{{0,3}}[0-9a-z]){{4,5}}(?:[ ·\-]?[0-9a-z学警港澳挂领])"
    rf"(?![0-9a-z])"
)
_OTHER_CN: Final = compile_late(
    r"(?:使\d{6}|\d{6}使|wj[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]?\d{4}[0-9a-z])"
)
_LEAD: Final = compile_late(r"[ \t\ue001:：#=\-—\"'“是为写留号码牌]*(?:number|no\.?|is|plate)?[ \t:#.]*")
_IRISH: Final = compile_late(r"\d{2,3}-[a-z]{1,2}-\d{1,6}(?![0-9a-z\-])")
_WORN: Final = compile_late(rf"[{_PROVINCE}]?[0-9a-z]{{1,8}}(?:[ \-·.\u00a0\ue001][0-9a-z]{{1,6}}){{0,2}}")


def find_cn_plates(context: Context) -> Iterable[Candidate]:
    """A province character, a letter and five or six more (new energy), with or without the middle dot.

    Capitals and a digit are asked for: 新 and 云 also stand before Latin words (新Android). A letter of
    another script that is drawn like a Latin one is read as that.
    """
    text, folded = context.text, context.folded
    if _OTHER_SCRIPT.search(text):
        text = text.translate(load_lookalikes())
        folded = text.lower() if len(text.lower()) == len(text) else folded
    for match in _CN.finditer(folded):
        start, end = match.span()
        written = text[start:end]
        if written.upper() == written and any(char.isdigit() for char in written):
            found = propose(context, "LICENSE_PLATE", start, end, "plate.cn", validated=True)
            yield replace(found, text=written)


def _read_worn(folded: str, start: int, end: int) -> tuple[int, int] | None:
    """A plate as people write it: up to three short groups, the last of them with a digit somewhere."""
    lead = _LEAD.match(folded, start, end)
    position = lead.end() if lead else start
    irish = _IRISH.match(folded, position, end)
    if irish:
        return irish.span()
    match = _WORN.match(folded, position, end)
    if match is None:
        return None
    stop = match.end()
    while stop > position:
        value = folded[position:stop]
        size = sum(is_word_char(char) for char in value)
        words = re.split(r"[ \u00a0\ue001]", value)
        stray = len(words) > 1 and words[-1].isalpha() and len(words[-1]) > 3
        if size <= 8 and not stray:
            break
        cut = max(value.rfind(sign) for sign in " -·.\u00a0\ue001")
        if cut < 0:
            return None
        stop = position + cut
    value = folded[position:stop]
    size = sum(is_word_char(char) for char in value)
    return (position, stop) if 4 <= size <= 8 and any(char.isdigit() for char in value) else None


def find_labelled_plates(context: Context) -> Iterable[Candidate]:
    """Plates of any country behind a plate label (ABX-1234, AB12 CDE, 6Y0T77T)."""
    for hit in context.labelled("LICENSE_PLATE"):
        spaced = _CN_SPACED.search(context.folded, hit.value_start, min(hit.value_end, hit.value_start + 20))
        if spaced:
            yield propose(
                context, "LICENSE_PLATE", spaced.start(), spaced.end(), "plate.labelled", source="label"
            )
            continue
        other = _OTHER_CN.search(context.folded, hit.value_start, min(hit.value_end, hit.value_start + 20))
        if other:
            yield propose(
                context, "LICENSE_PLATE", other.start(), other.end(), "plate.labelled", source="label"
            )
            continue
        span = _read_worn(context.folded, hit.value_start, hit.value_end)
        if span and (hit.direct or span[0] - hit.end <= 2):
            yield propose(context, "LICENSE_PLATE", span[0], span[1], "plate.labelled", source="label")


_REGISTERED: Final = compile_late(
    r"(?:\breg(?:istration)?(?: (?:no|number|plate|mark))?|vr[nm]|kennzeichen|immatriculation"
    r"|matr[ií]cula|targa)"
    r"\.?[ :#]{1,3}(?P<value>[a-z]{2}\d\d ?[a-z]{3}|[a-z]\d{1,3} ?[a-z]{3}|[a-z]{2}[ \-]?\d{3}[ \-]?[a-z]{2}"
    r"|[a-zäöü]{1,3}[ \-][a-z]{1,2}[ \-]?\d{1,4}[eh]?|\d{4} ?[b-df-hj-np-tv-z]{3})(?![0-9a-z\-])"
)
_REGISTERED_WORDS: Final = ("reg", "vrn", "vrm", "kennzeichen", "immatriculation", "matr", "targa")


def find_registrations(context: Context) -> Iterable[Candidate]:
    """Plates of Britain, France, Germany, Spain and Italy by their shape, behind a word of registration."""
    for match in match_at_anchors(context.folded, _REGISTERED_WORDS, _REGISTERED):
        start, end = match.span("value")
        if context.text[start:end].upper() == context.text[start:end]:
            yield propose(context, "LICENSE_PLATE", start, end, "plate.registered", source="label")


_TAG: Final = r"(?P<value>(?=[A-Z \-]{0,7}\d)(?=[\d \-]{0,7}[A-Z])[A-Z0-9]{2,4}[ \-]?[A-Z0-9]{2,4})(?![\w\-])"
_STATE_TAG: Final = compile_late(
    r"(?P<state>[A-Z][a-z]+(?: [A-Z][a-z]+)?|[A-Z]{2}) (?:tag|plates?|license|registration|reg|rego)s?"
    r"(?: (?:no\.?|number|#))?[ :#]{1,3}" + _TAG
)
_TOLD: Final = compile_late(
    r"\b(?:registration|plates?|rego|tag|number plate|licen[cs]e)(?: (?:number|no\.?))?"
    r" (?:as|is|was|of|reads?|reading)[ :\"“']{1,3}" + _TAG
)

_TAG_WORD: Final = compile_late("tag|plate|licen[cs]e|reg")
_TAG_SHAPE: Final = compile_late(
    r"[ (](?:[A-Z]{2}\d\d ?[A-Z]{3}|[A-Z]\d{1,3} [A-Z]{3}|\d[A-Z]{3} ?\d{3})(?!\w)"
)
_BESIDE_VEHICLE: Final = compile_late(
    r"(?:\b(?i:car|van|vehicle|lorry|truck|taxi|cab|minibus|motorbike|scooter|hatchback|saloon|suv|pickup"
    r"|trailer|horsebox|caravan|motorhome|campervan|tractor|minivan|motorcycle|coach)\b"
    r"|\b(?:black|white|silver|blue|red|gr[ea]y|green|gold|yellow|orange|brown) [A-Z]\w+)[^\n.;]{0,24}?[ (]"
    r"(?P<value>[A-Z]{2}\d\d ?[A-Z]{3}|[A-Z]\d{1,3} [A-Z]{3}|\d[A-Z]{3} ?\d{3})(?![\w-])"
)
"""A plate of Britain or of a state of the USA where a vehicle is told of."""


def find_told_plates(context: Context) -> Iterable[Candidate]:
    """Plates behind a state and its word for them (Florida tag KJR P42), and told in a sentence."""
    from shotveil.core.parse.places import load_states

    for match in scan_around(context, _STATE_TAG, _TAG_WORD, 32, 48):
        if match["state"].lower() in load_states() or match["state"].split(" ")[-1].lower() in load_states():
            yield propose(context, "LICENSE_PLATE", *match.span("value"), "plate.state", source="label")
    for match in scan_around(context, _BESIDE_VEHICLE, _TAG_SHAPE, 64, 12):
        yield propose(
            context, "LICENSE_PLATE", *match.span("value"), "plate.vehicle", tier="soft", source="label"
        )
    for match in scan_around(context, _TOLD, _TAG_WORD, 8, 48):
        yield propose(context, "LICENSE_PLATE", *match.span("value"), "plate.told", source="label")


_FIELD_SHAPE: Final = compile_late(
    r"(?:[A-Z]{2}\d\d ?[A-Z]{3}|[A-Z]\d{1,3} ?[A-Z]{3}|[A-Z]{3} ?\d{1,3}[A-Z]"
    r"|[A-Z]{2}[ \-]?\d{3}[ \-]?[A-Z]{2}|[A-ZÄÖÜ]{1,3}[ \-][A-Z]{1,2}[ \-]?\d{1,4}[EH]?"
    r"|\d{4}[ \-]?[B-DF-HJ-NP-TV-Z]{3}|\d{2,3}-[A-Z]{1,2}-\d{1,6}"
    r"|\d[A-Z]{3} ?\d{3}|[A-Z]{3}[ \-]?(?!(?:19|20)\d\d)\d{4})(?![\w-]|[.]\d)"
)
"""Plates of Britain, France and Italy, Germany, Spain, Ireland and states of the USA: whole shapes only."""


def find_vehicle_fields(context: Context) -> Iterable[Candidate]:
    """A plate by its shape where a field, a column or the head of a line says car, van or registration."""
    for hit in context.labelled("VEHICLE"):
        match = _FIELD_SHAPE.match(context.text, hit.value_start, hit.value_end)
        if match and hit.direct:
            yield propose(context, "LICENSE_PLATE", *match.span(), "plate.vehicle_field", source="label")


RULES: dict[str, Rule] = {
    "plate.vehicle_field": Rule(find_vehicle_fields, labels=("VEHICLE",)),
    "plate.registered": Rule(find_registrations, words=_REGISTERED_WORDS),
    "plate.cn": Rule(
        find_cn_plates,
        (
            rf"[{_PROVINCE}][a-hj-z][ ·•.・\-\ue001]{{0,2}}[0-9a-z]{{4}}",
            rf"[{_PROVINCE}][ ·]?[\u0370-\u052f]",
        ),
    ),
    "plate.told": Rule(
        find_told_plates,
        (
            r"(?:tag|plate|licen[sc]e|registration|rego)s?(?: (?:number|no\.?))? (?:as|is|was|of|read)",
            r"[ (](?:[a-z]{2}\d\d ?[a-z]{3}|[a-z]\d{1,3} [a-z]{3}|\d[a-z]{3} ?\d{3})(?:[^a-z0-9]|$)",
        ),
        (r"[A-Za-z] (?:tag|plate|license|reg|registration|rego)s?(?: (?:no\.?|number|#))?[ :#]{1,3}[A-Z\d]",),
    ),
    "plate.labelled": Rule(find_labelled_plates, labels=("LICENSE_PLATE",)),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "plate.vehicle_field": (
        Example("Car: BK19 HLM\nTruck: B-KL 4821\ntrailer=AB-123-CD", ("BK19 HLM", "B-KL 4821", "AB-123-CD")),
        Example(
            "Car: Audi A4 2019\nVan: Transit 350\nTruck: F150\nCar: BMW 2019\nRegistration: REG-2024-001"
        ),
    ),
    "plate.registered": (
        Example("Reg AB12 CDE, registration AB12CDE", ("AB12 CDE", "AB12CDE")),
        Example("immatriculation: AB-123-CD, Kennzeichen B-MW 1234", ("AB-123-CD", "B-MW 1234")),
        Example("registration of 12 people, reg ax12 bcd, region AB12"),
    ),
    "plate.cn": (
        Example("车停在京A12345旁，粤B·D12345充电", ("京A12345", "粤B·D12345")),
        Example("沪A·8K92D和浙A1234学", ("沪A·8K92D", "浙A1234学")),
        Example("新API12345678发布，云ABC，新Android11和云DOCKER"),
    ),
    "plate.told": (
        Example("Florida tag KJR P42, a TX plate BK7 2LMV", ("KJR P42", "BK7 2LMV")),
        Example("saw a blue Astra, LK19 XPZ, and a van (7XYZ 482)", ("LK19 XPZ", "7XYZ 482")),
        Example("a red Mug, SKU ABC-1234 and parked at AB12 3CD, the car was in ROW 1234."),
        Example("gave her registration as 7XYZ 482.", ("7XYZ 482",)),
        Example("price tag 20 USD, registration is OPEN, Georgia tag v2.0, tag is A1, license is MIT"),
    ),
    "plate.labelled": (
        Example("license plate ABX-1234 on the file", ("ABX-1234",)),
        Example("Vehicle reg ........ 181-C-44821", ("181-C-44821",)),
        Example("Plate: AB12 CDE parked", ("AB12 CDE",)),
        Example("车牌留 粤JKTWNE。", ("粤JKTWNE",)),
        Example("plate of pasta"),
    ),
}
