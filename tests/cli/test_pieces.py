"""Pieces of a streamed text over a pipe: a value is one, however slowly it comes."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from shotveil.cli.pipeline.line_blocks import PAUSE_S


@pytest.mark.parametrize("head", ["", "data: "])
def test_a_value_in_pieces_with_pauses_is_one(command_environment, head: str) -> None:
    said = ["write to ", "ines.ok", "afor@exa", "mple.com now"]
    lines = [f"{head}{json.dumps({'id': 'x1', 'delta': {'content': piece}})}\n" for piece in said]
    closing = f"{head}{json.dumps({'id': 'x1', 'finish_reason': 'stop'})}\n"
    process = subprocess.Popen(
        [sys.executable, "-m", "shotveil.cli.app", "sanitize", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=command_environment,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    for line in (f"{head}{json.dumps({'id': 'x0'})}\n", *lines, closing):
        framed = f"event: piece\n{line}\n" if head else line
        process.stdin.write(framed.encode())
        process.stdin.flush()
        time.sleep(3 * PAUSE_S)
    process.stdin.close()
    shown = process.stdout.read().decode().splitlines()
    shown = [line for line in shown if line.startswith(head + "{")]
    assert process.wait(60) == 0
    pieces = [json.loads(line.removeprefix(head))["delta"]["content"] for line in shown[1:-1]]
    assert "".join(pieces) == "write to [[EMAIL#1]] now"
