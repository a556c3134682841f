"""Shapes with validators: phones, mail, cards, identifiers, plates, births, networks, accounts; and "
"their decoys."""

from __future__ import annotations

import time

import pytest

from shotveil.core.clues.contact import addresses as formats_contact
from shotveil.core.clues.contact import users
from shotveil.core.clues.context import Context
from shotveil.core.clues.identifiers import cards, dates, misreads, network, phones, plates
from shotveil.core.clues.identifiers import rules as identifiers
from shotveil.core.clues.secrets import rules as secrets
from shotveil.core.detect import Detector, make_context
from shotveil.core.geometry import Box
from shotveil.core.records import Block, TextExtent, View
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.text import build_stream

MODULES = (formats_contact, phones, cards, identifiers, plates, dates, network, users, secrets, misreads)


def find(text: str) -> list[tuple[str, str]]:
    """Type and received characters of everything the Detector finds."""
    view = View("v", "s", 0, "text", "t.txt", text=text)
    return [
        (o.type, text[e.start : e.end])
        for o in Detector().detect([view])[0].occurrences
        for e in o.extents
        if isinstance(e, TextExtent)
    ]


def build_context(text: str) -> Context:
    stream = build_stream([View("v", "s", 0, "text", "t.txt", text=text)])
    return make_context(stream, fold_text(stream.text), "text")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("来电 ＋8613800138000 请回", "PHONE", "＋8613800138000"),
        ("手机1380013 80 00，", "PHONE", "1380013 80 00"),
        ("直拨0755-8355 0100转8号", "PHONE", "0755-8355 0100转8"),
        ("Ring (415) 555-0132 ext. 7 today", "PHONE", "(415) 555-0132 ext. 7"),
        ("is 555.123.0147.", "PHONE", "555.123.0147"),
        ("Appelez le 01 99 00 45 67 ce soir", "PHONE", "01 99 00 45 67"),
        ("First +44 20 7946 0018, then", "PHONE", "+44 20 7946 0018"),
        ("Phone: +1 400-626-881", "PHONE", "+1 400-626-881"),
        ("Phone: (4l5) 555-Ol32", "PHONE", "(4l5) 555-Ol32"),
        ("备用邮箱lin_20@example.cn已停用", "EMAIL", "lin_20@example.cn"),
        ("to kim@bücher.example today", "EMAIL", "kim@bücher.example"),
        ("GET /cb?u=kim%2540example.com&v=1", "EMAIL", "kim%2540example.com"),
        ("paid with 4111 1111 1111 1111 now", "BANK_CARD", "4111 1111 1111 1111"),
        ("my card is 4111 1111 1111 1112, thanks", "BANK_CARD", "4111 1111 1111 1112"),
        ("证件号11010119900307002x已核", "ID_NUMBER", "11010119900307002x"),
        ("身份证号：110101199003070023", "ID_NUMBER", "110101199003070023"),
        ("SSN: 219-09-9999", "ID_NUMBER", "219-09-9999"),
        ("passport no. E12345678 issued", "PASSPORT", "E12345678"),
        ("GB82 WEST 1234 5698 7654 32 failed twice", "NUM", "GB82 WEST 1234 5698 7654 32"),
        ("车停在粤B·D12345充电", "LICENSE_PLATE", "粤B·D12345"),
        ("license plate ABX-1234 on the file", "LICENSE_PLATE", "ABX-1234"),
        ("date of birth Nov 17, 1998 on the record", "TIME", "Nov 17, 1998"),
        ("driver 10.0.19041.1 at 203.0.113.9 up", "IP", "203.0.113.9"),
        ("addr 2001:db8::8a2e:370:7334 up", "IP", "2001:db8::8a2e:370:7334"),
        ("link/ether 02:00:5e:10:00:7f brd", "ALNUM", "02:00:5e:10:00:7f"),
        ("thanks @quiet_heron42!", "USER", "@quiet_heron42"),
        ("D:\\Users\\Mara Quill\\Work\\c.toml missing", "USER", "Mara Quill"),
        ("HOME=/home/mara.quill\nTERM=xterm", "USER", "mara.quill"),
        ("$ ssh -p 22 mquill@203.0.113.5", "USER", "mquill"),
        ("postgres://app:s3cr3tPa55@db.example/shop", "SECRET", "s3cr3tPa55"),
    ],
)
def test_value_is_found_whole(text: str, kind: str, value: str) -> None:
    assert (kind, value) in find(text)


