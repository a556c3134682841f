"""The second pass: further copies and forms of what is known (CONTRACT b.6)."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.knowledge import NOTHING, Knowledge
from shotveil.core.parse import parse_value
from shotveil.core.records import Record, ScalarRecord, View


def know(*values: tuple[str, str]) -> Knowledge:
    records: list[tuple[str, Record, tuple[str, ...]]] = []
    for kind, text in values:
        record = parse_value(kind, text)
        assert record is not None
        records.append((kind, record, ()))
    return NOTHING.learn_values(records)


def copies(knowledge: Knowledge, text: str) -> list[str]:
    return sorted({c.text for c, _ in knowledge.find(text, text.lower())})


MARLA = ("NAME", "Marla Quint")


@pytest.mark.parametrize(
    ("value", "text", "copy"),
    [
        (MARLA, "ask MARLA QUINT", "MARLA QUINT"),
        (MARLA, "file marla-quint_v2.docx", "marla-quint"),
        (MARLA, "/home/mquint/notes", "mquint"),
        (MARLA, "then Quint left", "Quint"),
        (MARLA, "Quint's note", "Quint"),
        (MARLA, "https://x.example/u/marla.quint", "marla.quint"),
        (("NAME", "欧阳若兰"), "问欧阳若兰吧", "欧阳若兰"),
        (("PHONE", "(415) 555-0132"), "or 415.555.0132.", "415.555.0132"),
        (("PHONE", "+86 138 0013 8000"), "打13800138000", "13800138000"),
        (("BANK_CARD", "4111 1111 1111 1111"), "card 4111-1111-1111-1111", "4111-1111-1111-1111"),
        (("EMAIL", "Ann@Example.com"), "to ann@example.com", "ann@example.com"),
        (("ORG", "Brightwater Labs Inc."), "at Brightwater Labs today", "Brightwater Labs"),
        (("ALNUM", "QK7-TZ2-M4P1"), "code qk7tz2m4p1", "qk7tz2m4p1"),
        (("SECRET", "n0t-Real!x"), "export X=n0t-Real!x;", "n0t-Real!x"),
        (("USER", "mquint88"), r"C:\Users\mquint88\x", "mquint88"),
    ],
)
def test_a_form_is_found(value: tuple[str, str], text: str, copy: str) -> None:
    assert copy in copies(know(value), text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("NAME", "Finn Aldous"), "a Finnish muffin"),
        (("NAME", "Will Young"), "young people will come"),
        (("NAME", "Will Young"), "Will you come?"),
        (("NAME", "Rock Hollins"), "see /tmp/rock/data and rock_1.txt"),
        (("PHONE", "415-555-0132"), "14155550132999"),
        (("NUM", "48213"), "1482134"),
        (("ORG", "Apex Inc."), "Capex is high"),
        (("ADDR", "Portland, OR"), "Portland cement"),
        (("SECRET", "secret"), "a secret place"),
        (("USER", "admin"), "the admin page"),
    ],
)
def test_an_unrelated_word_is_left(value: tuple[str, str], text: str) -> None:
    assert copies(know(value), text) == []


def test_words_of_two_neighbours_are_no_name() -> None:
    assert "Lee ann" not in copies(know(("NAME", "Ann Lee")), "for Lee ann_x@example.com")


def test_learning_gives_new_knowledge_and_is_idempotent() -> None:
    once = know(MARLA)
    record = parse_value("NAME", "Marla Quint")
    assert record is not None
    assert not NOTHING
    assert once.learn_values([("NAME", record, ())]) is once


def test_one_account_name_has_one_type() -> None:
    """A login at one label and an account at another is one entity: first what the session says, else a login."""
    detector = Detector(tagger=False)
    views = [
        View("a", "s", 0, "text", "a.txt", text="Account: kpelham77\nUsername: kpelham77\n用户名：kpelham77"),
        View("b", "s", 1, "text", "b.txt", text="Account number: 884021773\nUser: 884021773"),
    ]
    found = [[o.type for o in view.occurrences] for view in detector.detect(views)]
    assert found == [["USER", "USER", "USER"], ["NUM", "NUM"]]
    known = NOTHING.learn_values([("ALNUM", ScalarRecord("kpelham77", "KPELHAM77"), ())])
    later = detector.detect([View("c", "s", 2, "text", "c.txt", text="Username: kpelham77")], known)[0]
    assert [o.type for o in later.occurrences] == ["ALNUM"]


def test_unit_of_a_known_address_goes_behind_its_word_only() -> None:
    detector = Detector(tagger=False)
    texts = (
        "Ship to 9041 Juniper Way, Apt. 5D, Tulsa, OK 74105.",
        "Unit: 5D and 5D films; room 12",
        "地址：杭州市西湖区文三路478号3幢501室",
        "房间号：501，共501元",
    )
    views = [View(str(n), "s", n, "text", f"{n}.txt", text=text) for n, text in enumerate(texts)]
    found = [[o.text for o in view.occurrences] for view in detector.detect(views)]
    assert found[1] == ["5D"]
    assert found[3] == ["501"]


def test_short_ways_to_write_a_known_address() -> None:
    detector = Detector(tagger=False)
    texts = (
        "Address: 418 Larkspur Avenue, Unit 7C, Portland, OR 97205",
        "418 larkspur, #7C and issue #7; page 418 larkspurs; 12 main points",
        "地址：杭州市西湖区文三路478号3幢501室",
        "门牌3-501室，501室有人，2501室没人",
    )
    views = [View(str(n), "s", n, "text", f"{n}.txt", text=text) for n, text in enumerate(texts)]
    found = [[o.text for o in view.occurrences] for view in detector.detect(views)]
    assert found[1] == ["418 larkspur", "7C"]
    assert found[3] == ["3-501室", "501室"]
