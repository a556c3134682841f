"""Chinese values of name labels and fields: short ones, words or not (CONTRACT b.2)."""

from __future__ import annotations

from functools import cache
from typing import Final

from shotveil.core.clues.context import Context, LabelHit
from shotveil.core.clues.labels.fields import kinds_of_words
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.person.neighbours import stands_with_person
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.zh_model import build_lattice, cost_of_name, load_words
from shotveil.core.name_parts import read_name_part
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HAN_VALUE: Final = compile_late(
    r"[\u3400-\u4dbf\u4e00-\u9fff]{2,4}(?![\u3400-\u4dbf\u4e00-\u9fffA-Za-z0-9])"
)
PART_RULE: Final = "person.part_zh"
"""A family or a given name in a field of its own: it may be one character, which is no name elsewhere."""
_HAN_PART: Final = compile_late(r"[\u4e00-\u9fff]{1,2}(?![\u3400-\u4dbf\u4e00-\u9fffA-Za-z0-9])")
_NO_PART: Final = frozenset({"无", "空", "未填", "未知", "暂无", "没有", "匿名", "先生", "女士"})
_BEFORE_SEX: Final = compile_late(
    r"(?P<value>[\u4e00-\u9fff]{2,3})[，,、 ]{1,2}(?:[男女]性?(?![\u4e00-\u9fff])|[0-9]{1,3}周?岁)"
)
_SIGNS: Final = frozenset(':：="“')
_SIGN: Final = compile_late('[*`）)】\\]」]{0,3}[ \t\u3000]{0,4}[:：=|"“][ \t\u3000*`"“\'‘「]{0,12}')
"""What stands between a label and its value."""


def read_chinese(context: Context, hit: LabelHit, label: str) -> Candidate | None:
    """A short value that is no ordinary word, surname or not (昵称：小鱼儿).

    Args:
        label: the label as written, or the innermost field name, in small letters.
    """
    if hit.role == "START":
        return None
    part = _HAN_PART.match(context.text, hit.value_start)
    asked = read_name_part(label)
    if part and (asked == "given" or (asked == "family" and part[0] in load_surnames())):
        if part[0] not in _NO_PART:
            return propose_words(context, "NAME", *part.span(), PART_RULE, 0.6, source="label")
        return None
    match = _HAN_VALUE.match(context.text, hit.value_start)
    if match is None:
        return None
    if hit.role != "FIELD" and not _is_set_off(context.text, hit):
        return None
    value = match.group()
    if value in _no_names() or kinds_of_words(value):
        return None  # the next head of a table is no value
    if value[0] in load_surnames() and _may_be_word(context, hit, label, value):
        return _propose(context, match.start(), match.end(), 0.6)
    if value in load_words() or any(char in "的了是吗呢和请无谁把那这我你他她" for char in value):
        return None
    pieces = [value[left:right] for left, right in build_lattice(value).path()]
    if any(len(piece) > 1 and load_words()[piece].kind in "vftso" for piece in pieces):
        return None
    if len(value) == 4 and all(len(piece) == 2 for piece in pieces):
        return None
    return _propose(context, match.start(), match.end(), 0.55)


_WHOLE_LABELS: Final = frozenset({"姓名", "真实姓名"})
"""Labels behind which a family name and a character or two are somebody, though they be a word."""


def _is_set_off(text: str, hit: LabelHit) -> bool:
    """Whether a sign stands between a label and its value, or just before that."""
    return text[hit.value_start - 1] in _SIGNS or bool(_SIGN.fullmatch(text, hit.end, hit.value_start))


def read_before_sex(context: Context, hit: LabelHit) -> Candidate | None:
    """Who stands between what only people are and a sex or an age (患者安心，女，35岁)."""
    match = _BEFORE_SEX.match(context.text, hit.value_start) if hit.end == hit.value_start else None
    if match is None or match["value"] in _no_names() or match["value"][0] not in load_surnames():
        return None
    return _propose(context, *match.span("value"), 0.6)


_DEAREST: Final = 11.0
_DEAREST_NEAR: Final = 13.5
"""How much dearer than as a word a value may be as a name: behind a label, and among fields of a person."""


def _may_be_word(context: Context, hit: LabelHit, label: str, value: str) -> bool:
    """Whether a word that begins with a surname is somebody, by label, neighbours and characters."""
    if label in _WHOLE_LABELS:
        return True
    word = load_words().get(value)
    if word is None or word.kind in "ft" or not 2 <= len(value) <= 3:
        return False
    dearer = cost_of_name(value[0], value[1:]) - word.cost
    if hit.role == "LABEL" and dearer <= _DEAREST:
        return True
    return dearer <= _DEAREST_NEAR and stands_with_person(context, hit)


@cache
def _roles() -> frozenset[str]:
    groups = read_groups("person_cues_zh.txt")
    return groups["title"] | groups["before_title"] | groups["hard_start"]


@cache
def _no_names() -> frozenset[str]:
    """What stands in the field of a name for none: roles, the words of forms."""
    return _NO_PART | _roles() | read_groups("person_cues_zh.txt")["no_name"]


def _propose(context: Context, start: int, end: int, score: float) -> Candidate:
    return propose_words(context, "NAME", start, end, "person.label", score, source="label")
