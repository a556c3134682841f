"""Learned soft evidence for names, organizations and places: a small network over hashed features.

The weights are core/lexicons/tagger.onnx (made by samples/tagger); they run on onnxruntime in one thread, so
that the result does not depend on the machine's cores. Removable: Detector(tagger=False), ``--no-tagger``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from typing import TYPE_CHECKING, Any, Final

from shotveil.core.clues.context import Context
from shotveil.core.clues.person.lexicon import (
    NOT_LISTED,
    family_rank,
    fold_name,
    given_rank,
    word_level,
)
from shotveil.core.clues.person.simplified import read_simplified
from shotveil.core.clues.person.tongues import is_foreign_line
from shotveil.core.clues.tagger.doubts import is_foreign_name, is_plausible, is_word_or_thing
from shotveil.core.clues.tagger.extents import (
    begin_behind_hello,
    begin_given,
    end_capitals,
    join_sounds,
    splits_words,
    trim_marks,
)
from shotveil.core.clues.tagger.features import (
    FEATURES,
    ROW_BYTES,
    Tokens,
    make_tokens,
)
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.records import Candidate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL: Final = "tagger.onnx"
TAGS: Final = ("O", "B-NAME", "I-NAME", "B-ORG", "I-ORG", "B-ADDR", "I-ADDR")
THRESHOLDS: Final = {"NAME": 0.4, "ORG": 0.4, "ADDR": 0.4}
"""Least mean certainty of a span in running text; screens ask for more."""
SHORT_HAN: Final = {1: 0.7, 2: 0.45, 3: 0.35}
"""The same for Chinese by length; a name of two characters without a surname is like one of one."""
LONG_HAN: Final = 0.25
CERTAIN_NAME: Final = 0.93
"""Certainty from which a name may end inside a word: its last character makes one with what follows."""
ON_SCREEN: Final = 0.95
DOUBT: Final = 0.5
"""Weight of "nothing here" against the tags: below 1 the network speaks up sooner."""
HAN_DOUBT: Final = 0.08
"""The same for a line with Chinese characters."""
_LOG_DOUBT, _LOG_HAN_DOUBT = log(DOUBT), log(HAN_DOUBT)
MAX_SCORE: Final = 0.3
"""A tagger's candidate never outranks a rule's."""

_SEGMENT: Final = re.compile(r"[^\n\ue000]+")
_WORDS: Final = re.compile(r"(?<![^\s\"'“‘(\[])[a-z]{2,}(?![^\s.,;:!?\"'’”)\]])")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_CODE: Final = re.compile(r"[={}<>|\\]|::|\w\(|;\s*$|^\s*[\w.\-]+:\s|,\S+,\S+,")
_KANA: Final = re.compile("[\u3041-\u3096]")
"""Japanese, which the network has not read."""
_LATIN: Final = re.compile(r"[A-Za-z]+(?:['\-][A-Za-z]+)*")
_POSSESSIVE: Final = ("'s", "’s")
_LEAST_WORDS, _LEAST_HAN, _LEAST_CAPITALS, _LEAST_KANA = 3, 6, 3, 3
_MAX_CHARS: Final = 1000
_BATCH_TOKENS: Final = 2048
_COMMON_WORD: Final = 20
GAP_ROWS: Final = 4
"""Empty rows between segments: the widest layer looks as far, and empty rows say nothing to any layer."""
_APART: Final = bytes(GAP_ROWS * ROW_BYTES)

Segment = tuple[int, Tokens]
"""Offset in the text, and tokens of what stands there."""


def find_tagged(context: Context) -> Iterator[Candidate]:
    """Spans that the network tags, as soft candidates."""
    received, simple = context.text, read_simplified(context.text)
    segments = list(_read_segments(simple))
    if not segments:
        return
    for offset, tokens, tags, certainty in _tag_segments(segments):
        places = tokens.find_spans()
        line = simple[offset : offset + places[-1][1]]
        foreign = not tokens.chinese and is_foreign_line(line)
        for start, end, kind in join_sounds(line, places, _read_spans(tags)):
            sure = float(certainty[start:end].mean())
            inner = trim_marks(line, places[start][0], places[end - 1][1])
            if kind == "NAME" and not tokens.chinese:
                inner = (begin_given(line, *inner), end_capitals(line, *inner))
                inner = (begin_behind_hello(line, *inner), inner[1])
            span = (offset + inner[0], offset + inner[1])
            if simple.endswith(_POSSESSIVE, *span):
                span = (span[0], span[1] - 2)
            least = _least(kind, simple[slice(*span)])
            if context.medium != "text":
                least = ON_SCREEN if least < SHORT_HAN[1] else 1.0
            if sure < least or not is_plausible(kind, simple[slice(*span)], context.medium):
                continue
            if foreign and not is_foreign_name(kind, simple[slice(*span)]):
                continue
            if is_word_or_thing(kind, line, *inner):
                continue
            if (kind == "NAME" and sure >= CERTAIN_NAME) or not splits_words(line, *inner):
                yield Candidate(
                    kind, *span, received[slice(*span)], "soft", "tagger", round(MAX_SCORE * sure, 3),
                    rule=f"tagger.{kind.lower()}", evidence=(f"tagger.{kind.lower()}",),
                )  # fmt: skip


def _least(kind: str, text: str) -> float:
    """Least certainty of a span in running text: the shorter a Chinese one, the more words look like it."""
    if not _HAN.match(text):
        return THRESHOLDS[kind]
    if kind == "NAME" and len(text) == 2 and text[0] not in load_surnames():
        return SHORT_HAN[1]
    return SHORT_HAN.get(len(text), LONG_HAN)


def _read_segments(text: str) -> Iterator[Segment]:
    """Lines that read like sentences, long ones in parts of bounded size; offsets into the text."""
    for match in _SEGMENT.finditer(text):
        line = match.group()
        first = 0
        while first < len(line):
            last = first + _MAX_CHARS
            if last < len(line):
                last = line.rfind(" ", first, last) + 1 or last
            part = line[first:last]
            if _is_prose(part):
                yield match.start() + first, make_tokens(part)
            first = last


def _is_prose(line: str) -> bool:
    """Whether a line reads like a sentence: what the network has learned from. Forms and code have rules."""
    if _CODE.search(line):
        return False
    if not line.isascii() and len(_HAN.findall(line)) >= _LEAST_HAN:
        return len(_KANA.findall(line)) < _LEAST_KANA
    return len(_WORDS.findall(line)) >= _LEAST_WORDS and _may_name(line)


def _may_name(line: str) -> bool:
    """Whether anything that the network tags here could stand (``_is_plausible``): a look at the words."""
    if not line.isascii():
        return True
    words = _LATIN.findall(line)
    return any(map(_tells, words)) or sum(word[0].isupper() for word in words) >= _LEAST_CAPITALS


@lru_cache(maxsize=50_000)
def _tells(word: str) -> bool:
    key = fold_name(word)
    level = word_level(key)
    if level == NOT_LISTED:
        return len(key) > 1
    return level > _COMMON_WORD and (given_rank(key) >= 0 or family_rank(key) >= 0)


def _tag_segments(
    segments: Sequence[Segment],
) -> Iterator[tuple[int, Tokens, NDArray[np.int64], NDArray[np.float32]]]:
    """Each segment with a tag: its offset and tokens, their tags and how sure each is."""
    import numpy as np

    session = _open_model()
    for chosen in _pack_segments(segments):
        rows = _APART.join([tokens.rows for _, tokens in chosen])
        features = np.frombuffer(rows, np.int64).reshape(1, -1, FEATURES)
        scores = session.run(["scores"], {"features": features})[0][0]
        sizes = [len(tokens) + GAP_ROWS for _, tokens in chosen]
        doubts = [_LOG_HAN_DOUBT if tokens.chinese else _LOG_DOUBT for _, tokens in chosen]
        weighed = scores.copy()
        weighed[:, 0] += np.repeat(np.array(doubts, np.float32), sizes)[: len(scores)]
        tags = weighed.argmax(-1)
        if not tags.any():
            continue
        start = 0
        for (offset, tokens), size in zip(chosen, sizes, strict=True):
            end = start + size - GAP_ROWS
            if tags[start:end].any():
                odds = np.exp(scores[start:end] - scores[start:end].max(-1, keepdims=True))
                yield offset, tokens, tags[start:end], 1 - odds[:, 0] / odds.sum(-1)
            start += size


def _pack_segments(segments: Sequence[Segment]) -> Iterator[Sequence[Segment]]:
    """Segments that share a run of the network, as many as are worth one."""
    first, size = 0, 0
    for number, (_, tokens) in enumerate(segments):
        if size and size + len(tokens) > _BATCH_TOKENS:
            yield segments[first:number]
            first, size = number, 0
        size += len(tokens) + GAP_ROWS
    yield segments[first:]


@cache
def _open_model() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    data = files("shotveil.core.lexicons").joinpath(MODEL).read_bytes()
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def _read_spans(tags: NDArray[np.int64]) -> Iterator[tuple[int, int, str]]:
    """Token ranges and kinds; an I without its B begins a span."""
    start, kind, number = -1, "", -1
    for number, tag in enumerate(tags.tolist()):
        name = TAGS[tag]
        if start >= 0 and (name[0] != "I" or name[2:] != kind):
            yield start, number, kind
            start = -1
        if name[0] == "B" or (name[0] == "I" and start < 0):
            start, kind = number, name[2:]
    if start >= 0:
        yield start, number + 1, kind
