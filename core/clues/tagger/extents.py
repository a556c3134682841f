"""Where a tagged span begins and ends: parts of one foreign word, marks, words around a Latin name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from shotveil.core.clues.person.lexicon import NOT_LISTED, given_rank, read_groups, word_level
from shotveil.core.clues.tagger.features import word_cuts
from shotveil.core.parse.name_zh import load_transliteration
from shotveil.core.patterns import compile_late

_HAN: Final = compile_late(r"[\u3400-\u9fff]")


def join_sounds(
    line: str, places: Sequence[tuple[int, int]], spans: Iterable[tuple[int, int, str]]
) -> Iterator[tuple[int, int, str]]:
    """Spans; parts of one foreign word in Chinese characters that touch are one, typed as its longest."""
    sounds = load_transliteration()
    pending: list[tuple[int, int, str]] = []
    for span in spans:
        sounding = all(char in sounds for char in line[places[span[0]][0] : places[span[1] - 1][1]])
        if pending and not (sounding and pending[-1][1] == span[0]):
            yield _widest(pending)
            pending = []
        if sounding:
            pending.append(span)
        else:
            yield span
    if pending:
        yield _widest(pending)


def _widest(parts: Sequence[tuple[int, int, str]]) -> tuple[int, int, str]:
    return parts[0][0], parts[-1][1], max(parts, key=lambda part: part[1] - part[0])[2]


_STOP: Final = compile_late(r"[，。；：！？、“”《》「」『』\[\]…]|[（(](?![^（()）]*[）)])")
_NEVER_LAST: Final = "都也就还才又很不没的了是"
"""Characters that end no name of three."""
_VERB_BEHIND: Final = compile_late("[老小阿][\u4e00-\u9fff][走来去说在问给让叫看想要会能到]")
_EDGE: Final = "（()）\"'-—·,. *_`~#>"


def trim_marks(text: str, start: int, end: int) -> tuple[int, int]:
    """The longest part of a span between marks that no name holds: stops, and brackets that do not close."""
    parts, at = [], start
    for stop in _STOP.finditer(text, start, end):
        parts.append((at, stop.start()))
        at = stop.end()
    start, end = max([*parts, (at, end)], key=lambda part: part[1] - part[0])
    while start < end and text[start] in _EDGE:
        start += 1
    while start < end and text[end - 1] in "（( -—·、,*_`~#<":
        end -= 1
    if end - start == 3 and (text[end - 1] in _NEVER_LAST or _VERB_BEHIND.fullmatch(text, start, end)):
        end -= 1
    return start, end


def begin_behind_cue(text: str, start: int, end: int) -> int:
    """Where a name of three characters begins: behind a word that takes a person (叫上|晓梅, 和|瑶瑶)."""
    groups = read_groups("person_cues_zh.txt")
    ends = text[start - 1 : start + 1] in groups["takes_person"]
    is_one = text[start : start + 1] in groups["with_person"] & groups["small_surname"]
    return start + (end - start == 3 and (ends or is_one))


_GIVEN: Final = compile_late(r"(?<![\w'’.-])[A-Z][a-z]+ $")


def begin_given(line: str, start: int, end: int) -> int:
    """Where a lone capitalised word begins with the given name before it, also one that is a word (May)."""
    if not line[start : start + 1].isupper() or " " in line[start:end]:
        return start
    given = _GIVEN.search(line, max(0, start - 20), start)
    return given.start() if given and given_rank(given.group().strip().lower()) > 0 else start


_GREETING: Final = compile_late(r"[A-ZÀ-Þ][a-zß-ÿ]* (?=[A-ZÀ-Þ])")
_ARTICLES: Final = frozenset({"a", "an", "the"})


def begin_behind_hello(line: str, start: int, end: int) -> int:
    """Where a name begins: behind a greeting or an article ("Ciao Matteo", "A Turing machine")."""
    first = _GREETING.match(line, start, end)
    if first is None:
        return start
    word = first.group().strip().lower()
    return first.end() if word in _ARTICLES or word in read_groups("small_words.txt")["hello"] else start


_LOWER_END: Final = compile_late(r" ([a-z]+)$")


def end_capitals(line: str, start: int, end: int) -> int:
    """Where a name in capitals ends: before ordinary small words ("Thomas acknowledged")."""
    while line[start : start + 1].isupper():
        small = _LOWER_END.search(line, start, end)
        if small is None or word_level(small.group(1)) == NOT_LISTED:
            break
        end = small.start()
    return end


def splits_words(text: str, start: int, end: int) -> bool:
    """Whether a range of Chinese text begins or ends inside an everyday word."""
    if not _HAN.search(text):
        return False
    cuts = word_cuts(text)
    return start in cuts or end in cuts
