"""What of a file may not change when it is cleaned, by shape: its structure as a comparable value."""

from __future__ import annotations

import configparser
import csv
import email
import io
import json
import re
import tomllib
import zipfile
from datetime import date
from typing import Any

from shotveil.core.sources.decode import decode_text

_TAG = re.compile(r"<(/?[A-Za-z][^\s/>]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"([^\s=]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_TIMING = re.compile(r"^.*(?:-->|^[0-9]:[0-9]{2}:[0-9]{2}\.[0-9]{3},).*$", re.M)
_REFERENCE = re.compile(r"\[\[[A-Z_]+#[0-9]+(?:\.[A-Z0-9=-]+)?\]\](?:~[0-9]+)?")
_DELIMITERS = {"comma": ",", "semicolon": ";", "pipe": "|", "quoted": ",", "tab": "\t"}


def outline(data: bytes, shape: str) -> Any:
    """The structure of a file without its values.

    Raises:
        ValueError: it does not parse.
    """
    if shape == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: outline(archive.read(name), _member_shape(name)) for name in archive.namelist()}
    if shape == "mail":
        return _mail(data)
    text = decode_text(data, "file").raw
    if shape == "json":
        return _json(text)
    if shape == "lines":
        return [_json(line) if line.strip() else "" for line in text.split("\n")]
    if shape == "cast":
        return [
            event[:2] if isinstance(event := json.loads(line), list) else _json(line)
            for line in text.splitlines()
        ]
    if shape.startswith("rows"):
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=_DELIMITERS[shape[4:]], strict=True)
        return [len(row) for row in rows]
    if shape == "tags":
        return [(tag, _ATTRIBUTE.findall(inside)) for tag, inside in _TAG.findall(text)]
    if shape == "cues":
        return _TIMING.findall(text), text.count("\n")
    if shape == "toml":
        return _kinds(tomllib.loads(text))
    if shape == "ini":
        parser = configparser.ConfigParser()
        parser.read_string(text)
        return [(name, list(parser[name])) for name in parser.sections()]
    return None


def _member_shape(name: str) -> str:
    if name.endswith((".trace", ".network")):
        return "lines"
    return "json" if name.endswith((".json", ".stacks")) else "tags"


def _json(text: str) -> Any:
    return _kinds(json.loads(text, object_pairs_hook=lambda pairs: pairs))


def _kinds(value: Any) -> Any:
    """Values as their kinds; keys, numbers and words of the grammar stay (DESIGN rule 14 lets few change)."""
    if isinstance(value, dict):
        value = list(value.items())
    if isinstance(value, list):
        return [_kinds(item) for item in value]
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        return (value[0], _kinds(value[1]))
    return "text" if isinstance(value, str) else value


def same_outline(before: Any, after: Any) -> bool:
    """Equal but for keys that became references and numbers that became one."""
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        return len(before) == len(after) and all(map(same_outline, before, after))
    if isinstance(before, dict) and isinstance(after, dict):
        return list(before) == list(after) and all(same_outline(before[key], after[key]) for key in before)
    if before == after or before != before:
        return True
    if isinstance(before, str) and isinstance(after, str):
        return _REFERENCE.search(after) is not None
    return after == "text" and isinstance(before, int | float | date) and not isinstance(before, bool)


def _mail(data: bytes) -> Any:
    message = email.message_from_bytes(data)
    return [
        (part.get_content_type(), part.keys(), len(part.defects), part.get("content-transfer-encoding"))
        for part in message.walk()
    ]


def readable(data: bytes) -> str:
    """All that a reader of a file can see: its text, escapes opened, members and mail bodies decoded."""
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(readable(archive.read(name)) for name in archive.namelist())
    try:
        text = decode_text(data, "file").raw
    except Exception:  # noqa: BLE001 - a broken file: its bytes are what can be seen
        return data.decode("utf-8", "replace")
    opened = [text]
    if "\\u" in text:
        opened.append(re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text))
    if '"delta"' in text:
        opened.append(_join_deltas(text))
    if re.match(r"[A-Za-z-]+: ", text) and "\nMIME-Version:" in text.replace("\r", ""):
        opened += [_mail_text(part) for part in email.message_from_bytes(data).walk()]
    return "\n".join(opened)


def _join_deltas(text: str) -> str:
    """What a client of a stream shows: the pieces of each kind one after another."""
    pieces: dict[str, list[str]] = {}
    for line in text.splitlines():
        try:
            event = json.loads(line.removeprefix("data:"))
        except ValueError:
            continue
        found = [event, *event.get("choices", [])] if isinstance(event, dict) else []
        for one in found:
            delta = one.get("delta") if isinstance(one, dict) else None
            for key, value in delta.items() if isinstance(delta, dict) else ():
                if isinstance(value, str) and key != "type":
                    pieces.setdefault(key, []).append(value)
            if isinstance(delta, str):
                pieces.setdefault("delta", []).append(delta)
    return "\n".join("".join(values) for values in pieces.values())


def _mail_text(part: Any) -> str:
    heads = [str(email.header.make_header(email.header.decode_header(value))) for value in part.values()]
    body = part.get_payload(decode=True) or b""
    return "\n".join([*heads, body.decode("utf-8", "replace")])
