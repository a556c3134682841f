"""Labels in running text and forms: what names a value beside it (CONTRACT b.2).

One Aho-Corasick pass over the folded text finds phrases of ``lexicons/labels.tsv``; what follows a phrase
(separator, "is", 是, 填) says whether it is a label here and where its value begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import ahocorasick_rs

from shotveil.core.clues.context import LabelHit
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.simplified import read_simplified
from shotveil.core.patterns import compile_late
from shotveil.core.stream.model import HARD_BREAK

WINDOW: Final = 160
"""Longest value window in characters."""

_JOINTS: Final = "_-\ue001\u00a0\u3000"
_CODE_TAIL: Final = compile_late(r"_|-[0-9a-z]{0,6}[0-9]|\.[a-z]{1,12}[.:\[(]")
_CODE_JOINTS: Final = frozenset("_-.")
"""How each of them begins."""
_HAN: Final = compile_late("[\u4e00-\u9fff]")
_WORD_CHARS: Final = frozenset("0123456789abcdefghijklmnopqrstuvwxyz")

_AFTER: Final = compile_late(
    r"(?P<plural>s(?![0-9a-z]))?\.?(?P<close>(?:\\{0,3}['\"*`)）\]】」》]){0,3})"
    r"[ \t\u00a0\u3000\ue001]{0,40}"
    r"(?:[(（][^()（）\n\ue000]{1,24}[)）][ \t]{0,4})?"
    r"(?P<sep>[:：=|＝]{1,2}>?|->|[-–—](?=[ \t\ue001])|[#№]|\.{4,80}:?|…{2,40}[:：]?|·{4,80})?"
)
_LEAD: Final = compile_late(r"(?:[ \t\u00a0\u3000\ue001'\"*`“‘「《【\[(（<@]|\\{1,3}(?=[\"'])){0,12}")
_BLANKS: Final = compile_late(r"[ \t\u00a0\u3000\ue001]{0,40}")
_LINK_EN: Final = compile_late(
    r"(?:\s?(?:is|are|was|were|will be|would be|should be|must be|reads|shows|says|as|now|still|currently"
    r"|only|on file|on record|number|no\.?|id|ends in|ending in|ending|set to|changed to|updated to|listed as"
    r"|recorded as|registered as|stays|remains|equals|of|for|to|at|under|via|by|with)(?![0-9a-z])[ \t:：]?)"
    r"{1,3}"
)
_LINK_ZH: Final = compile_late(
    "(?:(?:暂时|目前|现在|统一|直接|这里|那里|这边|那边|先|再|后面|默认|一律|继续|还|仍然|仍|就|也|已|已经|分别|请|可|可以"
    "|应|应该|都|只|我|他|她|的|改|补|换|登记|预留|留下|核对|更新|变更|记录|填写|录入|备注|修改|绑定|显示|写明|注明|里面?){0,3}"
    "(?:是|为|叫做?|写成?|填成?|用|按照?|走|留|记成?|报|找|选|改成?|补成?|换成|发到?|变成|等于|如下|号码?|码|信息"
    "|登记|预留|核对|更新|填写|录入|显示|看到|给|打|拨|加|挂在|回)){1,3}的?(?:是|为)?"
)
_ZH_TOUCH: Final = compile_late("[0-9a-z+<@_【\\[「“\"']|[ \u3000]")
_WORD_BEFORE: Final = compile_late(r"([a-z]+) \Z")
_UNIT_BEFORE: Final = compile_late(r"(?<![a-z])[kmnpuµμ]?(?:g|mol|iu|eq|l)/\Z")
_ENDS_NAME: Final = compile_late("[a-z0-9] ")
_FIELD_MARK: Final = compile_late("['\"*`]{0,3}[ \t\u00a0\ue001]{0,8}[:：=|]")
_FIELD_HEAD: Final = compile_late(r"[^a-z0-9]{0,24}(?:[a-z]{2,14} ){0,2}['\"*`]{0,3}")
_END: Final = compile_late("[\n\r\ue000;；。！？!?]")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One line of the label lexicon, taken apart."""

    text: str
    kind: str
    language: Literal["en", "zh"]
    role: Literal["LABEL", "START", "FIELD"]


def space_joints(text: str) -> str:
    """Underscores, hyphens, gaps and wide blanks as plain blanks, one for one."""
    for joint in _JOINTS:
        text = text.replace(joint, " ")
    return text


@cache
def load_phrases() -> tuple[Phrase, ...]:
    """All label phrases, blanks and joints as one blank, lower case. One phrase may have several kinds."""
    raw = files("shotveil.core.lexicons").joinpath("labels.tsv").read_text("utf-8")
    phrases = []
    for line in raw.splitlines():
        if not line or line.startswith("#"):
            continue
        kind, language, role, texts = line.split("\t")
        for text in texts.split("|"):
            phrases.append(Phrase(space_joints(text), kind, language, role))  # type: ignore[arg-type]
    return tuple(phrases)


@cache
def _automaton() -> tuple[Any, tuple[tuple[Phrase, ...], ...]]:
    by_text: dict[str, list[Phrase]] = {}
    for phrase in load_phrases():
        by_text.setdefault(phrase.text, []).append(phrase)
    machine = ahocorasick_rs.AhoCorasick(
        list(by_text), matchkind=ahocorasick_rs.MatchKind.LeftmostLongest, store_patterns=False
    )
    return machine, tuple(tuple(group) for group in by_text.values())


def phrases_of(words: str) -> tuple[Phrase, ...]:
    """Lexicon phrases that the whole of ``words`` is (blanks and joints, cases and scripts alike)."""
    return _by_text().get(" ".join(space_joints(read_simplified(words.lower())).split()), ())


