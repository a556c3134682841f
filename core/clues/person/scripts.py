"""Names in letters neither Latin nor Chinese (Cyrillic, Arabic, Korean, Japanese): by labels and titles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import takewhile
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import match_any, read_groups
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_LETTERS: Final = (
    "\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u0590-\u05f4\u0620-\u065f\u0670-\u06d3\u0900-\u0963\u0980-\u0df3"
    "\u0e01-\u0e4e\u10a0-\u10ff\u1f00-\u1fff"
)
_EAST: Final = "\u3005\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_WORD: Final = rf"[{_LETTERS}][{_LETTERS}'’-]{{1,24}}"
_VALUE: Final = rf"(?P<name>{_WORD}(?: {_WORD}){{0,3}}|[{_EAST}]{{2,7}}(?:[ ・\u3000][{_EAST}]{{1,7}})?)"
_END: Final = r"(?=[ \t]*(?:様|님)?[ \t]*(?:[,，、;；|)）\n\r\ue000\ue001.。!]|$))"
_BEFORE: Final = rf"(?<![A-Za-z0-9{_LETTERS}{_EAST}])"
_AFTER: Final = rf"(?![A-Za-z0-9{_LETTERS}])"
_NEED: Final = f"[{_LETTERS}\u3041-\u30ff\uac00-\ud7a3々]|氏名|名前"


@cache
def _group(name: str) -> frozenset[str]:
    return read_groups("names_scripts.txt")[name]


def _any(group: str) -> str:
    return f"(?:{match_any(_group(group))})"


@cache
def _labelled() -> re.Pattern[str]:
    return re.compile(rf"(?i){_BEFORE}{_any('label')}[ \u3000]?[:：][ \u3000]?{_VALUE}{_END}")


@cache
def _titled() -> re.Pattern[str]:
    name = rf"(?P<name>{_WORD}(?: {_WORD}){{0,2}})"
    return re.compile(rf"(?i:{_BEFORE}(?:{_any('title_before')} |{_any('greeting')},? )){name}{_AFTER}")


_SMALL: Final = "а-яёіїє'’"
_CAPITAL: Final = "А-ЯЁІЇЄ"
_FAMILY_END: Final = "(?:ов|ев|ёв|ин|ын|ова|ева|ёва|ина|ый|ий|ая|ко|ук|юк|ян|дзе|швили)"
_FATHER_END: Final = "(?:ович|евич|йович|ьич|мич|овна|евна|ична|инична|івна|ївна)"
_FATHERED: Final = compile_late(
    rf"(?<![\u0400-\u052f])(?:[{_CAPITAL}][{_SMALL}]{{2,20}} )?[{_CAPITAL}][{_SMALL}]{{2,14}} "
    rf"[{_CAPITAL}][{_SMALL}]{{2,14}}{_FATHER_END}"
    rf"(?: [{_CAPITAL}][{_SMALL}]{{2,20}}{_FAMILY_END})?(?![\u0400-\u052f])"
)
_GIVEN_FAMILY: Final = compile_late(
    rf"(?<![\u0400-\u052f])(?P<first>[{_CAPITAL}][{_SMALL}]{{1,14}}) [{_CAPITAL}][{_SMALL}]{{2,20}}"
    "(?![\u0400-\u052f])"
)
_KO_END: Final = r"(?=은|는|이|가|을|를|에게|의|도|와|과|입니다|이고|이며|께|[^\uac00-\ud7a3]|$)"
_KANA: Final = compile_late("[\u3041-\u30ff]")


@cache
def _korean() -> re.Pattern[str]:
    name = rf"(?P<name>{_any('ko_family')}[\uac00-\ud7a3]{{1,2}})"
    titled = rf"{name}(?P<gap> ?){_any('ko_title')}님?{_KO_END}"
    roled = "(?<= )" + name.replace("<name>", "<other>").replace("{1,2}", "{2}") + _KO_END
    return re.compile(rf"(?<![\uac00-\ud7a3])(?:{titled}|{roled})")


@cache
def _japanese() -> re.Pattern[str]:
    given = "[\u3005\u3041-\u3096\u4e00-\u9fff]{1,3}?"
    kana = "[\u30a1-\u30fa\u30fc]{2,6}"
    name = rf"(?P<name>{_any('ja_family')}[ \u3000]?(?:{given})?|{kana}[・ \u3000]{kana})"
    after = "(?=です|でした|は|が|を|に|と|の|、|。)"
    roled = rf"{_any('ja_role')}の(?P<other>{_any('ja_family')}[ \u3000]?{given}){after}"
    return re.compile(rf"(?<![\u3005\u30a1-\u30fc\u4e00-\u9fff])(?:{name}{_any('ja_title')}|{roled})")


def find_labelled_scripts(context: Context) -> Iterable[Candidate]:
    """The value of a label for names in its own script (Имя: …, 이름: …, 氏名：…)."""
    for match in context.scan(_labelled()):
        if not _is_no_value(match["name"]):
            yield _propose(context, *match.span("name"), 0.7)


def find_titled_scripts(context: Context) -> Iterable[Candidate]:
    """One or two words behind a title or a greeting, capitals where the script has them."""
    for match in context.scan(_titled()):
        start = match.start("name")
        if named := _cut_name(match["name"]):
            yield _propose(context, start, start + len(named), 0.6)


def _cut_name(text: str) -> str:
    """The words up to the first that is none of a name, two at most where the script has no capitals."""
    words = text.split(" ")
    cased = words[0][0].lower() != words[0][0].upper()
    return " ".join(takewhile(lambda word: _may_name(word, cased), words[: 3 if cased else 2]))


def _may_name(word: str, cased: bool) -> bool:
    if word in _group("stop") or word in _group("no_value"):
        return False
    return word[0].isupper() or not cased


def find_cyrillic(context: Context) -> Iterable[Candidate]:
    """Given name and father's name with the family name; a common given name and a family name."""
    for match in context.scan(_FATHERED):
        yield _propose(context, *match.span(), 0.75)
    for match in context.scan(_GIVEN_FAMILY):
        if match["first"].lower() in _group("ru_given"):
            yield _propose(context, *match.span(), 0.6)


