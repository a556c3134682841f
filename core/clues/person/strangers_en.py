"""People whose words no list holds: only what people do, are and own tells them (CONTRACT b.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.cues_en import ends_in_phrase, is_known_place, is_prose
from shotveil.core.clues.person.eponyms import names_a_thing
from shotveil.core.clues.person.lexicon import NOT_LISTED, is_product, match_any, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, Word, find_runs, is_barred, read_word
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate
from shotveil.core.stream.model import INLINE_GAP

_SCORE: Final = 0.55
_LONGEST: Final = 5
_RARE: Final = 30
"""Level from which an ordinary word is rare enough to be somebody's first name ("Quill")."""
_FOLLOWER: Final = compile_late(
    r"[ \t](?P<verb>[a-z][a-z-]{1,15})(?![A-Za-z])(?: (?P<object>[a-z]{2,10})(?![A-Za-z]))?"
)
_IS: Final = compile_late(
    r" (?:is|was|became) (?:my|our|his|her|their|your|the|an?) (?:[a-z-]{2,12} )?"
    r"(?P<role>[a-z\u00e9]{3,12})(?![A-Za-z])"
)
_OWNS: Final = compile_late(r"['’]s (?:[a-z-]{2,12} )?(?P<thing>[a-z]{3,12})(?![A-Za-z])")
_BESIDE: Final = compile_late(r",? and (?:I|me|myself)(?![A-Za-z])")
_AGED: Final = compile_late(r", (?:aged )?[1-9]\d(?:,| years)")
_ROLE_BEFORE: Final = compile_late(
    r"(?i)(?:^|[^A-Za-z])(?:my|our|his|her|their|your)(?: [a-z-]{2,12})? (?P<role>[a-z\u00e9]{3,12}),? $"
)
_LABEL: Final = compile_late(r"(?:^|[^A-Za-z])(?P<label>[A-Za-z]{4,12})[:\ue001] ?$")
_CONTACT: Final = compile_late(
    r"[ \t\ue001]*[\n\ue000,|(<·•-]?(?:[^\n\ue000]{0,40}[\n\ue000]){0,2}[^\n\ue000@\d]{0,20}"
    r"(?:[+(]{0,2}\d(?:[ ().\-]{0,2}\d){7,}|[\w.+-]{2,30}@\w)"
)
_EDGE_BEFORE: Final = compile_late(r"(?:^|[\n\ue000]|[:|\t\ue001])[ \t]*$")
_SHAPE: Final = compile_late(rf"{LETTER}[a-zß-öø-ɏḁ-ỿ]+(?:['’\-‐]{LETTER}+)*|{LETTER}['’]{LETTER}+")


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("person_cues_en.txt")[name]


def find_strangers(context: Context) -> Iterable[Candidate]:
    """Runs of words that are no ordinary ones, where a person stands."""
    for run in find_runs(context.text):
        if len(run) > 1 and any(map(_is_nobodys, run)):
            yield from _read_run(context, run)


def _read_run(context: Context, run: Sequence[Word]) -> Iterable[Candidate]:
    at = 0
    while at + 1 < len(run):
        end = _measure(context.text, run, at)
        if end - at > 1 and _stands_alone(run, at, end) and _is_person(context, run[at:end]):
            yield propose_words(
                context, "NAME", run[at].start, run[end - 1].end, "person.stranger_en", _SCORE
            )
        at = max(end, at + 1)


def _measure(text: str, run: Sequence[Word], at: int) -> int:
    """Index after the last word of a possible name that begins at ``at``; ``at`` for none."""
    if not _may_begin(run[at]):
        return at
    end = at + 1
    while end < len(run) and end - at < _LONGEST:
        gap = text[run[end - 1].end : run[end].start]
        if INLINE_GAP in gap or len(gap) > 1:  # the next column
            break
        if not (run[end].key in _group("particle") or run[end].is_initial or _is_strange(run[end])):
            break
        end += 1
    while end > at and not _is_strange(run[end - 1]):
        end -= 1
    return end


def _is_nobodys(word: Word) -> bool:
    """No ordinary word and no name of the lists; names of known words are found without this rule."""
    return word.level == NOT_LISTED and not word.is_name


