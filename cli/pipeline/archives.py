"""Archives: their members are finished one by one, the archive is written when all of them are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from shotveil.cli.pipeline.request import Item
from shotveil.cli.pipeline.sanitizing import Finished


@dataclass(slots=True)
class OpenArchives:
    """Finished members that wait for the rest of their archive; one failed member withholds all."""

    items: Sequence[Item]
    _waiting: dict[str, list[Finished]] = field(default_factory=dict)
    _failed: set[str] = field(default_factory=set)
    _sizes: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._sizes.update(item.archive for item in self.items if item.archive)

    def fail(self, path: str) -> None:
        """A member failed: its archive will not be released."""
        self._failed.update(item.archive for item in self.items if item.archive and item.path == path)

    def add(self, finished: Finished) -> Finished | None:
        """The whole archive with its last member, else None."""
        from shotveil.core.sources.zip_archive import Member, write_members

        archive = finished.item.archive
        parts = self._waiting.setdefault(archive, [])
        parts.append(finished)
        if len(parts) < self._sizes[archive] or archive in self._failed:
            return None
        data = write_members(Member(part.item.member, part.data or b"") for part in parts)
        return replace(
            finished,
            item=replace(
                finished.item, path=archive, format="playwright_zip", data=None, name=finished.item.name
            ),
            data=data,
            suffix=PurePath(archive).suffix,
            releases=tuple(release for part in parts for release in part.releases),
            units=tuple(parts),
            ordinal_path=finished.item.path,
        )