@pytest.mark.parametrize(
    "text",
    [
        "ran at 1748301122334 ms",
        "Case 1733-0425-0061-3804, hearing 14 July.",
        "example.com. SOA ns1 2025061203 604800 1800; post_at=1750987600",
        '{"thread_ts":"1751100233.008812"}',
        '{"item_id": 3027713904}',
        "git revert fbf63c6adba57ff2a18d83d55deff3db5e89b043",
        "Chrome/120.0.0.0 on 127.0.0.1, mask 255.255.255.0",
        "std::vector at 12:30:45, Foo::bar, ::1",
        "icon@2x.png beside icon@3x.png",
        "    @property\n    def x(self): ...",
        "PUT https://api.example/v2/users/17 409; https://docs.example/home/start",
        "ssh://git@git.example/y.git",
        "新Android11和云DOCKER发布",
        "uuid 4111-1111-1111-1112",
        "le 01.02.2024 10.30",
    ],
)
def test_decoys_stay(text: str) -> None:
    assert [found for found in find(text) if found[0] not in ("NAME", "ORG", "ADDR")] == []


@pytest.mark.parametrize(
    "char", ["a", "1", "@", "/", "-", " ", ":", "0 ", "=", "\\", "eyJ", "A1", "key=", "%40", "1.", "x@"]
)
def test_time_grows_with_the_text_only(char: str) -> None:
    """One line of one character: each rule takes three seconds at most for 60,000 characters."""
    context = build_context((char * 60_000)[:60_000])
    for module in MODULES:
        for name, rule in module.RULES.items():
            started = time.process_time()
            for _ in rule.find(context):
                pass
            assert time.process_time() - started < 3, name


def find_on_screen(*lines: str) -> list[tuple[str, str]]:
    """Type and text found on a screen of text lines, one block each, left-aligned."""
    blocks = []
    for number, line in enumerate(lines):
        box = Box(10, 10 + 24 * number, 10 + 10 * len(line), 30 + 24 * number)
        blocks.append(Block(str(number), line, box, box.quad()))
    view = View("v", "s", 0, "image", "p", width=1000, height=800, blocks=tuple(blocks))
    return [(o.type, o.text.replace(" ", "")) for o in Detector().detect([view])[0].occurrences]


@pytest.mark.parametrize(
    ("lines", "kind", "value"),
    [
        (("key: ghp_aB3dE5gH7jK9mN", "1pQ3rS5tU7vW9xY1zA3bC5"), "SECRET", "ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"),
        (("The password is sunny-", "4402-mead and more"), "SECRET", "sunny-4402-mead"),
        (("mail me: kim.lee@exam", "ple.org soon"), "EMAIL", "kim.lee@example.org"),
        (("mail me: kim.", "lee@example.org soon"), "EMAIL", "kim.lee@example.org"),
        (("Phone 415-555-", "0159 if shut"), "PHONE", "415-555-0159"),
        (("Card 4111 1111 1111", "1111 exp 08/27"), "BANK_CARD", "4111111111111111"),
        (("Mail kim.lee@example.org", "Settings"), "EMAIL", "kim.lee@example.org"),
    ],
)  # fmt: skip
def test_value_over_two_lines_of_a_screen(lines: tuple[str, ...], kind: str, value: str) -> None:
    assert (kind, value) in find_on_screen(*lines)