def _may_begin(word: Word) -> bool:
    """A strange word, a known given name, a word that some are called, an initial."""
    return (
        word.is_initial or _is_strange(word) or (_is_plain(word) and (word.given > 0 or word.level >= _RARE))
    )


def _is_plain(word: Word) -> bool:
    return not word.is_title and (word.is_upper or _SHAPE.fullmatch(word.text) is not None)


def _is_strange(word: Word) -> bool:
    """No ordinary word, no known place, written as names are: no capitals inside, no digits."""
    if word.level != NOT_LISTED or is_barred(word.key) or len(word.key) < 3 or not _is_plain(word):
        return False
    return not is_known_place(word.text)


def _stands_alone(run: Sequence[Word], at: int, end: int) -> bool:
    """Whether no other capitalised word touches the name, but for titles and words that open a clause."""
    before, after = run[at - 1] if at else None, run[end] if end < len(run) else None
    if after is not None and after.is_capitalised and after.start - run[end - 1].end == 1:
        return False
    return before is None or not before.is_capitalised or before.is_title or before.level <= 20


def _is_person(context: Context, words: Sequence[Word]) -> bool:
    text, start, end = context.text, words[0].start, words[-1].end
    left, right = text[max(0, start - 60) : start], text[end : end + 60]
    if text[end : end + 1] in {"_", "@", "/", "(", "="}:
        return False
    if words[-1].is_upper and not any(word.is_name for word in words):
        return False
    label = _LABEL.search(left)
    if label and label["label"].lower() in _group("human_label"):
        return True
    if context.medium == "text" and not is_prose(text, start, end, least=1):
        return _has_contact(text, start, end)
    return _acts(words, right) or _is_met(left) or _has_contact(text, start, end)


def _acts(words: Sequence[Word], right: str) -> bool:
    """Whether what follows is what people do, are or own."""
    follower = _FOLLOWER.match(right)
    if follower and _is_done_by_people(follower, words[0]):
        return True
    role, thing = _IS.match(right), _OWNS.match(right)
    if role and role["role"] in _group("human_role"):
        return True
    if thing and thing["thing"] in _group("human_own"):
        return True
    return _BESIDE.match(right) is not None or _AGED.match(right) is not None


def _is_done_by_people(follower: re.Match[str], first: Word) -> bool:
    """Whether people do it; what programs do too needs a known first name or a person after it."""
    if follower["verb"] in _group("human_verb"):
        return True
    known = first.given > 0 or first.is_initial
    return follower["verb"] in _group("human_maybe") and (
        known or follower["object"] in _group("human_object")
    )


def _is_met(left: str) -> bool:
    """Whether what stands before is said of people only, or a role with its owner."""
    if ends_in_phrase(left, _group("human_phrase")) or ends_in_phrase(left, _group("named")):
        return True
    last = left.rstrip(" ").rsplit(" ", 1)[-1].lower()
    if left.endswith(" ") and last in _group("human_met"):
        return True
    role = _ROLE_BEFORE.search(left)
    return role is not None and role["role"].lower() in _group("human_role")


def _has_contact(text: str, start: int, end: int) -> bool:
    """Whether the name fills its line or field, and a phone number or an address follows soon."""
    if not _EDGE_BEFORE.search(text, max(0, start - 4), start):
        return False
    rest = text[end : end + 1]
    return (not rest or rest in "\n\ue000,|(<\ue001") and _CONTACT.match(text, end) is not None


_FAMILY: Final = compile_late(
    r"(?<![A-Za-z])[Tt]he (?P<name>[A-Z][a-z]{3,15})(?:e?s)(?![\w'’-]|[ ](?:[A-Z]|['’]))"
)


def find_families(context: Context) -> Iterable[Candidate]:
    """``The Abernathys``: a family name in the plural that is no word and no team's or show's."""
    for match in context.scan(_FAMILY):
        start, end = match.span("name")
        word = read_word(context.text, start, end)
        whole = read_word(context.text, start, match.end())
        shown = word.given >= 1 or whole.level != NOT_LISTED or whole.is_name
        if word.family >= 1 and word.level == NOT_LISTED and not shown and not is_barred(word.key):
            yield propose_words(context, "NAME", start, match.end(), "person.families_en", _SCORE)


def _roles() -> frozenset[str]:
    return _group("human_role") | _group("human_own") & _group("relation")


