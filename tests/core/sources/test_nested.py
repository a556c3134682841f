"""Texts that a file carries in base64, to any depth: read by what they are, cut decoded, encoded again."""

from __future__ import annotations

import base64
import gc
import hashlib
import json

import pytest
from rewriting import read, rewrite, texts

from shotveil.core.records import Replacement, TextExtent
from shotveil.core.session import open_session
from shotveil.renderers.text import apply_edits, plan_edits


def pack(text: str, times: int = 1) -> str:
    for _ in range(times):
        text = base64.b64encode(text.encode()).decode()
    return text


def unpack(text: str, times: int = 1) -> str:
    for _ in range(times):
        text = base64.b64decode(text).decode()
    return text


@pytest.mark.parametrize("times", [1, 2, 3])
def test_json_in_base64_is_read_value_by_value(times: int) -> None:
    inner = json.dumps({"who": "Ines Okafor", "note": 'say "hi" to Ines Okafor', "n": 17})
    document = read(json.dumps({"a": pack(inner, times), "b": "Ines Okafor"}), "json")
    released = json.loads(rewrite(document, "Ines Okafor"))
    assert json.loads(unpack(released["a"], times)) == {
        "who": "[[NAME#1]]", "note": 'say "hi" to [[NAME#1]]', "n": 17,
    }  # fmt: skip
    assert released["b"] == "[[NAME#1]]"


def test_a_page_in_base64_is_read_as_a_page() -> None:
    page = "<html><body><p>Ask <b>In</b>es Okafor</p></body></html>"
    document = read(json.dumps({"content": {"encoding": "base64", "text": pack(page)}}), "json")
    released = json.loads(rewrite(document, "Ines Okafor"))["content"]["text"]
    assert unpack(released) == "<html><body><p>Ask <b>[[NAME#1]]</b></p></body></html>"


def test_several_texts_beside_each_other_keep_their_order() -> None:
    rows = [{"x": pack(f"{number}: Ines Okafor was here")} for number in range(5)]
    released = json.loads(rewrite(read(json.dumps(rows), "json"), "Ines Okafor"))
    assert [unpack(row["x"]) for row in released] == [f"{n}: [[NAME#1]] was here" for n in range(5)]


def test_equal_keys_inside_stay_apart() -> None:
    inner = json.dumps({"ann@example.com": 1, "bob@example.com": 2})
    document = read(json.dumps({"a": pack(inner)}), "json")
    keys = [view for view in document.views if view.text and "@" in view.text]
    edits = [
        edit
        for view in keys
        for edit in plan_edits(
            document, view, [Replacement("EMAIL", "[[EMAIL#1]]", (TextExtent(0, len(view.text or "")),))]
        )
    ]
    released, _ = apply_edits(document, edits)
    assert json.loads(unpack(json.loads(released)["a"])) == {"[[EMAIL#1]]": 1, "[[EMAIL#1]]~2": 2}


def test_a_text_without_a_finding_stays_as_it_was_written() -> None:
    raw = json.dumps({"a": pack("nothing private in here").rstrip("="), "b": "Ines Okafor"})
    document = read(raw, "json")
    assert "nothing private in here" in texts(document)
    assert rewrite(document, "Ines Okafor") == raw.replace("Ines Okafor", "[[NAME#1]]")


def test_a_plain_session_keeps_no_secret_in_base64(run, tmp_path) -> None:
    secret = "tulip-Rain-4471-meadow"
    source, journal = tmp_path / "a.json", tmp_path / "s.session.jsonl"
    source.write_text(json.dumps({"config": pack(json.dumps({"password": secret, "x": 1}))}))
    done = run("sanitize", source, "--session", journal)
    assert json.loads(unpack(json.loads(done.stdout)["config"]))["password"].startswith("[[SECRET#")
    kept = journal.read_text()
    assert pack(secret)[:-4] not in kept
    with open_session(journal, create=False) as session:
        (places,) = session.places(hashlib.sha256(done.stdout).hexdigest())
    assert [place.raw for place in places] == [None]


def test_a_read_document_leaves_no_circle_of_objects() -> None:
    lines = "".join(f'{{"id": "{number:032x}", "text": "the build passed"}}\n' for number in range(300))
    read(lines, "jsonl")
    gc.collect()
    gc.disable()
    try:
        read(lines, "jsonl")
        assert gc.collect() < 300  # a circle would keep every line
    finally:
        gc.enable()
