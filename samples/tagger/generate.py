"""Sentences from templates and the project's own lexicons: invented people, firms and places."""

from __future__ import annotations

import random
import re
from importlib.resources import files
from pathlib import Path

from corpus import Sentence

_KINDS = {"P": "NAME", "O": "ORG", "L": "ADDR"}
_SLOT = re.compile(r"\{([POL])\}")
_HEADS = [
    "公司",
    "集团",
    "大学",
    "医院",
    "银行",
    "研究院",
    "委员会",
    "协会",
    "电视台",
    "日报",
    "学院",
    "中学",
    "俱乐部",
    "法院",
    "公安局",
    "出版社",
    "基金会",
    "中心",
    "科技",
    "证券",
]
_MIDDLES = [
    "科技",
    "电子",
    "建设",
    "第一",
    "人民",
    "师范",
    "交通",
    "农业",
    "国际",
    "工业",
    "文化",
    "中医",
    "财经",
    "环保",
    "体育",
    "教育",
    "信息",
    "能源",
]
_CORES = [
    "华",
    "星",
    "岚",
    "盛",
    "恒",
    "鼎",
    "泰",
    "宏",
    "云",
    "海",
    "天",
    "明",
    "瑞",
    "金",
    "安",
    "龙",
    "远",
    "博",
    "新",
    "创",
    "源",
    "晨",
    "腾",
    "力",
    "达",
    "康",
]
_FOREIGN = [
    "阿",
    "巴",
    "卡",
    "德",
    "尔",
    "弗",
    "格",
    "哈",
    "伊",
    "杰",
    "克",
    "拉",
    "勒",
    "马",
    "米",
    "莫",
    "纳",
    "尼",
    "诺",
    "奥",
    "帕",
    "皮",
    "罗",
    "萨",
    "斯",
    "塔",
    "特",
    "托",
    "瓦",
    "维",
    "沃",
    "亚",
    "里",
    "利",
    "森",
    "顿",
    "曼",
    "恩",
]
_WORLD = [
    "巴黎",
    "伦敦",
    "东京",
    "纽约",
    "柏林",
    "莫斯科",
    "悉尼",
    "首尔",
    "曼谷",
    "新德里",
    "开罗",
    "罗马",
    "马德里",
    "洛杉矶",
    "旧金山",
    "多伦多",
]


def _first_columns(name: str, column: int = 0) -> list[str]:
    text = files("shotveil.core.lexicons").joinpath(name).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return [row[column] for row in rows if len(row) > column]


class ChineseStock:
    """Makes values; every call gives another."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.surnames = [name for name in _first_columns("names_zh_surnames.tsv") if name]
        self.given = [char for char in _first_columns("names_zh_given.tsv") if len(char) == 1]
        self.places = [name for name in _first_columns("cn_divisions.tsv", 1) if name != "市辖区"]

    def make(self, kind: str) -> str:
        return {"P": self.person, "O": self.organization, "L": self.place}[kind]()

    def person(self) -> str:
        rng = self.rng
        if rng.random() < 0.25:
            parts = [
                "".join(rng.choices(_FOREIGN, k=rng.randint(2, 4))) for _ in range(rng.choice((1, 2, 2)))
            ]
            return "·".join(parts)
        ranked = self.surnames[:120] if rng.random() < 0.8 else self.surnames
        return rng.choice(ranked) + "".join(rng.choices(self.given, k=rng.choice((1, 2, 2, 2))))

    def place(self) -> str:
        rng = self.rng
        if rng.random() < 0.2:
            return rng.choice(_WORLD)
        name = rng.choice(self.places)
        return name[:-1] if len(name) > 2 and rng.random() < 0.5 else name

    def organization(self) -> str:
        rng = self.rng
        core = "".join(rng.choices(_CORES, k=2))
        place = self.place() if rng.random() < 0.6 else ""
        middle = rng.choice(_MIDDLES) if rng.random() < 0.7 else ""
        tail = rng.choice(("", "", "股份有限公司", "有限公司")) if rng.random() < 0.3 else rng.choice(_HEADS)
        name = place + (core if rng.random() < 0.6 or not place else "") + middle + tail
        return name if len(name) > 2 else name + rng.choice(_HEADS)


def generate_chinese(count: int, rng: random.Random) -> list[Sentence]:
    """``count`` sentences from templates_zh.txt."""
    text = (Path(__file__).parent / "templates_zh.txt").read_text(encoding="utf-8")
    templates = [line for line in text.splitlines() if line and not line.startswith("#")]
    stock = ChineseStock(rng)
    return [_fill(rng.choice(templates), stock) for _ in range(count)]


def _fill(template: str, stock: ChineseStock) -> Sentence:
    parts, spans, at, length = [], [], 0, 0
    for match in _SLOT.finditer(template):
        value = stock.make(match.group(1))
        parts += [template[at : match.start()], value]
        length += match.start() - at
        spans.append((length, length + len(value), _KINDS[match.group(1)]))
        length += len(value)
        at = match.end()
    return Sentence("".join(parts) + template[at:], tuple(spans))


def join_sentences(sentences: list[Sentence], rng: random.Random) -> Sentence:
    """Spoken sentences without punctuation read as written ones: joined by marks."""
    text, spans = "", []
    for sentence in sentences:
        spans += [(start + len(text), end + len(text), kind) for start, end, kind in sentence.spans]
        text += sentence.text + rng.choice("，，。、；")
    return Sentence(text, tuple(spans))
