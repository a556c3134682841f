"""What is left in safe pictures: ink, readable values, and what should have stayed.

    python tests/benchmarks/bench_pixels.py [drawn|screens|webpii] [--model NAME] [--also tesseract] [--limit N]
        [--misses] [--save DIR] [--data DIR]

Every picture of a data set is read, detected, erased and drawn, in memory. Reported against exact gold:
ink of the private mentions that is left, ink elsewhere that is gone, mentions that a reader recovers whole
from the safe picture (at their own place), texts that must stay and are still read, references that each
reader reads back. ``--also`` reads with a second engine at 1x and 2x as well.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from PIL import Image

from shotveil.cli.pipeline.drawing import find_wordless
from shotveil.cli.pipeline.finding import make_needles
from shotveil.core.audit.matching import reduce_value
from shotveil.core.audit.residual import Needle, NeedleSet, find_residuals
from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.ocr.reader import Reader
from shotveil.core.ocr.registry import open_reader
from shotveil.core.records import Binding, Block, View
from shotveil.renderers.erase import cover_region
from shotveil.renderers.glyphs import refine_extent
from shotveil.renderers.image import Rendered, render_view
from shotveil.renderers.ink import find_background, find_ink
from shotveil.renderers.verify import read_scaled, verify_pixels

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
ROUNDING = 2
"""Gold boxes reach this far (px) over the soft edge of the neighbouring letter."""
NOT_EXPOSING = frozenset({"CARD_TYPE", "CARD_IMAGE", "COUNTRY", "STORE_NAME"})
"""Native labels of webpii that harm nobody alone: card brands, a country, a shop's name."""


