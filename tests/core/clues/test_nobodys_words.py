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
    ],
)
def test_nobody_is_found(text: str) -> None:
    assert _find(text) == []


def test_particles_of_a_known_name_are_no_name() -> None:
    text = "Name: Willem van der Berg\nDer Vertrag. The Van left. Empty the Recycle Bin now. Berg called.\n"
    assert _find(text) == ["Willem van der Berg", "Berg"]


def test_a_city_in_a_sentence_stays_one() -> None:
    assert "Progress" in _find("She lives in Progress now, near her mother.\n")
