"""The indexes find exactly what a scan over all roots finds (CONTRACT e.3)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from shotveil.core.binding.address import COVERED, LITERAL, PARTIAL, match_addresses, profile_address
from shotveil.core.binding.companies import match_organizations, profile_organization
from shotveil.core.binding.people import as_given, match_alias, match_family, match_given, profile_name
from shotveil.core.binding.roots import Root
from shotveil.core.binding.state import BindingState
from shotveil.core.parse.address import parse_address
from shotveil.core.parse.name import parse_name
from shotveil.core.records import AddressRecord, NameRecord, OrgRecord, Record

NAMES = st.sampled_from(
    [
        "Robert",
        "Vance",
        "Robert Vance",
        "Mr. Vance",
        "Robert Lin",
        "R. Vance",
        "Diego Vance",
        "Robert V.",
        "Robert J. Vance",
        "Robert K. Vance",
        "李晓明",
        "晓明",
        "李先生",
        "李明",
        "小李",
        "王晓明",
        "阿明",
        "李总",
        "老李",
        "李明先生",
    ]
)
ORGS = st.sampled_from(
    [
        "Apex Inc.",
        "Apex",
        "Capex Inc.",
        "Brightwater Labs",
        "Brightwater Labs West",
        "Brightwater",
        "星桥科技有限公司",
        "重庆星桥科技",
        "长沙星桥科技有限公司",
    ]
)
ADDRESSES = st.sampled_from(
    [
        "418 Larkspur Avenue, Unit 7C, Portland, OR",
        "Larkspur Ave.",
        "Unit 7C",
        "Apt 7C",
        "Portland",
        "Portland, OR",
        "OR",
        "USA",
        "420 Larkspur Avenue",
        "418 Larkspur Street",
        "Portland, TX",
        "92 Quill Street, Portland, OR 97205, USA",
        "97205",
        "Suite 7",
        "杭州市西湖区文三路478号",
        "杭州",
        "西湖区",
        "文三路480号",
        "B座1203室",
        "1203室",
        "文三路478号华星时代广场B座1203室",
        "3-502",
        "华星时代广场",
        "Broadway",
        "12 Broadway, New York, NY",
        "New York",
    ]
)


def recent_first(state: BindingState, type: str) -> list[Root]:
    return [state.roots[n] for n in reversed(list(state._order)) if state.roots[n].type == type]


def scan_names(record: NameRecord, roots: list[Root]) -> int | None:
    new = profile_name(record)
    known = [
        (root.number, profile_name(root.record)) for root in roots if isinstance(root.record, NameRecord)
    ]
    lone = as_given(new) if new.lone else new
    tests = (
        lambda r: (
            (new.lone and new.lone == r.lone)
            or (
                not (new.lone and new.is_latin)
                and (new.family, new.given) == (r.family, r.given)
                and (match_given(new, r) if new.given else new.alias == r.alias)
            )
        ),
        lambda r: match_given(lone, as_given(r) if r.lone else r),
        lambda r: match_alias(new, r),
    )
    for test in tests:
        for number, profile in known:
            if test(profile):
                return number
    family = new.lone if new.lone and new.is_latin else new.family
    having = [(n, r) for n, r in known if family and family in (r.family, r.lone if r.is_latin else "")]
    if len(having) == 1 and match_family(new, having[0][1]):
        return having[0][0]
    return None


def scan_organizations(record: OrgRecord, roots: list[Root]) -> int | None:
    new = profile_organization(record.text)
    for equal in (True, False):
        for root in roots:
            own = profile_organization(root.record.text)
            same = own.tokens == new.tokens
            if same == equal and all(
                match_organizations(new, profile_organization(s)) for s in root.surfaces
            ):
                return root.number
    return None


def scan_addresses(record: AddressRecord, roots: list[Root]) -> int | None:
    new = profile_address(record)
    known = [
        (root.number, profile_address(root.record))
        for root in roots
        if isinstance(root.record, AddressRecord)
    ]
    tiers = [
        [(n, p) for n, p in known if p.road and new.number and (p.road, p.number) == (new.road, new.number)],
        [(n, p) for n, p in known if (p.road == new.road) and p.road],
        [(n, p) for n, p in known if not p.road],
        [(n, p) for n, p in known if p.road and not new.road],
    ]
    for tier in tiers:
        for grade in (LITERAL, COVERED, PARTIAL):
            for number, profile in tier:
                if match_addresses(new, profile) == grade:
                    return number
    return None


def check(type: str, records: list[Record | None], scan: object) -> None:
    state = BindingState()
    for turn, record in enumerate(filter(None, records), 1):
        expected = scan(record, recent_first(state, type))  # type: ignore[operator]
        choice = state.choose(type, record, turn)
        assert choice.root == expected, record.text
        number = state.next_number if choice.root is None else choice.root
        state.absorb(number, type, record, [record.text], turn)


@settings(max_examples=150, deadline=None)
@given(st.lists(NAMES, max_size=9))
def test_names(texts: list[str]) -> None:
    check("NAME", [parse_name(text) for text in texts], scan_names)


@settings(max_examples=100, deadline=None)
@given(st.lists(ORGS, max_size=8))
def test_organizations(texts: list[str]) -> None:
    check("ORG", [OrgRecord(text) for text in texts], scan_organizations)


@settings(max_examples=200, deadline=None)
@given(st.lists(ADDRESSES, max_size=10))
def test_addresses(texts: list[str]) -> None:
    check("ADDR", [parse_address(text) for text in texts], scan_addresses)
