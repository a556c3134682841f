"""JSON and JSONL: every string value with its field, exact places, nothing else changed."""

from __future__ import annotations

import json

import pytest
from rewriting import fields, read, rewrite, same_json, texts

from shotveil.core.errors import InputProblem

NAME = "Ines Okafor"
ESCAPED = json.dumps({"a": f'"{NAME}"\n张伟 😀 {NAME}'})


def test_values_carry_the_names_of_their_fields() -> None:
    document = read('{"contact": {"phones": ["555-0100"], "e-mail": "ines@example.com"}}', "json")
    assert fields(document) == {
        "555-0100": ("contact", "phones"),
        "ines@example.com": ("contact", "e-mail"),
    }
    assert [view.pointer for view in document.views] == ["/contact/phones/0", "/contact/e-mail"]


def test_pointers_escape_slashes_and_tildes() -> None:
    assert read('{"a/b": {"c~d": "text here"}}', "json").views[-1].pointer == "/a~1b/c~0d"


@pytest.mark.parametrize("ascii_only", [True, False])
def test_escapes_are_cut_exactly(ascii_only: bool) -> None:
    raw = json.dumps({"a": f'"{NAME}"\n张伟 😀 {NAME}'}, ensure_ascii=ascii_only)
    released = rewrite(read(raw, "json"), NAME, "张伟")
    assert json.loads(released) == {"a": '"[[NAME#1]]"\n[[NAME#2]] 😀 [[NAME#1]]'}


def test_everything_else_stays_byte_for_byte() -> None:
    raw = '\ufeff{\r\n\t"b" : 1.50e+03 , "a": [ true,null ,"x Ines Okafor y\\/z" ] }\r\n\r\n'
    released = rewrite(read(raw, "json"), NAME)
    assert released == raw[1:].replace(NAME, "[[NAME#1]]")


def test_json_in_strings_to_any_depth() -> None:
    value: object = {"to": NAME, "n": 13800138000}
    for _ in range(4):
        value = {"arguments": json.dumps(value, ensure_ascii=True)}
    released = rewrite(read(json.dumps(value), "json"), NAME, "13800138000")
    inner = json.loads(released)
    while "arguments" in inner:
        inner = json.loads(inner["arguments"])
    assert inner == {"to": "[[NAME#1]]", "n": "[[NAME#2]]"}


def test_a_number_with_a_value_becomes_a_string() -> None:
    released = rewrite(read('{"pin":90817263, "k": 1, "f": 1.5}', "json"), "90817263")
    assert released == '{"pin":"[[NAME#1]]", "k": 1, "f": 1.5}'


def test_a_key_with_a_value_becomes_a_reference() -> None:
    document = read('{"Ines Okafor": {"age": 40}}', "json")
    assert rewrite(document, NAME) == '{"[[NAME#1]]": {"age": 40}}'
    assert document.keys == {document.views[0].id}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "msg_d07be3319a40Kw5z"), ("sessionID", "ses_3a77f0c1d2e3"),
        ("uuid", "1b4e28ba-2fa1-11d2-883f-0016d3cca427"),
        ("timestamp", "2026-01-09T10:00:00.000Z"), ("model", "claude-sonnet-4-20250514"),
        ("sha256", "ab" * 32),
        ("tool_use_id", "toolu_01A2b3"), ("role", "assistant"), ("from", "human"), ("sender", "User"), ("ts", "1677029631.029259"),
        ("channel_id", "DNEERHWJJ"), ("id", "call_AbCdEfGhIjKlMnOp"), ("message_id", "a-b3-c"),
    ],
)  # fmt: skip
def test_what_programs_match_is_left_alone(key: str, value: str) -> None:
    assert texts(read(json.dumps({key: value, "x": {key: [value]}}), "json")) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "ines@example.com"), ("id", "Ines Okafor"), ("user_id", "iokafor"), ("member_id", "MB-20481"),
        ("id", "sk-ant-api03-FAKEfake0123456789"), ("id", "13800138000"), ("time", "at Ines Okafor's"),
        ("type", "call 5550100 now"), ("state", "Oregon"), ("passport", "X1234567"),
        ("id", "ines.okafor"), ("provider", "Okafor"), ("from", "Ines"), ("user", "iokafor"), ("chat_id", "InesOkafor"),
    ],
)  # fmt: skip
def test_what_may_be_private_is_a_view(key: str, value: str) -> None:
    assert texts(read(json.dumps({key: value}), "json")) == [value]


