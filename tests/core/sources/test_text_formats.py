"""Recordings, subtitles, chats, tables, pages, UI trees: read as a person sees them, rewritten in place."""

from __future__ import annotations

import csv
import io
import json

import pytest
from rewriting import fields, read, rewrite, texts

from shotveil.core.geometry import Box

NAME = "Ines Okafor"


def cast(*events: tuple[float, str, str], version: int = 2) -> str:
    head = {"version": version, "width": 80, "height": 24}
    return "".join(json.dumps(line) + "\n" for line in [head, *map(list, events)])


def test_terminal_output_is_joined_over_events_and_escapes() -> None:
    raw = cast(
        (0.1, "o", "$ ssh in"), (0.2, "o", "es\u001b[31mok\u001b[0m@host.example\r\n"), (0.3, "o", "done")
    )
    document = read(raw, "asciicast")
    assert texts(document) == ["$ ssh inesok@host.example\ndone"]
    released = rewrite(document, "inesok@host.example")
    events = [json.loads(line) for line in released.splitlines()]
    assert [event[2] for event in events[1:]] == ["$ ssh [[NAME#1]]", "\u001b[31m\u001b[0m\r\n", "done"]


def test_an_escape_sequence_may_be_split_over_events() -> None:
    assert texts(read(cast((0, "o", "Ine\u001b[3"), (0.1, "o", "1ms")), "asciicast")) == ["Ines"]


def test_cursor_moves_part_texts() -> None:
    assert texts(read(cast((0, "o", "\u001b[2;3HInes\u001b[5;1HOkafor")), "asciicast")) == ["Ines\nOkafor"]


def test_window_titles_and_first_version() -> None:
    raw = cast((0, "o", "\u001b]0;ines@host: ~\u0007$ "))
    assert "ines@host: ~" in texts(read(raw, "asciicast"))
    events = [[0.5, "I am Ines "], [0.1, "Okafor"], [1, "x", "extra text"]]
    first = json.dumps({"version": 1, "title": "demo", "stdout": events})
    document = read(first, "asciicast")
    assert "I am Ines Okaforx" in texts(document)
    assert "extra text" in texts(document)
    json.loads(rewrite(document, NAME))


@pytest.mark.parametrize(
    ("format", "raw"),
    [
        (
            "vtt",
            "WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v Ines Okafor>I am Ines\n\n"
            "00:02.000 --> 00:03.000\n<b>Oka</b>for, hi\n",
        ),
        ("srt", "1\r\n00:00:01,000 --> 00:00:02,000\r\nI am Ines\r\nOkafor, hi\r\n\r\n"),
        ("sbv", "0:00:01.000,0:00:02.000\nI am Ines\n\n0:00:03.000,0:00:04.000\nOkafor, hi\n"),
    ],
)
def test_a_value_goes_on_over_cues(format: str, raw: str) -> None:
    document = read(raw, format)
    assert any("I am Ines Okafor, hi" in text for text in texts(document))
    released = rewrite(document, NAME)
    assert "Okafor" not in released.replace("for, hi", "")
    for line in raw.splitlines():
        if "-->" in line or line.startswith("0:00"):
            assert line in released


def test_cues_in_gb18030_keep_their_bytes() -> None:
    data = "1\n00:00:01,000 --> 00:00:02,000\n我叫李晓\n明，你好\n".encode("gb18030")
    document = read(data, "srt")
    assert texts(document) == ["我叫李晓明，你好"]
    assert b"[[NAME#1]]" in document.encode(rewrite(document, "李晓明"))


@pytest.mark.parametrize(
    "head",
    ["[01/19/24, 11:25:07] ", "19/01/2024, 11:25 - ", "1/19/24, 9:41\u202fPM - ", "2024/1/19 下午9:41 - "],
)
def test_chat_senders_are_values_of_their_own(head: str) -> None:
    raw = f"{head}Ines Okafor: call me: 555-0100\nat home\n{head}+1 555 0100 created group\n"
    raw += f"{head}Ines Okafor:.\n"
    document = read(raw, "whatsapp")
    assert fields(document)[NAME] == ("sender",)
    assert " call me: 555-0100\nat home\n" in texts(document)
    assert rewrite(document, NAME).count("[[NAME#1]]:") == 2


