"""Words of programs, of assistants and of pages in logs: none of them is a person, an account or a firm."""

from __future__ import annotations

import json

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View
from shotveil.core.sources import open_text


def find(text: str, *kinds: str) -> list[str]:
    (view,) = Detector().detect([View("t", "s", 1, "text", "t.txt", text=text)])
    return [item.text for item in view.occurrences if item.type in kinds]


def find_fields(value: object) -> list[tuple[str, str]]:
    document = open_text(json.dumps(value).encode(), "t.json", "json", session="s", turn=1)
    return [(item.type, item.text) for view in Detector().detect(document.views) for item in view.occurrences]


@pytest.mark.parametrize(
    "value",
    [
        {"headers": [{"name": "Host", "value": "shop.example.net"}]},
        {"securityDetails": {"subjectName": "docs.dev", "issuer": "R3"}},
        {"apiName": "page.goto"},
        {"stepName": "locator.fill", "tool_name": "browser.open"},
        {"fileName": "solve.py", "className": "Rosie", "method-name": "client.fetch"},
        {"reference": ["2000", "12000", "CaCO₃", "C6H12O6"]},
        {"name": "slackbot", "real_name": "Slackbot"},
    ],
)
def test_fields_of_things_name_nobody(value: object) -> None:
    assert find_fields(value) == []


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"id": "U1", "name": "hayasaka.ai"}, ("USER", "hayasaka.ai")),
        ({"id": "U1", "name": "quillon.a"}, ("USER", "quillon.a")),
        ({"display_name": "Rosie Quillon"}, ("NAME", "Rosie Quillon")),
        ({"recipientName": "Rosie Quillon"}, ("NAME", "Rosie Quillon")),
        ({"firstName": "Alexa"}, ("NAME", "Alexa")),
        ({"given_name": "Claude", "age": 3}, ("NAME", "Claude")),
        ({"customerName": "Claude"}, ("NAME", "Claude")),
        ({"payment": {"reference": "INV-2039118"}}, ("ALNUM", "INV-2039118")),
        ({"booking": {"reference": "QK7712"}}, ("ALNUM", "QK7712")),
        ({"reference": "AB-4821"}, ("ALNUM", "AB-4821")),
        ({"reference": "20391188"}, ("NUM", "20391188")),
    ],
)
def test_fields_of_people_still_do(value: object, found: tuple[str, str]) -> None:
    assert found in find_fields(value)


@pytest.mark.parametrize(
    "text",
    [
        "Hello Claude! Can you help me understand decorators?",
        "Hi Alexa, set a timer. Siri, what time is it? I asked Gemini about it.",
        "My assistant Claude wrote it; sender: Claude, from: Alexa. The agent Siri failed.",
        "你好 Claude，帮我看看这段代码。",
        'The challenge is a cryptography problem named "SillyCipher", worth 10 points.',
        "We are given a python file called `decode.py`. A script called Rosie runs nightly.",
        "Use dynamic programming; the Catalan number is not the answer. A Basque song was played.",
        "Tell me Tessla's stock price today.",
        "How have the Alps and the Rhine River influenced settlement?",
        "It has left an indelible mark on all of us, and selectors pierce shadow roots as well.",
        "联系人：mail.example.com，负责人：build.log",
    ],
)
def test_words_of_programs_and_places_name_nobody(text: str) -> None:
    assert find(text, "NAME", "USER") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Hello Claude Dupont! Can you help?", ["Claude Dupont"]),
        ("Dear Ms. Alexa Brandt, thank you.", ["Ms. Alexa Brandt"]),
        ("My sister Alexa called. Patient name: Claude", ["Alexa", "Claude"]),
        ("My friend called Rosie came over.", ["Rosie"]),
        ("The host named Tamsin Quillon greeted us.", ["Tamsin Quillon"]),
        ("I met JoAnn and DeShawn yesterday.", ["JoAnn", "DeShawn"]),
        ("Rosie's phone rings; Owen's share of it is unpaid.", ["Rosie", "Owen"]),
        ("提交人：wang.yutong（已处理）", ["wang.yutong"]),
        ("Owner: sharma.dev; assignee: jane.d", ["sharma.dev", "jane.d"]),
    ],
)
def test_people_of_the_same_forms_are_found(text: str, names: list[str]) -> None:
    assert find(text, "NAME", "USER") == names


@pytest.mark.parametrize(
    ("text", "firms"),
    [
        ("...Market EstimatesBRAMWELL Corp.ProfileOptions", ["BRAMWELL Corp."]),
        ("ChartHistorical DataCommunityBRMW Interactive Stock Chart", []),
        ("---------------\nFlow Details\n2020-09-04 16:40:41 GET /index", []),
        ("Change Log\n2021-03-04 fixed things", []),
        ("YouTube Inc, BlackRock Inc, TransUNION Corp", ["YouTube Inc", "BlackRock Inc", "TransUNION Corp"]),
    ],
)
def test_glued_cells_and_headings_of_logs_are_no_firms(text: str, firms: list[str]) -> None:
    assert find(text, "ORG") == firms


@pytest.mark.parametrize(
    "text", ["Caption #1 2 Caption text #2", "See note #4 3 Figure text, item #7 12 Rows."]
)
def test_counted_words_are_no_addresses(text: str) -> None:
    assert find(text, "ADDR") == []


def test_members_of_a_group_name_are_accounts() -> None:
    assert find("mpdm-smith--jane.d--john.s-1", "USER") == ["smith", "jane.d", "john.s"]
    assert find("mpdm-smith-1 and ampdm-smith--baker-1", "USER") == []


def test_a_name_of_one_uncommon_word_goes_in_small_letters_too() -> None:
    assert find("Name: Giuseppe\n\nask giuseppe about it\n", "NAME") == ["Giuseppe", "giuseppe"]
    assert find("Name: Rock\n\nwe like rock music\n", "NAME") == ["Rock"]


def test_broken_text_names_no_place() -> None:
    assert find("㨉ᓺ㜽ᭅᜓ᧟ᙠ㨉㢣ํᭅ㜽ᜓ㪼㥖᪒᧟ᙠ㥖᪒㥖᪒ᭅ㥖㢣", "ADDR", "NAME", "ORG") == []
