"""Addresses that were read over several boxes: the gap mark inside is no part of any value."""

from __future__ import annotations

from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.records import AddressRecord
from shotveil.core.stream.model import INLINE_GAP

_HAN: Final = r"[\u3400-\u9fff0-9A-Za-z]"
_INSIDE_CHINESE: Final = compile_late(rf"(?<={_HAN}) ?{INLINE_GAP} ?(?={_HAN})")
_ANY: Final = compile_late(rf" ?{INLINE_GAP} ?")
_AFTER_WORD: Final = compile_late(rf"(?<![,;]) ?{INLINE_GAP} ?")


def close_gaps(record: AddressRecord) -> AddressRecord:
    """The record without gap marks, its parts read again with a blank or a comma in their place.

    The reading that knows more parts and fewer loose places is taken; a blank where both are as good.
    """
    if INLINE_GAP not in record.text:
        return record
    from shotveil.core.parse.address import parse_address

    if record.locale == "zh":
        text = _ANY.sub("", _INSIDE_CHINESE.sub("", record.text))
        return parse_address(text, "zh") or AddressRecord(text, record.components, "zh")
    texts = (_ANY.sub(" ", record.text), _ANY.sub(" ", _AFTER_WORD.sub(", ", record.text)))
    readings = [reading for text in texts if (reading := parse_address(text, "en"))]
    if not readings:
        return AddressRecord(texts[0], record.components, record.locale)
    return max(readings, key=_weigh)


def _weigh(record: AddressRecord) -> int:
    keys = [component.key for component in record.components]
    return len(set(keys) - {"poi"}) - keys.count("poi")