def test_elements_of_data_are_labelled_by_their_names() -> None:
    raw = "<?xml version='1.0'?><c><firstName>Ines</firstName>\n<x:phone_no>555-0100</x:phone_no><b/>and <i>so</i> on</c>"
    document = read(raw, "html")
    assert texts(document) == ["first name: Ines\nphone no: 555-0100\nand so on\n"]
    assert rewrite(document, "Ines", "555-0100") == raw.replace("Ines", "[[NAME#1]]").replace(
        "555-0100", "[[NAME#2]]"
    )


def test_attributes_that_programs_match_are_left_alone() -> None:
    raw = '<?xml version="1.0"?><sms date="1712055000123" birthdate="1990-05-12" contact_name="Ines Okafor"/>'
    assert fields(read(raw, "html")) == {"Ines Okafor": ("contact_name",), "1990-05-12": ("birthdate",)}


def test_cells_have_the_head_of_their_column() -> None:
    raw = 'name,phone,"note"\r\n"Okafor, Ines",13800138000,"said ""hi"" to all"\r\n'
    raw += 'x,,"{""a"": ""deep text""}"\r\n'
    document = read(raw, "csv")
    found = fields(document)
    assert found["Okafor, Ines"] == ("name",)
    assert found["13800138000"] == ("phone",)
    assert found["deep text"] == ("note", "a")
    released = rewrite(document, "Okafor, Ines", "13800138000", '"hi" to', "deep text")
    rows = list(csv.reader(io.StringIO(released, newline="")))
    assert rows[1] == ["[[NAME#1]]", "[[NAME#2]]", "said [[NAME#3]] all"]
    assert json.loads(rows[2][2]) == {"a": "[[NAME#4]]"}


@pytest.mark.parametrize(
    ("raw", "cells"), [("a;b\n1;2,5", ["a", "b", "1", "2,5"]), ("a\tb\n1\t2", ["a", "b", "1", "2"])]
)
def test_other_delimiters(raw: str, cells: list[str]) -> None:
    assert texts(read(raw, "csv")) == cells


def test_a_table_without_a_head_and_an_open_quote() -> None:
    found = fields(read('Ines,555-0100\nBo,"555-0101\nrest', "csv"))
    assert found["Ines"] == ()
    assert found["555-0101\nrest"] == ()


def test_pages_are_read_block_by_block() -> None:
    raw = (
        "<html><body><p>Hi Ines\n   <b>Oka</b>for &amp; co</p>"
        "<table><tr><th>Phone</th><td>555-0100</td></tr></table>"
        '<input type="password" name="pw" value="hunter2"><img alt="of &quot;Ines&quot;" class="Ines">'
        "<script>var user = 'Ines Okafor'</script><!-- by Ines Okafor --></body></html>"
    )
    document = read(raw, "html")
    found = fields(document)
    assert found["hunter2"] == ("password",)
    assert 'of "Ines"' in found
    assert any("Hi Ines Okafor & co\nPhone: 555-0100" in text for text in found)
    released = rewrite(document, NAME, "hunter2")
    assert "<p>Hi [[NAME#1]]<b></b> &amp; co</p>" in released
    assert "Okafor" not in released


def test_ui_trees_have_boxes_and_exact_text() -> None:
    raw = (
        '<?xml version=\'1.0\'?><hierarchy rotation="0"><node text="" class="F" bounds="[0,0][1080,2340]">'
        '<node text="Ines &amp;#10; Okafor" resource-id="app:id/owner" content-desc="Owner Ines"'
        ' bounds="[10,20][300,60]"/><node text="hunter2" resource-id="app:id/x" password="true"'
        ' bounds="[10,80][300,120]" /></node></hierarchy>'
    )
    document = read(raw, "uiautomator")
    tree = document.views[0]
    assert (tree.medium, tree.width, tree.height) == ("tree", 1080, 2340)
    assert [(block.text, block.label) for block in tree.blocks] == [
        ("Ines &#10; Okafor", "owner"),
        ("hunter2", "password"),
    ]
    assert tree.blocks[0].box == Box(10, 20, 300, 60)
    assert fields(document) == {"Owner Ines": ("owner", "content-desc")}
    assert 'text="[[NAME#1]]" resource-id="app:id/x"' in rewrite(document, "hunter2")


