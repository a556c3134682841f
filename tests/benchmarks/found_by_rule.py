"""What each rule finds in the texts of a folder, for looking at false alarms where nobody is expected.

    python tests/benchmarks/found_by_rule.py FOLDER [--rule RULE] [--only '*.py'] [--no-tagger] [--limit N]
    python tests/benchmarks/found_by_rule.py stdlib           # the source of Python itself

Prints finds per KB and by rule; ``--rule`` lists the finds of the rules whose name holds it, with what stands
around them. Every text is a session of its own.
"""

from __future__ import annotations

import argparse
import collections
import sysconfig
from pathlib import Path

AROUND = 30


def list_texts(folder: str, only: str, limit: int) -> list[Path]:
    """Files below a folder in order of their names, evenly thinned to ``limit``."""
    root = Path(sysconfig.get_path("stdlib")) if folder == "stdlib" else Path(folder)
    only = "*.py" if folder == "stdlib" else only
    paths = sorted(p for p in root.rglob(only) if p.is_file() and "site-packages" not in p.parts)
    step = max(1, len(paths) // limit)
    return paths[::step][:limit]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--rule", default="")
    parser.add_argument("--only", default="*")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--no-tagger", action="store_true")
    options = parser.parse_args()
    from shotveil.core.detect import Detector
    from shotveil.core.records import TextExtent, View

    detector = Detector(tagger=not options.no_tagger)
    rules: collections.Counter[str] = collections.Counter()
    size = 0
    for path in list_texts(options.folder, options.only, options.limit):
        text = path.read_bytes()[:60_000].decode("utf-8", "replace")
        size += len(text)
        view = View(path.name, path.name, 0, "text", path.name, text=text)
        for occurrence in detector.detect([view])[0].occurrences:
            rule = f"{occurrence.type} {'+'.join(occurrence.evidence)}"
            rules[rule] += 1
            extent = occurrence.extents[0]
            if options.rule and options.rule in rule and isinstance(extent, TextExtent):
                before = text[max(0, extent.start - AROUND) : extent.start]
                after = text[extent.end : extent.end + AROUND]
                print(path.name, rule, repr(f"{before}【{text[extent.start : extent.end]}】{after}"))
    print(
        f"{size / 1000:.0f} KB, {sum(rules.values())} found, {sum(rules.values()) * 1000 / max(size, 1):.2f} a KB"
    )
    for rule, count in rules.most_common(30):
        print(f"{count:6d} {rule}")


if __name__ == "__main__":
    main()
