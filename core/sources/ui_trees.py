"""UI trees with bounds (uiautomator, Appium): text exactly as the app holds it, with boxes in px."""

from __future__ import annotations

import re
from collections.abc import Mapping

from shotveil.core.geometry import Box
from shotveil.core.patterns import compile_late
from shotveil.core.records import Block
from shotveil.core.sources.builder import DocumentBuilder
from shotveil.core.sources.entities import open_entities
from shotveil.core.sources.layers import Source
from shotveil.core.sources.markup import Attribute, MarkScanner, read_attributes, read_markup

_BOUNDS = compile_late(r"\[(-?[0-9]+),(-?[0-9]+)\]\[(-?[0-9]+),(-?[0-9]+)\]")
_PASSWORD = compile_late(r"(?i)password|secure")
_SHOWN = ("text", "content-desc", "value", "label", "name", "hint", "title")
"""Attributes that a node shows, the first that it has gives its block; the others are values beside it."""

_LABELS = ("resource-id", "hint", "name", "class", "type")


def read_ui_tree(builder: DocumentBuilder) -> None:
    """One tree view: a block for each node that shows text; further texts of a node as text views.

    A password node's label is ``password``. A tree without any bounds is read as plain markup.
    """
    text = builder.root.text
    blocks: list[Block] = []
    sources: list[Source] = []
    width = height = 0
    scanner = MarkScanner(text)
    node = scanner.next(0)
    while node is not None:
        inside = node.span("attributes") if node["tag"] and not node["close"] else (0, 0)
        attributes = {one.name: one for one in read_attributes(text, *inside)}
        node = scanner.next(node.end())
        box = _read_box(attributes)
        if box is None:
            _add_values(builder, attributes, "", ())
            continue
        width, height = max(width, int(box.right)), max(height, int(box.bottom))
        shown = [name for name in _SHOWN if name in attributes and attributes[name].value.strip()]
        label = _read_label(attributes)
        if shown:
            first = attributes[shown[0]]
            layer, start, end = open_entities(builder.root, first.start, first.end)
            block_id = str(len(blocks))
            blocks.append(Block(block_id, layer.text[start:end], box, box.quad(), label=label))
            sources.append((layer, start, end))
        _add_values(builder, attributes, label, tuple(shown[:1]))
    if not blocks:
        builder.entries.clear()
        read_markup(builder)
        return
    builder.add_tree(blocks, sources, width, height)


def _add_values(
    builder: DocumentBuilder, attributes: Mapping[str, Attribute], label: str, taken: tuple[str, ...]
) -> None:
    """Texts of a node that its block does not show (a description beside its text)."""
    for name in _SHOWN:
        one = attributes.get(name)
        if one is not None and name not in taken and one.value.strip():
            field = (label, name) if label else (name,)
            builder.add_text(*open_entities(builder.root, one.start, one.end), f"/{one.start}", field)


def _read_label(attributes: Mapping[str, Attribute]) -> str:
    password = attributes.get("password")
    kind = attributes.get("class") or attributes.get("type")
    if (password is not None and password.value == "true") or (kind and _PASSWORD.search(kind.value)):
        return "password"
    for name in _LABELS:
        one = attributes.get(name)
        if one is not None and one.value:
            return one.value.rpartition("/")[2]
    return ""


def _read_box(attributes: Mapping[str, Attribute]) -> Box | None:
    bounds = attributes.get("bounds")
    if bounds is not None:
        match = _BOUNDS.fullmatch(bounds.value)
        return _make_box(*map(float, match.groups())) if match else None
    sides = [attributes[name].value for name in ("x", "y", "width", "height") if name in attributes]
    if len(sides) < 4 or not all(re.fullmatch(r"-?[0-9]+(?:\.[0-9]+)?", side) for side in sides):
        return None
    x, y, width, height = map(float, sides)
    return _make_box(x, y, x + width, y + height)


def _make_box(left: float, top: float, right: float, bottom: float) -> Box | None:
    """A box that covers something: a node without a place is no block, its text is read all the same."""
    return Box(left, top, right, bottom) if left < right and top < bottom else None
