"""YAML and TOML parse as before when bare values become references, and come back byte for byte."""

from __future__ import annotations

import time
import tomllib

import pytest
from rewriting import restore_places, rewrite, texts

from shotveil.core.sources import open_text
from shotveil.core.sources.document import Edit
from shotveil.core.sources.settings_quotes import find_quoting
from shotveil.renderers.text import apply_edits

NAME = "Maren Holloway"
YAML = (
    ("name: Maren Holloway\n", 'name: "[[NAME#1]]"\n'),
    ("name: Maren Holloway, boss # Maren Holloway\n", 'name: "[[NAME#1]], boss" # [[NAME#1]]\n'),
    ("- Maren Holloway\n- by Maren Holloway\n", '- "[[NAME#1]]"\n- by [[NAME#1]]\n'),
    ("- name: Maren Holloway\n  phone: 5\n", '- name: "[[NAME#1]]"\n  phone: 5\n'),
    ("name: Maren Holloway\n  called\nnext: 1\n", 'name: "[[NAME#1]]\n  called"\nnext: 1\n'),
    ("who: [Maren Holloway, ok, x Maren Holloway]\n", 'who: ["[[NAME#1]]", ok, "x [[NAME#1]]"]\n'),
    ("who: {by: Maren Holloway, 'c': 'Maren Holloway'}\n", "who: {by: \"[[NAME#1]]\", 'c': '[[NAME#1]]'}\n"),
    (
        "a: [\n  Maren Holloway,\n  'Maren Holloway',\n  x # Maren Holloway\n]\n",
        "a: [\n  \"[[NAME#1]]\",\n  '[[NAME#1]]',\n  x # [[NAME#1]]\n]\n",
    ),
    (
        "- {who: Maren Holloway,\n   n: 1}\n- Maren Holloway\n",
        '- {who: "[[NAME#1]]",\n   n: 1}\n- "[[NAME#1]]"\n',
    ),
    ("Maren Holloway: admin\n", '"[[NAME#1]]": admin\n'),
    ("? Maren Holloway\n: admin\n", '? "[[NAME#1]]"\n: admin\n'),
    ("by: &who Maren Holloway\r\nto: *who\r\n", 'by: &who "[[NAME#1]]"\r\nto: *who\r\n'),
    ('by: Maren Holloway "the boss"\n', "by: '[[NAME#1]] \"the boss\"'\n"),
    ("# todo: [draft\nwho:\n- Maren Holloway\n", '# todo: [draft\nwho:\n- "[[NAME#1]]"\n'),
    ('a: "see: [draft"\nwho:\n- Maren Holloway\n', 'a: "see: [draft"\nwho:\n- "[[NAME#1]]"\n'),
    ("a: |\n  [x\n  'tis\nwho: Maren Holloway\n", 'a: |\n  [x\n  \'tis\nwho: "[[NAME#1]]"\n'),
    ("who: [Tom's, Ann's, Maren Holloway]\n", "who: [Tom's, Ann's, \"[[NAME#1]]\"]\n"),
    ('a: {"x":"[y","who": Maren Holloway}\n', 'a: {"x":"[y","who": "[[NAME#1]]"}\n'),
    ("a: [Maren Holloway\n  called, b]\n", 'a: ["[[NAME#1]]\n  called", b]\n'),
    ("- - - Maren Holloway, x\n    - b\n", '- - - "[[NAME#1]], x"\n    - b\n'),
    ("10:30: Maren Holloway\n", '10:30: "[[NAME#1]]"\n'),
    ("who:\n  Maren Holloway\nnext: 1\n", 'who:\n  "[[NAME#1]]"\nnext: 1\n'),
    ("who: # boss\r\n\r\n  # x\r\n  Maren Holloway\r\n", 'who: # boss\r\n\r\n  # x\r\n  "[[NAME#1]]"\r\n'),
    ("- who: &a\n    Maren Holloway\n    called\n", '- who: &a\n    "[[NAME#1]]\n    called"\n'),
    ("-\n  Maren Holloway\n-\n  Maren Holloway: 1\n", '-\n  "[[NAME#1]]"\n-\n  "[[NAME#1]]": 1\n'),
    ("客户:\n  Maren Holloway # 王\n", '客户:\n  "[[NAME#1]]" # 王\n'),
    ("客户: Maren Holloway\n- 王: Maren Holloway\n", '客户: "[[NAME#1]]"\n- 王: "[[NAME#1]]"\n'),
)
YAML_KEPT = (
    "name: 'Maren Holloway'\n",
    'name: "by Maren Holloway"\n',
    "note: ask Maren Holloway first\n",
    "# Maren Holloway: x\na: 1\n",
    "note: |\n  Maren Holloway\n  Maren Holloway: hello\nb: 1\n",
    "note: >- # folded\n  dear\n\n    Maren Holloway: x\n",
    "note: see\n  Maren Holloway\nb: 1\n",
    "note: see\n  all:x\n  Maren Holloway\nb: 1\n",
    "who:\n  'Maren Holloway'\n",
    "note: 'one\n\n  Maren Holloway: hi\n\n  it''s'\nb: 1\n",
    "list: ['Maren Holloway', \"Maren Holloway\"]\n",
)
TOML = (
    ("dob = 1979-05-27T07:32:00Z # x\n", "1979-05-27", 'dob = "[[NAME#1]]T07:32:00Z" # x\n'),
    ("dob = 1979-05-27 07:32:00\n", "1979-05-27", 'dob = "[[NAME#1]] 07:32:00"\n'),
    ("tel = 5035550142\nx = [1, 5035550142]\n", "5035550142", 'tel = "[[NAME#1]]"\nx = [1, "[[NAME#1]]"]\n'),
    ("maren = 1\n[users.maren]\n", "maren", '"[[NAME#1]]" = 1\n[users."[[NAME#1]]"]\n'),
    (
        'a = \'maren\' # maren\nb = """\nmaren"""\n',
        "maren",
        'a = \'[[NAME#1]]\' # [[NAME#1]]\nb = """\n[[NAME#1]]"""\n',
    ),
)


