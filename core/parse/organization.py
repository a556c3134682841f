"""Organization names to records (CONTRACT d)."""

from __future__ import annotations

from typing import Final

from shotveil.core.patterns import compile_late
from shotveil.core.records import OrgRecord
from shotveil.core.stream.model import INLINE_GAP

_EDGE: Final = " \t\r\n\u00a0\u3000\ue000\ue001,，;；:：。、|（(【["
_WORD: Final = compile_late(r"[^\W\d_]")
_HAN: Final = compile_late(r"[\u3400-\u9fff]")
_BREAK: Final = compile_late(r"[\ue000。！？!?；;]")


def parse_organization(text: str) -> OrgRecord | None:
    """Read an organization's name.

    Args:
        text: the name as it stands in the stream.

    Returns:
        The name without edge punctuation, or None when it holds fewer than two letters or a break.
    """
    name = text.strip(_EDGE).replace(INLINE_GAP, "" if _HAN.search(text) else " ")
    if _BREAK.search(name) or len(_WORD.findall(name)) < 2:
        return None
    return OrgRecord(text=name)
