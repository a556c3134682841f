"""Names of devices that tell whose they are; rooms, makers and kinds of work in them stay."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("dhcpd: DHCPACK to (Philippas-iPad) via eth0", ["Philippas"]),
        ("Paired with Philippa's MacBook Pro", ["Philippa"]),
        ("paired: Ines’s iPhone", ["Ines"]),
        ("host Wilfreds-MBP.local and Wystans-MacBook-Air.local", ["Wilfreds", "Wystans"]),
        ("AirDrop from James's iPad", ["James"]),
    ],
)
def test_owners_of_devices(text: str, names: list[str]) -> None:
    assert [value for kind, value in find(text) if kind == "NAME"] == names


@pytest.mark.parametrize(
    "text",
    [
        "Apple's iPhone and Google's Pixel and Samsung's Galaxy",
        "Kids-iPad, Sales-iPad, Reception-iPad, Conference-iPad joined",
        "Home-PC, Work-Laptop, Gaming-PC, Smart-Phone, My-iPhone",
        "DESKTOP-4JK2 and LAPTOP-9QW1 are offline",
        "Office's iPad, the company's MacBook Pro",
    ],
)
def test_devices_of_nobody_stay(text: str) -> None:
    assert [value for kind, value in find(text) if kind == "NAME"] == []
