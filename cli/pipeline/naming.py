"""Names of files and folders that hold an accepted value (DESIGN rule 4): ``NAME-1.png``."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from shotveil.cli.pipeline.finding import Finder
from shotveil.core.records import View
from shotveil.core.session import Session

_REFERENCE = re.compile(r"\[\[([A-Z_]+)#([0-9]+)[^\]]*\]\]")


def rewrite_name(name: str, finder: Finder, session: Session, turn: int) -> str:
    """The output name of an input: each part with its accepted values replaced, endings kept.

    ``name`` is relative with forward slashes. References lose brackets and ``#``, which file systems and
    shells dislike.
    """
    parts = PurePosixPath(name).parts
    stems = [part if number < len(parts) - 1 else _stem(part) for number, part in enumerate(parts)]
    views = tuple(_name_view(stem, number, session, turn) for number, stem in enumerate(stems))
    rewritten = []
    for part, stem, view in zip(parts, stems, finder.find(views), strict=True):
        rewritten.append(_rewrite(stem, view, session) + part[len(stem) :])
    return PurePosixPath(*rewritten).as_posix()


def _stem(name: str) -> str:
    stem = name[: -len(suffix)] if (suffix := PurePosixPath(name).suffix) else name
    return stem or name


def _name_view(stem: str, number: int, session: Session, turn: int) -> View:
    return View(f"name:{turn}:{number}", "", turn, "text", "", text=stem, field=("file name",))


def _rewrite(stem: str, view: View, session: Session) -> str:
    if not view.occurrences:
        return stem
    text = stem
    cuts = []
    for binding in session.bind(view):
        for number, extent in enumerate(binding.occurrence.extents):
            shown = _REFERENCE.sub(r"\1-\2", binding.reference) if number == 0 else ""
            cuts.append((extent.start, extent.end, shown))
    for start, end, shown in sorted(cuts, reverse=True):
        text = text[:start] + shown + text[end:]
    return text
