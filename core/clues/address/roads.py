"""Roads in a window of tokens: with house number, by street type, by prefix or by ending."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shotveil.core.clues.address.localities import city_end
from shotveil.core.clues.address.marks import (
    FIRM_TYPES,
    PARTICLES,
    SAME_BLOCK,
    Mark,
    is_name_word,
    load_stop_words,
    run_end,
)
from shotveil.core.clues.address.tokens import Window
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.parse.address_parts import match_state, match_unit
from shotveil.core.parse.address_roads import road_end
from shotveil.core.parse.address_words import (
    DIRECTIONS,
    ROAD_ENDINGS,
    Token,
    is_house_number,
    is_ordinal,
    load_prefix_roads,
    looks_misread,
    street_type,
    unit_word,
)
from shotveil.core.patterns import compile_late


def numbered_road(text: str, window: Window, at: int, tokens: Sequence[Token]) -> Mark | None:
    number = tokens[0]
    if len(tokens) < 2 or not number.is_house_number or _is_quantity(text, number) or _is_day(text, number):
        return None
    begin = 1
    if (len(tokens) > 2 and (tokens[1].text in "½¼¾" or tokens[1].text in {"1/2", "1/4", "3/4"})) or (
        len(tokens) > 2 and is_house_number(tokens[1]) and tokens[1].text.isdigit()
    ):
        begin = 2
    if len(tokens) > 2 and tokens[1].folded in {"bis", "ter", "quater"}:
        begin = 2
    limit = begin
    while limit < len(tokens) and not _stops_name(tokens[limit]):
        limit += 1
    end = road_end(tokens[:limit], begin, numbered=True)
    if end is None and tokens[begin].folded in load_prefix_roads() and begin + 1 < limit:
        prefixed = prefixed_road(window, at + begin, tokens[begin:limit], numbered=True)
        if prefixed:
            return Mark("road", at, prefixed.end, 3)
    if end is None:
        return _named_number(text, at, tokens[:limit], begin)
    names = tokens[begin:end]
    cased = all(is_name_word(token) or token.folded in PARTICLES or token.has_digit for token in names)
    kinds = [street_type(token) for token in names]
    strong = any(kind and kind[1] for kind in kinds[1:]) or any(
        t.text.casefold().endswith(ROAD_ENDINGS) for t in names
    )
    if strong and not cased and not _reads_lower(text, number, names):
        return None
    if any(token.has_digit and not is_ordinal(token) and not looks_misread(token) for token in names[:-2]):
        return None
    if not strong and not cased:
        return None
    if not strong and len(number.text) < 2:
        return Mark("road", at, at + end, 1)
    end = _number_behind(window, at, tokens, end, typed=any(kind and kind[1] for kind in kinds[1:]))
    return Mark("road", at, at + end, 3 if strong and cased else 2)


def _number_behind(window: Window, at: int, tokens: Sequence[Token], end: int, *, typed: bool) -> int:
    """Behind a second number that follows the name ("3482 Lindevej 12 St."), where one does."""
    if end >= len(tokens) or not is_house_number(tokens[end]) or window.gaps[at + end] not in SAME_BLOCK:
        return end
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    if typed and following and not unit_word(following):
        return end
    if typed and not following and len(tokens[end].text) > 4:
        return end
    if following and street_type(following) and following.is_capitalized and not unit_word(following):
        return end + 2
    return end + 1


_LOWER_TYPES: Final = FIRM_TYPES | {"drive", "court", "circle", "square", "mews", "grove"}


_TO: Final = compile_late(r"(?<![A-Za-z])(?:to|at|from|address is|live in|lives in|outside) \Z")


def _reads_lower(text: str, number: Token, names: Sequence[Token]) -> bool:
    """Whether words written small are a road: a firm street type, a real house number, a short name."""
    kind = street_type(names[-1]) or street_type(names[-2]) if len(names) > 1 else street_type(names[-1])
    firm = any(token.text.casefold().endswith(ROAD_ENDINGS) for token in names) or (
        kind is not None and kind[0] in _LOWER_TYPES
    )
    plain = not any(token.folded in PARTICLES for token in names[:-1])
    house = len(number.text) >= 2 or names[-1].is_capitalized
    house = house or _TO.search(text, max(0, number.start - 14), number.start) is not None
    return firm and plain and len(names) <= 4 and house


def _stops_name(token: Token) -> bool:
    if token.is_capitalized or token.folded in PARTICLES or street_type(token):
        return False
    return token.folded in load_stop_words()


def _is_quantity(text: str, number: Token) -> bool:
    before = text[max(0, number.start - 1) : number.start]
    after = text[number.end : number.end + 2]
    return (
        before in {"$", "€", "£", "¥", "%", "=", "/", "_", "@", "+"}
        or after[:1] in {"%", "$", "€", "="}
        or (after[:1] in {":", "."} and after[1:].isdigit())
    )


def _is_day(text: str, number: Token) -> bool:
    """A day and a month as statements list them: a leading zero, or a wide blank behind, is no house's."""
    wide = text.startswith(("  ", "\t"), number.end)
    return "/" in number.text and (number.text[0] == "0" or wide)


_MONTH: Final = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
YEAR: Final = compile_late("(?:19|20)[0-9]{2}")
_DATE_BEFORE: Final = compile_late(
    r"(?<![A-Za-z0-9])(?:[0-9]{1,2}(?:st|nd|rd|th)? (?:of )?"
    rf"{_MONTH}|{_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?),? \Z"
)
_DATE_BEHIND: Final = compile_late(
    rf"(?:st|nd|rd|th)? (?:of )?{_MONTH}(?:,? (?:19|20)[0-9]{{2}}(?![0-9])|[ \t]*(?:[\n\ue000]|$))"
)


