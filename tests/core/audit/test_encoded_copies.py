"""Known values in any coding are found in one pass; what random signs say is not."""

from __future__ import annotations

import base64
import json
import random
import time
from urllib.parse import quote

import pytest

from shotveil.core.audit.encoded import KnownCopies

VALUES = (
    ("NAME", "Ottilie Brandvold"),
    ("EMAIL", "o.brandvold@example.org"),
    ("NAME", "欧阳明远"),
    ("PHONE", "415-555-0177"),
)
KNOWN = KnownCopies(VALUES)


def codings(value: str) -> dict[str, str]:
    data = value.encode()
    return {
        "base64": base64.b64encode(data).decode(),
        "base64 url": base64.urlsafe_b64encode(b"??id=" + data + b"&x=1").decode().rstrip("="),
        "base64 in json": base64.b64encode(json.dumps({"n": 1, "who": value}).encode()).decode(),
        "base64 twice": base64.b64encode(base64.b64encode(data)).decode(),
        "base32": base64.b32encode(b"u:" + data).decode(),
        "hex": data.hex(),
        "hex upper": data.hex().upper(),
        "hex parted": data.hex(":"),
        "hex escapes": "".join(f"\\x{byte:02x}" for byte in data),
        "hex list": ", ".join(f"0x{byte:02X}" for byte in data),
        "byte list": json.dumps(list(data)),
        "percent": "".join(f"%{byte:02X}" for byte in data),
        "json escapes": "".join(f"\\u{ord(char):04X}" for char in value),
        "entities": "".join(f"&#{ord(char)};" for char in value),
        "percent twice": quote(quote(f"<{value}>", safe=""), safe=""),
    }


CODINGS = [(value, name, code) for _, value in VALUES for name, code in codings(value).items()]


@pytest.mark.parametrize(("value", "name", "code"), CODINGS, ids=[f"{v} {n}" for v, n, _ in CODINGS])
def test_a_value_is_found_in_every_coding(value: str, name: str, code: str) -> None:
    if name == "percent twice" and value[:1].isdigit():
        pytest.skip("nothing in it is encoded")
    text = f'{{"a": 1, "id": "{code}", "note": "x"}}'
    at = text.index(code)
    ((start, end, surface),) = KNOWN.find_encoded(text)
    assert at <= start < end <= at + len(code)
    assert surface == value.lower()
    assert [(low <= start, end <= high) for low, high in KNOWN.find(text)] == [(True, True)]


@pytest.mark.parametrize("size", [50, 5_000])
def test_a_value_is_found_inside_a_long_run(size: int) -> None:
    for skip in range(3):
        data = b"x" * (size + skip) + b' {"mail": "o.brandvold@example.org"} ' + b"y" * size
        text = base64.b64encode(data).decode()
        assert [surface for _, _, surface in KNOWN.find_encoded(text)] == ["o.brandvold@example.org"]


def test_random_signs_say_nothing() -> None:
    source = random.Random(5)
    runs = [base64.b64encode(source.randbytes(48)).decode() for _ in range(3_000)]
    runs += [source.randbytes(20).hex() for _ in range(3_000)]
    assert list(KNOWN.find_encoded("\n".join(runs))) == []


def test_a_part_of_a_value_and_a_short_one_say_nothing() -> None:
    known = KnownCopies([("NAME", "Ottilie"), ("NUM", "4711"), *VALUES])
    for value in ("Ottilie", "4711", "Ottilie Brandvolds", "xo.brandvold@example.orgs"):
        assert list(known.find_encoded(base64.b64encode(value.encode()).decode())) == []


def test_many_values_and_long_texts_take_time_in_proportion() -> None:
    known = KnownCopies([("EMAIL", f"person{number}@example.org") for number in range(2_000)])

    def took(count: int) -> float:
        text = (base64.b64encode(b"person7@example.org").decode() + " " + "word " * 200) * count
        start = time.process_time()
        assert len(list(known.find_encoded(text))) == count
        return time.process_time() - start

    took(5)
    assert took(400) < 20 * max(took(40), 0.02)


@pytest.mark.parametrize("before", ["", ":", "u:", "id:", "who:", "name:"])
def test_base32_is_found_wherever_the_value_begins_in_it(before: str) -> None:
    coded = base64.b32encode(f"{before}Ottilie Brandvold; yes".encode()).decode()
    assert [said for _, _, said in KNOWN.find_encoded(f"token {coded} end")] == ["ottilie brandvold"]
