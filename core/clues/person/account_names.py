"""Accounts where a name is asked for (``wang.yutong``), and what has their shape: hosts, files, methods."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.known_forms import is_common_word
from shotveil.core.clues.person.lexicon import family_rank, given_rank, is_listed_name, read_groups
from shotveil.core.patterns import compile_late

_ACCOUNT: Final = compile_late(r"[a-z]{2,20}(?:\.[a-z0-9]{1,20}){1,2}(?![\w@./(-])")
"""``wang.yutong``: who filled in a form, by account."""


def match_account(text: str, start: int) -> re.Match[str] | None:
    """An account of parts with full stops at ``start``, when it is no host, file or method."""
    found = _ACCOUNT.match(text, start)
    return found if found and not names_machine(found.group().split(".")) else None


def names_machine(parts: list[str]) -> bool:
    """Whether words joined by full stops are a host (``mail.example.com``), a file or a method."""
    head, tail = parts[0], parts[-1]
    person = is_listed_name(head) and (len(tail) == 1 or is_listed_name(tail))
    if tail in _host_tails() or head == "www":
        return not person
    if tail in _file_tails() and not person:
        return True
    named = given_rank(head) >= 1 or family_rank(tail) >= 1 or len(tail) == 1
    return not named and any(is_common_word(part) and not is_listed_name(part) for part in parts)


@cache
def _host_tails() -> frozenset[str]:
    return read_groups("program_words.txt")["host_tail"]


@cache
def _file_tails() -> frozenset[str]:
    """Endings of file names (core/lexicons/file_suffixes.tsv), those of code among them."""
    table = files("shotveil.core.lexicons").joinpath("file_suffixes.tsv").read_text("utf-8")
    known = {line.split("\t")[0] for line in table.splitlines() if line and not line.startswith("#")}
    return frozenset(known) | read_groups("program_words.txt")["code_tail"]
