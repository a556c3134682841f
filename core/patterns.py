"""Patterns that are compiled when they are first asked, not when their module is imported.

A cold command would compile some 800 patterns and ask about 100 of them: a third of what a short text costs.
"""

from __future__ import annotations

import re
from typing import AnyStr, Generic, cast

_ATTRIBUTES = (
    *("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn"),
    *("flags", "groups", "groupindex"),
)


class _Compiled(Generic[AnyStr]):
    """A late pattern that was asked: it has the methods of the compiled one and is as quick."""

    def __init__(self, pattern: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = pattern
        self.flags = flags


class _LatePattern(_Compiled[AnyStr]):
    """Stands for a compiled pattern until it is asked for the first time."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # copying and pickling ask for what a plain object lacks
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        for attribute in _ATTRIBUTES:
            setattr(self, attribute, getattr(compiled, attribute))
        self.__class__ = _Compiled  # type: ignore[assignment]  # looking up what is missing costs every call
        return getattr(compiled, name)


def compile_late(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Like ``re.compile``, but a pattern that nobody asks costs nothing.

    Args:
        pattern: as for ``re.compile``; one that cannot be compiled raises ``re.error`` at its first use.
        flags: flags of ``re``.
    """
    return cast("re.Pattern[AnyStr]", _LatePattern(pattern, int(flags)))