@cache
def _kin_pattern() -> re.Pattern[str]:
    return re.compile(
        r"(?<![A-Za-z])(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Ww]hose)(?: [a-z-]{2,12})? "
        rf"(?:{match_any(_roles())})|(?:with|w/|by|and|from) (?:{match_any(_group('kin'))})),? "
        r"(?P<name>[A-Z][a-zà-ÿ]{2,15})(?![\w'’-]|,? [A-Z]| (?:of|and) [A-Z])"
    )


def find_kin(context: Context) -> Iterable[Candidate]:
    """One capitalised word behind a relation, though it be an ordinary one ("his wife Temperance")."""
    for match in _kin_pattern().finditer(context.text):
        word = read_word(context.text, *match.span("name"))
        everyday = word.level <= 10 and word.given < 0.6
        if (
            everyday
            or word.is_title
            or is_barred(word.key)
            or is_product(word.key)
            or is_known_place(word.text)
        ):
            continue
        if not names_a_thing(context.text, word.end):
            yield propose_words(context, "NAME", word.start, word.end, "person.kin_en", _SCORE)


def _cues() -> tuple[str, ...]:
    """What stands before a name written small, longest first."""
    cues = {cue for cue in _group("human_met") | _group("human_phrase") if cue.replace(" ", "").isalpha()}
    return tuple(sorted(cues, key=lambda cue: (-len(cue), cue)))


@cache
def _plain_pattern() -> re.Pattern[str]:
    either = "|".join(_cues())
    word = r"[a-zß-öø-ɏ]{4,20}(?:-[a-zß-öø-ɏ]{3,20})?"
    after = r"(?=[ ,.!?;\n][^=(/\w]?[ a-z\n]|[.!?]?$)"
    return re.compile(rf"(?<![A-Za-z])(?:{either}) (?P<first>{word}) (?P<last>{word}){after}")


def find_plain_strangers(context: Context) -> Iterable[Candidate]:
    """Two small words that are none of the language, after what is said of people only ("we met ...")."""
    if context.medium != "text":
        return
    for match in _plain_pattern().finditer(context.text):
        words = [read_word(context.text, *match.span(part)) for part in ("first", "last")]
        if all(word.level == NOT_LISTED and not is_barred(word.key) for word in words):
            yield propose_words(
                context, "NAME", words[0].start, words[1].end, "person.plain_stranger_en", _SCORE
            )


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.stranger_en": Rule(find_strangers, written=(r"\p{Lu}",)),
        "person.families_en": Rule(find_families, written=(r"[Tt]he [A-Z][a-z]{3,15}s",)),
        "person.kin_en": Rule(
            find_kin, words=tuple(f"{role}{joint}" for role in _roles() for joint in (" ", ", "))
        ),
        "person.plain_stranger_en": Rule(find_plain_strangers, words=tuple(f"{cue} " for cue in _cues())),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.stranger_en": (
            Example("Ishveld Onwumare called me twice", ("Ishveld Onwumare",)),
            Example("we hired May Trevanick in the end", ("May Trevanick",)),
            Example("Quenby Hartsgrell\n+1 415 555 0132\n", ("Quenby Hartsgrell",)),
            Example("Grafena Lokix restarted the job", ()),
            Example("Patient: Ishveld Onwumare  MRN: 77-3", ("Ishveld Onwumare",)),
            Example("deploy Kubera Stack to the cluster", ()),
        ),
        "person.families_en": (
            Example("dinner at the Abernathys on Friday", ("Abernathys",)),
            Example("the Beatles, the Alps, The Times, the Simpsons, the Kennedys Center", ()),
        ),
        "person.kin_en": (
            Example(
                "seen with his wife Temperance on Tuesday, my eldest son, Hunter.", ("Temperance", "Hunter")
            ),
            Example("her son Quill is late and our landlord Wick moved", ("Quill", "Wick")),
            Example("seen w/ daughter Blessing, lives with sister Clover", ("Blessing", "Clover")),
            Example("my boss Monday morning; your friend Google; his doctor Friday; my mother Earth"),
        ),
        "person.plain_stranger_en": (
            Example("we met ishveld onwumare at the library", ("ishveld onwumare",)),
            Example("we met twice and talked to people about kubera", ()),
        ),
    }
)
