"""A pipe of JSON lines through `shotveil sanitize -`: MB a second of CPU time, and peak memory.

``python tests/benchmarks/bench_stream.py [--megabytes N] [--plain]`` makes two logs on the spot, one where no clue
fires and one where every other line names somebody, pipes them through the installed command, and prints a row
each. CPU time of the whole process counts, start-up apart, since machines are shared.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "shotveil.cli.app", "sanitize", "-"]
WORDS = [
    "the",
    "build",
    "passed",
    "on",
    "every",
    "branch",
    "and",
    "a",
    "test",
    "was",
    "added",
    "for",
    "parsing",
    "of",
    "nested",
    "values",
    "while",
    "our",
    "cache",
    "returns",
    "its",
    "result",
    "without",
    "reading",
    "one",
    "file",
    "again",
    "so",
    "nothing",
    "else",
    "had",
    "to",
    "change",
    "in",
    "that",
    "module",
]
GIVEN = [
    "Maren",
    "Tobias",
    "Ingrid",
    "Callum",
    "Priya",
    "Soren",
    "Nadia",
    "Felix",
    "Greta",
    "Oscar",
    "Lena",
    "Hugo",
]
FAMILY = [
    "Holloway",
    "Lindqvist",
    "Castell",
    "Brandt",
    "Okafor",
    "Verma",
    "Novak",
    "Ashdown",
    "Merrick",
    "Tanaka",
]
STREETS = ["Larkspur Avenue", "Alder Street", "Juniper Lane", "Quarry Road", "Foxglove Drive"]
TARGETS = {"quiet": 5.0, "found": 1.0}


def make_words(random_: random.Random, count: int) -> str:
    """Running text without anything private."""
    return " ".join(random_.choices(WORDS, k=count))


def make_quiet(random_: random.Random, number: int) -> dict[str, Any]:
    """A step of an agent's log."""
    content = [
        {"type": "text", "text": f"{make_words(random_, 70)}.\n"},
        {"type": "tool_use", "id": f"toolu_{number:08x}", "name": "bash", "input": {"command": "ls -la src"}},
    ]
    usage = {"input_tokens": random_.randrange(9_000), "output_tokens": random_.randrange(900)}
    message = {"role": "assistant", "model": "model-large-1", "content": content, "usage": usage}
    stamp = f"2026-01-01T10:{number // 60 % 60:02}:{number % 60:02}.{number % 1000:03}Z"
    return {
        "type": "assistant",
        "uuid": f"{random_.getrandbits(128):032x}",
        "timestamp": stamp,
        "cwd": "/srv/app",
        "isSidechain": False,
        "message": message,
    }


def make_found(random_: random.Random, number: int) -> dict[str, Any]:
    """A line of a ticket system: every other one names a customer with mail, phone and address, twice."""
    if number % 2 == 0:
        return {"id": number, "level": "info", "event": "queue", "note": f"{make_words(random_, 40)}."}
    given, family = random_.choice(GIVEN), random_.choice(FAMILY)
    who = f"{given} {family}"
    phone = f"(503) 555-01{random_.randrange(100):02}"
    street = f"{random_.randrange(1, 400)} {random_.choice(STREETS)}, Portland, OR 97205"
    note = f"{make_words(random_, 12)}. Call {who} at {phone} about the order. {make_words(random_, 10)}."
    customer = {"name": who, "email": f"{given}.{family}@example.com".lower(), "address": street}
    return {"id": number, "level": "info", "customer": customer, "note": note}


MAKERS: dict[str, Callable[[random.Random, int], dict[str, Any]]] = {"quiet": make_quiet, "found": make_found}


def make_blocks(kind: str, size: int, plain: bool) -> Iterator[bytes]:
    """Lines of one kind, ``size`` bytes or a little more, in handy pieces; ``plain`` keeps the texts only."""
    random_ = random.Random(1729)
    made = number = 0
    while made < size:
        lines = []
        for _ in range(500):
            line = MAKERS[kind](random_, number)
            number += 1
            lines.append(" ".join(_texts(line)) if plain else json.dumps(line))
        block = ("\n".join(lines) + "\n").encode()
        made += len(block)
        yield block


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.strip()
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def run_pipe(blocks: Iterator[bytes], session: Path) -> tuple[int, float, float]:
    """Bytes in, CPU seconds and peak MB of one run."""
    process = subprocess.Popen(
        [*COMMAND, "--session", str(session)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    drain = threading.Thread(target=_drain, args=(process.stdout,))
    drain.start()
    size = 0
    for block in blocks:
        process.stdin.write(block)
        size += len(block)
    process.stdin.close()
    drain.join()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"sanitize failed: {os.waitstatus_to_exitcode(status)}")
    return size, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def _drain(stream: Any) -> None:
    while stream.read(1 << 20):
        pass


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--plain", action="store_true", help="the texts only, as plain lines")
    parser.add_argument("--kind", choices=sorted(MAKERS), action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for kind in options.kind or MAKERS:
            empty = run_pipe(make_blocks(kind, 1_000, options.plain), Path(scratch, f"{kind}0.session.jsonl"))
            started = time.perf_counter()
            size, seconds, peak = run_pipe(
                make_blocks(kind, int(options.megabytes * 1e6), options.plain),
                Path(scratch, f"{kind}.session.jsonl"),
            )
            rate = (size - empty[0]) / 1e6 / (seconds - empty[1])
            wall = time.perf_counter() - started
            print(
                f"{kind:6} {size / 1e6:7.1f} MB  {rate:5.2f} MB/s (target {TARGETS[kind]:.0f})  "
                f"start {empty[1]:.2f} s  wall {wall:.1f} s  peak {peak:.0f} MB"
            )


if __name__ == "__main__":
    main()
