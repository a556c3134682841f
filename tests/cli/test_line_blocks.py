"""Where a stream is cut: at line ends, never inside a key or a text that comes in pieces."""

from __future__ import annotations

import io
import json
import os
import threading
import time

import pytest

from shotveil.cli.pipeline import line_blocks
from shotveil.cli.pipeline.line_blocks import find_cut, find_run, read_blocks


def _piece(text: str) -> bytes:
    return (
        json.dumps({"type": "content_block_delta", "delta": {"type": "text_delta", "text": text}}).encode()
        + b"\n"
    )


OTHER = b'{"type": "ping", "note": "done"}\n'


def test_a_run_of_pieces_that_may_go_on_is_held_back() -> None:
    run = _piece("mail ana.") + OTHER + _piece("reyes@exam")
    data = OTHER * 3 + run
    assert find_run(data, len(data)) == len(OTHER) * 3
    assert find_cut(data, len(data)) == len(OTHER) * 3


@pytest.mark.parametrize("tail", [OTHER * 2, _piece("see you!\n"), '{"delta": "好。"}\n'.encode()])
def test_a_run_that_has_ended_is_not(tail: bytes) -> None:
    data = _piece("mail ana.") + tail
    assert find_run(data, len(data)) == len(data)


def test_a_run_without_end_is_held_back_up_to_a_size() -> None:
    data = _piece("more and ") * (line_blocks.HELD_BYTES // 60)
    assert find_run(data, len(data)) == len(data)


def test_an_open_key_is_held_back() -> None:
    data = b"before\n-----BEGIN PRIVATE KEY-----\nabc\n"
    assert find_cut(data, len(data)) == len(b"before\n")
    assert find_cut(data + b"-----END PRIVATE KEY-----\n", len(data) + 26) == len(data) + 26


def test_blocks_of_a_file_do_not_cut_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_blocks, "BLOCK_BYTES", 600)
    data = b"".join(
        OTHER * 4 + _piece("mail ana.") + _piece("reyes@") + _piece("example.com\n") for _ in range(9)
    )
    blocks = list(read_blocks(io.BytesIO(data), b"", is_live=False))
    assert b"".join(blocks) == data
    assert len(blocks) > 3
    assert not any(block.rstrip().endswith(_piece("mail ana.").rstrip()) for block in blocks)
    assert not any(block.rstrip().endswith(_piece("reyes@").rstrip()) for block in blocks)


@pytest.mark.skipif(not hasattr(os, "set_blocking"), reason="no pipes to wait for")
def test_a_pipe_passes_lines_on_and_waits_for_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_blocks, "PAUSE_S", 0.02)
    monkeypatch.setattr(line_blocks, "HELD_S", 5.0)
    reader, writer = os.pipe()
    blocks: list[bytes] = []

    def take() -> None:
        with os.fdopen(reader, "rb") as stream:
            blocks.extend(read_blocks(stream, b""))

    taker = threading.Thread(target=take)
    taker.start()
    for line in (OTHER, _piece("mail ana."), _piece("reyes@example.com\n"), OTHER):
        os.write(writer, line)
        time.sleep(0.2)
    os.close(writer)
    taker.join(20)
    assert blocks == [OTHER, _piece("mail ana.") + _piece("reyes@example.com\n"), OTHER]


@pytest.mark.skipif(not hasattr(os, "set_blocking"), reason="no pipes to wait for")
def test_pieces_pass_when_their_writer_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_blocks, "PAUSE_S", 0.02)
    monkeypatch.setattr(line_blocks, "HELD_S", 0.1)
    reader, writer = os.pipe()
    os.write(writer, _piece("mail ana."))
    with os.fdopen(reader, "rb") as stream:
        assert next(read_blocks(stream, b"")) == _piece("mail ana.")
    os.close(writer)


def _turn(stream: str, text: str, number: int) -> bytes:
    event = {"id": f"ev_{number}", "item_id": stream, "delta": text}
    return json.dumps(event, ensure_ascii=False).encode() + b"\n"


@pytest.mark.parametrize("end", ["Done!", "好。", "bye\n"])
def test_a_sentence_end_of_one_stream_leaves_the_other_held(end: str) -> None:
    lines = [_turn("a", "mail ana.", 0), _turn("b", "It is", 1), _turn("a", "reyes@", 2), _turn("b", end, 3)]
    data = OTHER * 3 + b"".join(lines)
    assert find_run(data, len(data)) == len(OTHER) * 3
    data += _turn("a", "example.com.\n", 4)
    assert find_run(data, len(data)) == len(data)


def test_streams_of_two_requests_are_told_apart_by_id() -> None:
    def turn(request: str, text: str) -> bytes:
        return (
            json.dumps({"id": request, "choices": [{"index": 0, "delta": {"content": text}}]}).encode()
            + b"\n"
        )

    data = turn("c1", "call (503)") + turn("c2", "All is") + turn("c1", " 555-") + turn("c2", " well!")
    assert find_run(data, len(data)) == 0
    data = turn("c1", "All is") + turn("c2", "call (503)") + turn("c1", " very") + turn("c1", " well!")
    assert find_run(data, len(data)) == len(turn("c1", "All is"))
