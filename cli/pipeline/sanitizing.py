"""One input made safe: every extent replaced, its pictures drawn, the way back kept."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any, Final

from shotveil.cli.pipeline.drawing import Drawn, DrawTask, draw_picture, release_of
from shotveil.cli.pipeline.naming import NO_LINKS, Links, follow_links
from shotveil.cli.pipeline.request import Item
from shotveil.core.audit.residual import Needle
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem
from shotveil.core.records import Binding, Release, Replacement, View, ViewError
from shotveil.core.session import Released, ReleasedBlock, Session
from shotveil.core.session.releases import UNCHANGED
from shotveil.core.sources.document import UNREAD, Edit, Place, TextDocument

_TEXT_PROOF: Final[dict[str, Any]] = {"readers": [], "result": "text"}
"""What the manifest says of how a text was proved."""

_SECRET_NAME: Final = "SECRET-"
"""What a name that held a secret shows; a plain session keeps no such name."""

SILENT_TEXT = "████"
"""What SAN-only leaves in a text: opaque, the same for every value and length."""


@dataclass(frozen=True, slots=True)
class Finished:
    """One input made safe: its bytes (None in a trace), releases in view order, how it was proved.

    ``numbers`` became strings and ``keys`` became references (DESIGN rule 14).
    """

    item: Item
    data: bytes | None
    suffix: str
    releases: tuple[Release, ...]
    verified: dict[str, Any]
    unwritten: int = 0
    places: tuple[Place, ...] = ()
    units: tuple[Finished, ...] = ()
    ordinal_path: str = ""
    released: str | None = None
    numbers: int = 0
    keys: int = 0
    encoding: str = "utf-8"

    @property
    def replacements(self) -> tuple[tuple[int, Replacement], ...]:
        return tuple((release.frame, item) for release in self.releases for item in release.replacements)


def prove_text(unread: int) -> dict[str, Any]:
    """What the manifest says of a text with so many parts that nobody reads (archives, sound)."""
    return {**_TEXT_PROOF, "unread_parts": unread} if unread else _TEXT_PROOF


def finish_picture(item: Item, views: tuple[View, ...], drawn: Drawn) -> Finished:
    """A drawn picture with its release records."""
    releases = tuple(release_of(view, shown) for view, shown in zip(views, drawn.frames, strict=True))
    return Finished(item, drawn.data, drawn.suffix, releases, drawn.verified, drawn.unwritten)


def rewrite_document(
    item: Item,
    document: TextDocument,
    views: tuple[View, ...],
    bindings: tuple[tuple[Binding, ...], ...],
    settings: Settings,
    needles: tuple[Needle, ...],
    links: Links = NO_LINKS,
    *,
    with_records: bool = True,
) -> Finished:
    """A text-like file with every extent replaced and its pictures drawn.

    Args:
        with_records: whether anybody asks for the releases of its views.

    Raises:
        InputProblem: a rewrite cannot be applied, or a picture inside cannot be finished.
    """
    from shotveil.renderers.text import apply_edits, count_forced, plan_edits

    edits: list[Edit] = []
    forced: list[tuple[int, int]] = []
    releases: list[Release] = []
    pictures: dict[int, list[int]] = {}
    for number, (view, bound) in enumerate(zip(views, bindings, strict=True)):
        if view.medium == "image":
            pictures.setdefault(_embedded_number(view), []).append(number)
            continue
        shown = follow_links(view, tuple(text_replacement(b, settings.mode) for b in bound), links)
        if not shown:
            continue
        planned = plan_edits(document, view, shown)
        edits += planned
        forced.append(count_forced(document, view, planned))
        if with_records:
            releases.append(_text_release(view, shown))
    for numbers in pictures.values():
        chosen = tuple(views[n] for n in numbers)
        task = DrawTask(
            item.path, replace(settings, image_format=""), chosen, tuple(bindings[n] for n in numbers), (), needles,
            _embedded_data(document, chosen[0]),
        )  # fmt: skip
        edit, finished = _draw_embedded(item, document, chosen, task)
        edits.append(edit)
        releases += finished.releases
    if not releases:  # an input without a finding is released too
        releases.append(
            Release(item.path, item.session, item.turn, "text", item.path, document.sha256, "", 0, 0, 0, ())
        )
    raw, places = apply_edits(document, edits)
    data = document.encode(raw)
    return Finished(
        item, data, "", tuple(releases), prove_text(document.notes.get(UNREAD, 0)), 0, places, released=raw,
        numbers=sum(numbers for numbers, _ in forced), keys=sum(keys for _, keys in forced),
        encoding=document.encoding,
    )  # fmt: skip


def text_replacement(binding: Binding, mode: str) -> Replacement:
    """What is written in a text for a binding."""
    occurrence = binding.occurrence
    return Replacement(
        occurrence.type, SILENT_TEXT if mode == "san" else binding.reference, occurrence.extents
    )


def _text_release(view: View, shown: tuple[Replacement, ...]) -> Release:
    return Release(
        view.id, view.session, view.turn, view.medium, view.path, view.sha256, view.pointer, view.frame,
        view.width, view.height, shown, None if view.text is None else safe_text(view.text, shown),
    )  # fmt: skip


def safe_text(text: str, shown: tuple[Replacement, ...]) -> str:
    """The text of a view with its replacements written in."""
    cuts = []
    for replacement in shown:
        for number, extent in enumerate(replacement.extents):
            cuts.append((extent.start, extent.end, replacement.reference if number == 0 else ""))
    parts: list[str] = []
    at = 0
    for start, end, written in sorted(cuts):
        parts += (text[at:start], written)
        at = max(at, end)
    return "".join(parts) + text[at:]


def _embedded_data(document: TextDocument, view: View) -> bytes:
    return document.embedded[_embedded_number(view)].data


def _embedded_number(view: View) -> int:
    return int(view.id.rsplit("@", 1)[1].split(".")[0])


def _draw_embedded(
    item: Item, document: TextDocument, views: tuple[View, ...], task: DrawTask
) -> tuple[Edit, Finished]:
    drawn = draw_picture(task)
    if isinstance(drawn, ViewError):
        raise InputProblem(drawn.code, f"picture at {views[0].pointer}: {drawn.message}", drawn.hint)
    embedded = document.embedded[_embedded_number(views[0])]
    finished = finish_picture(item, views, drawn)
    shows_secret = any(part.type == "SECRET" for _, part in finished.replacements)
    edit = Edit(embedded.raw_start, embedded.raw_end, embedded.encode(drawn.data), shows_secret)
    return edit, finished


def released_digest(data: bytes) -> str:
    """The name under which the journal keeps the places of a released file."""
    return hashlib.sha256(data).hexdigest()


def record_unit(session: Session, finished: Finished) -> ReleasedBlock:
    """Keep the exact way back of a released text."""
    data = finished.data or b""
    if not session.is_on_disk:  # nobody can come back
        return ReleasedBlock(len(data))
    from shotveil.core.sources.decode import decode_text

    copy = session.record_places(released_digest(data), finished.places, finished.released)
    if finished.encoding != "utf-8":
        try:
            shown = decode_text(data, finished.item.path).encoding
        except InputProblem:
            shown = ""
        if shown != finished.encoding:
            # What told the encoding is gone: nothing in the released bytes says how to put it back.
            return ReleasedBlock(len(data), copy, finished.encoding)
    return ReleasedBlock(len(data), copy)


def record_text(session: Session, finished: Finished, name: str, at: str = "") -> None:
    """Keep the exact way back of a text that is released whole, and under which name (``Released``)."""
    block = record_unit(session, finished)
    if session.is_on_disk:
        session.record_release(released_digest(finished.data or b""), Released((block,), name, at))


def record_archive(session: Session, finished: Finished, name: str, at: str) -> None:
    """Keep the way back of each text in an archive, and of which members it is made."""
    if session.is_on_disk:
        members = tuple(_record_member(session, unit) for unit in finished.units)
        packed = Released(members, name, at, packed=True)
        session.record_release(released_digest(finished.data or b""), packed)


def _record_member(session: Session, unit: Finished) -> ReleasedBlock:
    item = unit.item
    block = record_unit(session, unit) if unit.places else ReleasedBlock(len(unit.data or b""), UNCHANGED)
    name = item.path.removeprefix(f"{item.archive}!")
    is_kept = name != item.member and (session.keeps_secrets or _SECRET_NAME not in item.member)
    return replace(block, name=name) if is_kept else block
