"""Values of organization labels and fields, in both scripts (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.person.cues_en import is_known_place
from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, is_barred, weigh_word
from shotveil.core.clues.person.zh_model import build_lattice, load_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_TOKEN: Final = rf"(?:{LETTER}[{LETTER[1:-1]}0-9'’&.\-]{{0,30}}|\d{{1,4}}(?=[ \u00a0]{LETTER})|&)"
_VALUE: Final = compile_late(
    rf"{_TOKEN}(?:(?:[ \u00a0\ue001]{{1,2}}|, (?=(?:Inc|LLC|Ltd|L\.L\.C|Corp|PLC|LLP)))"
    rf"(?:(?:of|and|the|for|de|du|y) )?{_TOKEN}){{0,7}}"
)
_HAN_VALUE: Final = compile_late(r"[\u3400-\u4dbf\u4e00-\u9fff（）()]{2,24}")
_LOOSE_LINK: Final = compile_late(r"(?i)(?<![a-z])(?:of|for|at|in|to|under|via|by|with|on)(?![a-z])")
_FIRM_LINK: Final = compile_late(r"[:：=|是为叫写填按报 \u3000\t]")
_PARTY: Final = frozenset(
    {"provider", "vendor", "supplier", "merchant", "payee", "insurer", "carrier", "employer", "landlord"}
)
_OFTEN_PERSON: Final = frozenset({"payee", "landlord", "provider"})
_VAGUE: Final = frozenset(
    {"department", "practice", "store", "branch", "部门", "所属部门", "facility", "provider"}
)


@cache
def _group(language: str, name: str) -> frozenset[str]:
    return read_groups(f"org_words_{language}.txt")[name]


def find_labelled_organizations(context: Context) -> Iterable[Candidate]:
    """Organizations at the start of the value window of direct ORG labels."""
    seen: set[int] = set()
    for hit in context.labelled("ORG", "NAME"):
        if not hit.direct or hit.value_start in seen:
            continue
        label = context.text[hit.start : hit.end].lower()
        if label in _VAGUE if hit.kind == "ORG" else label not in _PARTY:
            continue
        if _LOOSE_LINK.search(context.text, hit.end, hit.value_start) and hit.role == "LABEL":
            continue
        found = _read_latin(context, hit) or _read_chinese(context, hit)
        if found is not None:
            seen.add(hit.value_start)
            yield found


def _read_latin(context: Context, hit: LabelHit) -> Candidate | None:
    match = _VALUE.match(context.text, hit.value_start, hit.value_end)
    if match is None:
        return None
    words = match.group().split()
    kept = len(words)
    while kept and not (words[kept - 1][0].isupper() or words[kept - 1][0].isdigit()):
        kept -= 1
    small = _group("en", "connect") | {"for"}
    for index, word in enumerate(words[:kept]):
        if word[0].islower() and word not in small:
            kept = index
            break
        if word.endswith(".") and fold_name(word).rstrip(".") not in _group("en", "legal") and len(word) > 3:
            kept = index + 1
            break
    words = words[:kept]
    if not words or not _may_be_organization(words, hit):
        return None
    label = context.text[hit.start : hit.end].lower()
    if hit.kind == "NAME" and label in _OFTEN_PERSON and _ends_as_person(words):
        return None
    end = match.start() + len(match.group()[: _offset(match.group(), kept)].rstrip())
    end = _drop_stop(context.text, match.start(), end)
    if context.text[end : end + 1] == "=":  # ``issuer: CN=…``: another label
        return None
    return _propose(context, match.start(), end, 0.8 if len(words) > 1 else 0.65)


def _ends_as_person(words: list[str]) -> bool:
    """Whether a given name or an unknown word and a family name stand there, and no word of firms."""
    keys = [fold_name(word).strip(".,") for word in words]
    if not 2 <= len(keys) <= 4 or "&" in words or not _firm_words().isdisjoint(keys):
        return False
    given, _, level = weigh_word(keys[0])
    return (given >= 1 or level == NOT_LISTED) and weigh_word(keys[-1])[1] >= 1


def _offset(text: str, count: int) -> int:
    """Length of the first ``count`` words of a text."""
    at = 0
    for piece in re.finditer(r"\S+", text.replace("\ue001", " ")):
        at = piece.end()
        count -= 1
        if not count:
            break
    return at


def _drop_stop(text: str, start: int, end: int) -> int:
    """Without a full stop that ends the sentence, unless an abbreviation carries it."""
    last = re.split(r"[ \u00a0\ue001]", text[start:end])[-1]
    if last.endswith(".") and fold_name(last).rstrip(".") not in _group("en", "legal"):
        return end - 1
    return end


def _may_be_organization(words: list[str], hit: LabelHit) -> bool:
    keys = [fold_name(word).strip(".,'’&-") for word in words]
    keys = [key for key in keys if key]
    if not keys or (len(keys) == 1 and (len(keys[0]) < 2 or is_known_place(keys[0]))):
        return False
    if len(keys) == 1 and keys[0] in read_groups("form_words.txt")["date"]:
        return False
    if len(keys) == 1 and is_barred(keys[0]) and keys[0] not in _group("en", "agency"):
        return False
    if all(key in _group("en", "ui") or key in _group("en", "function") for key in keys):
        return False
    known = any(weigh_word(key)[2] == NOT_LISTED or key in _group("en", "legal") for key in keys)
    return known or len(keys) > 1 or (hit.role == "FIELD" and words[0][0].isupper())


def _read_chinese(context: Context, hit: LabelHit) -> Candidate | None:
    """A value that ends where its characters end, and holds more than ordinary words."""
    match = _HAN_VALUE.match(context.text, hit.value_start, hit.value_end)
    if match is None:
        return None
    value = match.group()
    link = context.text[hit.end : hit.value_start]
    if (hit.role == "LABEL" and not _FIRM_LINK.search(link)) or "的" in value:
        return None
    after = context.text[match.end() : match.end() + 1]
    if len(value) > 20 or after.isalnum() or value[0] in "（）()" or any(word in value for word in _NO_NAME):
        return None
    path = build_lattice(value).path()
    words = [value[left:right] for left, right in path]
    tails = (
        _group("zh", "labelled") | _group("zh", "weak") | _group("zh", "institution") | _group("zh", "legal")
    )
    ends = any(value.endswith(tail) for tail in tails)
    stops = sum(1 for word in words if word in _group("zh", "stop"))
    odd = sum(
        1 for word in words if (word not in load_words()) or len(word) == 1 or load_words()[word].kind in "so"
    )
    if stops > 1 or len(value) < 3 or not (odd or ends) or value in load_words():
        return None
    if not ends and (len(value) > 8 or hit.role == "START" or not odd):
        return None
    return _propose(context, match.start(), match.end(), 0.65)


_NO_NAME: Final = (
    "我们",
    "你们",
    "他们",
    "这个",
    "那个",
    "什么",
    "哪里",
    "可以",
    "需要",
    "没有",
    "名称",
    "地址",
    "电话",
    "或者",
)


def _propose(context: Context, start: int, end: int, score: float) -> Candidate:
    return propose_words(context, "ORG", start, end, "organization.label", score, source="label")


_HOLDER: Final = compile_late(
    r"(?:©|\([cC]\)|[Cc]opyright)[ \u00a0]{1,2}(?:©[ \u00a0]{1,2})?"
    r"(?:(?:19|20)[0-9]{2}(?:[-–][0-9]{2,4})?,?[ \u00a0]{0,2}){1,9}(?<![0-9])"
    r"(?:by[ ])?(?P<name>[A-Z][\w'’&.-]{1,30}(?:[ \u00a0](?:(?:of|and|the|&) )?[A-Z][\w'’&-]{1,30}){0,4})"
)


def find_copyright_holders(context: Context) -> Iterable[Candidate]:
    """Who a copyright line names ("© 2024 Larkfield Systems."): a firm, unless it reads as a person."""
    if "©" not in context.text and "opyright" not in context.text and "(c)" not in context.folded:
        return
    for match in context.scan(_HOLDER):
        end = match.end("name") - len(match["name"]) + len(match["name"].rstrip("."))
        words = context.text[match.start("name") : end].split()
        if words[0].lower() in _NO_HOLDER:
            continue
        person = _is_person(words) or (len(words) < 4 and _MAIL_BEHIND.match(context.text, end))
        kind = "NAME" if person else "ORG"
        found = propose_words(context, kind, match.start("name"), end, "organization.holder", 0.7)
        yield replace(found, tier="hard")


def _is_person(words: list[str]) -> bool:
    """A given name and a family name, initials between them or not."""
    if not 2 <= len(words) <= 3 or any(word.strip(".,").lower() in _firm_words() for word in words[1:]):
        return False
    given, family = weigh_word(fold_name(words[0]))[0], weigh_word(fold_name(words[-1]))[1]
    middle = len(words) == 2 or words[1].rstrip(".").isalpha()
    return middle and ((given >= 2 and family >= 1) or (given >= 1.5 and len(words[0]) > 3))


@cache
def _firm_words() -> frozenset[str]:
    groups = read_groups("org_words_en.txt")
    return groups["strong"] | groups["legal"] | groups["agency"]


_MAIL_BEHIND: Final = compile_late(r",?[ \t]{1,2}[<(]<?[^\s<>()@]{1,64}@")


_NO_HOLDER: Final = frozenset({"all", "the", "by", "your", "and", "rights", "notice", "license", "holders"})

RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "organization.label": Rule(find_labelled_organizations, labels=("ORG", "NAME")),
        "organization.holder": Rule(find_copyright_holders, written=(r"(?:©|\([cC]\)|opyright)[ \u00a0]",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "organization.holder": (
            Example("© 2024 Larkfield Systems. Confidential", ("Larkfield Systems",)),
            Example("Copyright 2024 All rights reserved", ()),
            Example("© 2024 Robert Vance", ("Robert Vance",)),
            Example(
                "Copyright (C) 1998, 1999-2001,2004 Tove Ekdahl-Marsh <tove@example.org>",
                ("Tove Ekdahl-Marsh",),
            ),
        ),
        "organization.label": (
            Example("Employer: Larkfield", ("Larkfield",)),
            Example("Company: Quillgate Consulting Group. Address follows", ("Quillgate Consulting Group",)),
            Example("所属单位：嘉禾智能制造", ("嘉禾智能制造",)),
            Example("Company: Settings", ()),
            Example("issuer: CN=Example Root, O=Example; Company: NAME=x", ()),
            Example("公司：没有", ()),
        ),
    }
)
