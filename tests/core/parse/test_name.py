"""Names to records: parts as written, titles apart, Latin and Chinese."""

from __future__ import annotations

import pytest

from shotveil.core.parse.name import parse_name
from shotveil.core.parse.organization import parse_organization

LATIN = [
    ("Amelia Hartwell", "Amelia", "", "Hartwell", ""),
    ("AMELIA HARTWELL", "AMELIA", "", "HARTWELL", ""),
    ("Dr. Amelia Hartwell", "Amelia", "", "Hartwell", "Dr."),
    ("Amelia J. Hartwell", "Amelia", "J.", "Hartwell", ""),
    ("Maria de la Rosa", "Maria", "", "de la Rosa", ""),
    ("Ludwig van Holm", "Ludwig", "", "van Holm", ""),
    ("Hartwell, Amelia J.", "Amelia", "J.", "Hartwell", ""),
    ("Robert Vance Jr.", "Robert", "", "Vance", ""),
    ("Mr. Vance", "", "", "Vance", "Mr."),
    ("Robert", "Robert", "", "", ""),
    ("Ottilie Wren-Marsh", "Ottilie", "", "Wren-Marsh", ""),
    ("Siobhan O’Connell", "Siobhan", "", "O’Connell", ""),
    ("Amelia_Hartwell", "Amelia", "", "Hartwell", ""),
    ("Zoë Müller", "Zoë", "", "Müller", ""),
]


@pytest.mark.parametrize(("text", "given", "middle", "family", "title"), LATIN)
def test_latin_names(text: str, given: str, middle: str, family: str, title: str) -> None:
    record = parse_name(text)
    assert record is not None
    assert (record.given, record.middle, record.family, record.title) == (given, middle, family, title)


CHINESE = [
    ("王佳怡", "佳怡", "王", "", ""),
    ("欧阳若溪", "若溪", "欧阳", "", ""),
    ("诸葛敏", "敏", "诸葛", "", ""),
    ("李先生", "", "李", "先生", ""),
    ("王总", "", "王", "总", ""),
    ("张伟老师", "伟", "张", "老师", ""),
    ("老王", "", "王", "", "老王"),
    ("阿明", "", "", "", "阿明"),
    ("李 明", "明", "李", "", ""),
    ("玛琳·海耶克", "玛琳", "海耶克", "", ""),
]


@pytest.mark.parametrize(("text", "given", "family", "title", "alias"), CHINESE)
def test_chinese_names(text: str, given: str, family: str, title: str, alias: str) -> None:
    record = parse_name(text)
    assert record is not None
    assert (record.given, record.family, record.title, record.alias) == (given, family, title, alias)


@pytest.mark.parametrize("text", ["", "  ", "123", "a1b2", "Unit 7C", "王2"])
def test_what_is_no_name(text: str) -> None:
    assert parse_name(text) is None


def test_a_name_over_two_boxes_reads_as_one() -> None:
    record = parse_name("Amelia\ue001Hartwell")
    assert record is not None
    assert (record.text, record.given, record.family) == ("Amelia Hartwell", "Amelia", "Hartwell")
    record = parse_name("欧阳\ue001若溪")
    assert record is not None
    assert (record.text, record.family) == ("欧阳若溪", "欧阳")


def test_organizations() -> None:
    record = parse_organization(" Brightwater Labs Inc., ")
    assert record is not None
    assert record.text == "Brightwater Labs Inc."
    assert parse_organization("星屿网络\ue001科技有限公司") is not None
    assert parse_organization("7") is None
    assert parse_organization("One. Two\ue000Three") is None
