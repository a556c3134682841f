"""Names in Latin letters: full names by their words, single ones by their surroundings (CONTRACT b.2)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.labels.phrases import phrases_of
from shotveil.core.clues.person import file_names as person_file_names
from shotveil.core.clues.person import labels as person_labels
from shotveil.core.clues.person import lists as person_lists
from shotveil.core.clues.person import logged_pairs as person_logged_pairs
from shotveil.core.clues.person import nested_fields as person_nested_fields
from shotveil.core.clues.person import part_pairs as person_part_pairs
from shotveil.core.clues.person import place_people as person_place_people
from shotveil.core.clues.person import plain_en as person_plain_en
from shotveil.core.clues.person import reversed_en as person_reversed_en
from shotveil.core.clues.person import roles_en as person_roles_en
from shotveil.core.clues.person import signed_en as person_signed_en
from shotveil.core.clues.person import strangers_en as person_strangers_en
from shotveil.core.clues.person import tickets as person_tickets
from shotveil.core.clues.person import titled_en as person_titled_en
from shotveil.core.clues.person import told_parts as person_told_parts
from shotveil.core.clues.person import wrapped_en as person_wrapped_en
from shotveil.core.clues.person.cues_en import (
    Surround,
    is_known_place,
    look_around,
)
from shotveil.core.clues.person.eponyms import is_nobody
from shotveil.core.clues.person.lexicon import NOT_LISTED, read_groups
from shotveil.core.clues.person.place_surnames import is_syllabled
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.single_en import is_date, is_day_and_month, list_articles, score_single
from shotveil.core.clues.person.tongues import end_in_tongue, stands_foreign
from shotveil.core.clues.person.words import Word, find_runs, is_barred, is_class_name, is_plain_run
from shotveil.core.clues.program_text import is_program_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import INLINE_GAP

ACCEPT: Final = 0.5
"""Score from which a name stands on its own; below it is a weak candidate, dropped here."""

_MAX_PARTS: Final = 6
_TWO_WORDS: Final = 0.35
"""Score of two everyday words that people are called too ("Will Stone"): only beside what people do."""
_NAMED_THING: Final = 0.4
"""Score of a given name and a word that nobody is called ("Stanley Knife", "Max Retries")."""
_VERSION: Final = compile_late(r" v?\d{1,3}\.\d")
_UNITS: Final = frozenset(
    {"apt", "apartment", "suite", "ste", "unit", "room", "rm", "floor", "building", "bldg"}
)


def find_english_names(context: Context) -> Iterable[Candidate]:
    """Full and single names in runs of capitalised words."""
    for run in find_runs(context.text):
        if not is_plain_run(run):
            yield from _read_run(context, run)


def _read_run(context: Context, run: Sequence[Word]) -> Iterable[Candidate]:
    at = 0
    while at < len(run):
        size, score = _longest_name(context, run, at)
        if size and score >= ACCEPT:
            yield propose_words(
                context, "NAME", _begin(run, at), run[at + size - 1].end, "person.full_en", score
            )
            at += size
            continue
        single = score_single(context, run, at)
        if single >= ACCEPT:
            yield propose_words(context, "NAME", _begin(run, at), run[at].end, "person.single_en", single)
        at += 1


def _begin(run: Sequence[Word], at: int) -> int:
    """Where a name begins: at a short title before it ("Dr."), which its record keeps apart."""
    before = run[at - 1] if at else None
    return before.start if before and before.is_title and len(before.key) <= 4 else run[at].start


def _longest_name(context: Context, run: Sequence[Word], at: int) -> tuple[int, float]:
    """How many words from ``at`` make a full name, and how sure that is; (0, 0.0) for none."""
    first = run[at]
    if (
        at + 2 > len(run)
        or first.is_title
        or not first.is_capitalised
        or (is_barred(first.key) and first.given < 1)
    ):
        return 0, 0.0
    if (
        first.text in {"A", "I"}
        or (first.is_upper and phrases_of(first.key))
        or first.key in read_groups("person_cues_en.txt")["listed_role"]
        or is_date(context.text, first)
        or is_day_and_month(first, run[at + 1])
        or _is_badge(run[at:])
    ):
        return 0, 0.0
    foreign = stands_foreign(context.text, first.start, run[-1].end)
    if (foreign and first.key in list_articles()) or first.key in read_groups("small_words.txt")["hello"]:
        return 0, 0.0
    end = _name_end(context, run, at)
    if foreign:
        end = end_in_tongue(run, at, end)
    while end - at >= 2:
        parts = [word for word in run[at:end] if word.is_capitalised]
        if len(parts) >= 2 and run[end - 1].is_capitalised:
            score = _score_parts(parts)
            if score and is_known_place(context.text[first.start : run[end - 1].end]):
                score = 0.0
            if score and not is_nobody(first.key, run[end - 1].key):
                around = look_around(context, first.start, run[end - 1].end)
                return end - at, _adjust(context, run, at, end, score, around)
        end -= 1
    return 0, 0.0


def _is_badge(words: Sequence[Word]) -> bool:
    """Short capitals before a full name: the initials of a picture, a role (CEO)."""
    if len(words) < 3 or not words[0].is_upper or len(words[0].text) > 3:
        return False
    return not words[1].is_upper and words[1].is_capitalised and words[2].is_capitalised


def _name_end(context: Context, run: Sequence[Word], at: int) -> int:
    """Index after the last word that may belong to the name; one ends at a gap, a column, a label."""
    text = context.text
    particles = read_groups("person_cues_en.txt")["particle"]
    end = at + 1
    while end < len(run) and end - at < _MAX_PARTS:
        word = run[end]
        gap = text[run[end - 1].end : word.start]
        if end - at >= 2 and run[end - 1].is_capitalised and (INLINE_GAP in gap or "\t" in gap):
            break
        if _begins_label(context, word.start):
            break
        if word.is_capitalised:
            if not _may_continue(word):
                end += _may_close(run[at], word)
                break
        elif word.key not in particles:
            break
        end += 1
    while end > at + 1 and not run[end - 1].is_capitalised:
        end -= 1
    return end


def _may_close(first: Word, word: Word) -> bool:
    """Whether a rarer ordinary word may be the family name after a sure given name."""
    sure = first.given >= 2 and first.level == NOT_LISTED and not is_program_word(first.key)
    return (
        sure and 20 <= word.level < NOT_LISTED and not is_barred(word.key) and word.key not in _screen_words()
    )


def _begins_label(context: Context, start: int) -> bool:
    """Whether a label that something links to its value begins here: the next line of a form."""
    hits = context.labels
    place = bisect_left(hits, start, key=attrgetter("start"))
    while place < len(hits) and hits[place].start == start:
        if hits[place].direct and hits[place].end > start:
            return True
        place += 1
    return False


def _hints_person(around: Surround, score: float) -> bool:
    """Whether weak cues stand beside a full name; beside two everyday words only what people do or meet."""
    groups = read_groups("person_cues_en.txt")
    acts = around.mark == " " and around.follower in _acting_words()
    if score <= _TWO_WORDS:
        return acts or (not around.joint and around.word in groups["human_met"])
    return acts or around.hints_person


@cache
def _acting_words() -> frozenset[str]:
    groups = read_groups("person_cues_en.txt")
    return groups["human_verb"] | groups["human_maybe"]


@cache
def _screen_words() -> frozenset[str]:
    return read_groups("org_words_en.txt")["ui"]


_LABEL_BEFORE: Final = compile_late(r"(?P<word>[a-z]{3,14})[\"']?[:=][ ]?[\"']?\Z")


@cache
def _goods() -> frozenset[str]:
    """Goods that are called something (``beer: Amber Fields``)."""
    return read_groups("eponyms.txt")["called_goods"]


def _may_continue(word: Word) -> bool:
    if word.key in read_groups("person_cues_en.txt")["record_word"]:
        return False
    return word.is_initial or word.given >= 0.3 or word.family >= 0.3 or word.is_unknown


def _score_parts(parts: Sequence[Word]) -> float:
    """How far these capitalised words read as given name and family name; 0.0 not at all."""
    first, last = parts[0], parts[-1]
    if first.key == last.key or is_class_name(last.text):
        return 0.0
    if last.is_initial:
        return 0.6 if first.given >= 1.5 and len(parts) == 2 else 0.0
    if first.is_initial:
        known = max(last.family, last.given) if "." in first.text else last.family - 0.5
        return 0.65 if known >= 1 else 0.45 if last.is_unknown and "." in first.text else 0.0
    known_family = max(last.family, last.given * 0.7)
    if first.given >= 2 and known_family >= 1:
        return 0.85
    if first.given >= 1 and known_family >= 0.6:
        return 0.75
    if first.given >= 2 and last.is_unknown:
        return 0.75
    if first.given >= 1 and last.is_unknown:
        return 0.65
    if last.family >= 0.5 and is_syllabled(first):
        return 0.65
    if first.is_unknown and last.family >= 1:
        return 0.6 if last.level == NOT_LISTED else 0.5
    if first.family >= 1 and first.level == NOT_LISTED and last.given >= 1:
        return 0.6
    if first.family >= 1 and first.level == NOT_LISTED and last.family >= 1.5:
        return 0.5
    if first.given >= 0.6 and last.family >= 1:
        return 0.5
    if first.is_unknown and (last.is_unknown or last.family >= 0.5):
        return 0.5 if any(part.is_initial for part in parts[1:-1]) else 0.3
    if first.given >= 2 and last.level >= 20 and not is_barred(last.key):
        return 0.5 if last.family else _NAMED_THING
    if first.given >= 0.6 and last.family >= 0.6 and not is_barred(last.key):
        return _TWO_WORDS
    return 0.0


def _adjust(
    context: Context, run: Sequence[Word], at: int, end: int, score: float, around: Surround
) -> float:
    """Score of a full name after a look at the words around it."""
    after = run[end] if end < len(run) else None
    titled = at > 0 and run[at - 1].is_title
    if around.street_after or (
        after is not None and is_barred(after.key) and not (titled and after.key in _UNITS)
    ):
        return 0.0
    goods = _LABEL_BEFORE.search(context.folded, max(0, run[at].start - 24), run[at].start)
    if goods and goods["word"].removesuffix("s") in _goods():
        return 0.0
    words = run[at:end]
    if all(word.is_upper for word in words):
        score -= 0.1 if all(word.is_name for word in words) else 0.25
    if around.place_before:
        score -= 0.2
    if is_known_place(run[at].text) and max(word.family for word in words[1:]) < 1:
        score -= 0.3
    if _VERSION.match(around.right):
        score -= 0.3
    if titled or around.names_person:
        score += 0.3
    elif around.fills_cell and score != _NAMED_THING:
        score += 0.25
    elif _hints_person(around, score) or (words[0].is_initial and around.joint == ":"):
        score += 0.15
    if context.medium != "text" and not around.names_person:
        score -= 0.05
    return min(score, 0.95)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.en": Rule(find_english_names, written=(r"\p{Lu}",)),
        **person_labels.RULES,
        **person_lists.RULES,
        **person_logged_pairs.RULES,
        **person_file_names.RULES,
        **person_nested_fields.RULES,
        **person_part_pairs.RULES,
        **person_place_people.RULES,
        **person_told_parts.RULES,
        **person_plain_en.RULES,
        **person_reversed_en.RULES,
        **person_roles_en.RULES,
        **person_signed_en.RULES,
        **person_strangers_en.RULES,
        **person_tickets.RULES,
        **person_titled_en.RULES,
        **person_wrapped_en.RULES,
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.en": (
            Example("Seen by Amelia Hartwell and Imani Okafor.", ("Amelia Hartwell", "Imani Okafor")),
            Example("_Robert Vance_ and **Marisol Trent** about it", ("Robert Vance", "Marisol Trent")),
            Example(
                "Robert Vance, Unit 7; Pt Amelia Hartwell DOB 3/4/1961", ("Robert Vance", "Amelia Hartwell")
            ),
            Example("a ride from Marta, who lives near; Dear Pt Hartwell", ("Marta", "Hartwell")),
            Example("Le docteur a vu Dupont hier avec la famille", ("Dupont",)),
            Example("in die Stadt mit Becker und Schulz gehen, wir walked from Camden.", ()),
            Example("Yesterday John Smithers came home.", ("John Smithers",)),
            Example("Holder: Imani Okafor\nEmployer: Tern Foods", ("Imani Okafor",)),
            Example("Holder ..... Siobhán Ní Bhriain\nEmployer ..... Tern Foods", ("Siobhán Ní Bhriain",)),
            Example("*    Marta opened", ("Marta",)),
            Example("* Markdown rendered", ()),
            Example("Moore's law and Fourier transforms, a Caesar salad for Parkinson's patients", ()),
            Example("I asked Claude to sum up; Jenkins fails again; Alexa set a timer", ()),
            Example("Hi Claude, thanks for the flowers", ("Claude",)),
            Example("Merry Christmas to all, and Joyeux Noël", ()),
            Example("Le Conseil a pris une décision, Les Alpes sont belles", ()),
            Example(
                "Ayer vinieron Paz Aguirre y Soledad Montes con la llave", ("Paz Aguirre", "Soledad Montes")
            ),
            Example(
                "418 Larkspur Avenue, Portland; Hong Kong voted; walked from Camden to Leeds",
                (),
            ),
            Example(
                "Max Retries,3\nHenry Vacuum Bags\t9\nStanley Knife,8.50\nuses Jackson Databind 2.15 for it",
                (),
            ),
            Example(
                "Emma Kettle said no, and I met Rosalind Bexley 2 days ago",
                ("Emma Kettle", "Rosalind Bexley"),
            ),
            Example(
                "Received by: S. Whitcombe\nRe: Florence Haldane, born 1951",
                ("S. Whitcombe", "Florence Haldane"),
            ),
            Example("Privacy Policy and Account Settings", ()),
            Example("[Thu Oct 12 09:01:11 2026] x; Mon Jan  5\n\nThu Nguyen called us", ("Thu Nguyen",)),
        ),
        **person_labels.EXAMPLES,
        **person_lists.EXAMPLES,
        **person_logged_pairs.EXAMPLES,
        **person_file_names.EXAMPLES,
        **person_nested_fields.EXAMPLES,
        **person_part_pairs.EXAMPLES,
        **person_place_people.EXAMPLES,
        **person_told_parts.EXAMPLES,
        **person_plain_en.EXAMPLES,
        **person_reversed_en.EXAMPLES,
        **person_roles_en.EXAMPLES,
        **person_signed_en.EXAMPLES,
        **person_strangers_en.EXAMPLES,
        **person_tickets.EXAMPLES,
        **person_titled_en.EXAMPLES,
        **person_wrapped_en.EXAMPLES,
    }
)
