"""Passwords and codes as people jot them down: beside the account of a device, a lock, a network."""

from __future__ import annotations

import pytest
from found_values import find


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Router login admin / Peb8le!Stone77", "Peb8le!Stone77"),
        ("login admin password Peb8le!Stone77", "Peb8le!Stone77"),
        ("creds: admin:Peb8le!Stone77", "Peb8le!Stone77"),
        ("credentials = admin/Peb8le!Stone77\n", "Peb8le!Stone77"),
        ("router: admin / tulip-Harbor-93", "tulip-Harbor-93"),
        ("Upstairs box: admin / tulip-Harbor-93\n", "tulip-Harbor-93"),
        ("Camera admin:cam3ra!North", "cam3ra!North"),
        ("the printer login admin / tulip93Harbor, ask me", "tulip93Harbor"),
        ("路由器：admin / tulip-Harbor-93，别外传", "tulip-Harbor-93"),
        ("摄像头：root/Cam3ra!North", "Cam3ra!North"),
        ("ssh pi@weirpi pass raspberry", "raspberry"),
        ("sftp root@files.example.com, password tulip-Harbor-93\n", "tulip-Harbor-93"),
        ("Wi-Fi key plumtree-55-moss", "plumtree-55-moss"),
        ("WLAN key: plumtree55Moss", "plumtree55Moss"),
        ("Network: Heron_5G\nKey: plumtree-55-moss\n", "plumtree-55-moss"),
        ("- SSID: Heron_5G\n- Key: plumtree-55-moss\n", "plumtree-55-moss"),
        ("keysafe 8093", "8093"),
        ("Key safe: 8093", "8093"),
        ("key safe code 8093", "8093"),
        ("The alarm code is 4471.", "4471"),
        ("gate code 2580#", "2580#"),
        ("Front door keypad 1947, knock first", "1947"),
        ("garage code: 3381", "3381"),
        ("钥匙盒密码2580", "2580"),
        ("密码箱：8093", "8093"),
        ("大门码 4471", "4471"),
        ("大门码：4471#", "4471#"),
    ],
)
def test_noted_secrets_are_found(text: str, value: str) -> None:
    found = [text for kind, text in find(text) if kind in ("SECRET", "NUM")]
    assert found == [value]


def test_a_second_code_of_the_sentence() -> None:
    text = "My PIN is 4471 and the other one is 9920, while the old pin was 1188."
    assert [value for _, value in find(text)] == ["4471", "9920", "1188"]


@pytest.mark.parametrize(
    "text",
    [
        "router: admin / settings / wifi",
        "login admin / guest / both",
        "creds: see vault",
        "credentials: aws/config.d",
        "Role: admin / user-2",
        "server root: /var/www2",
        "The router login page shows admin / user roles.",
        "server redis:7.2.4-alpine, image node:18-Alpine3",
        "error code 4471, exit code 1370, QR code 8093, gate 2580",
        "keysafe 2019 edition; the key safe instructions; door code is required",
        "Network: bridge\nKey: value\n",
        "Network: eth0\nMode: auto\nKey: none\n",
        "the wifi key is on the fridge",
        "ssh pi@weirpi pass the salt",
        "uid=1000(root) gid=1000(root) groups=27(sudo)",
        "密码2024年起失效，密码箱已坏",
        "my PIN is set and the other one is new",
    ],
)
def test_others_stay(text: str) -> None:
    assert [value for kind, value in find(text) if kind in ("SECRET", "NUM", "ALNUM")] == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("password: tulip](Harbor93\n", "tulip](Harbor93"),
        ("[password: tulip9Harbor](https://docs.example.com)", "tulip9Harbor"),
        ("（密码：tulip9Harbor）好", "tulip9Harbor"),
    ],
)
def test_a_bracket_ends_a_password_where_it_opened_before(text: str, value: str) -> None:
    assert [found for kind, found in find(text) if kind == "SECRET"] == [value]
