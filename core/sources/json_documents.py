"""JSON and JSONL files: checked, then read value by value."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

from shotveil.core.errors import InputProblem
from shotveil.core.patterns import compile_late
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.json_values import JsonReader, is_json

_LINE = compile_late(r"[^\n]*[^\s][^\n]*")
_BRACKET = compile_late(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.S)
_DEEPEST = 1_024
_COMMENT = compile_late(r"\s*(?:#|//)")
_HINT = "mend the file, or read it as text with --as text"


def read_json(builder: DocumentBuilder) -> None:
    """One JSON value, or nothing: a file that was never written to is released as it is.

    Raises:
        InputProblem: ``json.invalid`` with the line of the first mistake, ``json.too_deep``.
    """
    text = builder.root.text
    if not text.strip():
        return
    line = find_json_mistake(text)
    if line:
        raise json_problem("json.invalid", builder.path, line, text)
    reader = JsonReader(builder)
    reader.read(builder.root, 0, len(text))
    reader.finish()


def read_jsonl(builder: DocumentBuilder) -> None:
    """One JSON value a line; blank lines stay, and what stands behind ``#`` or ``//`` is text.

    Raises:
        InputProblem: ``jsonl.invalid`` with the number of the line, ``json.too_deep``.
    """
    text = builder.root.text
    reader = JsonReader(builder)
    number, at = builder.first_line, 0
    for match in _LINE.finditer(text):
        number += text.count("\n", at, match.start())
        at = match.start()
        if comment := _COMMENT.match(match[0]):
            builder.add_text(builder.root, match.start() + comment.end(), match.end(), f"/{number - 1}", ())
            continue
        if find_json_mistake(match[0]):
            raise json_problem("jsonl.invalid", builder.path, number, match[0])
        reader.read(builder.root, match.start(), match.end(), f"/{number - 1}")
    reader.finish()


def json_problem(code: str, path: str, line: int, text: str) -> InputProblem:
    """Why a text that ``find_json_mistake`` refuses cannot be read, with the line of it."""
    where = f"{path}: line {line}"
    if _nests_deeply(text):
        return InputProblem(
            "json.too_deep",
            f"{where}: nested deeper than {_DEEPEST:,} levels; nothing was released for it",
            "read it as text with --as text",
        )
    return InputProblem(code, f"{where}: not valid JSON; nothing was released for it", _HINT)


def _nests_deeply(text: str) -> bool:
    depth = 0
    for mark in _BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark[0], 0)
        if depth > _DEEPEST:
            return True
    return False


def load_json(text: str) -> Any:
    """The value of a text that ``find_json_mistake`` found valid."""
    return orjson.loads(text) if is_json(text) else json.loads(text)


def find_json_mistake(text: str) -> int:
    """Line of the first mistake in a JSON text, 0 when there is none.

    Python's reader has the last word, since it also takes NaN and lone surrogates, which logs contain.
    """
    if is_json(text):
        return 0
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        return problem.lineno
    except RecursionError:
        return 1
    return 0
