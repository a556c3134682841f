"""Late patterns: what they are asked is what a compiled pattern is asked, and every one in the source compiles."""

from __future__ import annotations

import pickle
import pkgutil
import re
from importlib import import_module

import pytest

import shotveil.core
from shotveil.core.patterns import compile_late


def test_answers_as_the_compiled_pattern() -> None:
    late, eager = compile_late(r"(?P<word>[a-z]+)\d", re.I), re.compile(r"(?P<word>[a-z]+)\d", re.I)
    text = "Ab1 cd2"
    assert [m.group("word") for m in late.finditer(text)] == [m.group("word") for m in eager.finditer(text)]
    assert late.sub("x", text) == eager.sub("x", text)
    assert (late.pattern, late.flags, late.groupindex) == (eager.pattern, eager.flags, eager.groupindex)


def test_compiles_at_the_first_call_only(monkeypatch: pytest.MonkeyPatch) -> None:
    late = compile_late("a")
    made: list[str] = []
    compiled = re.compile("a")
    monkeypatch.setattr(re, "compile", lambda pattern, flags: (made.append(pattern), compiled)[1])
    assert made == []
    assert late.search("cat")
    assert late.match("at")
    assert made == ["a"]


def test_survives_pickling() -> None:
    late = compile_late(rb"\d+")
    assert late.search(b"a1")
    assert pickle.loads(pickle.dumps(late)).findall(b"1 22") == [b"1", b"22"]
    assert pickle.loads(pickle.dumps(compile_late("b"))).match("b")


def test_every_pattern_of_the_source_compiles() -> None:
    late = type(compile_late("a")).__mro__[1]  # what a late pattern is, asked or not
    seen = 0
    for module in pkgutil.walk_packages(shotveil.core.__path__, "shotveil.core."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, late):
                assert value.groups >= 0
                seen += 1
    assert seen > 500
