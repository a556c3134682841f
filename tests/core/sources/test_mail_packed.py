"""Bodies of mails that are encoded loosely are read as mail programs read them."""

from __future__ import annotations

import base64
import email
import email.policy

import pytest
from rewriting import read, rewrite, texts

from shotveil.core.sources.formats import detect_format

NAME = "Rosalind Bexley"
BODY = f"Hello, this is {NAME}. Thank you very much for reading what I have written here today.\n"
HEAD = "From: a@example.com\nMIME-Version: 1.0\n"
FOOTER = "_______________________________________________\nBooks mailing list\nUnsubscribe\n"


def pack(text: str | bytes, width: int = 76) -> str:
    packed = base64.b64encode(text.encode() if isinstance(text, str) else text).decode()
    return "".join(packed[at : at + width] + "\n" for at in range(0, len(packed), width))


def part(body: str, kind: str = "text/plain; charset=utf-8", encoding: str = "base64") -> str:
    return f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n{body}"


def content(released: str) -> str:
    """All bodies of a mail as a program that skips foreign characters reads them."""
    bodies = email.message_from_string(released, policy=email.policy.compat32).walk()
    return "".join(
        (one.get_payload(decode=True) or b"").decode("utf-8", "replace")  # type: ignore[union-attr]
        for one in bodies
        if not one.is_multipart()
    )


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + part(pack(BODY)),
        HEAD + part(pack(BODY) + FOOTER),
        HEAD + part(pack(BODY, 20)),
        HEAD + part(pack(BODY + "é"), "text/plain; charset=us-ascii"),
        HEAD + part(pack(BODY + "é"), "text/plain; charset=x-nobody-knows"),
        HEAD + part(pack(BODY.encode() + b"caf\xe9")),
        HEAD + part(pack(BODY), encoding='"base64"'),
        HEAD + part(pack(BODY), encoding="base64 (by hand)"),
        HEAD + part(pack(BODY)[:30] + "!!" + pack(BODY)[30:]),
        HEAD + part(pack(BODY + "x").rstrip("=\n")[:-1] + "\n"),
        HEAD + part(pack(BODY.encode() + b"\0\0" + BODY.encode()), "application/octet-stream"),
        HEAD + part(pack("我叫王小明。\n" + BODY), "text/plain; charset=gb2312"),
    ],
)
def test_what_decodes_at_all_is_read_and_rewritten(raw: str) -> None:
    document = read(raw, "mail")
    assert any(NAME in text for text in texts(document))
    released = rewrite(document, NAME)
    found = content(released.replace('"base64"', "base64").replace("base64 (by hand)", "base64"))
    assert NAME not in found
    assert "[[NAME#1]]" in found


def test_a_footer_behind_base64_is_text_and_stays() -> None:
    document = read(HEAD + part(pack(BODY) + FOOTER), "mail")
    assert FOOTER.strip() in texts(document)
    assert rewrite(document, NAME).endswith(FOOTER)


def test_two_blocks_of_base64_are_both_read() -> None:
    raw = HEAD + part(pack(BODY + "one") + "\n-- \nBooks list\n\n" + pack("two " + BODY))
    assert sum(text.count(NAME) for text in texts(read(raw, "mail"))) == 2


def test_a_body_that_is_no_base64_is_text() -> None:
    assert BODY.strip() in texts(read(HEAD + part(BODY), "mail"))


def test_an_attachment_of_another_kind_is_counted() -> None:
    data = b"PK\x03\x04" + bytes(range(256))
    document = read(HEAD + part(pack(data), "application/zip"), "mail")
    assert document.notes == {"embedded.unsupported": 1}


@pytest.mark.parametrize("charset", ["utf-8", "x-nobody-knows", "us-ascii"])
def test_quoted_printable_in_a_wrong_charset(charset: str) -> None:
    body = "I am Rosalind=20Bex=\nley, caf=E9 =E7=8E=8B\n"
    raw = HEAD + part(body, f"text/plain; charset={charset}", "quoted-printable")
    document = read(raw, "mail")
    assert any(f"I am {NAME}" in text and "王" in text for text in texts(document))
    assert rewrite(document, NAME).endswith("I am [[NAME#1]], caf=E9 =E7=8E=8B\n")


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("a.txt", 'Subject: hi\nContent-Type: multipart/mixed; boundary="bb"\n', "mail"),
        ("a.txt", 'Subject: hi\nContent-Type: multipart/mixed;\n boundary="bb"\n', "mail"),
        ("a.txt", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n", "mail"),
        ("a.mht", 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="bb"\n', "mail"),
        ("a.eml", "Content-Type: text/html\n", "mail"),
        ("a.txt", "Subject: hi\nStatus: open\n", "text"),
        ("a.txt", "Content-Type: text/plain\nServer: nginx\n", "text"),
        ("a.txt", "Note: multipart/mixed; boundary=none\n", "text"),
    ],
)
def test_what_is_a_mail_by_its_head(name: str, head: str, kind: str) -> None:
    assert detect_format(f"{head}\n--bb\n{BODY}--bb--\n".encode(), name, None) == kind
