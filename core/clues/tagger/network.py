"""The network of the tagger over lines of text: which lines it is asked about, and what it tags in each.

The weights are core/lexicons/tagger.onnx (made by samples/tagger); they run on onnxruntime in one thread, so
that the result does not depend on the machine's cores. A line is read by itself, whatever stands around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from typing import TYPE_CHECKING, Any, Final

from shotveil.core.clues.person.lexicon import NOT_LISTED, fold_name, is_listed_name, word_level
from shotveil.core.clues.tagger.doubts import COMMON_WORD
from shotveil.core.clues.tagger.features import FEATURES, ROW_BYTES, Tokens, make_tokens
from shotveil.core.patterns import compile_late

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL: Final = "tagger.onnx"
TAGS: Final = ("O", "B-NAME", "I-NAME", "B-ORG", "I-ORG", "B-ADDR", "I-ADDR")
DOUBT: Final = 0.5
"""Weight of "nothing here" against the tags: below 1 the network speaks up sooner."""
HAN_DOUBT: Final = 0.08
"""The same for a line with Chinese characters."""
_LOG_DOUBT, _LOG_HAN_DOUBT = log(DOUBT), log(HAN_DOUBT)

_WORDS: Final = compile_late(r"[a-z](?<![^\s\"'“‘(\[].)[a-z]+(?![^\s.,;:!?\"'’”)\]])")
_HAN: Final = compile_late(r"[\u3400-\u9fff]")
_CODE: Final = compile_late(r"[={}<>|\\:(;](?:(?<=[={}<>|\\])|(?<=::)|(?<=\w\()|(?<=;)\s*$)")
_KEYED: Final = compile_late(r"\s*[\w.\-]+:\s")
_LISTED: Final = compile_late(r",\S+,\S+,")
_KANA: Final = compile_late("[\u3041-\u3096]")
"""Japanese, which the network has not read."""
_LATIN: Final = compile_late(r"[A-Za-z]+(?:['\-][A-Za-z]+)*")
_LEAST_WORDS, _LEAST_HAN, _LEAST_CAPITALS, _LEAST_KANA = 3, 6, 3, 3
_BATCH_TOKENS: Final = 2048
GAP_ROWS: Final = 4
"""Empty rows between lines: the widest layer looks as far, and empty rows say nothing to any layer."""
_APART: Final = bytes(GAP_ROWS * ROW_BYTES)


@dataclass(frozen=True, slots=True)
class Tagged:
    """What the network tags in a line: where its tokens stand, and how sure it is of each.

    ``spans`` are ranges of tokens with their kind.
    """

    places: tuple[tuple[int, int], ...]
    chinese: bool
    spans: tuple[tuple[int, int, str], ...]
    certainty: NDArray[np.float32]


def tag_lines(lines: Iterable[str]) -> dict[str, Tagged]:
    """Those of the lines in which the network tags something."""
    prose = [line for line in dict.fromkeys(lines) if _is_prose(line)]
    return dict(_run_network(map(make_tokens, prose))) if prose else {}


def _is_prose(line: str) -> bool:
    """Whether a line reads like a sentence: what the network has learned from. Forms and code have rules."""
    if _CODE.search(line) or _KEYED.match(line) or (line.count(",") > 2 and _LISTED.search(line)):
        return False
    if not line.isascii() and len(_HAN.findall(line)) >= _LEAST_HAN:
        return len(_KANA.findall(line)) < _LEAST_KANA
    return len(_WORDS.findall(line)) >= _LEAST_WORDS and _may_name(line)


def _may_name(line: str) -> bool:
    """Whether anything that the network tags here could stand (``is_plausible``): a look at the words."""
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
    return level > COMMON_WORD and is_listed_name(key)


def _run_network(lines: Iterable[Tokens]) -> Iterator[tuple[str, Tagged]]:
    """The lines in which something is tagged; many share a run, empty tokens between them."""
    import numpy as np

    session = _open_model()
    for chosen in _pack_lines(lines):
        rows = _APART.join([tokens.rows for tokens in chosen])
        features = np.frombuffer(rows, np.int64).reshape(1, -1, FEATURES)
        scores = session.run(["scores"], {"features": features})[0][0]
        sizes = [len(tokens) + GAP_ROWS for tokens in chosen]
        doubts = [_LOG_HAN_DOUBT if tokens.chinese else _LOG_DOUBT for tokens in chosen]
        weighed = scores.copy()
        weighed[:, 0] += np.repeat(np.array(doubts, np.float32), sizes)[: len(scores)]
        tags = weighed.argmax(-1)
        if not tags.any():
            continue
        odds = np.exp(scores - scores.max(-1, keepdims=True))
        certainty = 1 - odds[:, 0] / odds.sum(-1)
        numbers, start = tags.tolist(), 0
        for tokens, size in zip(chosen, sizes, strict=True):
            end = start + size - GAP_ROWS
            if any(own := numbers[start:end]):
                spans = tuple(_read_spans(own))
                yield tokens.text, Tagged(tokens.find_spans(), tokens.chinese, spans, certainty[start:end])
            start += size


def _pack_lines(lines: Iterable[Tokens]) -> Iterator[Sequence[Tokens]]:
    """Lines that share a run of the network, as many as are worth one."""
    pack: list[Tokens] = []
    size = 0
    for tokens in lines:
        if pack and size + len(tokens) > _BATCH_TOKENS:
            yield pack
            pack, size = [], 0
        pack.append(tokens)
        size += len(tokens) + GAP_ROWS
    yield pack


@cache
def _open_model() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    data = files("shotveil.core.lexicons").joinpath(MODEL).read_bytes()
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def _read_spans(tags: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Token ranges and kinds; an I without its B begins a span."""
    start, kind, number = -1, "", -1
    for number, tag in enumerate(tags):
        name = TAGS[tag]
        if start >= 0 and (name[0] != "I" or name[2:] != kind):
            yield start, number, kind
            start = -1
        if name[0] == "B" or (name[0] == "I" and start < 0):
            start, kind = number, name[2:]
    if start >= 0:
        yield start, number + 1, kind
