"""UI trees and element lists in JSON: nodes with bounds become blocks of a tree view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from shotveil.core.geometry import Box
from shotveil.core.patterns import compile_late
from shotveil.core.records import Block
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.json_documents import load_json, read_json
from shotveil.core.sources.layers import Source

BOUNDS_KEYS = (
    "bounds",
    "boundsInScreen",
    "bounds_in_screen",
    "boundingBox",
    "bounding_box",
    "bbox",
    "rect",
    "box",
)
_SHOWN_KEYS = frozenset(
    {
        "text",
        "content-desc",
        "content_desc",
        "contentDescription",
        "content_description",
        "value",
        "label",
        "name",
    }
)
_BOUNDS_TEXT = compile_late(r"\[(-?[0-9]+),(-?[0-9]+)\]\[(-?[0-9]+),(-?[0-9]+)\]")
_SIDES = (
    ("left", "top", "right", "bottom"),
    ("x_min", "y_min", "x_max", "y_max"),
    ("x1", "y1", "x2", "y2"),
)
_LARGEST_SHARE = 1.5
"""Bounds up to this are shares of the screen; a node may hang over its edge."""

_PASSWORD_FLAGS = ("password", "isPassword", "is_password", "secure", "isSecure", "protected")
_PASSWORD_KINDS = ("type", "inputType", "input_type", "role", "class", "className", "control_type", "subrole")
_PASSWORD = compile_late(r"(?i)password|secure")
_HINT = compile_late(rf'"(?:{"|".join(BOUNDS_KEYS)})"\s*:')


def is_ui_json(text: str) -> bool:
    """Whether a JSON document is mainly nodes with bounds (the beginning decides)."""
    return len(_HINT.findall(text[:65_536])) >= 3


def read_ui_json(builder: DocumentBuilder) -> None:
    """Texts of nodes with bounds as blocks of one tree view; everything else as in any JSON document.

    A block's label is the innermost field name of its text, ``password`` for a password node.
    """
    read_json(builder)
    nodes = _in_thousandths(dict(_find_nodes(load_json(builder.root.text), "")))
    blocks: list[Block] = []
    sources: list[Source] = []
    for number, entry in enumerate(builder.entries):
        if entry is None:
            continue
        text, pointer, field, source = entry
        parent, _, key = pointer.rpartition("/")
        if parent not in nodes or key not in _SHOWN_KEYS:
            continue
        box, label = nodes[parent]
        blocks.append(
            Block(str(len(blocks)), text, box, box.quad(), label=label or (field[-1] if field else ""))
        )
        sources.append(source)
        builder.entries[number] = None
    if blocks:
        boxes = [box for box, _ in nodes.values()]
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        builder.add_tree(blocks, sources, int(right), int(bottom))


def _in_thousandths(nodes: dict[str, tuple[Box, str]]) -> dict[str, tuple[Box, str]]:
    """The nodes, bounds that are shares of the screen as thousandths of it."""
    if not nodes or max(max(box.right, box.bottom) for box, _ in nodes.values()) > _LARGEST_SHARE:
        return nodes
    return {
        place: (Box(*(side * 1_000 for side in box.as_list())), label)
        for place, (box, label) in nodes.items()
    }


def _is_password(node: Mapping[str, Any]) -> bool:
    if any(node.get(key) in (True, "true") for key in _PASSWORD_FLAGS):
        return True
    kinds = (node.get(key) for key in _PASSWORD_KINDS)
    return any(isinstance(kind, str) and _PASSWORD.search(kind) for kind in kinds)


def _find_nodes(value: Any, pointer: str) -> Iterator[tuple[str, tuple[Box, str]]]:
    """Pointer of each object with bounds, its box, and a label where the node says it is a password."""
    stack = [(value, pointer)]
    while stack:
        node, place = stack.pop()
        if isinstance(node, dict):
            box = next((found for key in BOUNDS_KEYS if (found := read_bounds(node.get(key), key))), None)
            if box is not None:
                yield place, (box, "password" if _is_password(node) else "")
            stack += [(item, f"{place}/{_escape(key)}") for key, item in node.items()]
        elif isinstance(node, list):
            stack += [(item, f"{place}/{number}") for number, item in enumerate(node)]


def read_bounds(value: Any, key: str = "bounds") -> Box | None:
    """A box from the ways in which trees write it; None for anything else or an empty box.

    Four bare numbers are left, top, right, bottom where that is a box; else, for ``bbox`` and ``rect``,
    left, top, width, height.
    """
    if isinstance(value, str):
        match = _BOUNDS_TEXT.fullmatch(value.replace(" ", ""))
        return _make_box([float(number) for number in match.groups()]) if match else None
    if isinstance(value, Mapping):
        return _read_sides(value)
    if isinstance(value, list) and len(value) == 2 and all(isinstance(pair, list) for pair in value):
        value = [*value[0], *value[1]]
    if (
        not isinstance(value, list)
        or len(value) != 4
        or not all(isinstance(one, int | float) for one in value)
    ):
        return None
    left, top, right, bottom = (float(one) for one in value)
    if (right <= left or bottom <= top) and key in ("bbox", "rect", "box"):
        right, bottom = left + right, top + bottom
    return _make_box([left, top, right, bottom])


def _read_sides(value: Mapping[str, Any]) -> Box | None:
    for names in _SIDES:
        sides = [value.get(name) for name in names]
        if all(isinstance(side, int | float) for side in sides):
            return _make_box([float(side) for side in sides if side is not None])
    x, y = value.get("x", value.get("left")), value.get("y", value.get("top"))
    width, height = value.get("width", value.get("w")), value.get("height", value.get("h"))
    if all(isinstance(one, int | float) for one in (x, y, width, height)):
        return _make_box([x, y, x + width, y + height])  # type: ignore[list-item,operator]
    return None


def _make_box(sides: list[float]) -> Box | None:
    box = Box(*sides)
    return box if box.width > 0 and box.height > 0 else None


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