def is_in_date(text: str, number: Token) -> bool:
    """The year or the day of a written date ("3 Nov 2025 Otis", "3 May" at a line's end): no house's."""
    if YEAR.fullmatch(number.text):
        return _DATE_BEFORE.search(text, max(0, number.start - 20), number.start) is not None
    return len(number.text) <= 4 and _DATE_BEHIND.match(text, number.end) is not None


def _named_number(text: str, at: int, tokens: Sequence[Token], begin: int) -> Mark | None:
    """``3482 Via Lantana 17``, ``111 W Washington``: a road only in company."""
    end = begin
    lower = not any(token.is_capitalized for token in tokens)
    while end < len(tokens) and end - begin < 6 and _may_name(tokens[end], lower=lower):
        if end > begin and (match_unit(tokens, end) or match_state(tokens, end)):
            break
        end += 1
    if end == begin or not any(token.is_word and len(token.text) > 2 for token in tokens[begin:end]):
        return None
    if end < len(tokens) and is_house_number(tokens[end]) and not is_ordinal(tokens[end]):
        end += 1
        if end < len(tokens) and street_type(tokens[end]) and tokens[end].is_capitalized:
            end += 1
        return Mark("named", at, at + end, 2)
    if lower:
        return None
    last = tokens[end - 1]
    cut = text[last.end : last.end + 4].lstrip().startswith(("…", "...")) and end < begin + 4
    directed = tokens[begin].folded in DIRECTIONS and len(tokens[0].text) > 1 and end - begin > 1
    return Mark("named", at, at + end, 3 if directed else 2 if cut else 1)


def _may_name(token: Token, *, lower: bool) -> bool:
    if lower:
        return token.is_word and token.folded not in load_stop_words()
    return is_name_word(token) or token.folded in PARTICLES or token.folded in load_prefix_roads()


def prefixed_road(window: Window, at: int, tokens: Sequence[Token], *, numbered: bool = False) -> Mark | None:
    """``Rue de la Paix 12``, ``Via Roma 5``, ``Calle Mayor, 3``."""
    if tokens[0].folded not in load_prefix_roads() or len(tokens) < 2:
        return None
    if not tokens[0].is_capitalized and tokens[0].folded in {"via", "camino", "strada", "str"}:
        return None
    end = 1
    while end < len(tokens) and end < 6 and (tokens[end].is_capitalized or tokens[end].folded in PARTICLES):
        end += 1
    if end == 1 or not tokens[end - 1].is_capitalized:
        return None
    if end < len(tokens) and is_house_number(tokens[end]):
        return Mark("road", at, at + end + 1, 3)
    if numbered:
        return Mark("road", at, at + end, 3)
    comma = at + end
    if end < len(tokens) or comma >= len(window.tokens) or window.gaps[comma] != "comma":
        return None
    numbered = is_house_number(window.tokens[comma]) and tokens[0].folded not in {"via", "strada"}
    return Mark("road", at, comma + 1, 3) if numbered else None


def ending_road(at: int, tokens: Sequence[Token]) -> Mark | None:
    """``Hauptstraße 12``, ``Lange Gasse 3``, ``Lindevej 12``."""
    for end in range(1, min(4, len(tokens)) + 1):
        word = tokens[end - 1]
        if not word.is_word or word.folded in load_stop_words():
            return None
        folded = word.text.casefold().rstrip(".")
        if (folded.endswith(ROAD_ENDINGS) and (len(folded) > 5 or end > 1)) or (
            folded.endswith("str") and word.text[-1] == "."
        ):
            if end < len(tokens) and is_house_number(tokens[end]) and tokens[0].is_capitalized:
                return Mark("road", at, at + end + 1, 3)
            return None
    return None


def plain_street(window: Window, at: int) -> Mark | None:
    """A road without house number: ``Larkspur Ave.``, ``West 83rd St``, ``Quillgate Road``."""
    end = run_end(window, at, 6, gaps=SAME_BLOCK)
    tokens = window.tokens[at:end]
    count = 0
    while count < len(tokens) and (is_name_word(tokens[count]) or tokens[count].folded in PARTICLES):
        count += 1
    if count < 2 or tokens[0].folded == "the" or (at and window.tokens[at - 1].text == "The"):
        return None
    found = road_end(tokens[:count], 0, numbered=False)
    if found is None:
        return None
    last = next((t for t in reversed(tokens[:found]) if street_type(t) and t.folded not in DIRECTIONS), None)
    if last is None or last is tokens[0]:
        return None
    canonical, strong = street_type(last) or ("", False)
    if all(token.folded in read_groups("person_cues_en.txt")["title"] for token in tokens[:found]):
        return None  # a choice of titles: "Mr Mrs Ms Dr"
    if not strong or not last.is_capitalized:
        return None
    following = window.tokens[at + found] if at + found < len(window.tokens) else None
    goes_on = following and window.gaps[at + found] == "blank" and following.is_capitalized
    if goes_on and following:
        part = unit_word(following) or match_state([following], 0) or city_end(window, at + found)
        if not part:
            return None
    firm = canonical in FIRM_TYPES
    return Mark("street", at, at + found, 2 if firm else 1)
