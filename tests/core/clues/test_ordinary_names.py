"""Names made of ordinary words: what asks for them and what stands beside them decide, no list of values."""

from __future__ import annotations

import pytest
from found_values import find

NAMES = {
    "My name is May Long.": ["May Long"],
    "Name: Sky Stone": ["Sky Stone"],
    "Name : Will Power\nDOB : 3/4/1980": ["Will Power"],
    "Name: May Long\nEmail: ml@example.org": ["May Long"],
    "Patient: Autumn Rivers, DOB 3/4/1980": ["Autumn Rivers"],
    "Passenger name: Rain Stone": ["Rain Stone"],
    "Customer name: Drew Long": ["Drew Long"],
    "Co-authored-by: Sky Stone <s@example.org>": ["Sky Stone"],
    "From: May Long <may@example.org>": ["May Long"],
    "CN=Sky Stone,OU=Staff,DC=x": ["Sky Stone"],
    "CN=Summer Price,OU=People,DC=example,DC=org": ["Summer Price"],
    "ORGANIZER;ROLE=CHAIR;CN=Sky Stone:mailto:s@example.org": ["Sky Stone"],
    "<name>Sky Stone</name>": ["Sky Stone"],
    "<customerName>Iris Winter</customerName>": ["Iris Winter"],
    "姓名: 高兴": ["高兴"],
    "联系人：和平，手机13800138000": ["和平"],
    "收货人：江河\n电话：13800138000": ["江河"],
    "姓名：高峰 性别：男": ["高峰"],
    "患者安心，女，35岁": ["安心"],
    "旅客：向阳，男": ["向阳"],
    "客户：江河": ["江河"],
}
NO_NAMES = (
    "Name: Max Retries",
    "Name: Max Connections\nValue: 3",
    "Name: Main Street Branch",
    "name: build-docs",
    "Name: Grant Access",
    "Name: Bill Payment\nStatus: open",
    "Name: Dark Mode",
    "Name: Winter Field\nSKU: 123",
    "Name: Will Call",
    "Full name: Required Field",
    "Patient: Blood Test",
    "My name is Very Long, they say",
    "Contact: Front Desk",
    "CN=Web Server,OU=Hosts,DC=x",
    "CN=Power Users,CN=Builtin,DC=x",
    "<name>Dark Mode</name><name>Long Text</name>",
    "Co-authored-by: Build Bot <bot@example.org>",
    "姓名: 必填",
    "联系人：客服，电话：4008001234",
    "联系人：经理，手机13800138000",
    "客户：公司，电话13800138000",
    "客户：高级",
    "名称：和平\n类别：公园",
    "学生安全，家长放心",
)


def find_names(text: str) -> list[str]:
    return [value for kind, value in find(text) if kind == "NAME"]


@pytest.mark.parametrize("text", NAMES)
def test_ordinary_words_are_names(text: str) -> None:
    assert find_names(text) == NAMES[text]


@pytest.mark.parametrize("text", NO_NAMES)
def test_things_stay(text: str) -> None:
    assert find_names(text) == []
