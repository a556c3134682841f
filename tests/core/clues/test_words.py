"""Rules that read words: evasions, offsets, negative scopes, and time that grows with the text only."""

from __future__ import annotations

import time

import pytest

from shotveil.core.clues.person.words import find_runs
from shotveil.core.clues.person.zh_model import build_lattice
from shotveil.core.clues.registry import load_rules
from shotveil.core.detect import Detector, make_context
from shotveil.core.records import TextExtent, View
from shotveil.core.stream.characters import fold_text
from shotveil.core.stream.text import build_stream


def find(text: str, kind: str) -> list[str]:
    """Values of a type that the whole Detector finds, as cut out of the received text."""
    view = View("v", "s", 0, "text", "t.txt", text=text)
    extents = [e for o in Detector().detect([view])[0].occurrences if o.type == kind for e in o.extents]
    return [text[e.start : e.end] for e in extents if isinstance(e, TextExtent)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Seen by Abel Tolliver, Norbert Hollins and Jo Smithers.", ["Abel Tolliver", "Norbert Hollins", "Jo Smithers"]),
        ("Beatrix stated that her brother Ansgar Holm agreed.", ["Beatrix", "Ansgar Holm"]),
        ("Nils's note to Nils: Nils’s bike.", ["Nils", "Nils", "Nils"]),
        ("AMELIA HARTWELL and amelia hartwell", ["AMELIA HARTWELL", "amelia hartwell"]),
        ("本页由 贺晴岚 新建，末次由 樊子沐 编辑。", ["贺晴岚", "樊子沐"]),
        ("20260731，章以宁，13800138000", ["章以宁"]),
        ("Amelia Hartwell\tRobert Vance", ["Amelia Hartwell", "Robert Vance"]),
        ("Ame\u200blia Hartwell called", ["Ame\u200blia Hartwell"]),
    ],
)  # fmt: skip
def test_names(text: str, names: list[str]) -> None:
    assert find(text, "NAME") == names


@pytest.mark.parametrize(
    "text",
    [
        "万一失败请重试，高兴就好，白菜涨价。",
        "Privacy Policy, Account Settings and Recent Orders",
        "In May or April, on Friday or Sunday, German and French",
        "Save Draft. Send Message. New Folder. Dark Mode.",
        "import json; from pathlib import Path; class Foo(Bar): pass",
        "请在周末之前提交项目金额和时间安排",
        "任务完成，成功上传，常用联系方式，关于系统",
    ],
)
def test_no_names_in_ordinary_text(text: str) -> None:
    assert find(text, "NAME") == []
    assert find(text, "ORG") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Invoice to Brightwater Labs Inc. today", ["Brightwater Labs Inc."]),
        ("she works at Quillmark and likes it", ["Quillmark"]),
        ("他在星屿网络科技有限公司上班", ["星屿网络科技有限公司"]),
        ("单位：和予物业服务中心，电话稍后", ["和予物业服务中心"]),
        ("孩子在 杭州文澜实验学校 北门", ["杭州文澜实验学校"]),
    ],
)
def test_organizations(text: str, names: list[str]) -> None:
    assert find(text, "ORG") == names


@pytest.mark.parametrize("unit", ["A", "A ", "Anna ", "anna, ", "王", "阿", "司马", "Inc ", "公司", "斯·"])
def test_time_is_linear(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    stream = build_stream([View("v", "s", 0, "text", "t.txt", text=text)])
    context = make_context(stream, fold_text(stream.text), "text")
    started = time.process_time()
    for name, rule in load_rules().items():
        if name.startswith(("person", "organization")):
            list(rule.find(context))
    assert time.process_time() - started < 6


def test_runs_keep_offsets() -> None:
    text = "ask Dr. Amelia J. Hartwell, please"
    (run,) = find_runs(text)
    assert [text[word.start : word.end] for word in run] == ["Dr.", "Amelia", "J.", "Hartwell"]


def test_a_lattice_adds_up() -> None:
    lattice = build_lattice("明天上午提交项目")
    whole = lattice.forward[-1]
    assert lattice.backward[0] == pytest.approx(whole)
    costs = (whole - lattice.forward[start] - lattice.backward[end] for start, end in lattice.path())
    assert sum(costs) == pytest.approx(whole)
