"""Policies and lists of exceptions."""

from __future__ import annotations

from typing import Any

import pytest

from shotveil.core.detect import Detector
from shotveil.core.errors import UsageProblem
from shotveil.core.policy import fingerprint_of, make_policy
from shotveil.core.records import Candidate, View


def found(text: str, policy: str = "balanced", path: str = "t.txt", **lists: Any) -> list[tuple[str, str]]:
    view = View("v", "s", 0, "text", path, text=text)
    detector = Detector(make_policy(policy, **lists))
    return [(o.type, o.text) for o in detector.detect([view])[0].occurrences]


@pytest.mark.parametrize(
    "entry",
    [
        {"value": "MARLA@example.com"},
        {"pattern": r".*@example\.com"},
        {"fingerprint": fingerprint_of("marla@example.com")},
        {"type": "EMAIL"},
        {"path": "docs/*.md"},
        {"rule": "email"},
        {"field": "contact"},
    ],
)
def test_an_allow_entry_keeps_a_value(entry: dict[str, str]) -> None:
    text = "contact: marla@example.com"
    assert found(text, path="docs/a.md") == [("EMAIL", "marla@example.com")]
    assert found(text, path="docs/a.md", allow=[entry | {"reason": "public"}]) == []


def test_all_conditions_of_an_entry_must_fit() -> None:
    entry = {"type": "EMAIL", "path": "docs/*", "reason": "public"}
    assert found("a@example.com", path="src/a.py", allow=[entry]) != []


def test_a_deny_entry_is_always_acted_on() -> None:
    deny = [{"type": "ORG", "value": "Project Bluebird", "reason": "unannounced"}]
    assert ("ORG", "project bluebird") in found("the project bluebird slides", deny=deny)
    for joined in (
        "Project-Bluebird",
        "project_bluebird",
        "ProjectBluebird",
        "PROJECT  BLUEBIRD",
        "Project\nBluebird",
    ):
        assert ("ORG", joined) in found(f"the {joined} slides", deny=deny), joined
    for other in (
        "projects bluebird",
        "ProjectBluebirds",
        "bluebird project",
        "project: bluebird",
        "blue bird",
    ):
        assert not any(kind == "ORG" for kind, _ in found(f"the {other} slides", deny=deny)), other
    deny = [{"type": "NUM", "value": "4821907", "reason": "a contract"}]
    for written in ("4821907", "482 1907", "48-21-907"):
        assert ("NUM", written) in found(f"see {written} now", deny=deny)
    assert found("see 48219070 now", deny=deny) == []
    deny = [{"type": "ORG", "value": "夜鹰计划", "reason": "code name"}]
    assert ("ORG", "夜鹰计划") in found("我们的夜鹰计划启动了", deny=deny)
    deny = [{"type": "NUM", "pattern": r"T-[0-9]{3}", "reason": "ticket"}]
    assert ("NUM", "T-482") in found("see T-482 now", deny=deny)


def found_in(texts: list[str], **lists: Any) -> list[list[str]]:
    """What is found in the fields of one file."""
    views = [View(f"v{n}", "s", n, "text", "t.jsonl", text=text) for n, text in enumerate(texts)]
    return [[o.text for o in view.occurrences] for view in Detector(make_policy(**lists)).detect(views)]


@pytest.mark.parametrize(
    "pattern", ["rk-.*", "rk-[^x]*", r"rk-[\s\S]*", "(?s)rk-.*", r"(?s)\Ark-.*", "^rk-.*$", r"rk-1.+"]
)
def test_an_allowed_pattern_keeps_to_its_field(pattern: str) -> None:
    allow = [{"pattern": pattern, "reason": "an example key"}]
    fields = ["rk-1 open", "mail marla@example.com", "rk-2", "call 555-0142, 邮箱 wang@example.com"]
    assert found_in(fields, allow=allow)[1::2] == [["marla@example.com"], ["555-0142", "wang@example.com"]]
    lines = "\n".join(fields), "\r\n".join(fields)
    for text in lines:
        assert found_in([text], allow=allow) == [["marla@example.com", "555-0142", "wang@example.com"]]


@pytest.mark.parametrize(
    ("pattern", "fields", "erased"),
    [
        ("open.*", ["the open tower", "and more", "open mind"], [["open tower"], [], ["open mind"]]),
        ("(?s)open.*", ["the open tower", "and more"], [["open tower"], []]),
        ("open[^;]*", ["the open tower", "and more"], [["open tower"], []]),
        (
            "^Boulder$",
            ["Boulder", "a Boulderdash", "the open tower", "Boulder"],
            [["Boulder"], [], [], ["Boulder"]],
        ),
        (r"\ABoulder\Z", ["Boulder", "Boulders"], [["Boulder"], []]),
        ("^夜鹰.*$", ["夜鹰计划", "看夜莺计划", "夜鹰"], [["夜鹰计划"], [], ["夜鹰"]]),
        ("(?<=plan )tower", ["plan tower", "towers"], [["tower"], []]),
        ("^open$", ["is\nopen\nnow", "opens now"], [["open"], []]),
        (r"blue\s+tower", ["the blue\ntower now", "blue", "tower"], [["blue\ntower"], [], []]),
        ("blue[^;]+tower", ["blue\na\nb\ntower"], [[]]),
    ],
)
def test_a_denied_pattern_keeps_to_its_field(
    pattern: str, fields: list[str], erased: list[list[str]]
) -> None:
    deny = [{"type": "ORG", "pattern": pattern, "reason": "code name"}]
    assert found_in(fields, deny=deny) == erased


