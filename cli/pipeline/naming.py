"""Names of files and folders that hold an accepted value (DESIGN rule 4): ``NAME-1.png``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath, PurePosixPath

from shotveil.cli.pipeline.finding import Finder
from shotveil.cli.pipeline.request import Item
from shotveil.core.outputs import free_name
from shotveil.core.patterns import compile_late
from shotveil.core.records import Binding, NameRecord, Occurrence, Replacement, TextExtent, View
from shotveil.core.session import Session

_REFERENCE = compile_late(r"\[\[([A-Z_]+)#([0-9]+)[^\]]*\]\]")

BoundNames = dict[tuple[str, ...], tuple[Binding, ...]]
"""What was replaced in names, by the path down to each of them: a folder of many files counts once."""


def rewrite_names(
    items: Sequence[Item],
    finder: Finder,
    session: Session,
    bound: BoundNames,
    *,
    keep: bool,
    silent: bool = False,
) -> dict[str, str]:
    """Output names by input path: parts that hold an accepted value replaced, endings kept.

    References lose brackets and ``#``, which file systems and shells dislike; ``silent`` tells not even a type.
    Two files that would get one name are told apart here, since texts point at them by it. ``bound`` gains
    what was replaced.
    """
    if keep:
        return {item.path: item.name for item in items}
    names: dict[str, str] = {}
    by_input: dict[str, str] = {}
    taken: set[str] = set()
    for item in items:
        if item.name not in by_input:
            wanted = _rewrite_path(item.name, item.turn, finder, session, bound, silent)
            by_input[item.name] = free_name(Path(wanted), taken).as_posix()
        names[item.path] = by_input[item.name]
    return names


def rename_members(
    items: Sequence[Item],
    finder: Finder,
    session: Session,
    bound: BoundNames,
    *,
    keep: bool,
    silent: bool = False,
) -> list[Item]:
    """The items, members of archives under their new names inside; ``bound`` gains what was replaced."""
    taken: dict[str, set[str]] = {}
    renamed = []
    for item in items:
        if item.archive and not keep:
            in_archive: BoundNames = {}
            wanted = _rewrite_path(item.member, item.turn, finder, session, in_archive, silent)
            bound.update({(item.archive, *path): found for path, found in in_archive.items()})
            member = free_name(Path(wanted), taken.setdefault(item.archive, set())).as_posix()
            item = replace(item, member=member)
        renamed.append(item)
    return renamed


def source_name(item: Item) -> str:
    """The path by which texts know an input: two inputs told apart by ``~2`` have their own names there."""
    return PurePosixPath(item.name).with_name(Path(item.archive or item.path).name).as_posix()


def view_names(name: str, turn: int, finder: Finder) -> tuple[View, ...]:
    """A view of each part of a path, its ending left out, with what it surely holds."""
    parts = PurePosixPath(name).parts
    stems = [part if number < len(parts) - 1 else _stem(part) for number, part in enumerate(parts)]
    views = finder.find(tuple(_name_view(stem, number, turn) for number, stem in enumerate(stems)))
    return tuple(replace(view, occurrences=tuple(filter(_is_sure, view.occurrences))) for view in views)


def hide_names(path: str, finder: Finder, known: Sequence[tuple[str, str]] = ()) -> str:
    """A path as a report may show it: ``in/[NAME].png``; the types of values stand in their places.

    Args:
        path: as an input was named.
        finder: finds values in its parts.
        known: values that are in it for sure, with their types.
    """
    parts = []
    for part, view in zip(
        PurePath(path).parts, view_names(PurePath(path).as_posix(), 0, finder), strict=True
    ):
        for found in sorted(view.occurrences, key=lambda one: -one.extents[0].start):
            for extent in reversed(found.extents):
                part = f"{part[: extent.start]}[{found.type}]{part[extent.end :]}"
        for value, kind in known:
            part = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", f"[{kind}]", part)
        parts.append(part)
    return PurePath(*parts).as_posix() if parts != list(PurePath(path).parts) else path


def _rewrite_path(
    name: str, turn: int, finder: Finder, session: Session, bound: BoundNames, silent: bool
) -> str:
    views = view_names(name, turn, finder)
    if not any(view.occurrences for view in views):
        return name
    parts = PurePosixPath(name).parts
    rewritten = []
    for number, (part, view) in enumerate(zip(parts, views, strict=True)):
        stem = view.text or ""
        bindings = tuple(session.bind(view)) if view.occurrences else ()
        if bindings:
            bound[parts[: number + 1]] = bindings
        rewritten.append(_rewrite(stem, bindings, silent) + part[len(stem) :])
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


def _rewrite(stem: str, bindings: Iterable[Binding], silent: bool) -> str:
    text = stem
    cuts = []
    for binding in bindings:
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


def make_links(pairs: Iterable[tuple[str, str]]) -> Links:
    """Links from old and new paths: each changed part, longest first.

    The name of a file with an ending is a link wherever it stands; any other part only beside a separator,
    since a folder named after a person is no reason to take the person's name for a link.
    """
    renamed: dict[str, str] = {}
    files: set[str] = set()
    for old_path, new_path in pairs:
        old_parts = PurePosixPath(old_path).parts
        for old, new in zip(old_parts, PurePosixPath(new_path).parts, strict=True):
            if old != new:
                renamed.setdefault(old, new)
        if old_parts and PurePosixPath(old_parts[-1]).suffix:
            files.add(old_parts[-1])
    if not renamed:
        return NO_LINKS
    anywhere = _join_alternatives(old for old in renamed if old in files)
    beside = _join_alternatives(old for old in renamed if old not in files)
    pattern = (
        rf"(?<![^\W_])(?:{anywhere})(?![^\W_])|(?<=[/\\])(?:{beside})(?![^\W_])"
        rf"|(?<![^\W_])(?:{beside})(?=[/\\])"
    )
    return Links(renamed, re.compile(pattern))


def _join_alternatives(names: Iterable[str]) -> str:
    """A pattern of any of the names, longest first; one that matches nothing when there are none."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"


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
