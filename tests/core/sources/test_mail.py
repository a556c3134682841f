"""Mails: headers and bodies are read decoded, rewritten in their encoding, restored exactly."""

from __future__ import annotations

import base64
import email
import email.policy
from email.message import EmailMessage

import pytest
from rewriting import fields, read, rewrite, texts

from shotveil.core.sources.formats import detect_format

NAME = "李晓明"
ADDRESS = "ines.okafor@example.com"


def compose(body: str, *, encoding: str, charset: str = "utf-8", html: bool = False) -> bytes:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = f"{NAME} <{ADDRESS}>"
    message["Subject"] = f"{NAME}的地址，很长很长的一个标题，写到第二行去，还要再长一点才行，给{NAME}"
    message["Message-ID"] = "<17.4@mail.example.com>"
    message.set_content(body, cte=encoding, charset=charset, subtype="html" if html else "plain")
    return message.as_bytes()


def parse(text: str) -> email.message.EmailMessage:
    return email.message_from_bytes(text.encode(), policy=email.policy.default)


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64"])
@pytest.mark.parametrize("charset", ["utf-8", "gb2312"])
def test_a_body_is_rewritten_in_its_encoding(encoding: str, charset: str) -> None:
    body = f"收件人是{NAME}，" + "很长的一行" * 12 + f"，再说一次{NAME}，a=b。\n"
    document = read(compose(body, encoding=encoding, charset=charset), "mail")
    assert any(NAME in text and "a=b" in text for text in texts(document))
    after = parse(rewrite(document, NAME))
    assert after.get_content().replace("\r", "") == body.replace(NAME, "[[NAME#1]]")
    assert after["Content-Transfer-Encoding"] == encoding


def test_headers_are_read_whole_and_ids_stay() -> None:
    document = read(compose("x\n", encoding="7bit"), "mail")
    assert fields(document)[f"{NAME} <{ADDRESS}>"] == ("From",)
    released = rewrite(document, NAME, ADDRESS)
    after = parse(released)
    assert released.startswith('From: "[[NAME#1]]" <[[NAME#2]]>\r\n')
    assert NAME not in after["Subject"]
    assert after["Subject"].count("[[NAME#1]]") == 2
    assert after["Subject"].endswith("才行，给[[NAME#1]]")
    assert "17.4@mail" not in "".join(texts(document))
    assert max(map(len, released.splitlines())) < 998


def test_a_soft_line_break_inside_a_value_goes_with_it() -> None:
    raw = (
        b"From: a@example.com\nMIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\n"
        b"ask ines.oka=\nfor@example.com now=20\nx =3D 1\n"
    )
    released = rewrite(read(raw, "mail"), ADDRESS, "x = 1")
    assert released.endswith("\n\nask [[NAME#1]] now=20\n[[NAME#2]]\n")


def test_a_reference_with_a_sign_of_the_encoding_is_escaped() -> None:
    from shotveil.core.records import Replacement, TextExtent
    from shotveil.renderers.text import apply_edits, plan_edits

    raw = "MIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\nid 4711=\n99\n"
    document = read(raw, "mail")
    view = document.views[-1]
    cut = Replacement("NUM", "[[NUM#1.LEN=6]]", (TextExtent(3, 9),))
    released, _ = apply_edits(document, plan_edits(document, view, [cut]))
    assert parse(released).get_content() == "id [[NUM#1.LEN=6]]\n"


def test_parts_pages_and_mailboxes() -> None:
    page = compose(f"<p>Ines <b>Okafor</b> {NAME}</p>\n", encoding="quoted-printable", html=True)
    assert f"Ines Okafor {NAME}" in [text.strip() for text in texts(read(page, "mail"))]
    message = EmailMessage()
    message["Subject"] = "x"
    message.set_content(f"plain {NAME}\n", cte="quoted-printable")
    message.add_alternative(f"<p>{NAME}</p>", subtype="html", cte="base64")
    message.add_attachment(b"%PDF-1.4 \x00\x01", maintype="application", subtype="pdf")
    document = read(message.as_bytes(), "mail")
    assert document.notes == {"embedded.unsupported": 1}
    assert NAME not in "".join(str(part) for part in parse(rewrite(document, NAME)).walk())
    box = b"".join(
        b"From ann@example.com Thu Jan  4 10:00:00 2024\n" + message.as_bytes() + b"\n" for _ in "ab"
    )
    assert sum(NAME in text for text in texts(read(box, "mail"))) == 4
    assert detect_format(box, "all.mbox") == "mail"


