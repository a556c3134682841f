"""Detection on the rendered screens with exact words: what OCR without errors would give.

    python tests/benchmarks/screen_table.py [--misses] [--false] [--lang zh] [--data FILE]

Words of a row are joined to blocks as an OCR engine joins them; a value is found when every one of its
fragments is covered; a text that must stay is a false alarm when a quarter of it is.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, BlockExtent, View
from shotveil.core.stream.screen import natural_key

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT.parent / "shared" / "data" / "screens" / "dev.jsonl"


def make_blocks(words: list[dict[str, Any]]) -> tuple[Block, ...]:
    """Blocks of words that follow on a row with a gap under 0.7 of their height."""
    rows: list[list[dict[str, Any]]] = []
    for word in words:
        left, _, _, bottom = word["box"]
        top = word["box"][1]
        for row in rows:
            _, last_top, last_right, last_bottom = row[-1]["box"]
            height = max(last_bottom - last_top, bottom - top)
            gap = left - last_right
            if -0.2 * height <= gap <= 0.7 * height and abs(last_bottom - bottom) < 0.3 * height:
                row.append(word)
                break
        else:
            rows.append([word])
    return tuple(make_block(number, row) for number, row in enumerate(rows))


def make_block(number: int, row: list[dict[str, Any]]) -> Block:
    text, chars = "", []
    for word in row:
        left, top, right, bottom = word["box"]
        if text:
            height = bottom - top
            if left - chars[-1].right > 0.1 * height:
                chars.append(Box(chars[-1].right, top, left, bottom))
                text += " "
        step = (right - left) / max(len(word["text"]), 1)
        for i, char in enumerate(word["text"]):
            text += char
            chars.append(Box(left + i * step, top, left + (i + 1) * step, bottom))
    boxes = [word["box"] for word in row]
    box = Box(
        min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)
    )
    return Block(f"b{number}", text, box, box.quad(), 1.0, tuple(chars))


def read_trace(path: str) -> dict[str, tuple[Block, ...]]:
    """Blocks of a trace by screen id (the name of the picture)."""
    from shotveil.core.jsonl import open_trace

    with open(path, "rb") as stream:
        _, lines = open_trace(stream, path)
        return {Path(line.path).stem: line.blocks for line in lines if isinstance(line, View)}


def share_covered(fragment: list[float], boxes: list[Box]) -> float:
    """Share of a fragment's width that boxes on its line cover."""
    left, top, right, bottom = fragment
    middle = (top + bottom) / 2
    spans = sorted((max(b.left, left), min(b.right, right)) for b in boxes if b.top < middle < b.bottom)
    covered, reach = 0.0, left
    for start, end in spans:
        if end > max(start, reach):
            covered += end - max(start, reach)
            reach = end
    return covered / max(right - left, 1e-6)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--false", action="store_true")
    parser.add_argument("--lang", default="")
    parser.add_argument("--dump", default="", help="print the blocks and findings of one screen")
    parser.add_argument(
        "--ocr", default="", help="a trace of `shotveil ocr`: its blocks in place of exact words"
    )
    parser.add_argument("--data", type=Path, default=SCREENS, help="another file of this form")
    options = parser.parse_args()
    if not options.data.exists():
        raise SystemExit(f"no screens at {options.data}")
    rows = [json.loads(line) for line in options.data.read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["lang"].startswith(options.lang)]
    rows.sort(key=lambda row: natural_key(row["id"]))
    ocr = read_trace(options.ocr) if options.ocr else {}
    views = [
        View(
            r["id"],
            r["session"],
            r["turn"],
            "image",
            r["image"],
            blocks=ocr.get(r["id"]) or make_blocks(r["words"]),
        )
        for r in rows
    ]
    by_session: dict[str, list[View]] = {}
    for view in views:
        by_session.setdefault(view.session, []).append(view)
    done = {v.id: v for group in by_session.values() for v in Detector().detect(group)}
    total, hit, alarms = Counter(), Counter(), 0
    for row in rows:
        view = done[row["id"]]
        found = [(o, [e.box for e in o.extents if isinstance(e, BlockExtent)]) for o in view.occurrences]
        boxes = [box for _, group in found for box in group]
        if options.dump and options.dump in row["id"]:
            for block in view.blocks:
                print("   ", [round(x) for x in block.box.as_list()], block.text)
            for o, _ in found:
                print("  ->", o.type, o.text, o.evidence)
        for item in row["pii"]:
            total[item["type"]] += 1
            if all(share_covered(fragment, boxes) > 0.93 for fragment in item["fragments"]):
                hit[item["type"]] += 1
            elif options.misses:
                near = [
                    o.text
                    for o, group in found
                    if any(overlaps(b, f) for b in group for f in item["fragments"])
                ]
                print(f"{row['id'][:26]:26} {item['type']:9} {item['value']}  {item.get('form')} got {near}")
        for item in row["keep"]:
            fragments = item.get("fragments") or [item["box"]]
            if max(share_covered(fragment, boxes) for fragment in fragments) > 0.25:
                alarms += 1
                if options.false:
                    near = [
                        (o.type, o.text, o.evidence)
                        for o, group in found
                        if any(overlaps(b, f) for b in group for f in fragments)
                    ]
                    print(f"{row['id'][:26]:26} KEEP {item['text']}  by {near[:2]}")
    for kind in sorted(total):
        print(f"  {kind:16} {hit[kind]:4} of {total[kind]:4}")
    print(f"found {sum(hit.values())} of {sum(total.values())}; texts that must stay but went: {alarms}")


def overlaps(box: Box, fragment: list[float]) -> bool:
    left, top, right, bottom = fragment
    return box.left < right - 2 and left < box.right - 2 and box.top < (top + bottom) / 2 < box.bottom


if __name__ == "__main__":
    main()
