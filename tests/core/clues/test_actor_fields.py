"""Accounts in fields of trackers, reviews and logs; words, programs and organisations in them stay."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest
from found_values import find

from shotveil.core.clues.contact.actors import RULES
from shotveil.core.clues.labels.actor_fields import kind_of_actor


@pytest.mark.parametrize(
    "field", ["assignee", "assigned_to", "assignedTo", "reporter", "reviewer", "merged_by"]
)
@pytest.mark.parametrize("name", ["wquillon", "w.quillon", "mlopez", "sarah_jones", "jdoward42"])
def test_fields_that_tell_a_person(field: str, name: str) -> None:
    assert find(json.dumps({field: name, "status": "open"}), "t.json") == [("USER", name)]
    assert find(f"{field}={name} status=open\n") == [("USER", name)]
    assert find(f'log: {{"{field}": "{name}"}}\n') == [("USER", name)]


@pytest.mark.parametrize("field", ["owner", "author", "agent", "created_by", "updatedBy"])
@pytest.mark.parametrize("name", ["wquillon", "w.quillon", "mlopez", "tkendrick", "sarah.jones"])
def test_fields_of_people_and_programs(field: str, name: str) -> None:
    assert find(json.dumps({field: name, "status": "open"}), "t.json") == [("USER", name)]
    assert find(f"2026-11-30 INFO {field}={name} status=open\n") == [("USER", name)]


def test_nested_fields() -> None:
    issue = {"fields": {"assignee": {"name": "wquillon", "key": "wquillon"}, "reporter": {"name": "mlopez"}}}
    assert find(json.dumps(issue), "t.json") == [("USER", "wquillon")] * 2 + [("USER", "mlopez")]


@pytest.mark.parametrize("field", ["assignee", "reviewer", "owner", "author", "agent", "created_by"])
@pytest.mark.parametrize(
    "name",
    ["root", "admin", "github-actions", "jenkins", "unassigned", "none", "platform-team", "build-runner",
     "fluentd", "terraform", "pipeline", "on-call", "default", "data_platform", "release.py"],
)  # fmt: skip
def test_nobodys_accounts_stay(field: str, name: str) -> None:
    assert find(json.dumps({field: name, "status": "open"}), "t.json") == []
    assert find(f"{field}={name} status=open\n") == []


@pytest.mark.parametrize("name", ["hashicorp", "kubelet", "vercel", "datadog", "langchain"])
@pytest.mark.parametrize("field", ["owner", "author", "agent", "created_by"])
def test_organisations_and_agents_stay(field: str, name: str) -> None:
    assert find(json.dumps({field: name}), "t.json") == []
    assert find(f"{field}={name} status=open\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(owner=parent, agent=None, author=default_author):\n    return owner\n",
        "agent=curl/8.5 user_agent=Mozilla handler=on_click\n",
        "The owner: landlord. The author: unknown.\n",
    ],
)
def test_other_values_stay(text: str) -> None:
    assert find(text) == []


def test_the_rule_is_asked_for_every_field() -> None:
    lines = files("shotveil.core.lexicons").joinpath("actor_fields.txt").read_text("utf-8").splitlines()
    fields = [field for line in lines if line[0] not in "#[" for field in line.split()]
    (need,) = RULES["user.actor"].needs
    assert len(fields) > 40
    assert not [field for field in fields if not re.search(need, f"{field}=") or not kind_of_actor((field,))]
