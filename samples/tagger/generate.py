"""Sentences from templates, and changes to natural ones: other values, other words, digits, marks."""

from __future__ import annotations

import random
import re
from pathlib import Path

from corpus import Sentence
from stock_en import EnglishStock
from stock_zh import ChineseStock

Stock = ChineseStock | EnglishStock

_KINDS = dict.fromkeys("PFSNR", "NAME") | dict.fromkeys("OBGMT", "ORG") | dict.fromkeys("LC", "ADDR")
_SLOT = re.compile(r"\{([A-Za-z])\}")
_DIGITS = {char: str(number) for number, char in enumerate("零一二三四五六七八九")}
_YEAR = re.compile(r"[一二三四五六七八九][零一二三四五六七八九]{3}(?=年)")
_OTHER_VALUE, _OTHER_WORD = 0.5, 0.15
_MIXED = 0.35
"""Share of Chinese sentences that join clauses of several templates."""
_MAKERS = {"NAME": "P", "ORG": "O", "ADDR": "L"}


def generate_sentences(count: int, stock: Stock, name: str) -> list[Sentence]:
    """``count`` sentences from a file of templates, some of clauses of several."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    templates = [line for line in text.splitlines() if line and not line.startswith("#")]
    clauses = [clause for line in templates for clause in line.rstrip("。").split("，") if len(clause) > 4]
    return [_fill(_choose(templates, clauses, stock), stock) for _ in range(count)]


def _choose(templates: list[str], clauses: list[str], stock: Stock) -> str:
    if isinstance(stock, ChineseStock) and stock.chance(_MIXED):
        return "，".join(stock.rng.choices(clauses, k=stock.rng.randint(1, 4))) + "。"
    return stock.rng.choice(templates)


def _fill(template: str, stock: Stock) -> Sentence:
    pieces: list[tuple[str, str]] = []
    at = 0
    for match in _SLOT.finditer(template):
        pieces += [
            (_vary(template[at : match.start()], stock), ""),
            (stock.make(match.group(1)), _KINDS.get(match.group(1), "")),
        ]
        at = match.end()
    return _join([*pieces, (_vary(template[at:], stock), "")])


def _vary(text: str, stock: Stock) -> str:
    """Words of a Chinese template give way to others, so that what stands around a value never is the same."""
    return _swap_words(text, stock) if isinstance(stock, ChineseStock) else text


def _join(pieces: list[tuple[str, str]]) -> Sentence:
    """One sentence of texts and their classes ("" for none)."""
    text, spans = "", []
    for piece, kind in pieces:
        if kind:
            spans.append((len(text), len(text) + len(piece), kind))
        text += piece
    return Sentence(text, tuple(spans))


def _cut(sentence: Sentence) -> list[tuple[str, str]]:
    """The pieces of a sentence: values with their class, and what stands between them."""
    pieces, at = [], 0
    for start, end, kind in sentence.spans:
        if start >= at:
            pieces += [(sentence.text[at:start], ""), (sentence.text[start:end], kind)]
            at = end
    return [*pieces, (sentence.text[at:], "")]


def vary_chinese(sentence: Sentence, stock: ChineseStock) -> Sentence:
    """A natural sentence with some values, words and years written otherwise."""
    pieces = []
    for text, kind in _cut(sentence):
        if kind in _MAKERS and stock.chance(_OTHER_VALUE):
            text = stock.make(_MAKERS[kind])
        elif not kind:
            text = _swap_words(_YEAR.sub(lambda year: "".join(_DIGITS[c] for c in year.group()), text), stock)
        pieces.append((text, kind))
    return _join(pieces)


def _swap_words(text: str, stock: ChineseStock) -> str:
    """Some ordinary words of two characters replaced by others of their kind."""
    kinds = stock.kinds
    parts: list[str] = []
    at = 0
    while at < len(text):
        word = text[at : at + 2]
        kind = kinds.get(word, "")
        if kind and stock.chance(_OTHER_WORD):
            parts.append(stock.word(kind))
        else:
            parts.append(word if kind else text[at])
        at += 2 if kind else 1
    return "".join(parts)


def join_sentences(sentences: list[Sentence], rng: random.Random) -> Sentence:
    """Spoken sentences without punctuation read as written ones: joined by marks."""
    text, spans = "", []
    for sentence in sentences:
        spans += [(start + len(text), end + len(text), kind) for start, end, kind in sentence.spans]
        text += sentence.text + rng.choice("，，。、；")
    return Sentence(text, tuple(spans))
