"""Words that stand where names stand and are nobody's: particles, placeholders, small words, states of a task."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View


def _find(text: str) -> list[str]:
    found = Detector().detect((View(id="v1", session="s", turn=1, medium="text", path="a.txt", text=text),))
    return [occurrence.text for view in found for occurrence in view.occurrences]


@pytest.mark.parametrize(
    "text",
    [
        "Owner: Untitled\nFrom: Helpdesk\nName: Vorname Nachname\n",
        "Bitte wählen Sie Neue Sprache und öffnen Sie das Menü.\nDer Kundendienst\n",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n",
        "Status: In Progress\nState | In Progress | Done\n",
        "Fehler beim Speichern der Datei. Der Server ist nicht erreichbar.\n",
        "Merry Christmas and Happy Diwali! Joyeux Noël, Feliz Natal, Buona Pasqua.\n",
        "Les Alpes sont belles et le petit village dort.\n",
        "Las llaves están en la mesa, muchas gracias por su ayuda.\n",
        "Obrigado pela ajuda, reinicie o servidor depois da atualização.\n",
        "Guten Morgen zusammen, die Besprechung beginnt um zehn.\n",
        "La Ferrari è parcheggiata davanti al bar.\n",
        "Jenkins fails again. Grafana shows a spike, Kafka drops messages.\n",
        "I asked Claude to sum it up. Ask Alexa to set a timer.\n",
        "Alzheimer's disease, Moore's law, a Fourier transform and a Caesar salad.\n",
        "Ruby red is the new colour. Daisy chain the two monitors.\n",
        "帕金森病的症状很明显，傅里叶变换和贝叶斯公式都要考。\n",
        "价税合计（大写）叁佰叁拾玖圆整，壹仟贰佰叁拾肆元伍角整\n",
        "陈醋和麻辣烫都有，夏令营报名截止了，陈皮泡水喝。\n",
    ],
)
def test_nobody_is_found(text: str) -> None:
    assert _find(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "李宁运动鞋打八折，王老吉和加多宝都是凉茶。\n",
        "肯德基和麦当劳在打折，耐克的尺码不一样。\n",
        "张小泉菜刀很锋利，他买了一双李宁的跑鞋。\n",
    ],
)
def test_brands_are_no_people(text: str) -> None:
    found = Detector().detect((View(id="v1", session="s", turn=1, medium="text", path="a.txt", text=text),))
    assert not any(occurrence.type == "NAME" for view in found for occurrence in view.occurrences)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Hi Claude, thanks for the flowers.\n", ["Claude"]),
        ("Mr. Jenkins called twice.\n", ["Mr. Jenkins"]),
        ("Ruby Calloway turned nine.\n", ["Ruby Calloway"]),
        ("Camille Lefebvre a signé le bail hier.\n", ["Camille Lefebvre"]),
        ("Ayer vinieron Paz Aguirre y Soledad Montes con la llave.\n", ["Paz Aguirre", "Soledad Montes"]),
        ("Katharina Vogelsang hat den Vertrag unterschrieben und ist zufrieden.\n", ["Katharina Vogelsang"]),
        ("李宁昨天给我打电话，说他到家了。\n", ["李宁"]),
        ("李子涵同学没有来，陈克明把车停在楼下。\n", ["李子涵", "陈克明"]),
    ],
)
def test_somebody_of_the_same_words_is_found(text: str, names: list[str]) -> None:
    assert _find(text) == names


def test_particles_of_a_known_name_are_no_name() -> None:
    text = "Name: Willem van der Berg\nDer Vertrag. The Van left. Empty the Recycle Bin now. Berg called.\n"
    assert _find(text) == ["Willem van der Berg", "Berg"]


def test_a_city_in_a_sentence_stays_one() -> None:
    assert "Progress" in _find("She lives in Progress now, near her mother.\n")
