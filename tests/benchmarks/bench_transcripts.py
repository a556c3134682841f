"""How fast transcripts are read, and read with detection, format by format (MB of file a second, one core).

``python tests/benchmarks/bench_transcripts.py [--detect]`` prints a table; the logs are made up on the spot. Times
are CPU time, since machines are shared.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence

from shotveil.core.records import View
from shotveil.core.sources import open_text

WORDS = [
    "the",
    "quick",
    "brown",
    "fox",
    "jumps",
    "over",
    "a",
    "lazy",
    "dog",
    "while",
    "our",
    "system",
    "reads",
    "one",
    "file",
    "and",
    "returns",
    "its",
    "result",
]
LINES = 6_000


def make_words(count: int) -> str:
    return " ".join(random.choices(WORDS, k=count))


def make_agent_log() -> str:
    def line(number: int) -> dict[str, object]:
        content = [
            {"type": "text", "text": make_words(70) + "\n"},
            {"type": "tool_use", "id": f"toolu_{number:08x}", "name": "bash", "input": {"command": "ls -la"}},
        ]
        message = {
            "role": "assistant",
            "content": content,
            "usage": {"input_tokens": 100, "output_tokens": 50},
        }
        uuid = f"{random.getrandbits(128):032x}"
        return {"type": "assistant", "uuid": uuid, "timestamp": "2026-01-01T10:00:00Z", "message": message}

    return "".join(json.dumps(line(number)) + "\n" for number in range(LINES))


def make_dense_log() -> str:
    rows = ({f"k{key}": random.choice(WORDS) for key in range(12)} for _ in range(LINES))
    return "".join(json.dumps(row) + "\n" for row in rows)


def make_recording() -> str:
    events = ([at / 10, "o", f"\x1b[3{at % 8}m{make_words(9)}\x1b[0m\r\n"] for at in range(LINES))
    return "".join(json.dumps(event) + "\n" for event in [{"version": 2, "width": 80, "height": 24}, *events])


def make_table() -> str:
    return "id,city,comment\n" + "".join(f"{at},{make_words(1)},{make_words(9)}\n" for at in range(LINES))


def make_subtitles() -> str:
    return "".join(f"{at}\n00:00:01,000 --> 00:00:02,000\n{make_words(9)}.\n\n" for at in range(LINES))


def make_page() -> str:
    return "".join(f'<div class="a"><p>{make_words(12)} <b>bold</b></p></div>\n' for _ in range(LINES))


SAMPLES: dict[str, tuple[str, Callable[[], str]]] = {
    "agent log": ("jsonl", make_agent_log),
    "dense log": ("jsonl", make_dense_log),
    "recording": ("asciicast", make_recording),
    "table": ("csv", make_table),
    "subtitles": ("srt", make_subtitles),
    "page": ("html", make_page),
    "text": ("text", lambda: "\n".join(make_words(14) for _ in range(4 * LINES))),
}


def detect_all(views: Sequence[View]) -> None:
    """Detection over the views as the pipeline does it, without a session."""
    from shotveil.core.detect import Detector

    Detector().detect(views)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--detect", action="store_true", help="detection too")
    wants_detection = parser.parse_args().detect
    random.seed(1729)
    print(
        f"{'sample':12} {'MB':>6} {'views':>8} {'read MB/s':>10}"
        + (" with detection" if wants_detection else "")
    )
    for name, (format, make) in SAMPLES.items():
        data = make().encode()
        started = time.process_time()
        document = open_text(data, name, format, session="", turn=1)
        read = time.process_time() - started
        row = f"{name:12} {len(data) / 1e6:6.1f} {len(document.views):8} {len(data) / 1e6 / read:10.1f}"
        if wants_detection:
            detect_all(document.views)
            row += f" {len(data) / 1e6 / (time.process_time() - started):14.1f}"
        print(row)


if __name__ == "__main__":
    main()
