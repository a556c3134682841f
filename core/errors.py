"""Errors with stable codes (DESIGN: one clear line, never a value, never a traceback)."""

from __future__ import annotations


class ShotveilError(Exception):
    """Something a person must know, told in one line.

    Args:
        code: stable dotted code, for example ``image.truncated``; scripts may test it.
        message: what was wrong. Must never contain a raw value of the input.
        hint: what to do about it, or "".
        usage: True when the command line or configuration is at fault, False for bad input.
    """

    def __init__(self, code: str, message: str, hint: str = "", *, usage: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.usage = usage

    def line(self) -> str:
        """The message and its hint on one line."""
        return f"{self.message}; {self.hint}" if self.hint else self.message


class UsageProblem(ShotveilError):
    """The command line, the environment or a configuration file is wrong (exit 2)."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(code, message, hint, usage=True)


class InputProblem(ShotveilError):
    """One input cannot be read or finished; nothing of it is released (exit 2)."""


class BackendProblem(ShotveilError):
    """A reader, model or system library is missing or broken (exit 2)."""
