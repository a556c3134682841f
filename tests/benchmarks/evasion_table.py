"""Nine disguises over generated documents: how many caught values escape each.

python tests/benchmarks/evasion_table.py [--list EVASION] [--count 60]
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator

from evasion_documents import write_documents

from shotveil.core.detect import Detector
from shotveil.core.records import TextExtent, View

_EN_GIVEN = (
    "Marla",
    "Quentin",
    "Beatrix",
    "Ansgar",
    "Ottilie",
    "Nils",
    "Priya",
    "Walter",
    "Selma",
    "Harvey",
    "Odette",
    "Thea",
    "Gareth",
    "Phoebe",
)
_EN_FAMILY = (
    "Quint",
    "Fennimore",
    "Holm",
    "Tolliver",
    "Raghunathan",
    "Quillgate",
    "Ferncastle",
    "Dunmore",
    "Hollins",
    "Achebe",
    "Verne",
)
_ZH_NAMES = (
    "林若溪",
    "周以宁",
    "贺晴岚",
    "章以宁",
    "欧阳若兰",
    "司马承宇",
    "陈思远",
    "高子墨",
    "许嘉言",
    "邓青岚",
)
_STREETS = ("Larkspur", "Quillgate", "Tansley", "Merrowby", "Fallowmere", "Juniper", "Willow", "Foxglove")
_CITIES = ("Portland, OR 97205", "Tacoma, WA 98402", "Fresno, CA 93711", "Tulsa, OK 74105", "Boise, ID 83702")
_ZH_CITIES = ("浙江省杭州市西湖区", "广东省深圳市南山区", "四川省成都市锦江区", "湖北省武汉市洪山区")
_ZH_ROADS = ("文三路", "桐影东路", "桂花巷", "桐影路", "学府路")
_CARDS = ("4111111111111111", "5500005555555559", "340000000000009", "6222020000000000001")


def make_values(chance: random.Random) -> list[tuple[str, str, str]]:
    """(kind, label, value) of one invented person."""
    given, family = chance.choice(_EN_GIVEN), chance.choice(_EN_FAMILY)
    digits = "".join(chance.choice("23456789") for _ in range(6))
    street = (
        f"{chance.randint(100, 999)} {chance.choice(_STREETS)} {chance.choice(['Avenue', 'Road', 'Street'])}"
    )
    zh_street = f"{chance.choice(_ZH_ROADS)}{chance.randint(10, 999)}号{chance.randint(1, 20)}栋{chance.randint(101, 2609)}室"
    return [
        ("NAME", "Name: ", f"{given} {family}"),
        ("PHONE", "Phone: ", f"({chance.choice(['415', '503', '918'])}) 555-01{chance.randint(10, 99)}"),
        ("EMAIL", "Email: ", f"{given.lower()}.{family.lower()}@example.com"),
        ("BANK_CARD", "Card number: ", chance.choice(_CARDS[:2])),
        (
            "ID_NUMBER",
            "SSN: ",
            f"{chance.randint(101, 665)}-{chance.randint(10, 99)}-{chance.randint(1000, 9999)}",
        ),
        ("ADDR", "Address: ", f"{street}, {chance.choice(_CITIES)}"),
        ("NUM", "Order number: ", f"7{digits}31"),
        ("NAME", "姓名：", chance.choice(_ZH_NAMES)),
        ("PHONE", "电话：", f"138{chance.randint(10000000, 99999999)}"),
        ("ADDR", "地址：", chance.choice(_ZH_CITIES) + zh_street),
    ]


_LOOKALIKE = str.maketrans("aceopxyiABCEHKMOPTX", "асеорхуіАВСЕНКМОРТХ")
_LEET = str.maketrans("aeiostAEIOST", "431057431057")
_SIGNS = str.maketrans("aeiostAEIOST", "@3!0$7@3!0$7")
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def spell(value: str) -> str:
    if sum(map(str.isdigit, value)) < 5 or any("\u4e00" <= c <= "\u9fff" for c in value):
        return value
    if any(c.isalpha() for c in value):
        return value
    return " ".join(_WORDS[int(c)] for c in value if c.isdigit())


EVASIONS: dict[str, Callable[[str], str]] = {
    "homoglyph": lambda v: v.translate(_LOOKALIKE),
    "zero_width": lambda v: "\u200b".join(v),
    "spacing": lambda v: (
        " ".join(v.replace(" ", "  ")) if " " not in v else "   ".join(" ".join(w) for w in v.split())
    ),
    "case": lambda v: v.swapcase(),
    "leetspeak": lambda v: v.translate(_LEET),
    "signs": lambda v: v.translate(_SIGNS),
    "separators": lambda v: "-".join(c for c in v if c != " "),
    "full_width": lambda v: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in v),
    "spelled": spell,
}


def is_covered(text: str, start: int, end: int, view: View) -> bool:
    spans = [(e.start, e.end) for o in view.occurrences for e in o.extents if isinstance(e, TextExtent)]
    return all(not text[i].isalnum() or any(s <= i < e for s, e in spans) for i in range(start, end))


def documents(count: int) -> Iterator[list[tuple[str, str, str]]]:
    chance = random.Random(11)
    for _ in range(count):
        yield make_values(chance)


def write_form(values: list[tuple[str, str, str]]) -> tuple[str, list[tuple[str, str]]]:
    """A form of labels and values, in the same shape as the documents of ``evasion_documents``."""
    zh = [
        ".zh" if any("\u4e00" <= char <= "\u9fff" for char in label + value) else ""
        for _, label, value in values
    ]
    template = "".join(f"{label}{{}}\n" for _, label, _ in values)
    return template, [(kind + more, value) for (kind, _, value), more in zip(values, zh, strict=True)]


def run(template: str, values: list[str], change: Callable[[str], str]) -> tuple[list[bool], list[str]]:
    """Which of the changed values are covered, and how they were written."""
    heads = template.split("{}")
    text, places = heads[0], []
    for value, head in zip(map(change, values), heads[1:], strict=True):
        places.append((len(text), len(text) + len(value)))
        text += value + head
    view = Detector().detect([View("v", "s", 0, "text", "t.txt", text=text)])[0]
    return [is_covered(text, s, e, view) for s, e in places], [text[s:e] for s, e in places]


def disguise_set(name: str, count: int, listed: str) -> None:
    """The same over a development set: every gold value of a kind disguised where it stands."""
    import detection_table as table

    _, families = table.load_scorer()
    caught: Counter[str] = Counter()
    escaped: dict[str, Counter[str]] = {evasion: Counter() for evasion in EVASIONS}
    for row in table.read_rows(name, "dev")[:count]:
        spans = sorted(
            (s["start"], s["end"], families.gold(s["type"], s.get("value") or "")) for s in row["spans"]
        )
        spans = [
            s
            for s in spans
            if s[2] in ("NAME", "PHONE", "EMAIL", "ADDR", "CARD", "ID", "ACCOUNT", "NUM/ALNUM")
        ]
        plain = rewrite(row["text"], spans, str)
        caught.update(kind for (_, _, kind), ok in zip(spans, plain[0], strict=True) if ok)
        for evasion, change in EVASIONS.items():
            found, written = rewrite(row["text"], spans, change)
            for (_, _, kind), before, ok, value in zip(spans, plain[0], found, written, strict=True):
                if before and not ok:
                    escaped[evasion][kind] += 1
                    if listed == evasion:
                        print(f"  {kind:10} {value}")
    print_escapes(caught, escaped)


def rewrite(
    text: str, spans: list[tuple[int, int, str]], change: Callable[[str], str]
) -> tuple[list[bool], list[str]]:
    parts, places, last, size = "", [], 0, 0
    for start, end, _ in spans:
        start = max(start, last)
        value = change(text[start:end])
        parts += text[last:start]
        size = len(parts)
        places.append((size, size + len(value)))
        parts += value
        last = max(end, last)
    parts += text[last:]
    view = Detector().detect([View("v", "s", 0, "text", "t.txt", text=parts)])[0]
    return [is_covered(parts, s, e, view) for s, e in places], [parts[s:e] for s, e in places]


def print_escapes(caught: Counter[str], escaped: dict[str, Counter[str]]) -> None:
    print(f"caught: {dict(caught)}")
    for name, counts in escaped.items():
        words = [k for k in caught if k.startswith(("NAME", "ADDR"))]
        shaped = sum(counts[k] for k in caught if k not in words) / max(
            sum(caught[k] for k in caught if k not in words), 1
        )
        others = sum(counts[k] for k in words) / max(sum(caught[k] for k in words), 1)
        each = "  ".join(f"{k} {counts[k] / caught[k]:.2f}" for k in caught if counts[k])
        print(f"{name:11} shaped {shaped:.3f}  names and addresses {others:.3f}  {each}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", default="")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--set", default="", help="disguise the values of this development set")
    options = parser.parse_args()
    if options.set:
        disguise_set(options.set, options.count, options.list)
        return
    caught: Counter[str] = Counter()
    escaped: dict[str, Counter[str]] = {name: Counter() for name in EVASIONS}
    forms = (write_form(values) for values in documents(options.count))
    for template, pairs in [*forms, *write_documents(max(options.count // 5, 1))]:
        kinds, values = [kind for kind, _ in pairs], [value for _, value in pairs]
        plain, _ = run(template, values, str)
        caught.update(kind for kind, ok in zip(kinds, plain, strict=True) if ok)
        for name, change in EVASIONS.items():
            found, written = run(template, values, change)
            for kind, ok, before, text in zip(kinds, found, plain, written, strict=True):
                if before and not ok:
                    escaped[name][kind] += 1
                    if options.list == name:
                        print(f"  {kind:10} {text}")
    print_escapes(caught, escaped)


if __name__ == "__main__":
    main()
