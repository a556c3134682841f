"""Names and accounts of a directory or a calendar quoted in running text: ``cn=…,ou=…``, ``;CN=…:`` (b.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.contact.users import is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.name_values import are_known_words, may_be_part
from shotveil.core.clues.person.proposal import propose_words
from shotveil.core.clues.person.words import LETTER, is_barred, read_word
from shotveil.core.clues.proposal import propose
from shotveil.core.parse.name_zh import load_surnames
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_PART: Final = rf"{LETTER}{{1,30}}(?:['’\-]{LETTER}{{1,30}}){{0,3}}\.?"
_NAME: Final = (
    rf"{_PART}(?:(?:\\?,[ ]{{0,2}}|\\2[cC][ ]{{0,2}}|\\20|[ ]){_PART}){{0,4}}|[\u4e00-\u9fff]{{2,4}}"
)
_KEYS: Final = r"(?:cn|common ?name|display ?name)"
_ATTRIBUTE: Final = r"(?:cn|ou|dc|o|c|l|st|uid|serialnumber|e|email(?:address)?)"
_AFTER: Final = rf"(?=[ ]?[,;/+][ ]?{_ATTRIBUTE}=|\*?[ ]?\)|\*(?!\w))"
_ENTRY: Final = compile_late(rf"(?i)(?<![\w.\-]){_KEYS}[ ]?=[ ]?(?P<value>{_NAME}){_AFTER}")
_BEFORE: Final = r"(?:ou|o|c|l|st|dc)=[^,;/=\n]{1,60}[,;/+][ ]?"
_LAST: Final = compile_late(rf"(?i)(?<![\w.\-]){_BEFORE}{_KEYS}=(?P<value>{_NAME})(?=[\"'\s/,;)\ue000]|$)")
_PARAMETER: Final = compile_late(rf"(?i);CN=(?P<quote>[\"']?)(?P<value>{_NAME})(?P=quote)(?=[;:])")
_FILTER: Final = compile_late(
    rf"(?i)\((?:sn|surname|given ?name|gn)[ ]?=[ ]?\*?(?P<value>{_PART}|[\u4e00-\u9fff]{{1,4}})\*?\)"
)
_ACCOUNT: Final = compile_late(
    r"(?i)(?<![\w.\-])(?:uid|samaccountname)[ ]?=[ ]?(?P<value>[a-z][\w.\-]{1,31})" + _AFTER
)
_HAN: Final = compile_late(r"[\u4e00-\u9fff]")
_WORD: Final = compile_late(_PART)
_ESCAPED: Final = compile_late(r"\\(?:20|2[cC])")


def find_entry_names(context: Context) -> Iterable[Candidate]:
    """The person that an entry of a directory, a certificate or a calendar is named after."""
    for pattern in (_ENTRY, _LAST, _PARAMETER):
        for match in context.scan(pattern):
            start, end = match.span("value")
            if _is_person(context.text, start, end):
                found = propose_words(context, "NAME", start, end, "person.entry", 0.7, source="label")
                yield replace(found, text=_ESCAPED.sub(" ", found.text)) if "\\" in found.text else found


def find_filter_parts(context: Context) -> Iterable[Candidate]:
    """A part of a name that a search of a directory asks for: ``(sn=Bexley)``."""
    for match in context.scan(_FILTER):
        if _HAN.match(match["value"]) or may_be_part(match["value"]):
            yield propose_words(context, "NAME", *match.span("value"), "person.filter", 0.65, source="label")


def _is_person(text: str, start: int, end: int) -> bool:
    """Capitalised words of which none is a thing's; one word only where it is a name."""
    if _HAN.match(text, start):
        return text[start : start + 2] in load_surnames() or text[start] in load_surnames()
    value = _ESCAPED.sub("   ", text[start:end])
    words = [read_word(value, *piece.span()) for piece in _WORD.finditer(value)]
    if any(is_barred(word.key) and not word.is_name for word in words):
        return False
    if len(words) == 1:
        return words[0].is_name and words[0].is_capitalised and words[0].level <= 10
    if not all(word.is_capitalised for word in words):
        return False
    if are_known_words(words):
        return True
    return all(word.is_name or word.is_unknown for word in words) and not all(
        word.is_upper and not word.is_name for word in words
    )


def find_entry_accounts(context: Context) -> Iterable[Candidate]:
    """The account in the name of an entry, or in a filter that asks for it: ``uid=…,ou=people``."""
    for match in context.scan(_ACCOUNT):
        if not is_shared_account(match["value"]):
            yield propose(context, "USER", *match.span("value"), "user.entry", tier="soft", source="label")


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "person.entry": Rule(find_entry_names, needs=(r"(?:cn|common ?name|display ?name) ?=",)),
        "person.filter": Rule(find_filter_parts, needs=(r"\((?:sn|surname|given ?name|gn) ?=",)),
        "user.entry": Rule(find_entry_accounts, needs=(r"(?:uid|samaccountname) ?=",)),
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "person.entry": (
            Example("bind cn=Ottilie Brandvold,ou=People,dc=example,dc=org", ("Ottilie Brandvold",)),
            Example("member CN=Lindqvist\\, Tove,OU=Staff,DC=example", ("Lindqvist\\, Tove",)),
            Example("subject=/C=NO/O=Fjordlys/CN=Tove Lindqvist/emailAddress=x", ("Tove Lindqvist",)),
            Example('subject: C=NO, O=Fjordlys, CN=Tove Lindqvist"', ("Tove Lindqvist",)),
            Example("(&(objectClass=person)(cn=Tove Lindqvist))", ("Tove Lindqvist",)),
            Example('ATTENDEE;CN="Piet Vosloo";RSVP=TRUE:x', ("Piet Vosloo",)),
            Example("ORGANIZER;CN=Tove Lindqvist:mailto:x", ("Tove Lindqvist",)),
            Example("dn: cn=欧阳明远,ou=人员,dc=example", ("欧阳明远",)),
            Example("issuer: CN=Example Root CA, OU=PKI, O=Example", ()),
            Example("cn=Domain Admins,ou=Groups,dc=example; CN=Users,DC=example; cn=admin,dc=example", ()),
            Example("CN=R3, O=Let's Encrypt; CN=localhost,O=x; cn=系统管理员组,ou=x", ()),
            Example("cn=Rosalind Bex* CN=Piet\\20Vosloo,OU=x", ("Rosalind Bex", "Piet\\20Vosloo")),
            Example("cn=Rosalind\\2cBexley,ou=x", ("Rosalind\\2cBexley",)),
            Example("ATTENDEE;CN='Piet Vosloo':x", ("Piet Vosloo",)),
            Example("cn=conn; set cn=Open now", ()),
        ),
        "person.filter": (
            Example("search (&(sn=Bexley)(givenName=Sky*)) base=x", ("Bexley", "Sky")),
            Example("(sn=*) (sn=test) (sn=1234) f(sn=x1)"),
        ),
        "user.entry": (
            Example("modify dn: uid=tlindqvist,ou=People,dc=example", ("tlindqvist",)),
            Example("filter=(uid=obrandvold) (sAMAccountName=piet.v)", ("obrandvold", "piet.v")),
            Example("uid=1000(x) gid=1000, uid=root,ou=x, uid=abc&next=1", ()),
        ),
    }
)  # fmt: skip
