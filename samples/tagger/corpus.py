"""Training sentences for the tagger: openly licensed sets, with values swapped for generated ones.

Only sets under MIT, Apache-2.0, CC BY or CC0 feed the weights that ship. CC BY-SA sets serve for checking only.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CLASSES = ("NAME", "ORG", "ADDR")
IGNORE = "?"
"""Characters that count on neither side."""

ENGLISH = {
    "wnut17": 2,
    "btc": 1,
    "sec_filings": 1,
    "presidio_synth": 1,
    "pii_anon_en": 1,
    "privacyguard_eval_en": 2,
}
CHINESE = {"aishell_ner": 1, "crosswoz": 1, "privacyguard_eval_zh": 3}
CHECKS = {"en": ("uner_en_pud",), "zh": ("uner_zh_gsd", "uner_zh_pud")}
"""Sets, and how often each is seen in a round. Licences: see README.md of this folder."""

_KINDS = {
    "PER": "NAME", "person": "NAME", "PERSON": "NAME", "PERSON_NAME": "NAME", "NAME": "NAME", "PER.NAM": "NAME",
    "ORG": "ORG", "corporation": "ORG", "group": "ORG", "ORGANIZATION": "ORG", "ORGANIZATION_NAME": "ORG", "ORG.NAM": "ORG",
    "LOC": "ADDR", "location": "ADDR", "LOCATION": "ADDR", "GPE": "ADDR", "ADDRESS": "ADDR", "STREET_ADDRESS": "ADDR",
    "GPE.NAM": "ADDR", "LOC.NAM": "ADDR", "餐馆.地址": "ADDR", "景点.地址": "ADDR", "酒店.地址": "ADDR", "address": "ADDR",
}  # fmt: skip
_ROLE = re.compile(
    r"(?i)^(?:the )?(?:lenders?|borrowers?|executives?|employees?|company|guarantors?|bank|agent|party|parties)$"
)


@dataclass(frozen=True)
class Sentence:
    """A text and its labelled ranges (start, end, class or IGNORE)."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


def read_set(folder: Path, name: str) -> Iterator[Sentence]:
    """Sentences of one set."""
    for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        spans = []
        for span in record["spans"]:
            kind = _KINDS.get(span["type"], "")
            if span["type"].endswith("名称") or "周边" in span["type"]:
                kind = IGNORE
            if kind == "NAME" and (
                _ROLE.match(span["value"]) or (span["value"].islower() and name == "sec_filings")
            ):
                kind = ""
            if kind:
                spans.append((span["start"], span["end"], kind))
        yield Sentence(record["text"], tuple(sorted(spans)))


def swap_values(sentence: Sentence, stock: dict[str, list[str]], rng: random.Random) -> Sentence:
    """The sentence with each name and organization replaced by another of the same script."""
    parts, spans, at, length = [], [], 0, 0
    for start, end, kind in sentence.spans:
        if start < at:
            continue
        value = sentence.text[start:end]
        if kind in ("NAME", "ORG") and stock.get(kind) and rng.random() < 0.6:
            value = rng.choice(stock[kind])
        parts += [sentence.text[at:start], value]
        length += start - at
        spans.append((length, length + len(value), kind))
        length += len(value)
        at = end
    return Sentence("".join(parts) + sentence.text[at:], tuple(spans))


def vary_case(sentence: Sentence, rng: random.Random) -> Sentence:
    """Sometimes all lower or all upper case, as on screens and in chats."""
    chance = rng.random()
    text = sentence.text
    changed = text.lower() if chance < 0.08 else text.upper() if chance < 0.12 else text
    return Sentence(changed, sentence.spans) if len(changed) == len(text) else sentence


def untokenize(sentence: Sentence, rng: random.Random) -> Sentence:
    """Half of the blank-joined sets are seen as people write them: no blank before , . ' and the like."""
    if rng.random() < 0.5 or (" ," not in sentence.text and " ." not in sentence.text):
        return sentence
    keep = []
    for index, char in enumerate(sentence.text):
        following = sentence.text[index + 1 : index + 2]
        before = sentence.text[index - 1 : index]
        drop = char == " " and ((following in ",.!?;:')…" and following) or before in "(#@")
        keep.append(not drop)
    place = [0]
    for kept in keep:
        place.append(place[-1] + kept)
    text = "".join(char for char, kept in zip(sentence.text, keep, strict=True) if kept)
    return Sentence(text, tuple((place[s], place[e], kind) for s, e, kind in sentence.spans))
