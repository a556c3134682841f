"""Which format a file is: by content, then by name (DESIGN 2)."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import PurePath
from typing import Any, Final

import orjson

from shotveil.core.errors import UsageProblem
from shotveil.core.patterns import compile_late
from shotveil.core.sources.chat_exports import is_chat
from shotveil.core.sources.content_lines import is_cards, is_entries
from shotveil.core.sources.decode import decode_head, is_broken_text
from shotveil.core.sources.delimited import sniff_table
from shotveil.core.sources.event_streams import is_event_stream
from shotveil.core.sources.image_formats import sniff_format
from shotveil.core.sources.json_values import is_json
from shotveil.core.sources.mail import is_mail
from shotveil.core.sources.open import READERS
from shotveil.core.sources.ui_json import is_ui_json

OTHER_FORMATS: Final = ("image", "trace", "playwright_zip")
TRACE_HEAD: Final = '"schema":"shotveil.trace/'

_TABLES = ("csv", "tsv", "vtt", "srt", "sbv")
_BY_KIND = {
    **{"json": "json", "lines": "jsonl", "text": "text", "markup": "html", "mail": "text"},
    **{name: name for name in _TABLES},
}
_BINARY_HEADS = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"7z\xbc\xaf",
    b"\xfd7zXZ",
    b"SQLite format 3",
)
_CUE_SRT = compile_late(r"\s*[0-9]+[ \t]*\r?\n[0-9]{1,2}:[0-9]{2}:[0-9]{2}[,.][0-9]{1,3}\s+-->")
_CUE_SBV = compile_late(
    r"\s*[0-9]{1,2}:[0-9]{2}:[0-9]{2}\.[0-9]{3},[0-9]{1,2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}\r?\n"
)
_AX_LINE = compile_late(r"\s*\[[A-Za-z]?[0-9]+\] [A-Za-z]+ ['\"]")
_UI_TREE = compile_late(
    r"<(?:hierarchy|AppiumAUT|XCUIElementType[A-Za-z]+)\b|\sbounds=\"\[-?[0-9]+,-?[0-9]+\]\["
)


def detect_format(data: bytes, path: str, forced: str | None = None, *, partial: bool = False) -> str:
    """Name of a file's format: a key of ``READERS``, of ``OTHER_FORMATS``, or ``unsupported``.

    Args:
        forced: the format the user named (``--as``), or None.
        partial: ``data`` is only the beginning of a long file.

    Raises:
        UsageProblem: ``format.unknown`` for a forced format that does not exist.
    """
    if forced:
        return check_forced(forced)
    if sniff_format(data) is not None:
        return "image"
    if data.startswith(_BINARY_HEADS):
        return "playwright_zip" if _is_playwright(data) else "unsupported"
    suffix = PurePath(path).suffix.lower().lstrip(".")
    kind = load_suffixes().get(suffix, "")
    if kind == "image":
        return "image"
    if kind == "binary":
        return "unsupported"
    text = decode_head(data)
    if text is None:
        return _BY_KIND.get(kind) or ("text" if is_broken_text(data) else "unsupported")
    if TRACE_HEAD in text[:400]:
        return "trace"
    return _by_content(data, text, suffix, kind, partial)


@cache
def load_suffixes() -> dict[str, str]:
    """Suffix of a file name to what it usually holds (core/lexicons/file_suffixes.tsv)."""
    table = resources.files("shotveil.core.lexicons").joinpath("file_suffixes.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return {suffix: kind for suffix, kind in rows}


def check_forced(forced: str) -> str:
    """The format that a person named.

    Raises:
        UsageProblem: ``format.unknown``, with the nearest known one.
    """
    known = (*READERS, *OTHER_FORMATS)
    if forced in known:
        return forced
    near = get_close_matches(forced, known, 1)
    hint = f"did you mean {near[0]}" if near else "one of " + ", ".join(sorted(known))
    raise UsageProblem("format.unknown", f"no format is called {forced}", hint)


def _by_content(data: bytes, text: str, suffix: str, kind: str, partial: bool) -> str:
    if kind in _TABLES:
        return kind
    start = text.lstrip()[:1]
    if suffix != "txt" and (kind in ("json", "lines") or start in ("{", "[", '"')):
        found = _detect_json(data, text, suffix, kind, partial)
        if found or kind in ("json", "lines"):
            return found or ("jsonl" if kind == "lines" or _has_json_lines(text) else "json")
    if (kind in ("mail", "") or suffix == "txt") and is_mail(text, is_named=kind == "mail"):
        return "mail"
    if kind in ("text", "") and is_event_stream(text):
        return "event_stream"
    if kind in ("text", "") and is_cards(text):
        return "icalendar" if "VCAL" in text[:64].upper() else "vcard"
    if kind in ("text", "") and is_entries(text):
        return "ldif"
    if kind in ("mail", "text"):
        return "whatsapp" if suffix in ("txt", "text", "md", "markdown") and is_chat(text) else "text"
    if start == "<":
        return "uiautomator" if _UI_TREE.search(text[:4096]) else "html"
    if kind == "markup":
        return "uiautomator" if _UI_TREE.search(text[:4096]) else "html"
    if text.startswith("WEBVTT"):
        return "vtt"
    for pattern, name in ((_CUE_SRT, "srt"), (_CUE_SBV, "sbv")):
        if pattern.match(text):
            return name
    if is_chat(text):
        return "whatsapp"
    if not kind and (table := sniff_table(text, partial=partial)):
        return table
    return "a11y" if len(_AX_LINE.findall(text[:4096])) >= 3 else "text"


def _detect_json(data: bytes, text: str, suffix: str, kind: str, partial: bool) -> str:
    """The JSON format that the text has, "" when it is none."""
    if suffix == "log" or (partial and kind != "json"):
        found = _detect_lines(text, suffix, partial)
        return found or ("json" if suffix != "log" and _begins_json(text) else "")
    if kind == "lines" and (found := _detect_lines(text, suffix, partial)):
        return found
    try:
        name = _name_json(orjson.loads(decode_head(data) or text))
        return "ui_json" if name == "json" and is_ui_json(text) else name
    except orjson.JSONDecodeError:
        return _detect_lines(text, suffix, partial)


def _begins_json(text: str) -> bool:
    """Whether a text is the beginning of one JSON value that goes on over lines."""
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        return problem.pos >= len(text.rstrip()) or problem.msg.startswith("Unterminated string")
    except RecursionError:
        return False
    return True


def _has_json_lines(text: str) -> bool:
    """Whether a broken file was meant as lines: its first line is a whole JSON value and not its only one."""
    first, _, rest = text.lstrip().partition("\n")
    return bool(rest.strip()) and is_json(first)


def _detect_lines(text: str, suffix: str, partial: bool) -> str:
    """Format of lines that are JSON objects (asciicast: arrays after a header), "" when one is not."""
    lines = [line for line in text.split("\n") if line.strip()]
    if suffix == "cast":
        lines = [line for line in lines if not line.startswith("#")]
    if partial and len(lines) > 1:
        lines.pop()
    if not lines or not all(line.strip()[-1] in "}]" and is_json(line) for line in lines):
        return ""
    first = orjson.loads(lines[0])
    if isinstance(first, dict) and first.get("version") in (2, 3) and ("width" in first or "term" in first):
        return "asciicast"
    if suffix == "log" and not all(line.lstrip().startswith("{") for line in lines):
        return ""
    if isinstance(first, dict) and "sessionId" in first and ("uuid" in first or "message" in first):
        return "claude_code"
    return "jsonl"


def _name_json(value: Any) -> str:
    """The finer name of a JSON document."""
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, dict):
        return "json"
    if isinstance(value, list):
        is_message = "ts" in first and first.get("type") == "message"
        return "slack" if is_message or ("team_id" in first and "profile" in first) else "json"
    log = first.get("log")
    if isinstance(log, dict) and isinstance(log.get("entries"), list):
        return "har"
    if first.get("version") == 1 and isinstance(first.get("stdout"), list):
        return "asciicast"
    messages = first.get("messages")
    if (
        isinstance(messages, list)
        and messages
        and isinstance(messages[0], dict)
        and "date_unixtime" in messages[0]
    ):
        return "telegram"
    return "json"


def _is_playwright(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04") and b".trace" in data[-65_536:]