def test_nodes_without_a_place_are_read_all_the_same() -> None:
    raw = (
        '<hierarchy><node text="Ines" bounds="[0,0][0,0]"/><node text="Bo" bounds="[0,0][9,9]"/></hierarchy>'
    )
    document = read(raw, "uiautomator")
    assert [block.text for block in document.views[0].blocks] == ["Bo"]
    assert texts(document) == ["Ines"]


def test_long_text_is_cut_at_empty_lines_outside_key_blocks() -> None:
    from shotveil.core.sources.plain_text import split_text

    key = "-----BEGIN PRIVATE KEY-----\n" + ("QUFB" * 16 + "\n") * 100 + "-----END PRIVATE KEY-----\n"
    text = ("word " * 15 + "\n") * 1700 + key + ("word " * 15 + "\n\n") * 5000
    ranges = list(split_text(text))
    assert "".join(text[start:end] for start, end in ranges) == text
    assert len(ranges) > 2
    assert any(key in text[start:end] for start, end in ranges)
    assert list(split_text("x" * 1_000_000)) == [(0, 1_000_000)]


def test_escapes_in_log_lines_are_read() -> None:
    raw = 'INFO {"user": "\\u5f20\\u4f1f \\ud83d\\ude00"} GET /x?mail=ines%40example.com C:\\users\\ines'
    document = read(raw, "text")
    assert texts(document) == ['INFO {"user": "张伟 😀"} GET /x?mail=ines@example.com C:\\users\\ines']
    released = rewrite(document, "张伟", "ines@example.com")
    assert released == 'INFO {"user": "[[NAME#1]] \\ud83d\\ude00"} GET /x?mail=[[NAME#2]] C:\\users\\ines'


def test_an_unknown_sender_is_a_phone() -> None:
    raw = "1/19/24, 11:25 - +1 123 456 789: hello\n1/19/24, 11:26 - Bo: hi\n"
    assert fields(read(raw, "whatsapp"))["+1 123 456 789"] == ("sender", "phone")


def test_a_head_may_lack_a_name_and_a_cell_may_go_on_after_its_quote() -> None:
    document = read(',name,phone\n0,Ines,555-0100\n1,"Bo"rtz,555-0101\n', "csv")
    assert fields(document)["Ines"] == ("name",)
    assert fields(document)['"Bo"rtz'] == ("name",)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("owner: &o Ines Okafor\nb: 1\nc: *o\n", "owner: Ines Okafor\nb: 1\nc: \n"),
        ("a: &o Ines\n- *o # x\n- *it* is\n- a *o\n", "a: Ines\n-  # x\n- *it* is\n- a *o\n"),
        ("---\n- !!str Ines\n- &a !x/y Okafor\n", "---\n- Ines\n- Okafor\n"),
        ("a:\n  b: !Ref &x >-\n    Ines\nc: 1\n", "a:\n  b: >-\n    Ines\nc: 1\n"),
    ],
)
def test_anchors_tags_and_aliases_of_yaml_are_left_out(raw: str, text: str) -> None:
    document = read(raw, "text")
    assert texts(document) == [text]
    assert rewrite(document, "Ines") == raw.replace("Ines", "[[NAME#1]]")


@pytest.mark.parametrize(
    "raw", ["Note: !Secret99 it is\nHello there\n\n", "x: &y\nb: !\nc: !!\n", "R&D: M&M & more - & x\n"]
)
def test_signs_of_other_texts_stay(raw: str) -> None:
    assert texts(read(raw, "text")) == [raw]


@pytest.mark.parametrize("sentence", ["All is well here. ", "一切都好。", "so it goes, ", "word "])
def test_a_line_without_end_is_parted_where_no_value_goes_on(sentence: str) -> None:
    raw = sentence * (700_000 // len(sentence))
    views = texts(read(raw, "text"))
    assert "".join(views) == raw
    assert max(map(len, views)) <= 262_144
    assert all(view.rstrip().endswith(sentence.rstrip()) for view in views[:-1])


def test_a_line_without_gaps_stays_whole() -> None:
    raw = "x" * 600_000 + "\nInes Okafor\n"
    assert texts(read(raw, "text")) == ["x" * 600_000 + "\n", "Ines Okafor\n"]