@dataclass
class Totals:
    """Sums over the pictures of a set."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)

    def share(self, part: str, whole: str) -> str:
        total = self.counts[whole]
        return f"{100 * self.counts[part] / total:6.2f} % of {total}" if total else "     - of 0"


def read_set(folder: Path, limit: int) -> tuple[list[dict[str, Any]], list[np.ndarray]]:
    """Gold records and their pictures."""
    lines = (folder / "dev.jsonl").read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines if line.strip()][: limit or None]
    pictures = [np.asarray(Image.open(folder / r["image"]).convert("RGB")) for r in records]
    return records, pictures


def detect_views(records: Sequence[dict[str, Any]], read: Sequence[tuple[Block, ...]]) -> dict[str, View]:
    """All views of a set, detected session by session as a command would."""
    views = [
        View(
            r["id"], r.get("session", r["id"]), r.get("turn", 1), "image", PurePosixPath(r["image"]).name,
            width=r["width"], height=r["height"], blocks=blocks,
        )
        for r, blocks in zip(records, read, strict=True)
    ]  # fmt: skip
    detected: dict[str, View] = {}
    for session in dict.fromkeys(view.session for view in views):
        batch = [view for view in views if view.session == session]
        detected |= {view.id: view for view in Detector().detect(batch)}
    return detected


def bind(view: View) -> tuple[Binding, ...]:
    """Plain numbered references: what is measured here does not depend on which root a value joins."""
    numbers: dict[tuple[str, str], int] = {}
    bound = []
    for item in view.occurrences:
        number = numbers.setdefault((item.type, item.text), len(numbers) + 1)
        bound.append(Binding(item, number, f"[[{item.type}#{number}]]", True))
    return tuple(bound)


def gold_boxes(item: dict[str, Any]) -> list[Box]:
    return [Box(*box) for box in item.get("fragments") or [item["box"]]]


def measure_ink(record: dict[str, Any], rgb: np.ndarray, erased: np.ndarray, totals: Totals) -> None:
    """Ink of private fragments that is unchanged, ink of other words that is changed."""
    changed = (rgb != erased).any(axis=2)
    private = np.zeros(changed.shape, bool)
    for item in record["pii"]:
        if item.get("element") == "input":  # the box is the field, its border is no ink of the value
            for box in gold_boxes(item):
                private[window_of(box)] = True
            continue
        left = 0
        for box in gold_boxes(item):
            window = window_of(box)
            private[window] = True
            inner = window_of(Box(box.left + ROUNDING, box.top, box.right - ROUNDING, box.bottom))
            if rgb[inner].size:
                ink = find_ink(rgb[inner], find_background(rgb[window]))
                left += int((ink & ~changed[inner]).sum())
        totals.counts["mentions"] += 1
        totals.counts["mentions gone"] += left == 0
        if left:
            totals.misses.append(f"{record['id']} ink of {item['type']} {item['value']!r}")
    for item in record.get("neutral", ()):
        private[window_of(Box(*item["box"]))] = True
    for word in record["words"]:
        window = window_of(Box(*word["box"]))
        if rgb[window].size:
            ink = find_ink(rgb[window], find_background(rgb[window])) & ~private[window]
            totals.counts["other ink"] += int(ink.sum())
            gone = int((ink & changed[window]).sum())
            totals.counts["other ink gone"] += gone
            if gone > 0.2 * ink.sum():
                totals.misses.append(f"{record['id']} {gone} px of {word['text']!r} gone")
    totals.counts["pixels"] += changed.size
    totals.counts["pixels elsewhere"] += int((changed & ~private).sum())
    if not record["pii"]:
        totals.counts["empty pictures"] += 1
        totals.counts["empty touched"] += bool(changed.any())


def window_of(box: Box) -> tuple[slice, slice]:
    return (
        slice(max(0, int(box.top)), max(0, int(-(-box.bottom // 1)))),
        slice(max(0, int(box.left)), max(0, int(-(-box.right // 1)))),
    )


def measure_reading(
    record: dict[str, Any], view: View, before: tuple[Block, ...],
    readings: Sequence[tuple[str, tuple[Block, ...]]], totals: Totals,
) -> None:  # fmt: skip
    """Which values a reader recovers, which texts that must stay it still reads."""
    gold = [item for item in record["pii"] if item["type"] not in NOT_EXPOSING]
    needles = NeedleSet(Needle(i["type"], str(i["value"]), str(n)) for n, i in enumerate(gold))
    # What counts anywhere on a page (DESIGN rule 8): a house number may well be part of a price.
    erased = NeedleSet(make_needles((item.type, item.record, (item.text,)) for item in view.occurrences))
    exposed: set[int] = set()
    for name, blocks in readings:
        for residual in find_residuals(blocks, needles):
            number = int(residual.reference)
            if residual.box and any(residual.box.intersection(b) for b in gold_boxes(gold[number])):
                exposed.add(number)
        again = len({r.type + str(r.box) for r in find_residuals(blocks, erased)})
        totals.counts[f"detected read by {name}"] += again
        totals.counts["readings"] += 1
    totals.counts["values"] += len(gold)
    totals.counts["values read"] += len(exposed)
    totals.misses += [f"{record['id']} reads {gold[n]['type']} {gold[n]['value']!r}" for n in sorted(exposed)]
    first = readings[0][1]
    for keep in record.get("keep", ()):
        text, box = reduce_value(keep["text"]), Box(*keep["box"])
        if text and text in text_near(before, box):
            totals.counts["texts to keep"] += 1
            kept = text in text_near(first, box)
            totals.counts["texts kept"] += kept
            if not kept:
                totals.misses.append(f"{record['id']} lost {keep['text']!r}")


def text_near(blocks: Sequence[Block], box: Box) -> str:
    near = box.grown(4)
    return reduce_value("".join(block.text for block in blocks if block.box.intersection(near)))


def measure_overlay(
    rendered: Rendered, readings: Sequence[tuple[str, tuple[Block, ...]]], totals: Totals
) -> None:
    """References drawn at 10 px or more that each reading reads back."""
    for drawn, replacement in zip(rendered.drawn, rendered.replacements, strict=True):
        if not replacement.reference:
            continue
        totals.counts["references"] += 1
        totals.counts["references unwritten"] += not drawn.text
        if drawn.size >= 10:
            quad = replacement.quads[drawn.region]
            box = Box(
                min(x for x, _ in quad),
                min(y for _, y in quad),
                max(x for x, _ in quad),
                max(y for _, y in quad),
            )
            totals.counts["references readable"] += 1
            for name, blocks in readings:
                near = "".join(block.text for block in blocks if block.box.intersection(box)).replace(" ", "")
                totals.counts[f"references read by {name}"] += drawn.text in near
                if drawn.text not in near:
                    totals.misses.append(f"{drawn.text} of {drawn.size} px, {name} read {near!r}")


def read_again(rgb: np.ndarray, readers: Sequence[Reader]) -> Iterator[tuple[str, tuple[Block, ...]]]:
    for number, reader in enumerate(readers):
        for scale in (1.0,) if number == 0 else (1.0, 2.0):
            yield f"{reader.info.name} {scale:g}x", read_scaled(reader, rgb, scale)


def run(name: str, arguments: argparse.Namespace) -> Totals:
    totals = Totals()
    readers = [open_reader(arguments.backend, arguments.model, threads=arguments.threads)]
    if arguments.also:
        readers.append(open_reader(arguments.also))
    records, pictures = read_set(arguments.data / name, arguments.limit)
    start = time.perf_counter()
    read = [readers[0].read(rgb) for rgb in pictures]
    totals.seconds["read"] = time.perf_counter() - start  # type: ignore[assignment]
    views = detect_views(records, read)
    for record, rgb, before in zip(records, pictures, read, strict=True):
        view = views[record["id"]]
        start = time.perf_counter()
        extra = find_wordless(rgb, view)
        rendered = render_view(rgb, view, bind(view), extra=extra)
        verify_pixels(rgb, rendered.erased, rendered.regions)
        verify_pixels(rgb, rendered.rgb, rendered.regions, inked=rendered.inked)
        totals.seconds["draw"] += time.perf_counter() - start  # type: ignore[assignment]
        measure_ink(record, rgb, rendered.erased, totals)
        readings = list(read_again(rendered.rgb, readers))
        measure_reading(record, view, before, readings, totals)
        measure_overlay(rendered, readings, totals)
        if arguments.save:
            Path(arguments.save).mkdir(parents=True, exist_ok=True)
            Image.fromarray(rendered.rgb).save(Path(arguments.save) / f"{record['id']}.png")
    totals.seconds["pictures"] = len(records)
    return totals


def run_drawn(count: int = 400) -> None:
    """Lines drawn by us, with character boxes as far off as readers put them: exact ink counts."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "renderers"))
    from drawn_truth import draw_line

    generator = random.Random(1729)
    words = ["Ada", "Probe", "Quill", "Ivy", "555-0134", "ivy@example.com", "Fjord,", "at", "7:30", "(you)"]
    counts: Counter[str] = Counter()
    for number in range(count):
        before, value, after = (
            " ".join(generator.choices(words, k=k)) for k in (2, generator.randint(1, 3), 2)
        )
        size = generator.choice([11, 13, 16, 20, 28, 40, 56])
        paper = generator.choice([(255, 255, 255), (18, 18, 24), (220, 248, 198), (36, 52, 71)])
        ink = (20, 20, 30) if sum(paper) > 380 else (235, 235, 240)
        line = draw_line(f"{before} ", value, f" {after}", size=size, paper=paper, ink=ink,
                         jitter=0.2 * size, seed=number)  # fmt: skip
        window, covered = cover_region(
            refine_extent(line.rgb, line.block, line.extent), line.rgb.shape[1], line.rgb.shape[0]
        )
        gone = np.zeros(line.value_ink.shape, bool)
        gone[window] = covered
        counts["value"] += int(line.value_ink.sum())
        counts["value gone"] += int((line.value_ink & gone).sum())
        counts["clean"] += not (line.value_ink & ~gone).any()
        counts["other"] += int((line.other_ink & ~line.value_ink).sum())
        counts["other gone"] += int((line.other_ink & ~line.value_ink & gone).sum())
    print(f"drawn: {count} lines, {counts['clean']} without any ink of their value left")
    print(f"  ink of values gone                 {100 * counts['value gone'] / counts['value']:6.2f} %")
    print(f"  ink of neighbours gone             {100 * counts['other gone'] / counts['other']:6.2f} %")