def find_korean(context: Context) -> Iterable[Candidate]:
    """A family name and one or two syllables before a title, or behind a role."""
    for match in context.scan(_korean()):
        part = "name" if match["name"] else "other"
        name = match[part]
        if any(map(name.startswith, _group("ko_not"))):
            continue
        if part == "other" and not _ends_in_role(context.text, match.start()):
            continue
        if part == "name" and len(name) == 2 and not match["gap"]:
            continue
        yield _propose(context, *match.span(part), 0.65)


_HANGUL_END: Final = compile_late("([\uac00-\ud7a3]+) ?$")


def _ends_in_role(text: str, start: int) -> bool:
    word = _HANGUL_END.search(text, max(0, start - 12), start)
    return word is not None and word.group(1) in _group("ko_role")


def find_japanese(context: Context) -> Iterable[Candidate]:
    """A family name, given name or none, before a form of address, or behind a role, in Japanese lines."""
    for match in context.scan(_japanese()):
        if _KANA.search(context.text, max(0, match.start() - 20), match.end() + 20):
            yield _propose(context, *match.span("name" if match["name"] else "other"), 0.65)


def _is_no_value(name: str) -> bool:
    return any(word in _group("no_value") for word in re.split("[ \u3000]", name.lower()))


def _propose(context: Context, start: int, end: int, score: float) -> Candidate:
    return propose_words(context, "NAME", start, end, "person.script", score)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.script_label": Rule(find_labelled_scripts, written=(_NEED,)),
        "person.script_title": Rule(find_titled_scripts, written=(f"[{_LETTERS}]{{2}}",)),
        "person.script_cyrillic": Rule(find_cyrillic, written=("[\u0400-\u052f]{2}",)),
        "person.script_ko": Rule(find_korean, written=("[\uac00-\ud7a3]{2}",)),
        "person.script_ja": Rule(find_japanese, written=("[\u3041-\u30ff]|様|氏",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.script_label": (
            Example(
                "Имя: Дмитрий Соколов\n이름: 최수아\n氏名：渡辺 直人\n",
                ("Дмитрий Соколов", "최수아", "渡辺 直人"),
            ),
            Example("नाम: राजेश कुमार\nالاسم: محمد عبد الله\n", ("राजेश कुमार", "محمد عبد الله")),
            Example("Имя: обязательно\n이름: 필수\n氏名：必須\n", ()),
        ),
        "person.script_title": (
            Example("السيد أحمد حسن غير موجود", ("أحمد حسن",)),
            Example("Здравствуйте, Ольга! Как дела?", ("Ольга",)),
            Example("Здравствуйте, заказ отправлен.", ()),
        ),
        "person.script_cyrillic": (
            Example("Пациент Иванов Сергей Петрович выписан.", ("Иванов Сергей Петрович",)),
            Example("Анна Кузнецова подписала договор.", ("Анна Кузнецова",)),
            Example("Новая Москва и Красная Площадь рядом.", ()),
        ),
        "person.script_ko": (
            Example("김민준 님, 담당자 이서연입니다.", ("김민준", "이서연")),
            Example("고객님, 이용자 여러분께 감사합니다.", ()),
        ),
        "person.script_ja": (
            Example("佐々木健太様、担当の高橋美咲です。", ("佐々木健太", "高橋美咲")),
            Example("お客様の声、皆さんの意見です。", ()),
        ),
    }
)
