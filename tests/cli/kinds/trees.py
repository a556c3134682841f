"""UI trees and page snapshots."""

from __future__ import annotations

import random
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from kinds.people import Person, Sample, dump, make_chinese, make_person


def make_samples(chance: random.Random) -> Iterator[Sample]:
    """Every kind once or more, with fresh people."""
    for maker in (_android, _apple, _web_tree, _pages):
        for number, person in enumerate((make_person(chance), make_chinese(chance), make_person(chance))):
            yield from maker(chance, person, number)


def _gone(person: Person) -> tuple[str, ...]:
    return person.name, person.phone, person.email


def _node(text: str, bounds: str, more: str = "", rest: str = "/>") -> str:
    return (
        f'<node index="0" text={quoteattr(text)} class="android.widget.TextView" package="com.example.mail" '
        f'{more} checkable="false" password="false" bounds="{bounds}"{rest}'
    )


def _android(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    secret = f"Pw{chance.randrange(10**7)}x!"
    label = "Recipient" if person.given.isascii() else "收件人"
    tree = (
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
        + _node("", "[0,0][1080,2400]", 'resource-id="" content-desc=""', ">")
        + _node(label, "[40,200][400,260]", 'resource-id="com.example:id/label" content-desc=""')
        + _node(person.name, "[420,200][1000,260]", 'resource-id="com.example:id/value" content-desc=""')
        + _node("", "[40,300][1000,360]", f'resource-id="" content-desc={quoteattr(f"Call {person.phone}")}')
        + _node(person.email, "[40,400][1000,460]", 'resource-id="com.example:id/mail" content-desc="" hint="E-mail"')
        + '<node index="4" text="' + secret + '" class="android.widget.EditText" password="true" '
        'resource-id="com.example:id/pw" bounds="[40,500][1000,560]"/>'
        + "</node></hierarchy>"
    )  # fmt: skip
    keep = ("com.example:id/mail", "[420,200][1000,260]", "android.widget.EditText")
    yield Sample(f"window_dump_{number}.xml", tree.encode(), (*_gone(person), secret), keep, "tags")
    nodes = {
        "activity": "com.example/.Main",
        "windows": [
            {
                "bounds": {"left": 0, "top": 0, "right": 1080, "bottom": 2400},
                "children": [
                    {
                        "text": person.name,
                        "bounds": [420, 200, 1000, 260],
                        "resource_id": "com.example:id/value",
                    },
                    {"text": person.email, "bounds": "[40,400][1000,460]", "content_description": None},
                    {"content_description": f"Call {person.phone}", "bounds": [40, 300, 1000, 360]},
                    {"text": secret, "password": True, "bounds": [40, 500, 1000, 560]},
                ],
            }
        ],
    }
    keep = (
        ("com.example:id/value", "[420,", "com.example/.Main") if number == 9 else ("com.example:id/value",)
    )
    yield Sample(
        f"a11y_{number}.json", dump(nodes, indent=1).encode(), (*_gone(person), secret), keep, "json"
    )


def _apple(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    tree = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<AppiumAUT>\n'
        '<XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Mail" x="0" y="0" width="390" height="844">\n'
        f'  <XCUIElementTypeStaticText type="XCUIElementTypeStaticText" value={quoteattr(person.name)} '
        f'name={quoteattr(person.name)} label={quoteattr(person.name)} enabled="true" x="16" y="120" width="200" height="20"/>\n'
        f'  <XCUIElementTypeTextField type="XCUIElementTypeTextField" value={quoteattr(person.email)} label="Email" '
        'x="16" y="160" width="300" height="30"/>\n'
        f'  <XCUIElementTypeButton name={quoteattr(f"Call {person.phone}")} x="16" y="200" width="90" height="30"/>\n'
        "</XCUIElementTypeApplication>\n</AppiumAUT>\n"
    )
    yield Sample(
        f"source_{number}.xml", tree.encode(), _gone(person), ('width="390"', 'label="Email"'), "tags"
    )


def _web_tree(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    text = (
        f"Tab 0 (current): Orders\n\n[1] RootWebArea 'Orders' focused: True\n\t[12] link 'My Account'\n"
        f"\t[1835] StaticText '{person.name}'\n\t[1836] textbox 'Email' required: True value: '{person.email}'\n"
        f"\t[1837] StaticText 'Phone: {person.phone}'\n\t[1840] button 'Save'\n"
    )
    keep = ("[1835] StaticText", "button 'Save'", "[1] RootWebArea 'Orders' focused: True")
    yield Sample(f"axtree_{number}.txt", text.encode(), _gone(person), keep)
    aria = (
        f'- banner:\n  - heading "Orders" [level=1]\n- main:\n  - textbox "E-mail": {person.email}\n'
        f'  - paragraph: Ship to {person.name}\n  - link "Call {person.phone}" [ref=e12]:\n    - /url: tel:{person.phone}\n'
    )
    yield Sample(f"aria_{number}.yml", aria.encode(), _gone(person), ("[ref=e12]", '"Orders" [level=1]'))
    nodes = {
        "role": "RootWebArea",
        "name": "Orders",
        "children": [
            {"role": "textbox", "name": "E-mail", "value": person.email, "backendDOMNodeId": 1836},
            {"role": "StaticText", "name": f"Ship to {person.name}"},
            {"role": "link", "name": f"Call {person.phone}"},
        ],
    }
    yield Sample(
        f"axtree_{number}.json", dump(nodes).encode(), _gone(person), ("1836", "RootWebArea"), "json"
    )
    cdp = {
        "nodes": [
            {"nodeId": "12", "ignored": False, "role": {"type": "role", "value": "StaticText"},
             "name": {"type": "computedString", "value": person.name, "sources": []},
             "properties": [{"name": "value", "value": {"type": "string", "value": person.phone}}]},
            {"nodeId": "13", "role": {"type": "role", "value": "textbox"},
             "name": {"type": "computedString", "value": "E-mail"}, "value": {"type": "string", "value": person.email}},
        ]
    }  # fmt: skip
    yield Sample(f"cdp_{number}.json", dump(cdp).encode(), _gone(person), ("computedString", '"13"'), "json")


def _pages(chance: random.Random, person: Person, number: int) -> Iterator[Sample]:
    page = (
        f"<!doctype html><html><head><title>Orders of {person.name}</title><script>"
        f"window.__STATE__ = {dump({'user': {'name': person.name, 'email': person.email}})};</script></head>"
        f'<body><h1 class="t">Orders</h1><p>Ship to&nbsp;<b>{person.given}</b> {person.family}</p>'
        f'<input type="tel" name="phone" value="{person.phone}"><a href="mailto:{person.email}">write</a>'
        f'<img alt="{person.name}" src="a.png"></body></html>'
    )
    yield Sample(f"page_{number}.html", page.encode(), _gone(person), ('class="t"', 'type="tel"', "window.__STATE__"),
                 "tags")  # fmt: skip
    strings = ["Orders", person.name, "#text", person.email, "DIV", person.phone]
    snapshot = {"documents": [{"nodes": {"nodeName": [4, 2], "nodeValue": [-1, 1]}}], "strings": strings}
    yield Sample(
        f"dom_snapshot_{number}.json", dump(snapshot).encode(), _gone(person), ("#text", "DIV"), "json"
    )