def test_a_sibling_names_a_value_before_and_after_it() -> None:
    raw = (
        '[{"name":"Authorization","value":"Bearer abc"},{"value":"sid=1","name":"Cookie"},'
        '{"action":"fill","text":"hunter2","selector":"input[name=password]"}]'
    )
    found = fields(read(raw, "json"))
    assert found["Bearer abc"] == ("Authorization",)
    assert found["sid=1"] == ("Cookie",)
    assert found["hunter2"] == ("input[name=password]",)


def test_streamed_deltas_are_one_text() -> None:
    lines = [{"choices": [{"delta": {"content": piece}}]} for piece in ("Ask In", "es Ok", 'afor "now"')]
    raw = "\n".join(json.dumps(line) for line in lines) + "\n"
    document = read(raw, "jsonl")
    assert texts(document) == ['Ask Ines Okafor "now"']
    released = rewrite(document, NAME).splitlines()
    assert [json.loads(line)["choices"][0]["delta"]["content"] for line in released] == [
        "Ask [[NAME#1]]",
        "",
        ' "now"',
    ]


def test_two_streams_do_not_mix() -> None:
    raw = "\n".join(
        json.dumps({"choices": [{"delta": {"content": a}}, {"delta": {"content": b}}]})
        for a, b in (("Ine", "555-"), ("s!", "0100"))
    )
    assert texts(read(raw, "jsonl")) == ["Ines!", "555-0100"]


def test_server_sent_events_in_a_body_are_one_text() -> None:
    body = "".join(
        f'data: {{"type":"content_block_delta","delta":{{"text":"{p}"}}}}\n\n' for p in ("Ines Ok", "afor")
    )
    released = rewrite(read(json.dumps({"body": body + "data: [DONE]\n\n"}), "json"), NAME)
    assert "[[NAME#1]]" in released
    assert "afor" not in released


def test_word_lists_do_not_spell_a_value() -> None:
    words = [{"t": word, "b": [0, 0, 9, 9]} for word in ("mail", "ugo@sample", ".example")]
    raw = json.dumps({"words": words})
    document = read(raw, "json")
    assert texts(document) == ["mail ugo@sample.example"]
    assert "ugo" not in rewrite(document, "ugo@sample.example")


def test_chinese_word_lists_have_no_blanks() -> None:
    assert texts(read('[{"w":"我叫"},{"w":"李"},{"w":"晓明"}]', "json")) == ["我叫李晓明"]


def test_rich_text_is_one_text() -> None:
    document = read('{"text": ["Ask ", {"type": "bold", "text": "Ines"}, " Okafor"]}', "json")
    assert texts(document) == ["Ask Ines Okafor"]


def test_notebook_lines_are_one_cell() -> None:
    assert texts(read('{"source": ["a = 1\\n", "b = 2"]}', "json")) == ["a = 1\nb = 2"]
    assert texts(read('{"tags": ["red", "blue"]}', "json")) == ["red", "blue"]


def test_urls_are_read_decoded() -> None:
    raw = '{"url":"https://x.example/?mail=ines%40example.com&name=Ines+Okafor&q=%E5%BC%A0%E4%BC%9F&to=https%253A%252F%252Fy.example"}'
    document = read(raw, "json")
    assert "mail=ines@example.com&name=Ines Okafor&q=张伟&to=https://y.example" in texts(document)[0]
    released = rewrite(document, "ines@example.com", NAME, "张伟")
    assert "mail=[[NAME#1]]&name=[[NAME#2]]&q=[[NAME#3]]&to=https%253A" in released


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("name=Ines+Okafor&street=12+Long+Road&x=1", "name=Ines Okafor&street=12 Long Road&x=1"),
        ("https://x.example/?q=Ines+Okafor", "https://x.example/?q=Ines Okafor"),
        ("token=Ab1+cD2+eF3&x=1", "token=Ab1+cD2+eF3&x=1"),
        ("tel=+14155550100", "tel=+14155550100"),
        ("1 + 1 = 2", "1 + 1 = 2"),
    ],
)
def test_plus_signs_between_words_are_blanks(written: str, read_as: str) -> None:
    document = read(json.dumps({"text": written}), "json")
    assert texts(document) == [read_as]
    assert "Okafor" not in rewrite(document, NAME)


@pytest.mark.parametrize("text", ["100%25 of it", "%s and %d", "50% off"])
def test_a_percent_sign_is_no_escape(text: str) -> None:
    assert texts(read(json.dumps({"a": text}), "json")) == [text]


def test_base64_text_is_read_and_written_again() -> None:
    raw = '{"data":"SGVsbG8gSW5lcyBPa2Fmb3IhIQ=="}'
    document = read(raw, "json")
    assert texts(document) == ["Hello Ines Okafor!!"]
    assert texts(read(rewrite(document, NAME), "json")) == ["Hello [[NAME#1]]!!"]


