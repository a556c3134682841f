"""Values of name labels and fields: what stands there is a name unless it clearly is something else (b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, LabelHit, Rule
from shotveil.core.clues.labels.fields import split_field
from shotveil.core.clues.labels.phrases import phrases_of
from shotveil.core.clues.person.account_names import match_account
from shotveil.core.clues.person.cues_en import is_known_place, means_assistant, names_human
from shotveil.core.clues.person.eponyms import is_called_thing
from shotveil.core.clues.person.labels_zh import read_before_sex, read_chinese
from shotveil.core.clues.person.lexicon import NOT_LISTED, is_assistant, is_product, read_groups
from shotveil.core.clues.person.name_values import are_known_words
from shotveil.core.clues.person.neighbours import stands_with_person
from shotveil.core.clues.person.place_surnames import ends_in_surname, tells_human, tells_owner
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, Word, is_barred, read_word
from shotveil.core.clues.program_text import (
    is_named_resource,
    is_program_word,
    is_resource_field,
    is_technical,
)
from shotveil.core.name_parts import read_name_part
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_GAP: Final = r"[ \t\u00a0\ue001]{1,2}"
_PART: Final = (
    rf"(?:{LETTER}\.|(?:Dr|Mr|Mrs|Ms|Prof|Hon|Rev|Jr|Sr|St)\."
    rf"|{LETTER}{{1,30}}(?:['’\-‐](?!s(?!{LETTER})){LETTER}{{1,30}}){{0,3}})"
)
_VALUE: Final = compile_late(rf"{_PART}(?:,?{_GAP}{_PART}){{0,5}}")
_PIECE: Final = compile_late(_PART)
_OWN_NAME: Final = ("name is", "name's")
_HEAD_BEHIND: Final = compile_late(r"\.?:[ \t]*(?:\n|\ue000|$)")
_END: Final = compile_late(r"[\s\ue000\ue001]*(?:$|[\n\ue000,;:|<>()\[\]{}\\\"'“”/@.!?]|[-–—]\s|\d)")


def find_labelled_names(context: Context) -> Iterable[Candidate]:
    """Names at the start of the value window of direct NAME labels."""
    seen: set[int] = set()
    for hit in context.labelled("NAME"):
        if hit.value_start in seen:
            continue
        if hit.direct:
            found = _read_latin(context, hit) or read_chinese(context, hit, _label_of(context, hit))
        else:
            found = read_before_sex(context, hit)
        if found is not None:
            seen.add(hit.value_start)
            yield found


def _read_latin(context: Context, hit: LabelHit) -> Candidate | None:
    match = _VALUE.match(context.text, hit.value_start, hit.value_end)
    if match is None:
        return None
    words = [
        read_word(context.text, piece.start(), piece.end())
        for piece in _PIECE.finditer(context.text, *match.span())
    ]
    words = _cut(context, hit, words)
    if not words or context.text[words[-1].end : words[-1].end + 1] in {"_", "@", "/", *"0123456789"}:
        return None
    if _HEAD_BEHIND.match(context.text, words[-1].end):
        return None  # the last head of a table
    if _is_namesake(context, hit, words):
        return _propose(context, words[0].start, words[-1].end, 0.85)
    if len(words) == 1 and (account := match_account(context.text, words[0].start)):
        if is_technical(context.text, words[0].start):
            return None
        return propose_words(context, "USER", *account.span(), "person.account", 0.6, source="label")
    score = _judge(context, hit, words)
    return _propose(context, words[0].start, words[-1].end, score) if score else None


def _cut(context: Context, hit: LabelHit, words: list[Word]) -> list[Word]:
    """The words that can belong to the name: up to the first that cannot."""
    particles = read_groups("person_cues_en.txt")["particle"]
    lower = context.text[hit.value_start : words[0].end].islower()
    kept: list[Word] = []
    for word in words:
        if kept and hit.role == "START" and "," in context.text[kept[-1].end : word.start]:
            break  # the sentence goes on; in a form it may be the family name before the given name
        if (
            len(kept) > 1
            and (min(kept[0].given, word.given) >= 1 or word.is_upper or word.is_plain)
            and "," in context.text[kept[-1].end : word.start]
        ):
            break  # the next of several people, or of other fields
        if kept and is_barred(word.key) and not word.is_name:
            known = _is_namesake(context, hit, [*kept, word]) or _are_ordinary(context, hit, [*kept, word])
            if not known:
                return []
        if not word.is_capitalised and not lower and word.key not in particles:
            break
        if lower and kept and word.level <= 20 and not word.is_name:
            break
        kept.append(word)
    while kept and (kept[-1].key in particles and not kept[-1].is_capitalised):
        kept.pop()
    return kept


def _is_namesake(context: Context, hit: LabelHit, words: list[Word]) -> bool:
    """Whether the words are somebody with the name of a place, at the end of the value or before a mark."""
    if not _END.match(context.text, words[-1].end) or len(words) < 2:
        return False
    if "," in context.text[words[0].end : words[1].start]:
        words = [*words[1:], words[0]]
    return ends_in_surname(words, only_person=hit.role != "START" and tells_human(_label_of(context, hit)))


def _judge(context: Context, hit: LabelHit, words: list[Word]) -> float:
    """Score of the words after a label, 0.0 when they are no name."""
    names = sum(1 for word in words if word.is_name)
    unknown = sum(1 for word in words if word.is_unknown and not _is_camel(word))
    text = context.text
    if not names and not unknown:
        if _is_of_kin(context, hit, words):
            return 0.55
        return 0.6 if _are_ordinary(context, hit, words) else 0.0
    if _is_setting(context, hit, words):
        return 0.0
    if len(words) == 1 and (is_barred(words[0].key) or len(words[0].key) < 2):
        return 0.0
    groups = read_groups("person_cues_en.txt")
    if len(words) == 1 and (
        words[0].key in groups["title"] or (words[0].key in groups["no_part"] and not words[0].is_name)
    ):
        return 0.0
    if len(words) == 1 and words[0].is_upper and phrases_of(words[0].key):
        return 0.0  # the next heading of a table: NAME    TEL
    person = len(words) == 1 and _asks_for_person(context, hit)
    if len(words) == 1 and not person and means_assistant(words[0], text):
        return 0.0
    if hit.role == "START":
        if len(words) == 1 and is_called_thing(text, words[0].start):
            return 0.0
        return _judge_start(words, text[hit.start : hit.end].lower())
    if not words[0].is_capitalised and _is_resource(context, hit, words[0]):
        return 0.0
    if not words[0].is_capitalised and not all(word.given >= 2 or word.family >= 2 for word in words):
        return 0.0
    ends = bool(_END.match(text, words[-1].end))
    told = person and is_assistant(words[0].key)
    if len(words) == 1 and not told and _is_product(context, hit, words[0], names):
        return 0.0
    if len(words) == 1:
        if is_known_place(words[0].text) and words[0].given < 2:
            return 0.0
        return 0.7 if names and ends else 0.55 if ends and unknown and words[0].is_capitalised else 0.0
    if names:
        return 0.85 if ends else 0.6
    return 0.6 if ends and unknown == len(words) and not all(word.is_upper for word in words) else 0.0


def _are_ordinary(context: Context, hit: LabelHit, words: list[Word]) -> bool:
    """Whether two ordinary words fill the place of a name (``Name: Sky Stone``), by what asks for it."""
    if not all(word.is_capitalised for word in words) or not _END.match(context.text, words[-1].end):
        return False
    label = _label_of(context, hit)
    if hit.role == "START":
        return label.endswith(_OWN_NAME) and are_known_words(words, told="near")
    if tells_human(label):
        return are_known_words(words, told="person")
    if stands_with_person(context, hit):
        return are_known_words(words, told="near")
    is_sure = hit.role == "LABEL" or label != "name"
    return is_sure and context.medium == "text" and are_known_words(words)


def _is_setting(context: Context, hit: LabelHit, words: list[Word]) -> bool:
    """Whether a bare "name" is that of a thing: behind a name an ordinary word (``Max Retries``)."""
    first, last = words[0], words[-1]
    if len(words) != 2 or hit.role == "START" or last.is_unknown or max(last.given, last.family) > 0:
        return False
    if first.level == NOT_LISTED and not is_program_word(first.key):
        return False
    return _label_of(context, hit) == "name" and not stands_with_person(context, hit)


def _is_of_kin(context: Context, hit: LabelHit, words: list[Word]) -> bool:
    """Whether one rarer word fills the field of a daughter or a husband (``{"daughter": "Juniper"}``)."""
    word = words[0]
    if len(words) > 1 or hit.role == "START" or not word.is_capitalised or word.level <= 10:
        return False
    kin = _label_of(context, hit).split(" ")[-1] in read_groups("person_cues_en.txt")["kin"]
    return kin and not is_barred(word.key) and _END.match(context.text, word.end) is not None


def _is_resource(context: Context, hit: LabelHit, word: Word) -> bool:
    """Whether a bare "name" is that of a thing of programs: a pod, a service, a job (``metadata: name:``)."""
    if hit.role == "FIELD":
        around = context.stream.read_outer_field(hit.value_start)
        if _label_of(context, hit) != "name" or not around or tells_owner(around):
            return False
        return is_resource_field(split_field(around)[-1])
    return is_named_resource(context.text, word.start)


def _asks_for_person(context: Context, hit: LabelHit) -> bool:
    """Whether a label asks for a part of a name, or says who it is of: no program has these."""
    label = _label_of(context, hit)
    return read_name_part(label) != "" or names_human([label.removesuffix("name"), *re.split("[ _-]", label)])


def _is_product(context: Context, hit: LabelHit, word: Word, names: int) -> bool:
    """A known product, or an unknown word that a bare key calls a name: tools, headers, browsers."""
    if is_product(word.key):
        return True
    if tells_owner(context.stream.read_outer_field(hit.value_start)):
        return False
    quoted = context.text[hit.value_start - 1 : hit.value_start] in {'"', "'"}
    return not names and (quoted or hit.role == "FIELD") and _label_of(context, hit) == "name"


def _label_of(context: Context, hit: LabelHit) -> str:
    """The label as written, or the innermost field name of the unit, in lower case."""
    if hit.role != "FIELD":
        return context.text[hit.start : hit.end].strip(' \n`"[]').lower()
    return context.stream.read_field(hit.value_start)


def _is_camel(word: Word) -> bool:
    """Capitals inside, but for McDowell, O'Neil and hyphens: a handle or a product."""
    inner = re.sub(r"^(?:Mc|Mac|De|Di|La|Le|Van|O['’])|['’-].", "", word.text)[1:]
    return not word.is_upper and any(char.isupper() for char in inner)


