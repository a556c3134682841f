"""OCR backends by name; ``auto`` takes the installed one that leaves least readable."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from shotveil.core.errors import BackendProblem, UsageProblem
from shotveil.core.ocr.blocks import union_blocks
from shotveil.core.ocr.reader import Reader
from shotveil.core.records import ReaderInfo

__all__ = ["Reader", "backend_names", "installed_backends", "open_reader", "union_blocks"]

PLUGIN_GROUP = "shotveil.ocr"
AUTO_MODELS: tuple[str, ...] = ("ppocrv6-small", "ppocrv6-tiny", "ppocrv4-mobile")
"""Order of preference of ``auto``, by what a reader leaves unread (measured, see README.md)."""

Opener = Callable[[str, int, Sequence[str]], Reader]


def open_reader(
    backend: str = "auto",
    model: str | None = None,
    *,
    threads: int = 0,
    languages: Sequence[str] = (),
) -> Reader:
    """Start an OCR engine.

    Args:
        backend: ``auto``, ``rapidocr``, ``tesseract``, ``easyocr``, ``replay:FILE`` or a plug-in's name.
        model: a model's name; for rapidocr also ``DETECTOR+RECOGNIZER``. None or "" lets it choose.
        threads: of the engine; 0 takes every core.
        languages: ``en`` and ``zh``, for engines that load one model a language; () takes what is there.

    Raises:
        UsageProblem: ``backend.unknown`` or ``models.unknown``.
        BackendProblem: it is known but cannot run here; the hint names the fix.
    """
    workers = threads if threads > 0 else os.cpu_count() or 1
    name, _, argument = backend.partition(":")
    opener = BACKENDS.get(name) or _plugin(name)
    return opener(argument or model or "", workers, tuple(languages))


def backend_names() -> tuple[str, ...]:
    """Every name that ``open_reader`` takes, plug-ins included."""
    plugins = (point.name for point in entry_points(group=PLUGIN_GROUP))
    return (*BACKENDS, *sorted(set(plugins) - BACKENDS.keys()))


def check_choice(backend: str, model: str = "", lang: str = "") -> None:
    """Whether there can be such a reader at all: told early, also where no picture is read.

    Args:
        backend: as for ``open_reader``.
        model: a model's name, or "".
        lang: language codes joined by ``+``, or "".

    Raises:
        UsageProblem: ``backend.unknown``, ``models.unknown``, ``backend.language`` or ``replay.file``.
    """
    name, _, argument = backend.partition(":")
    if name not in BACKENDS:
        _plugin(name)
        return
    codes = lang.split("+") if lang else []
    if name == "replay":
        _open_replay(argument or model, 1, ())
    elif name in ("auto", "rapidocr") and not _takes_tesseract(model):
        from shotveil.core.ocr.models import find_model

        for part in (argument or model).split("+"):
            if part:
                find_model(part)
        _check_codes(codes, re.compile("en|zh"))
    else:
        _check_codes(codes, re.compile("en|zh|[a-z]{3}|[a-z]{2,4}_[A-Za-z]{2,8}"))


def _check_codes(codes: Sequence[str], known: re.Pattern[str]) -> None:
    for code in codes:
        if not known.fullmatch(code):
            raise UsageProblem(
                "backend.language", f"no reader knows a language {code!r}", "known: en, zh, en+zh"
            )


def describe_reader(backend: str, model: str | None = None) -> ReaderInfo | None:
    """What a RapidOCR reader will say of itself (its threads aside), told without starting the engine.

    None for other backends, whose start is cheap or whose say is their own.

    Raises:
        BackendProblem: ``backend.missing``.
    """
    if backend == "rapidocr" or (backend == "auto" and not _takes_tesseract(model or "")):
        return _rapidocr_info(model or "", {})
    return None


def _rapidocr_info(model: str, settings: dict[str, Any]) -> ReaderInfo:
    from shotveil.core.ocr.models import find_model
    from shotveil.core.ocr.rapidocr_engines import engine_version

    chosen = model or next((name for name in AUTO_MODELS if find_model(name)), AUTO_MODELS[-1])
    settings = {**settings, "angle_classifier": False}
    return ReaderInfo("rapidocr", engine_version(), chosen, MappingProxyType(settings))


def _open_rapidocr(model: str, threads: int, languages: Sequence[str]) -> Reader:
    from shotveil.core.ocr.line_reader import LineReader
    from shotveil.core.ocr.models import require_model
    from shotveil.core.ocr.rapidocr_engines import open_engine

    info = _rapidocr_info(model, {"threads": threads})
    detector, _, recognizer = info.model.partition("+")
    engine = open_engine(require_model(detector), require_model(recognizer or detector), threads)
    return LineReader(engine, info)


def _open_tesseract(model: str, threads: int, languages: Sequence[str]) -> Reader:
    from shotveil.core.ocr.tesseract import open_tesseract

    return open_tesseract(model, threads, languages)


def _open_easyocr(model: str, threads: int, languages: Sequence[str]) -> Reader:
    from shotveil.core.ocr.easyocr_reader import open_easyocr

    return open_easyocr(model, threads, languages)


def _open_replay(model: str, threads: int, languages: Sequence[str]) -> Reader:
    from shotveil.core.ocr.replay import open_replay

    return open_replay(model, threads, languages)


def _open_auto(model: str, threads: int, languages: Sequence[str]) -> Reader:
    """RapidOCR; tesseract where only that is installed and no model is asked for."""
    if _takes_tesseract(model):
        return _open_tesseract(model, threads, languages)
    return _open_rapidocr(model, threads, languages)


def _takes_tesseract(model: str) -> bool:
    return not model and not _has_rapidocr() and shutil.which("tesseract") is not None


def _has_rapidocr() -> bool:
    return any(find_spec(package) is not None for package in ("rapidocr_onnxruntime", "rapidocr"))


BACKENDS: dict[str, Opener] = {
    "auto": _open_auto,
    "rapidocr": _open_rapidocr,
    "tesseract": _open_tesseract,
    "easyocr": _open_easyocr,
    "replay": _open_replay,
}


def installed_backends() -> tuple[tuple[str, str], ...]:
    """(backend, model) of every reader that could run here, the preferred first; opens none of them.

    Where RapidOCR is the only engine, two of its models are two readers. EasyOCR, which takes tens of
    seconds a picture, is not among them: it runs when asked for by name.
    """
    from shotveil.core.ocr.models import find_model

    found = []
    if _has_rapidocr():
        found += [("rapidocr", name) for name in AUTO_MODELS if find_model(name) is not None][:2]
    if shutil.which("tesseract") is not None:
        found.append(("tesseract", ""))
    return tuple(found)


def _plugin(name: str) -> Opener:
    for point in entry_points(group=PLUGIN_GROUP):
        if point.name == name:
            try:
                return point.load()
            except (ImportError, AttributeError):
                raise BackendProblem("backend.plugin", f"OCR plug-in {name} cannot be loaded") from None
    raise UsageProblem(
        "backend.unknown", f"no OCR backend is called {name!r}", f"known: {', '.join(backend_names())}"
    )
