"""Plates by their shape in fields, columns and at heads of lines that say a vehicle."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("field", "plate"),
    [
        ("truck", "BK19 HLM"),
        ("car", "BK19HLM"),
        ("registration", "BK19 HLM"),
        ("van", "B-KL 4821"),
        ("trailer", "AB-123-CD"),
        ("rental_car", "8XYZ417"),
        ("vehicle", "4821 BCD"),
        ("car", "181-C-44821"),
        ("车", "苏E5M37Q"),
    ],
)
def test_plates_in_fields(field: str, plate: str) -> None:
    assert find(f'{{"{field}": "{plate}", "n": 1}}\n', "t.json") == [("LICENSE_PLATE", plate)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("Car: BK19 HLM\n", "t.txt"),
        ("Van BK19 HLM is parked outside.\n", "t.txt"),
        ("bay,van\n3,BK19 HLM\n", "t.csv"),
        ("<table><tr><th>Car</th><td>BK19 HLM</td></tr></table>", "t.html"),
    ],
)
def test_plates_beside_vehicles(text: str, path: str) -> None:
    assert find(text, path) == [("LICENSE_PLATE", "BK19 HLM")]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("car", "Model 3"),
        ("car", "A4 2019"),
        ("car", "BMW 2019"),
        ("truck", "F150"),
        ("van", "Transit 350"),
        ("registration", "open"),
        ("registration", "REG-2024-001"),
        ("part", "BK19 HLM"),
    ],
)
def test_models_and_numbers_are_no_plates(field: str, value: str) -> None:
    assert find(f'{{"{field}": "{value}", "n": 1}}\n', "t.json") == []
