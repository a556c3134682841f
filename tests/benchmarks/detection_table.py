"""Detection scored on the development sets: one row a set, per type on request.

    python tests/benchmarks/detection_table.py [SET ...] [--types] [--misses SET] [--false SET] [--part train]
    python tests/benchmarks/detection_table.py --by presidio    # another tool on the same sets

Reads ``../shared/data`` and scores with ``../shared/score`` (both beside the project; nothing is copied).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SETS = (
    "privacyguard_eval_en", "privacyguard_eval_zh", "pii_anon_en", "presidio_synth", "wnut17_en",
    "credsweeper_secrets", "privacyguard_chat_zh", "privacyguard_addr_en", "privacyguard_addr_zh",
    "pii_anon_chains",
)  # fmt: skip


def read_rows(name: str, part: str) -> list[dict[str, Any]]:
    """Gold rows of a set: its development part, or its file of the training folder."""
    path = (
        SHARED / "data" / name / "dev.jsonl" if part == "dev" else SHARED / "data" / "train" / f"{name}.jsonl"
    )
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def detect_rows(rows: list[dict[str, Any]], tool: str = "") -> tuple[dict[str, list[dict[str, Any]]], float]:
    """Predicted spans by id, and the seconds it took; each row is a session of its own."""
    if tool:
        from other_tools import find_by

        return find_by(tool, rows), 0.0
    from shotveil.core.detect import Detector
    from shotveil.core.records import TextExtent, View

    detector = Detector()
    predictions: dict[str, list[dict[str, Any]]] = {}
    started = time.process_time()
    for row in rows:
        view = View(row["id"], row["id"], 0, "text", row.get("path", ""), text=row["text"])
        spans: list[dict[str, Any]] = []
        for occurrence in detector.detect([view])[0].occurrences:
            for extent in occurrence.extents:
                if isinstance(extent, TextExtent):
                    span = {"start": extent.start, "end": extent.end, "type": occurrence.type}
                    spans.append(span | {"rule": "+".join(occurrence.evidence)})
        predictions[row["id"]] = spans
    return predictions, time.process_time() - started


def load_scorer() -> tuple[Any, Any]:
    sys.path.insert(0, str(SHARED / "score"))
    import families
    import score_text

    return score_text, families.Families()


def covered(span: dict[str, Any], predicted: list[dict[str, Any]], families: Any, text: str) -> bool:
    """True when every character that is not blank lies in a prediction of a compatible family."""
    from families import compatible

    family = families.gold(span["type"], span.get("value") or "")
    fitting = [p for p in predicted if compatible(family, families.pred(p["type"]))]
    return all(
        text[i].isspace() or any(p["start"] <= i < p["end"] for p in fitting)
        for i in range(span["start"], span["end"])
    )


def list_misses(rows: list[dict[str, Any]], found: dict[str, Any], families: Any, kind: str) -> None:
    """Print gold values in scope that are not covered, with their context."""
    from families import in_scope

    for row in rows:
        for span in row["spans"]:
            if not in_scope(families.gold(span["type"], span.get("value") or "")):
                continue
            if (not kind or span["type"] == kind) and not covered(
                span, found[row["id"]], families, row["text"]
            ):
                print(
                    f"{row['id'][:14]:14} {span['type'][:14]:14} {show(row['text'], span['start'], span['end'])}"
                )
                for p in found[row["id"]]:
                    if p["start"] < span["end"] and span["start"] < p["end"]:
                        print(f"{'':32}got {p['type']} {row['text'][p['start'] : p['end']]!r} {p['rule']}")


def list_false(
    rows: list[dict[str, Any]], found: dict[str, Any], families: Any, scope: set[str], kind: str
) -> None:
    """Print predictions that touch no gold by half, with their context and rules."""
    for row in rows:
        gold = [False] * len(row["text"])
        for span in row["spans"]:
            gold[span["start"] : span["end"]] = [True] * (span["end"] - span["start"])
        for p in found[row["id"]]:
            if (scope and families.pred(p["type"]) not in scope) or (kind and p["type"] != kind):
                continue
            if 2 * sum(gold[p["start"] : p["end"]]) < p["end"] - p["start"]:
                print(
                    f"{row['id'][:14]:14} {p['type']:10} {show(row['text'], p['start'], p['end'])}  {p['rule']}"
                )


def show(text: str, start: int, end: int) -> str:
    around = text[max(0, start - 30) : start] + "【" + text[start:end] + "】" + text[end : end + 20]
    return around.replace("\n", "⏎")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--types", action="store_true", help="print each type of gold, each predicted family")
    parser.add_argument("--misses", metavar="SET")
    parser.add_argument("--false", metavar="SET")
    parser.add_argument("--only", default="", metavar="TYPE", help="list only this type (gold's or ours)")
    parser.add_argument("--part", default="dev", choices=("dev", "train"))
    parser.add_argument("--by", default="", metavar="TOOL", help="another tool: see other_tools.py")
    parser.add_argument("--limit", type=int, default=0, help="only the first N rows")
    parser.add_argument(
        "--copies", action="store_true", help="gold names a value once: its other copies are no false alarm"
    )
    options = parser.parse_args()
    if not (SHARED / "data").is_dir():
        raise SystemExit(f"no data at {SHARED / 'data'}: nothing to score")
    scorer, families = load_scorer()
    annotated = json.loads((SHARED / "score" / "sets.json").read_text("utf-8"))
    listed = options.misses or options.false
    print(f"{'set':22} {'gold':>5} {'GenR@1.0':>9} {'prec':>7} {'precsc':>7} {'LRany':>7} {'ms/KB':>6}")
    for name in [listed] if listed else options.sets or SETS:
        rows = read_rows(name, options.part)
        rows = rows[: options.limit] if options.limit else rows
        if not rows:
            continue
        found, seconds = detect_rows(rows, options.by)
        scope = set(annotated.get(name, {}).get("annotated", ()))
        result = scorer.score(rows, found, families, resamples=0, annotated=scope, all_occ=options.copies)
        print_row(name, result, 1000 * seconds / (sum(len(row["text"].encode()) for row in rows) / 1024))
        if options.types:
            print_types(result)
        if options.misses:
            list_misses(rows, found, families, options.only)
        if options.false:
            list_false(rows, found, families, scope, options.only)


def print_row(name: str, result: dict[str, Any], speed: float) -> None:
    keys = ("GenR@1.0", "precision", "precision_scope", "LR_char_any")
    cells = ["-" if result["overall"][key] is None else f"{result['overall'][key]:.4f}" for key in keys]
    print(
        f"{name:22} {result['gold_spans']:5} {cells[0]:>9} " + " ".join(f"{c:>7}" for c in cells[1:]), end=""
    )
    print(f" {speed:6.2f}" if speed else "      -")


def print_types(result: dict[str, Any]) -> None:
    for kind, row in result["by_type"].items():
        print(
            f"    {kind:24} n={row['n']:4} GenR@1.0 {row['GenR@1.0']:.3f}  uncovered {row['LR_char_any']:.3f}"
        )
    for family, row in result["by_predicted_family"].items():
        counts = f"right {row['right']:4} wrong {row['wrong']:4} ignored {row['ignored']:4}"
        print(f"      predicted {family:14} {counts}")


if __name__ == "__main__":
    main()
