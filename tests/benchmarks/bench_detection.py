"""Speed of detection: mixed 1 KB documents, one long text, one long line, each rule on its own.

python tests/benchmarks/bench_detection.py [--rules] [--long]
"""

from __future__ import annotations

import argparse
import random
import resource
import time

PLAIN = (
    "The build finished without warnings and the report was uploaded to the archive.",
    "We discussed the roadmap, the open questions and what to measure next quarter.",
    "2026-03-04T10:22:31Z INFO worker-7 processed 1284 items in 3.2 s (queue empty)",
    "Please review the second draft when you have time; nothing in it is urgent.",
    "def total(rows): return sum(row.price * row.count for row in rows)",
    "今天的会议改到下午三点，请大家提前准备好材料，谢谢配合。",
    "系统升级已经完成，如果页面显示异常，请刷新后再试一次。",
    "Add flour and water, stir until smooth, then let the dough rest for an hour.",
    "GET /api/v2/items?page=3&sort=desc 200 18ms",
    "这款产品的电池可以使用两天，屏幕比上一代更亮，价格没有变化。",
)
PRIVATE = (
    "My name is Marla Quint, call me at (415) 555-0132 or write to marla.quint@example.com.",
    "Ship it to 418 Larkspur Avenue, Unit 7C, Portland, OR 97205 before Friday.",
    "收件人：林若溪，电话13800138000，地址浙江省杭州市西湖区文三路478号3幢501室。",
    "Order number: QK7TZ2M4P1, member ID VX20394857, plate 8ABC123.",
    'db_password = "n0t-a-real-Pass" # host 203.0.113.9',
    "联系人周以宁，邮箱 zhou.yn@example.cn，订单号TK20260099871。",
)


def make_documents(count: int, seed: int = 7) -> list[str]:
    """Documents of about 1 KB: four lines of five say nothing private."""
    chance = random.Random(seed)
    documents = []
    for _ in range(count):
        lines: list[str] = []
        size = 0
        while size < 1000:
            line = chance.choice(PRIVATE if chance.random() < 0.2 else PLAIN)
            lines.append(line)
            size += len(line.encode()) + 1
        documents.append("\n".join(lines))
    return documents


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", action="store_true", help="time each rule")
    parser.add_argument("--long", action="store_true", help="a 10 MB text and 1 MB lines")
    parser.add_argument("--count", type=int, default=300)
    options = parser.parse_args()
    started = time.perf_counter()
    from shotveil.core.detect import Detector
    from shotveil.core.records import View

    documents = make_documents(options.count)
    views = [View(str(i), str(i), 0, "text", "d.txt", text=text) for i, text in enumerate(documents)]
    detector = Detector()
    detector.detect(views[:1])
    print(f"first result of a cold process: {time.perf_counter() - started:.2f} s")
    kilobytes = sum(len(text.encode()) for text in documents) / 1024
    started = time.process_time()
    for view in views:
        detector.detect([view])
    spent = time.process_time() - started
    print(f"one by one: {1000 * spent / kilobytes:.3f} ms/KB, {len(views) / spent:.0f} documents/s")
    started = time.process_time()
    detector.detect(views)
    print(f"together:   {1000 * (time.process_time() - started) / kilobytes:.3f} ms/KB")
    if options.rules:
        time_rules(documents, kilobytes)
    if options.long:
        time_long(detector)
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def time_rules(documents: list[str], kilobytes: float) -> None:
    """Milliseconds per KB of each rule, documents one by one, slowest first."""
    from shotveil.core.clues.registry import load_rules
    from shotveil.core.detect import make_context
    from shotveil.core.records import View
    from shotveil.core.stream.characters import fold_text
    from shotveil.core.stream.text import build_stream

    started = time.process_time()
    contexts = []
    for text in documents:
        stream = build_stream([View("v", "s", 0, "text", "d.txt", text=text)])
        contexts.append(make_context(stream, fold_text(stream.text), "text"))
    print(f"  {1000 * (time.process_time() - started) / kilobytes:7.4f} ms/KB stream, folding, labels")
    times = []
    for name, rule in load_rules().items():
        started = time.process_time()
        found = sum(len(list(rule.find(context))) for context in contexts)
        times.append((1000 * (time.process_time() - started) / kilobytes, name, found))
    for spent, name, found in sorted(times, reverse=True):
        print(f"  {spent:7.4f} ms/KB {name} ({found} candidates)")


def time_long(detector: object) -> None:
    """Linear growth: a long text, and lines of one repeated piece."""
    from shotveil.core.records import View

    text = "\n".join(make_documents(2500))
    cases = {"2.5 MB text": text, "10 MB text": "\n".join([text] * 4)}
    for piece in (
        "a",
        "1",
        "1 ",
        "a.",
        "@",
        "A",
        "中",
        "张",
        "路",
        "=",
        "-",
        "Aa ",
        "1a",
        "(",
        "a@",
        "/",
        "号1",
    ):
        cases[f"1 MB of {piece!r}"] = piece * (1_000_000 // len(piece))
    for name, long_text in cases.items():
        started = time.process_time()
        detector.detect([View("v", "s", 0, "text", "d.txt", text=long_text)])  # type: ignore[attr-defined]
        print(f"  {time.process_time() - started:7.2f} s {name}", flush=True)


if __name__ == "__main__":
    main()
