"""Draw one safe picture, prove it, and give back its bytes; or withhold it (DESIGN rules 5–7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shotveil.cli.guard import InputGuard
from shotveil.cli.pipeline.decoded import DECODED
from shotveil.cli.pipeline.finding import denied_needles, keep_allowed
from shotveil.cli.pipeline.pictures import KeptReader, main_reader, picture_bytes, reader_of
from shotveil.core.audit.residual import Needle, build_needle, counts_in_place, is_plain
from shotveil.core.config import Settings
from shotveil.core.errors import InputProblem
from shotveil.core.records import Binding, Block, Release, Replacement, View, ViewError

if TYPE_CHECKING:
    from shotveil.core.ocr.reader import Reader
    from shotveil.core.sources.images import ImageSource
    from shotveil.renderers.image import Rendered


@dataclass(frozen=True, slots=True)
class DrawTask:
    """A picture, its views (one a frame) with their bindings, or its releases, and what must not survive."""

    path: str
    settings: Settings
    views: tuple[View, ...] = ()
    bindings: tuple[tuple[Binding, ...], ...] = ()
    releases: tuple[Release, ...] = ()
    needles: tuple[Needle, ...] = ()
    data: bytes | None = None
    encode: bool = True


@dataclass(frozen=True, slots=True)
class Drawn:
    """A finished picture: its bytes, what stands where per frame, how it was proved."""

    data: bytes
    suffix: str
    frames: tuple[tuple[Replacement, ...], ...]
    verified: dict[str, Any]
    unwritten: int


def draw_picture(task: DrawTask) -> Drawn | ViewError:
    """The safe picture, or why it is withheld."""
    guard = InputGuard(task.path)
    with guard:
        return _draw_frames(task)
    return guard.error or ViewError(task.path, "internal.fault", "nothing was drawn")


def _draw_frames(task: DrawTask) -> Drawn:
    from shotveil.core.sources.images import open_image
    from shotveil.renderers.image_write import encode_image, output_suffix

    data = picture_bytes(task.path, task.data)
    limit = task.settings.max_pixels
    source = DECODED.take(data, limit) or open_image(data, task.path, max_pixels=limit)
    frames, replacements, unwritten = [], [], 0
    for frame in range(source.frames):
        rendered, silent = _draw_frame(task, source, frame)
        frames.append(rendered.rgb)
        replacements.append(silent)
        unwritten += len(rendered.unwritten)
    image_format = task.settings.image_format or None
    data = encode_image(frames, source, image_format) if task.encode else b""
    suffix = output_suffix(source, image_format)
    return Drawn(data, suffix, tuple(replacements), describe_proof(task), unwritten)


def _draw_frame(task: DrawTask, source: ImageSource, frame: int) -> tuple[Rendered, tuple[Replacement, ...]]:
    from shotveil.renderers.verify import verify_pixels

    rgb = source.frame(frame)
    extra = () if task.releases else find_wordless(rgb, task.views[frame])
    for attempt in range(2):
        rendered = _render(task, rgb, frame, extra)
        verify_pixels(rgb, rendered.erased, rendered.regions)
        verify_pixels(rgb, rendered.rgb, rendered.regions, inked=rendered.inked)
        residuals = _read_again(task, rendered, frame)
        if not residuals:
            return rendered, rendered.replacements
        if attempt == 0:
            extra += tuple(Replacement(r.type, "", (), (r.quad,), (r.quad,)) for r in residuals)
    raise InputProblem("verify.residual", f"{len(residuals)} values could still be read after drawing twice")


def find_wordless(rgb: Any, view: View) -> tuple[Replacement, ...]:
    """What is private beside the text: codes that a camera reads, a password shown as dots, initials."""
    from shotveil.renderers.avatars import find_avatars
    from shotveil.renderers.codes import find_codes, find_password_dots

    others = (*find_codes(rgb, view.blocks), *find_password_dots(rgb, view.blocks))
    return (*others, *find_avatars(rgb, view, others))


def _render(task: DrawTask, rgb: Any, frame: int, extra: Sequence[Replacement]) -> Rendered:
    from shotveil.renderers.image import render_replacements, render_view

    settings = task.settings
    font = Path(settings.font) if settings.font else None
    mode: Any = settings.mode
    fill: Any = settings.fill
    if task.releases:
        release = task.releases[frame]
        return render_replacements(rgb, (*release.replacements, *extra), mode, fill=fill, font=font)
    view, bindings = task.views[frame], task.bindings[frame]
    return render_view(rgb, view, bindings, mode, fill=fill, font=font, extra=extra)


def _read_again(task: DrawTask, rendered: Rendered, frame: int) -> tuple[Any, ...]:
    from shotveil.renderers.verify import verify_reading

    if task.settings.verify == "pixels":
        return ()
    own = task.views[frame].occurrences if task.views else ()
    anywhere = (needle for needle in task.needles if not is_plain(needle.surface))
    denied = denied_needles(task.settings, task.path)
    needles = (*denied, *anywhere, *(build_needle(item) for item in own if counts_in_place(item)))
    if not needles:
        return ()
    full = task.settings.verify == "full"
    return verify_reading(
        rendered.rgb,
        needles,
        proof_readers(task.settings),
        scales=(1.0, 2.0) if full else (1.5,),
        inverted=full,
        read=_read_kept,
        kept=keep_allowed(task.settings, task.path),
    )


def _read_kept(reader: Reader, rgb: Any, scale: float, *, negative: bool) -> tuple[Block, ...]:
    assert isinstance(reader, KeptReader)
    return reader.read_shown(rgb, scale, negative=negative)


def proof_readers(settings: Settings) -> tuple[KeptReader, ...]:
    """The engines that read a safe picture again: the same one, or with ``full`` every installed one."""
    recorded = settings.backend.partition(":")[0] == "replay"  # a recording does not hold the safe picture
    first = reader_of(settings, "auto") if recorded else main_reader(settings)
    if settings.verify != "full":
        return (first,)
    return (first, *(reader for reader in installed_readers(settings) if reader.info != first.info))


def installed_readers(settings: Settings) -> tuple[KeptReader, ...]:
    """Every engine that runs here; two models of one engine where there is only one."""
    from shotveil.core.ocr.registry import installed_backends

    return tuple(reader_of(settings, backend, model) for backend, model in installed_backends())


def describe_proof(task: DrawTask) -> dict[str, Any]:
    """Who read a picture and how what came of it was proved, for the manifest."""
    settings = task.settings
    first = [main_reader(settings)]
    read_by = _list_names([*first, reader_of(settings, settings.also)] if settings.also else first)
    if settings.verify == "pixels" or not (task.needles or denied_needles(settings, task.path)):
        return {"read_by": read_by, "readers": [], "scales": [], "result": "pixels"}
    names = _list_names(proof_readers(settings))
    scales = [1.0, 2.0] if settings.verify == "full" else [1.5]
    return {"read_by": read_by, "readers": names, "scales": scales, "result": "clean"}


def _list_names(readers: Iterable[KeptReader]) -> list[str]:
    return [f"{reader.info.name} {reader.info.model}".strip() for reader in readers]


def release_of(view: View, replacements: tuple[Replacement, ...]) -> Release:
    """The release record of a picture view."""
    return Release(
        view.id, view.session, view.turn, view.medium, view.path, view.sha256, view.pointer, view.frame,
        view.width, view.height, replacements,
    )  # fmt: skip
