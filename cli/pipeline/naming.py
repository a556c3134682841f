"""Names of files and folders that hold an accepted value (DESIGN rule 4): ``NAME-1.png``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.request import Item
from shotveil.core.records import NameRecord, Occurrence, Replacement, TextExtent, View
from shotveil.core.session import Session

_REFERENCE = re.compile(r"\[\[([A-Z_]+)#([0-9]+)[^\]]*\]\]")


def rewrite_names(
    items: Sequence[Item], finder: Finder, session: Session, *, keep: bool, silent: bool = False
) -> dict[str, str]:
    """Output names by input path: parts that hold an accepted value replaced, endings kept.

    References lose brackets and ``#``, which file systems and shells dislike; ``silent`` tells not even a type.
    """
    names = {}
    for item in items:
        names[item.path] = item.name if keep else _rewrite_name(item, finder, session, silent)
    return names


def _rewrite_name(item: Item, finder: Finder, session: Session, silent: bool) -> str:
    parts = PurePosixPath(item.name).parts
    stems = [part if number < len(parts) - 1 else _stem(part) for number, part in enumerate(parts)]
    views = finder.find(tuple(_name_view(stem, number, item.turn) for number, stem in enumerate(stems)))
    views = tuple(replace(view, occurrences=tuple(filter(_is_sure, view.occurrences))) for view in views)
    if not any(view.occurrences for view in views):
        return item.name
    rewritten = [
        _rewrite(stem, view, session, silent) + part[len(stem) :]
        for part, stem, view in zip(parts, stems, views, strict=True)
    ]
    return PurePosixPath(*rewritten).as_posix()


def _is_sure(occurrence: Occurrence) -> bool:
    """File names are short and full of product words: a soft guess needs a whole name or a known value."""
    record = occurrence.record
    whole = isinstance(record, NameRecord) and bool(record.family and record.given)
    known = any(rule.startswith("known.") for rule in occurrence.evidence)
    return occurrence.tier == "hard" or whole or known


def _stem(name: str) -> str:
    stem = name[: -len(suffix)] if (suffix := PurePosixPath(name).suffix) else name
    return stem or name


def _name_view(stem: str, number: int, turn: int) -> View:
    return View(f"name:{turn}:{number}", "", turn, "text", "", text=stem, field=("file name",))


def _rewrite(stem: str, view: View, session: Session, silent: bool) -> str:
    if not view.occurrences:
        return stem
    text = stem
    cuts = []
    for binding in session.bind(view):
        for number, extent in enumerate(binding.occurrence.extents):
            named = "redacted" if silent else _REFERENCE.sub(r"\1-\2", binding.reference)
            shown = named if number == 0 else ""
            cuts.append((extent.start, extent.end, shown))
    for start, end, shown in sorted(cuts, reverse=True):
        text = text[:start] + shown + text[end:]
    return text


@dataclass(frozen=True, slots=True)
class Links:
    """Old file and folder names to new ones, for texts that point at them; ``pattern`` finds the old ones."""

    renamed: Mapping[str, str]
    pattern: re.Pattern[str] | None = None


NO_LINKS = Links({})


def make_links(names: Mapping[str, str], items: Sequence[Item] = ()) -> Links:
    """Links of the inputs that got another name: each changed part of a path, longest first."""
    renamed: dict[str, str] = {}
    for item in items:
        old_parts = PurePosixPath(item.name).parts
        new_parts = PurePosixPath(names.get(item.path, item.name)).parts
        for old, new in zip(old_parts, new_parts, strict=True):
            if old != new:
                renamed.setdefault(old, new)
    if not renamed:
        return NO_LINKS
    alternatives = "|".join(re.escape(old) for old in sorted(renamed, key=len, reverse=True))
    return Links(renamed, re.compile(rf"(?<![^\W_])(?:{alternatives})(?![^\W_])"))


def follow_links(view: View, shown: tuple[Replacement, ...], links: Links) -> tuple[Replacement, ...]:
    """Replacements of a text view with renamed files named anew; a value inside a file's name goes with it."""
    if links.pattern is None or view.text is None:
        return shown
    spans = [match.span() for match in links.pattern.finditer(view.text)]
    if not spans:
        return shown
    kept, used = [], list(spans)
    for replacement in shown:
        extents = [extent for extent in replacement.extents if isinstance(extent, TextExtent)]
        inside = [span for span in spans if all(span[0] <= e.start and e.end <= span[1] for e in extents)]
        if inside:
            continue
        crossed = [s for s in used if any(s[0] < e.end and e.start < s[1] for e in extents)]
        used = [span for span in used if span not in crossed]
        kept.append(replacement)
    renamed = [Replacement("LINK", links.renamed[view.text[s:e]], (TextExtent(s, e),)) for s, e in used]
    return tuple(sorted((*kept, *renamed), key=lambda item: _start(item)))


def _start(replacement: Replacement) -> int:
    first = replacement.extents[0]
    return first.start