def report(name: str, totals: Totals) -> None:
    pictures = totals.seconds["pictures"]
    print(f"{name}: {pictures} pictures, {totals.seconds['read'] / pictures:.3f} s to read and "
          f"{totals.seconds['draw'] / pictures:.3f} s to draw one")  # fmt: skip
    for label, part, whole in (
        ("mentions with all ink gone", "mentions gone", "mentions"),
        ("values read again whole", "values read", "values"),
        ("texts that must stay, still read", "texts kept", "texts to keep"),
        ("ink of other words gone", "other ink gone", "other ink"),
        ("pixels changed elsewhere", "pixels elsewhere", "pixels"),
        ("empty pictures touched", "empty touched", "empty pictures"),
        ("references without room", "references unwritten", "references"),
    ):
        print(f"  {label:34} {totals.share(part, whole)}")
    for key in sorted(k for k in totals.counts if k.startswith("references read by")):
        print(f"  {key:34} {totals.share(key, 'references readable')} of 10 px or more")
    for key in sorted(k for k in totals.counts if k.startswith("detected read by")):
        print(f"  {key:34} {totals.counts[key]}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", default=["drawn", "screens", "webpii"])
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--model", default=None)
    parser.add_argument("--also", default="")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--save", default="")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds the sets")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        raise SystemExit(f"no data sets here: {arguments.data.name} is absent")
    for name in arguments.sets:
        if name == "drawn":
            run_drawn()
            continue
        totals = run(name, arguments)
        report(name, totals)
        if arguments.misses:
            print("\n".join(f"    {miss}" for miss in totals.misses))


if __name__ == "__main__":
    main()
