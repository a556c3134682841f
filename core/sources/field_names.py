"""What the name of a field says about its value: ids, times and closed words that programs match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal, get_args

from shotveil.core.name_parts import read_name_part
from shotveil.core.patterns import compile_late

Kind = Literal["", "id", "time", "epoch", "enum", "hash", "size", "actor", "role"]

WORD_KEYS: Final = frozenset(
    {"t", "text", "word", "w", "token", "str", "char", "symbol", "utf8", "punctuated_word"}
)
"""Keys that hold one word or run of a list of objects."""
DELTA_KEYS: Final = frozenset(
    {"delta", "partial_json", "token", "chunk", "transcript_delta", "arguments_delta"}
)
"""Keys whose strings are pieces of one text, event after event; anything inside them too."""
NAMING_KEYS: Final = frozenset({"name", "key", "label", "field", "title", "header", "param", "question"})
"""Keys whose string names the value beside it."""
COLUMN_KEYS: Final = frozenset({"columns", "column_names", "cols", "headers", "header", "fields"})
"""Keys whose list names the cells of the lists of a later one (``{"columns": […], "rows": [[…]]}``)."""
VALUE_KEYS: Final = frozenset({"value", "val", "values", "answer", "default"})
TARGET_KEYS: Final = frozenset(
    {
        "selector",
        "locator",
        "element",
        "element_name",
        "element_description",
        "target_element",
        "placeholder",
        "resource-id",
        "resource_id",
        "aria-label",
    }
)
"""Keys that say where an action or a node put its text."""
PERSON_KEYS: Final = frozenset(
    {"real_name", "realName", "full_name", "fullName", "display_name", "displayName", "global_name"}
)
"""Keys of a person's name: beside one, a ``name`` of one small word is what the account is called."""
TARGETED_KEYS: Final = VALUE_KEYS | {"text", "content", "input", "input_text"}
_SPECIAL_KEYS = WORD_KEYS | DELTA_KEYS | NAMING_KEYS | TARGET_KEYS | TARGETED_KEYS | PERSON_KEYS

_PLAIN_KEY = compile_late(r"[a-z_$@][A-Za-z_$\-.:/]*+[0-9]{0,3}[A-Za-z_\-]*+|[A-Z][A-Z_]++[0-9]{0,3}[A-Z_]*+")
_SIGNS = compile_late(r"[^a-z0-9]")
_ID = compile_late(r"[A-Za-z0-9][A-Za-z0-9_\-:./+=|]{0,255}")
_NAME_LIKE = compile_late(r"[A-Za-z][a-z]{1,15}+(?:[._\-]?[A-Z]?[a-z]{1,15}+){0,3}+")
"""An id made of words (``ines.okafor``) may be a person's; the detector decides."""

_MOBILE = compile_late(r"(?:86)?1[3-9][0-9]{9}")
_TIME = compile_late(r"[0-9][0-9\-/T:., +Z]{3,39}")
_EPOCH = compile_late(r"1[0-9]{9}(?:[0-9]{3}){0,3}")
_WORD = compile_late(r"[A-Za-z0-9_.\-/+:#]{1,80}")
_DIGITS = compile_late(r"[0-9]{9}")
_MACHINE_ID = compile_late(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-f]{24}|(?:user|chat|channel)[0-9]{5,16}"
    r"|(?=[A-Z]*+[0-9])[A-Z][A-Z0-9]{8,11}"
)
_SECRET_HEADS = compile_late(
    r"(?:^|[^A-Za-z0-9])(?:sk-|[sr]k_(?:live|test)_|gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|AKIA|ASIA"
    r"|AIza|eyJ|ya29\.|SG\.|hf_|npm_|pypi-|dop_v1_|shp(?:at|ca|pa|ss)_)"
)


@dataclass(frozen=True, slots=True)
class FieldName:
    """A key of a document. ``plain`` keys are names of fields, never values themselves.

    ``is_special`` keys take part in naming or joining the values beside them.
    """

    key: str
    kind: Kind
    plain: bool
    is_special: bool = False

    def keeps(self, text: str) -> bool:
        """Whether a string value is left alone: of the shape that this kind of field has, and no secret."""
        kind = self.kind
        if not kind:
            return False
        if kind == "time":
            return _TIME.fullmatch(text) is not None
        if kind == "epoch":
            return _EPOCH.fullmatch(text) is not None
        if kind == "enum":
            if text[0].isupper() and text[1:].islower():
                return False  # a capitalized word may be a name
            return (
                _WORD.fullmatch(text) is not None and _DIGITS.search(text) is None and not _has_secret(text)
            )
        if kind == "role":
            return text.isascii() and text.lower() in load_role_words()
        if kind == "actor":
            return _MACHINE_ID.fullmatch(text) is not None
        if kind == "size":
            return text.isdigit() and len(text) < 7
        if kind == "id" and (_MOBILE.fullmatch(text) or _NAME_LIKE.fullmatch(text)):
            return False
        return _ID.fullmatch(text) is not None and not _has_secret(text)

    def keeps_number(self, text: str) -> bool:
        """Whether a number is left alone."""
        if self.kind == "epoch":
            return _EPOCH.fullmatch(text) is not None
        return self.kind in ("time", "size", "enum", "hash") or (
            self.kind == "id" and not _MOBILE.fullmatch(text)
        )


@cache
def _read_table() -> tuple[tuple[str, str], ...]:
    table = resources.files("shotveil.core.lexicons").joinpath("program_fields.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return tuple((name, kind) for name, kind in rows)


@cache
def load_kinds() -> dict[str, Kind]:
    """Field name, folded, to kind (core/lexicons/program_fields.tsv)."""
    kinds = get_args(Kind)
    return {name: kind for name, kind in _read_table() if kind in kinds}  # type: ignore[misc]


@cache
def load_role_words() -> frozenset[str]:
    """What chat formats call the two sides of a talk (the same table)."""
    return frozenset(name for name, kind in _read_table() if kind == "word")


def read_field_name(key: str) -> FieldName:
    """Kind and plainness of a key."""
    folded = _SIGNS.sub("", key.lower()) if key.isascii() else ""
    kind = load_kinds().get(folded, "")
    if not kind and folded.endswith(("tokens", "timestamp")):
        kind = "size" if folded.endswith("tokens") else "time"
    special = key in _SPECIAL_KEYS or read_name_part(key, bare=True) != ""
    return FieldName(key, kind, not key or _PLAIN_KEY.fullmatch(key) is not None, special)


def _has_secret(text: str) -> bool:
    return _SECRET_HEADS.search(text) is not None
