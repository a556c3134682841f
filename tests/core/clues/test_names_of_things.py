"""Names of pods, classes, beers and time zones are nobody's and nowhere; people beside them are found."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("metadata:\n  name: austin\n  namespace: georgia\n", "t.yaml"),
        ("kind: Pod\nspec:\n  containers:\n  - name: madison\n    image: nginx\n", "t.yaml"),
        ("jobs:\n  build:\n    name: charlotte\n    runs-on: ubuntu\n", "t.yaml"),
        ('{"kind": "Pod", "metadata": {"name": "austin", "namespace": "georgia"}}\n', "t.json"),
        ("The Jackson ObjectMapper maps it.\n", "t.txt"),
        ("beer: Amber Fields\ndish: Rosemary Fields\n", "t.txt"),
        ("Ta. See you tomorrow.\n", "t.txt"),
        ("Cheers mate. Ta.\n", "t.txt"),
        ("The call is in the Paris time zone.\n", "t.txt"),
    ],
)
def test_things_are_nobody(text: str, path: str) -> None:
    assert find(text, path) == []


@pytest.mark.parametrize(
    ("text", "path", "name"),
    [
        ("people:\n  - name: austin\n    age: 30\n", "t.yaml", "austin"),
        ("name: Austin\nage: 30\n", "t.yaml", "Austin"),
        ('{"driver": {"name": "charlotte", "shift": 2}}\n', "t.json", "charlotte"),
        ("Yesterday Fiona McDowell called about it.\n", "t.txt", "Fiona McDowell"),
        ("Ta Van Minh called about it.\n", "t.txt", "Ta Van Minh"),
        ("customer: Amber Fields\n", "t.txt", "Amber Fields"),
    ],
)
def test_people_beside_them(text: str, path: str, name: str) -> None:
    assert ("NAME", name) in find(text, path)