@pytest.mark.parametrize(
    "word", ["administrationss", "0123456789abcdef0123456789abcdef", "CamelCaseIdentifier1"]
)
def test_words_are_no_base64(word: str) -> None:
    assert texts(read(json.dumps({"word": word}), "json")) == [word]


def test_html_in_strings() -> None:
    raw = json.dumps({"body": '<!DOCTYPE html><p title="Ines Okafor">Ines <b>Okafor</b> &amp; "co"</p>'})
    document = read(raw, "json")
    assert 'Ines Okafor & "co"' in texts(document)[1]
    assert same_json(raw, rewrite(document, NAME))
    assert "Okafor" not in rewrite(document, NAME)


@pytest.mark.parametrize(
    ("raw", "format", "code", "line"),
    [
        ('{"a": 1}\n{"a": \n{"b": 2}\n', "jsonl", "jsonl.invalid", "line 2"),
        ('{"a": 1}\n\n{"a": "Ines Okafor', "jsonl", "jsonl.invalid", "line 3"),
        ('{\n "a": 1,\n}', "json", "json.invalid", "line 3"),
        ("[" * 200_000, "json", "json.too_deep", "line 1"),
    ],
)
def test_broken_json_is_one_clear_line(raw: str, format: str, code: str, line: str) -> None:
    with pytest.raises(InputProblem) as caught:
        read(raw, format)
    assert caught.value.code == code
    assert line in caught.value.message
    assert "Okafor" not in caught.value.line()


@pytest.mark.parametrize("levels", [1, 600, 1_024])
def test_nesting_up_to_its_limit_is_read(levels: int) -> None:
    for raw in (
        "[" * levels + '"Ines Okafor"' + "]" * levels,
        '{"a":' * levels + '"Ines Okafor"' + "}" * levels,
    ):
        assert rewrite(read(raw, "json"), NAME) == raw.replace("Ines Okafor", "[[NAME#1]]")


def test_an_empty_file_and_comment_lines_are_read() -> None:
    assert texts(read("", "json")) == texts(read(" \n", "jsonl")) == []
    document = read('# by Ines Okafor\n{"a": "Ines Okafor"}\n// end\n', "jsonl")
    assert rewrite(document, NAME) == '# by [[NAME#1]]\n{"a": "[[NAME#1]]"}\n// end\n'


def test_lone_surrogates_and_nan_are_read() -> None:
    document = read('{"a": "x\\ud800 Ines Okafor", "n": NaN}', "json")
    assert texts(document) == ["x\ufffd Ines Okafor"]
    assert rewrite(document, NAME) == '{"a": "x\\ud800 [[NAME#1]]", "n": NaN}'


def test_view_ids_are_short_stable_and_go_on() -> None:
    from shotveil.core.sources import open_text

    document = open_text(b'{"a":"bcd"}\n', "log.jsonl", "jsonl", session="s", turn=3, first=7)
    assert [view.id for view in document.views] == ["log.jsonl:7"]


def test_a_long_line_of_one_kind_takes_linear_time() -> None:
    for text in (
        "%41" * 200_000,
        "%zz" * 200_000,
        "\\" * 400_000,
        "a=" * 200_000,
        "?&=+" * 100_000,
        "data:" * 100_000,
    ):
        read(json.dumps({"k": text}), "json")


def test_an_export_that_wrote_utf8_as_latin1_is_read_as_meant() -> None:
    meant = {"sender_name": "Inés Okafor", "content": "张伟 ok"}
    written = {key: text.encode().decode("latin-1") for key, text in meant.items()}
    raw = json.dumps({**written, "c": "é ok"})
    document = read(raw, "json")
    assert texts(document) == ["Inés Okafor", "张伟 ok", "é ok"]
    released = rewrite(document, "Inés Okafor", "张伟")
    assert json.loads(released) == {"sender_name": "[[NAME#1]]", "content": "[[NAME#2]] ok", "c": "é ok"}


def test_machine_ids_of_people_are_left_alone_and_names_are_not() -> None:
    raw = '{"user": "U0283ABCD", "from_id": "user123456789", "creator": "Ines", "members": ["CHARLOTTE"]}'
    assert texts(read(raw, "json")) == ["Ines", "CHARLOTTE"]


def test_blocks_of_a_long_file_tell_their_own_lines() -> None:
    from shotveil.core.sources import open_text

    with pytest.raises(InputProblem, match="line 42"):
        open_text(b'{"a": 1}\n{"a": \n', "log.jsonl", "jsonl", session="s", turn=1, first_line=41)