def test_what_begins_like_a_mail_and_is_none_is_text() -> None:
    assert detect_format(compose("x\n", encoding="7bit"), "a") == "mail"
    assert detect_format(b"From: the kitchen\nTo: all\n\nHello", "a") == "text"
    assert detect_format(b"Note: x\n", "a.eml") == "text"
    assert detect_format(b"Dear all,\nsee =2C below", "a.eml") == "text"


def test_a_page_in_base64_is_read_as_a_page() -> None:
    page = compose(
        "<p>Ask <b>In</b>es&nbsp;Okafor</p><img alt='Ines Okafor'>\n", encoding="base64", html=True
    )
    document = read(page, "mail")
    assert "Ask Ines\u00a0Okafor" in [text.strip() for text in texts(document)]
    released = parse(rewrite(document, "Ines\u00a0Okafor", "Ines Okafor")).get_content().strip()
    assert released == "<p>Ask <b>[[NAME#1]]</b></p><img alt='[[NAME#2]]'>"


BARE_MAILS = (
    ("From: a@example.org\nSubject: x\n\nplain\n", "a.eml"),
    ("Subject: x\n\nplain\n", "a.eml"),
    ("From: a@example.org\nSubject: x\nContent-Transfer-Encoding: base64\n\neA==\n", "a.txt"),
    ("From: =?utf-8?B?5p2O5pmT5piO?= <a@example.org>\nSubject: x\n\nplain\n", "a"),
)


@pytest.mark.parametrize(("text", "name"), BARE_MAILS)
def test_a_mail_needs_no_sign_of_mime(text: str, name: str) -> None:
    for ends in (text, text.replace("\n", "\r\n")):
        assert detect_format(ends.encode(), name) == "mail"


PACKED = f"Address: 88 Quarry Lane=2C Apt 6=2C Dayton\nName=3A {ADDRESS[:9]}=\n{ADDRESS[9:]}\n"


def test_quoted_commas_and_breaks_of_a_bare_mail_are_read() -> None:
    document = read(
        f"Subject: x\nFrom: a@example.org\nContent-Transfer-Encoding: quoted-printable\n\n{PACKED}", "mail"
    )
    assert f"Address: 88 Quarry Lane, Apt 6, Dayton\nName: {ADDRESS}" in texts(document)[-1]
    assert rewrite(document, "88 Quarry Lane, Apt 6, Dayton", ADDRESS).endswith(
        "Address: [[NAME#1]]\nName=3A [[NAME#2]]\n"
    )


CARD = f"BEGIN:VCARD\r\nFN:{NAME}\r\nADR:;;88 Quarry Lane\\, Apt 6;Dayton;OH;45402;\r\nEND:VCARD\r\n"
INNER = f"From: {NAME} <{ADDRESS}>\nSubject: y\n\nsee {NAME}\n"


@pytest.mark.parametrize("encoding", ["base64", "8bit"])
@pytest.mark.parametrize(
    ("kind", "body", "value"),
    [
        ("text/vcard", CARD, "88 Quarry Lane, Apt 6, Dayton, OH 45402"),
        (
            "text/calendar; method=REQUEST",
            f"BEGIN:VCALENDAR\r\nLOCATION:5\\, Elm\\, {NAME}\r\n",
            f"5, Elm, {NAME}",
        ),
        ("application/json", '{"name": "' + NAME + '", "id": "a1"}', NAME),
        ("message/rfc822", INNER, f"{NAME} <{ADDRESS}>"),
        ("application/octet-stream; name=a.txt", f"see {NAME} today, or not", f"see {NAME} today, or not"),
    ],
)
def test_parts_are_read_as_what_they_are(encoding: str, kind: str, body: str, value: str) -> None:
    packed = base64.encodebytes(body.encode()).decode().strip() if encoding == "base64" else body
    raw = (
        'From: a@example.org\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n'
        f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n{packed}\n--b--\n"
    )
    document = read(raw, "mail")
    assert value in [text.strip() for text in texts(document)]
    assert NAME not in "".join(
        str(part.get_payload(decode=True) or b"", "utf-8") if not part.is_multipart() else ""
        for part in parse(rewrite(document, NAME)).walk()
    )


def test_what_is_no_text_stays() -> None:
    packed = base64.encodebytes(bytes(range(256)) * 2).decode()
    raw = f"From: a@example.org\nContent-Type: application/zip\nContent-Transfer-Encoding: base64\n\n{packed}"
    document = read(raw, "mail")
    assert packed[:60] not in "".join(texts(document))
    assert document.notes == {"embedded.unsupported": 1}