def rewrite_file(text: str, path: str, value: str) -> str:
    document = open_text(text.encode(), path, "text", session="s", turn=1)
    edits, at = [], text.find(value)
    while at >= 0:
        edits.append(Edit(at, at + len(value), "[[NAME#1]]"))
        at = text.find(value, at + 1)
    released, places = apply_edits(document, edits)
    assert restore_places(released, places) == text
    again = open_text(released.encode(), path, "text", session="s", turn=1)
    assert apply_edits(again, [])[0] == released
    return released


@pytest.mark.parametrize(("text", "released"), YAML)
def test_a_bare_yaml_value_gets_quotes(text: str, released: str) -> None:
    assert rewrite_file(text, "a.yaml", NAME) == released
    page = "\n- Maren Holloway\n"
    shown = rewrite_file(f"---\n{text}---\n{page}", "page.md", NAME)
    assert shown == f"---\n{released}---\n" + page.replace(NAME, "[[NAME#1]]")


@pytest.mark.parametrize("text", YAML_KEPT)
def test_what_is_text_in_yaml_stays_text(text: str) -> None:
    assert rewrite_file(text, "a.yml", NAME) == text.replace(NAME, "[[NAME#1]]")


@pytest.mark.parametrize(("text", "value", "released"), TOML)
def test_a_bare_toml_value_gets_quotes(text: str, value: str, released: str) -> None:
    assert rewrite_file(text, "a.toml", value) == released
    tomllib.loads(released)


def test_other_texts_get_none() -> None:
    assert find_quoting("mail.txt", "---\nfrom: Maren Holloway\n---\nhello\n") is None
    document = open_text(b"name: Maren Holloway\n", "a.txt", "text", session="s", turn=1)
    assert texts(document) == ["name: Maren Holloway\n"]
    assert rewrite(document, NAME) == "name: [[NAME#1]]\n"


@pytest.mark.parametrize(
    "part", ["- &a", "a: &b ", "a: > ", "- [\n", "a:", ": ", "' ", '- ["\n', "a        ", "[", "- 'a'\n"]
)
def test_quoting_takes_time_in_proportion(part: str) -> None:
    text = part * 60_000 + NAME
    quoting = find_quoting("a.yaml", text)
    assert quoting is not None
    start = time.process_time()
    quoting([Edit(len(text) - len(NAME), len(text), "[[NAME#1]]")])
    assert time.process_time() - start < 3


@pytest.mark.parametrize("path", ["a.yaml", "a.toml"])
def test_a_string_that_never_ends_takes_time_in_proportion(path: str) -> None:
    text = 'a: ["' + '\\"' * 60_000 + "\n" + NAME
    quoting = find_quoting(path, text)
    assert quoting is not None
    start = time.process_time()
    quoting([Edit(len(text) - len(NAME), len(text), "[[NAME#1]]")])
    assert time.process_time() - start < 3