def _judge_start(words: list[Word], label: str) -> float:
    """After "my name is" or "Hi": capitalised words, or known names."""
    first = words[0]
    if any(_is_camel(word) for word in words):
        return 0.0
    if not first.is_capitalised:
        if not label.endswith(("name is", "name's", "called", "named")) or len(words) > 3:
            return 0.0
        return (
            0.6
            if first.level == NOT_LISTED and len(first.key) > 2 and (first.given or len(words) > 1)
            else 0.0
        )
    if is_known_place(first.text) and first.given < 2:
        return 0.0
    if len(words) > 1 and not (words[-1].is_name or words[-1].is_unknown):
        return 0.0
    return 0.7 if first.is_name or (first.is_unknown and not first.is_upper) else 0.0


def _propose(context: Context, start: int, end: int, score: float) -> Candidate:
    return propose_words(context, "NAME", start, end, "person.label", score, source="label")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {"person.label": Rule(find_labelled_names, labels=("NAME",))}
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.label": (
            Example("Customer: Ottoline Brakspear", ("Ottoline Brakspear",)),
            Example("my name is imani and I need help", ("imani",)),
            Example("My name is Evander Holt, I am new. I am John, Mary is out", ("Evander Holt", "John")),
            Example("Customer: Brakspear, Ottoline", ("Brakspear, Ottoline",)),
            Example("昵称：小鱼儿", ("小鱼儿",)),
            Example("姓名：高兴\n姓名：江山\n姓名：成功", ("高兴", "江山", "成功")),
            Example("姓名：保密\n姓名：必填\n姓名：全部", ()),
            Example("Last name: 王", ("王",)),
            Example("Last name: 无", ()),
            Example("Name: unknown", ()),
            Example("提交人：wang.yutong（已处理）", ("wang.yutong",)),
            Example("Host: example.com\nsender: build.log, contact: files.example.org", ()),
            Example("owner: sharma.dev, assignee: jane.d", ("sharma.dev", "jane.d")),
            Example("guest: TBD, sender: N/A", ()),
            Example("TO: File", ()),
            Example("Owner: Untitled", ()),
            Example("Name: Vorname Nachname", ()),
            Example("Status: Name required", ()),
        )
    }
)
