"""JSON and JSONL files: checked, then read value by value."""

from __future__ import annotations

import json
import re
from typing import Any

import orjson

from shotveil.core.errors import InputProblem
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.json_values import JsonReader, is_json

_LINE = re.compile(r"[^\n]*[^\s][^\n]*")
_HINT = "mend the file, or read it as text with --as text"


def read_json(builder: DocumentBuilder) -> None:
    """One JSON value.

    Raises:
        InputProblem: ``json.invalid`` with the line of the first mistake.
    """
    text = builder.root.text
    line = find_json_mistake(text)
    if line:
        raise InputProblem(
            "json.invalid", f"{builder.path}: line {line}: not valid JSON; nothing was released for it", _HINT
        )
    reader = JsonReader(builder)
    reader.read(builder.root, 0, len(text))
    reader.finish()


def read_jsonl(builder: DocumentBuilder) -> None:
    """One JSON value a line; blank lines stay.

    Raises:
        InputProblem: ``jsonl.invalid`` with the number of the line.
    """
    text = builder.root.text
    reader = JsonReader(builder)
    number, at = builder.first_line, 0
    for match in _LINE.finditer(text):
        number += text.count("\n", at, match.start())
        at = match.start()
        if find_json_mistake(match[0]):
            raise InputProblem(
                "jsonl.invalid",
                f"{builder.path}: line {number}: not valid JSON; nothing was released for it",
                _HINT,
            )
        reader.read(builder.root, match.start(), match.end(), f"/{number - 1}")
    reader.finish()


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