@cache
def _by_text() -> dict[str, tuple[Phrase, ...]]:
    _, groups = _automaton()
    return {group[0].text: group for group in groups}


def _stands_alone(text: str, folded: str, start: int, end: int, language: str) -> bool:
    if language == "zh" and not text[start:end].isascii():
        return not (text.startswith("公司", start) and text[start - 1 : start] in ("限", "份"))
    if start and text[start - 1] in _WORD_CHARS and text[start] in _WORD_CHARS:
        return False
    after = text[end : end + 1]
    ends_in_sign = not text[end - 1].isalnum()  # "order #"
    if not ends_in_sign and after in _WORD_CHARS and (after != "s" or text[end + 1 : end + 2] in _WORD_CHARS):
        return False
    if end - start == 4 and text.startswith("name", start) and _is_of_thing(text, start):
        return False
    if (
        end - start < 3
        and text.endswith("/", 0, start)
        and _UNIT_BEFORE.search(text, max(0, start - 6), start)
    ):
        return False  # a unit: g/dL
    # The head of a code (MRN-7700123) or of a longer identifier.
    return folded[end : end + 1] not in _CODE_JOINTS or _CODE_TAIL.match(folded, end) is None


def _is_of_thing(spaced: str, start: int) -> bool:
    """Whether the word before "name" is a thing of programs that has one (``key-name``, ``host name``)."""
    before = _WORD_BEFORE.search(spaced, max(0, start - 24), start)
    return before is not None and is_named_thing(before[1])


def is_named_thing(word: str) -> bool:
    """Whether a word is one of the things of programs that have a name."""
    return word in read_groups("program_words.txt")["named"]


def find_labels(folded: str) -> tuple[LabelHit, ...]:
    """Label hits of a text, in order; value windows end at a break, the next direct label, or WINDOW.

    Args:
        folded: the folded reading of a stream (same offsets as its text).
    """
    machine, groups = _automaton()
    folded = read_simplified(folded)
    spaced = space_joints(folded)
    hits: list[_Raw] = []
    for index, start, end in machine.find_matches_as_indexes(spaced):
        group = groups[index]
        if group[0].role == "FIELD" and not _begins_field(spaced, folded, start, end):
            continue
        if _stands_alone(spaced, folded, start, end, group[0].language):
            values = {found.role: _find_value(folded, found, start, end) for found in reversed(group)}
            hits += [(phrase, start, end, *values[phrase.role]) for phrase in group]
    return _close_windows(folded, hits)


def _begins_field(spaced: str, folded: str, start: int, end: int) -> bool:
    """Whether a word that is a label only as a field heads its line, a separator behind it."""
    behind = _FIELD_MARK.match(folded, end)
    if behind is None:
        return False
    line = max(spaced.rfind("\n", 0, start), spaced.rfind(HARD_BREAK, 0, start), start - 48) + 1
    return _FIELD_HEAD.fullmatch(spaced, line, start) is not None


_Raw = tuple[Phrase, int, int, int, bool]


def _find_value(folded: str, phrase: Phrase, start: int, end: int) -> tuple[int, bool]:
    """Where the value of a phrase begins, and whether something links them."""
    if phrase.role == "START":
        return _LEAD.match(folded, end).end(), True  # type: ignore[union-attr]
    after = _AFTER.match(folded, end)
    assert after is not None
    position, linked = after.end(), after["sep"] is not None
    if (
        phrase.kind == "ORG"
        and (after["sep"] or ".")[0] in "-–—"
        and _ENDS_NAME.match(folded[start - 2 : start])
    ):
        return position, False  # the last word of a name, and a dash behind it
    if after["plural"] and not linked:
        return position, False
    chinese = phrase.language == "zh" or _HAN.match(folded, position) is not None
    if chinese or not linked:
        link = (_LINK_ZH if chinese else _LINK_EN).match(folded, position)
        if link:
            position = link.end()
            if not linked and (more := _AFTER.match(folded, position)) and more["sep"]:
                position = more.end()
            linked = True
    if not linked and phrase.language == "zh":
        linked = _ZH_TOUCH.match(folded, end) is not None
    if not linked:
        linked, position = _link_by_layout(folded, start, position)
    return _LEAD.match(folded, position).end(), linked  # type: ignore[union-attr]


def _link_by_layout(folded: str, start: int, position: int) -> tuple[bool, int]:
    """A label alone on its line names the next line; a wide blank or a box edge names what follows it."""
    gap = _BLANKS.match(folded, position)
    if gap and "\ue001" in gap.group():
        return True, gap.end()
    blank = folded[max(0, position - 2) : position]
    if len(blank) == 2 and (blank.isspace() or "\ue001" in blank):
        return True, position
    before = folded[start - 1] if start else HARD_BREAK
    if before in "\n\ue000\ue001>|" and folded.startswith("\n", position):
        return True, position + 1
    return False, position


def _close_windows(folded: str, hits: list[_Raw]) -> tuple[LabelHit, ...]:
    starts = sorted({start for _, start, _, _, direct in hits if direct})
    closed: list[LabelHit] = []
    follower = 0
    for phrase, start, end, value, direct in hits:
        while follower < len(starts) and starts[follower] < value:
            follower += 1
        last = min(value + WINDOW, len(folded))
        if follower < len(starts):
            last = min(last, starts[follower])
        stop = _END.search(folded, value, last)
        last = max(stop.start() if stop else last, value)
        closed.append(LabelHit(phrase.kind, start, end, value, last, direct, phrase.role))
    return tuple(closed)