def test_a_denied_entry_keeps_to_its_place() -> None:
    deny = [{"type": "ORG", "pattern": "tower.*", "path": "a/*", "reason": "code name"}]
    assert found("the tower", path="b/t.txt", deny=deny) == []
    assert found("the tower", path="a/t.txt", deny=deny) == [("ORG", "tower")]


@pytest.mark.parametrize(
    ("lists", "code"),
    [
        ({"allow": [{"value": "x"}]}, "policy.reason"),
        ({"allow": [{"reason": "x"}]}, "policy.entry"),
        ({"allow": [{"valeu": "x", "reason": "y"}]}, "policy.key"),
        ({"allow": [{"pattern": "(", "reason": "y"}]}, "policy.pattern"),
        ({"allow": [{"type": "PERSON", "reason": "y"}]}, "policy.label"),
        ({"deny": [{"value": "x", "reason": "y"}]}, "policy.deny"),
    ],
)
def test_a_wrong_list_is_named(lists: dict[str, Any], code: str) -> None:
    with pytest.raises(UsageProblem) as problem:
        make_policy("balanced", **lists)
    assert problem.value.code == code


def test_strict_and_lenient() -> None:
    number = "the counter says 99887766554433"
    assert found(number) == []
    assert found(number, "strict") == [("NUM", "99887766554433")]
    weak = Candidate("NUM", 0, 4, "1234", "weak", "label", 0.1)
    soft = Candidate("NUM", 0, 4, "1234", "soft", "label", 0.3)
    amount = Candidate("AMOUNT", 0, 4, "$100", "hard", "format", 0.9)
    names = ("strict", "balanced", "lenient")
    policies = [make_policy(name) for name in names]
    assert [p.acts_on(weak) for p in policies] == [True, False, False]
    assert [p.acts_on(soft) for p in policies] == [True, True, False]
    assert [p.acts_on(amount) for p in policies] == [True, False, False]


@pytest.mark.parametrize(
    ("allow", "deny", "told"),
    [
        (
            [{"value": "a", "reason": "r"}, {"type": "EMAIL", "value": "ana@example.com"}],
            [],
            "entry 2 of allow (EMAIL)",
        ),
        ([{"type": "ana@example.com", "value": "b", "reason": "r"}], [], "entry 1 of allow"),
        ([], [{"type": "NAME", "reason": "r"}], "entry 1 of deny"),
    ],
)
def test_a_mistake_in_a_list_is_told_by_number_and_type(allow: Any, deny: Any, told: str) -> None:
    with pytest.raises(UsageProblem) as caught:
        make_policy("balanced", allow, deny)
    assert told in caught.value.line()
    assert "ana" not in caught.value.line()


BELOW = """\
spec:
  containers:
    - name: web
      owner: Maren Holloway
      env:
        mail: maren@example.com

    - owner: Priya Raman
  author: Tobias Quill
"""
AT_ONE_DEPTH = """\
containers:
- owner: Maren Holloway
  env:
    mail: maren@example.com
author: Tobias Quill
"""


@pytest.mark.parametrize(
    ("text", "field", "kept"),
    [
        (BELOW, "containers", ["Maren Holloway", "maren@example.com", "Priya Raman"]),
        (BELOW, "spec", ["Maren Holloway", "maren@example.com", "Priya Raman", "Tobias Quill"]),
        (BELOW, "env", ["maren@example.com"]),
        (BELOW, "name", []),
        (BELOW, "web", []),
        (AT_ONE_DEPTH, "containers", ["Maren Holloway", "maren@example.com"]),
        (AT_ONE_DEPTH, "env", ["maren@example.com"]),
        (AT_ONE_DEPTH.replace("\n", "\r\n"), "Containers", ["Maren Holloway", "maren@example.com"]),
        ("containers:\nowner: Maren Holloway\n", "containers", []),
        ("负责人：\n  姓名: 周若溪\n", "负责人", []),
        ("contact:\n  负责人: 周若溪\n", "contact", ["周若溪"]),
    ],
)
def test_an_allowed_field_covers_what_lies_below(text: str, field: str, kept: list[str]) -> None:
    every = {value for values in found_in([text], allow=()) for value in values}
    (left,) = found_in([text], allow=({"field": field, "reason": "public"},))
    assert every - set(left) == set(kept)
