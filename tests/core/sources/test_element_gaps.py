"""Two texts with nothing but inline tags between: one word or number, or two with a gap."""

from __future__ import annotations

import pytest
from rewriting import read, texts


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("<label>Phone</label><span>13800138000</span>", "Phone: 13800138000"),
        ("<p><b>555-0119</b><b>13800138000</b></p>", "555-0119  13800138000"),
        ("<p><span>Card</span><span>4111 1111 1111 1111</span></p>", "Card: 4111 1111 1111 1111"),
        ("<p>206-555-0119<sup>2</sup></p>", "206-555-0119  2"),
        ("<root><p>1</a><b>13800138000</a></root>", "1  13800138000"),
        ("<p><a>Rosalind Bexley</a><a>Tobias Halloran</a></p>", "Rosalind Bexley\nTobias Halloran"),
        ("<p><span>Rosalind Bexley</span><span>hello there</span></p>", "Rosalind Bexley  hello there"),
        ("<p><b>Name</b><span>Rosalind Bexley</span></p>", "Name: Rosalind Bexley"),
        ("<p><a>rb@example.com</a><a>th@example.org</a></p>", "rb@example.com  th@example.org"),
        ("<p><b>Email</b><a>qx7@example.com</a></p>", "Email: qx7@example.com"),
        ("<p><b>Password</b><i>hunter2abc</i></p>", "Password: hunter2abc"),
        ("<p><b>Phone</b><a>(206) 555-0119</a></p>", "Phone: (206) 555-0119"),
        ("<p><i>13800138000</i><b>Rosalind</b></p>", "13800138000  Rosalind"),
        ("<p><b>User</b><i>rbexley</i></p>", "User: rbexley"),
        ("<p><b>ID</b><i>AB123456</i></p>", "ID  AB123456"),
        ("<p><b>电话</b><i>13800138000</i></p>", "电话: 13800138000"),
        ("<p><b>Ship to</b><b>Rosalind Bexley</b></p>", "Ship to: Rosalind Bexley"),
        ("<p><b>Rosalind Bexley</b><b>12 Larkspur Avenue</b></p>", "Rosalind Bexley  12 Larkspur Avenue"),
        ("<p><b>Rosalind</b>Halloran is here</p>", "Rosalind  Halloran is here"),
    ],
)
def test_two_whole_values_have_a_gap(raw: str, shown: str) -> None:
    assert "\n".join(texts(read(raw, "html"))).rstrip() == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("<p>I met <b>Mar</b>en</p>", "I met Maren"),
        ("<p><b>R</b><i>osalind</i> Bexley</p>", "Rosalind Bexley"),
        ("<p><mark>Rosa</mark><span>lind</span> Bexley</p>", "Rosalind Bexley"),
        ("<p><b>1391</b><b>2345</b><b>678</b></p>", "13912345678"),
        ("<p><b>1</b><b>3800138000</b></p>", "13800138000"),
        ("<p><b>4111111</b><b>111111111</b></p>", "4111111111111111"),
        ("<p><b>4111 1111</b><b>1111 1111</b></p>", "4111 1111 1111 1111"),
        ("<p><b>rosalind</b><b>.bexley</b><b>@example.com</b></p>", "rosalind.bexley@example.com"),
        ("<p><b>ro</b><b>sa</b><b>lind@example.com</b></p>", "rosalind@example.com"),
        ("<p><code>AB</code><code>1234</code></p>", "AB1234"),
        ("<p>Mc<b>Donald</b></p>", "McDonald"),
        ("<p><b>Post</b>greSQL and <b>You</b>Tube, H<sub>2</sub>O</p>", "PostgreSQL and YouTube, H2O"),
        ("<p><b>Id</b><b>aho</b></p>", "Idaho"),
        ("<p>欧<b>阳</b><i>明远</i></p>", "欧阳明远"),
        ("<p><b>王</b><b>小明</b></p>", "王小明"),
        ("<p>12 Larkspur <b>Ave</b><b>nue</b></p>", "12 Larkspur Avenue"),
        ("<p><b>Rosalind</b> <b>Bexley</b></p>", "Rosalind Bexley"),
    ],
)
def test_a_value_that_tags_cut_stays_whole(raw: str, shown: str) -> None:
    assert "\n".join(texts(read(raw, "html"))).rstrip() == shown


def test_two_cues_with_a_name_each_are_two_people() -> None:
    cue = "1\n00:00:01,000 --> 00:00:02,000\n{}\n\n2\n00:00:03,000 --> 00:00:04,000\n{}\n"
    assert texts(read(cue.format("Rosalind Bexley", "Tobias Halloran"), "srt")) == [
        "Rosalind Bexley\nTobias Halloran"
    ]
    tagged = cue.format("<b>Rosalind Bexley</b>", "<i>Tobias Halloran</i>")
    assert texts(read(tagged, "srt")) == ["Rosalind Bexley\nTobias Halloran"]
    assert texts(read(cue.format("I am Rosalind", "Bexley, hi"), "srt")) == ["I am Rosalind Bexley, hi"]
