"""Start-up, one screen against the bare engine, memory over a folder: whole-process figures.

``python tests/benchmarks/bench_speed.py [--screens N]`` prints them; ratios are taken in one run, since machines
are noisy. Needs the model ppocrv6-tiny.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCREEN = ROOT / "samples/session_en/captures/turn_5.png"
COMMAND = [sys.executable, "-m", "shotveil.cli.app"]
ROUNDS = 5
THREADS = "1"


def run_measured(arguments: list[str]) -> tuple[float, float]:
    """Wall seconds and peak MB of one process."""
    started = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - started, usage.ru_maxrss / 1024


def median_of(arguments: list[str], rounds: int = ROUNDS) -> tuple[float, float]:
    """Median wall seconds and peak MB."""
    results = [run_measured(arguments) for _ in range(rounds)]
    return statistics.median(r[0] for r in results), max(r[1] for r in results)


def time_in_process(screens: list[Path]) -> dict[str, float]:
    """Seconds a screen, warm: the bare engine (decode and read), then the whole path at two proofs."""
    code = f"""
import time, sys
from pathlib import Path
from shotveil.core.ocr.models import require_model
from shotveil.core.sources.images import open_image
import numpy as np
paths = {[str(path) for path in screens]!r}
m = require_model("ppocrv6-tiny")
from rapidocr_onnxruntime import RapidOCR
bare = RapidOCR(intra_op_num_threads={THREADS}, inter_op_num_threads=1, use_cls=False, det_model_path=str(m.detector),
                rec_model_path=str(m.recognizer), rec_keys_path=str(m.characters))
def bare_once():
    for path in paths:
        rgb = open_image(Path(path).read_bytes(), path).frame(0)
        bare(np.ascontiguousarray(rgb[:, :, ::-1]), return_word_box=True)
from shotveil.core.config import Settings
from shotveil.cli.pipeline.pictures import PictureTask, read_picture
from shotveil.cli.pipeline.drawing import DrawTask, draw_picture
from shotveil.cli.pipeline.finding import Finder
from shotveil.core.session import open_session
def whole_once(verify):
    settings = Settings(model="ppocrv6-tiny", threads={THREADS}, verify=verify)
    session = open_session(None)
    finder = Finder(settings, ())
    kept = []
    for n, path in enumerate(paths):
        kept.append(finder.collect(read_picture(PictureTask(path, "all", n + 1, path, settings))))
    finder.settle()
    needles = finder.needles()
    for n, path in enumerate(paths):
        views = finder.complete(kept[n])
        drawn = draw_picture(DrawTask(path, settings, views, session.bind_views(views), needles=needles))
        assert drawn.data, drawn
bare_once(); whole_once("pixels")
figures = {{"bare": [], "pixels": [], "reader": []}}
for _ in range(3):
    for name, work in (("bare", bare_once), ("pixels", lambda: whole_once("pixels")), ("reader", lambda: whole_once("reader"))):
        started = time.perf_counter(); work(); figures[name].append((time.perf_counter() - started) / len(paths))
print(repr({{name: min(values) for name, values in figures.items()}}))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return eval(done.stdout.strip().splitlines()[-1])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--screens", type=int, default=100, help="screens in the folder for the memory figure"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        source = folder / "a.txt"
        source.write_text("Call Maren Holloway at (503) 555-0142.\n")
        session = folder / "s.session.jsonl"
        with (folder / "safe.txt").open("wb") as out:
            subprocess.run(
                [*COMMAND, "sanitize", str(source), "--session", str(session)], stdout=out, check=True
            )
        print(f"shotveil --help           {median_of([*COMMAND, '--help'])[0]:.2f} s   (target 0.2)")
        wall, _ = median_of([*COMMAND, "resolve", str(folder / "safe.txt"), "--session", str(session)])
        print(f"resolve of a small file   {wall:.2f} s   (target 0.3)")
        wall, peak = median_of([*COMMAND, "sanitize", str(source)])
        print(f"first text result, cold   {wall:.2f} s   (target 0.5), peak {peak:.0f} MB (target 200)")
        screens = sorted((ROOT / "samples").glob("session_*/captures/*.png"))
        figures = time_in_process(screens)
        for name, target in (("pixels", 1.25), ("reader", 2.3)):
            ratio = figures[name] / figures["bare"]
            print(
                f"a screen, --verify {name:6} {figures[name]:.2f} s, bare engine {figures['bare']:.2f} s: {ratio:.2f} (target {target})"
            )
        peaks = []
        for count in (5, options.screens):
            captures = folder / f"captures{count}"
            captures.mkdir()
            for number in range(count):
                shutil.copy(screens[number % len(screens)], captures / f"turn_{number}.png")
            arguments = [
                *COMMAND,
                "sanitize",
                str(captures),
                "-o",
                str(folder / f"out{count}"),
                "--verify",
                "pixels",
                "--model",
                "ppocrv6-tiny",
            ]
            peaks.append(run_measured(arguments)[1])
        print(
            f"peak memory               {peaks[0]:.0f} MB over 5 screens, {peaks[1]:.0f} MB over {options.screens} (target 700, flat)"
        )


if __name__ == "__main__":
    main()
