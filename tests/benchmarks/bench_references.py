"""Print the figures of references: stress corpora, alias sets, journal speed.

Run ``python tests/benchmarks/bench_references.py [NAME ...] [--misses]`` with the names of RUNS below. The
shared data are read where they are; an absent set is skipped.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"
sys.path[:0] = [str(ROOT / "samples" / "stress")]

import address_stress  # noqa: E402
import multi_root  # noqa: E402

from shotveil.core.binding.bind import bind_occurrences  # noqa: E402
from shotveil.core.binding.state import BindingState  # noqa: E402
from shotveil.core.geometry import Box  # noqa: E402
from shotveil.core.normalize import canonical  # noqa: E402
from shotveil.core.parse.address import parse_address  # noqa: E402
from shotveil.core.parse.name import parse_name  # noqa: E402
from shotveil.core.parse.organization import parse_organization  # noqa: E402
from shotveil.core.records import Block, BlockExtent, Occurrence, Record, ScalarRecord, TextExtent, View  # noqa: E402
from shotveil.core.session import open_session  # noqa: E402


def make_record(type: str, text: str) -> Record | None:
    """Our own parse of a gold mention; the gold cuts 先生 off, which makes 李 of 李先生."""
    if type == "NAME":
        return parse_name(text) or parse_name(f"{text}先生")
    if type == "ORG":
        return parse_organization(text)
    if type == "ADDR":
        return parse_address(text)
    return ScalarRecord(text, canonical(type, text))


def mention(type: str, text: str, start: int = 0) -> Occurrence | None:
    """A gold mention as an accepted occurrence of a text view."""
    record = make_record(type, text)
    if record is None:
        return None
    return Occurrence(type, text, "hard", (), 1.0, (TextExtent(start, start + len(text)),), record)


def bind_one(state: BindingState, type: str, text: str, turn: int = 1) -> tuple[int, str] | None:
    """Root and SPEC of one mention, None when it does not parse."""
    occurrence = mention(type, text)
    if occurrence is None:
        return None
    view = View("v", "s", turn, "text", "", text="", occurrences=(occurrence,))
    binding = bind_occurrences((occurrence,), view, state).bindings[0]
    return binding.root, binding.reference.strip("[]").partition(".")[2]


def bind_lines(state: BindingState, lines: Sequence[str], turn: int = 1) -> list[tuple[int, str]] | None:
    """Root and SPEC of address fragments that stand under each other on a screen."""
    blocks, occurrences = [], []
    for number, text in enumerate(lines):
        box = Box(40, 100 + 30 * number, 40 + 9 * len(text), 120 + 30 * number)
        record = parse_address(text)
        if record is None:
            return None
        blocks.append(Block(f"b{number}", text, box, box.quad()))
        extent = BlockExtent(f"b{number}", 0, len(text), box)
        occurrences.append(Occurrence("ADDR", text, "hard", (), 1.0, (extent,), record))
    view = View("v", "s", turn, "image", "", blocks=tuple(blocks), occurrences=tuple(occurrences))
    bindings = bind_occurrences(occurrences, view, state).bindings
    return [(b.root, b.reference.strip("[]").partition(".")[2]) for b in bindings]


def share(hits: int, total: int) -> str:
    return f"{hits / total:.4f} ({hits}/{total})" if total else "-"


def rate(counts: Counter[bool]) -> str:
    return share(counts[True], counts.total())


def run_stress(show: Callable[[str], None]) -> None:
    """Pairs (full, form) on one root, chains on the right root, SPEC exact."""
    for language in ("en", "zh"):
        personas: dict[int, dict[int, list[address_stress.Form]]] = defaultdict(lambda: defaultdict(list))
        for form in address_stress.generate(language):
            personas[form.persona][form.identity].append(form)
        pairs: dict[str, Counter[bool]] = defaultdict(Counter)
        specs: dict[str, Counter[bool]] = defaultdict(Counter)
        for identities in personas.values():
            state = BindingState()
            for turn, forms in enumerate(identities.values(), 1):
                expected = None
                for form in forms:
                    found = bind_lines(state, form.blocks, turn)
                    roots = {root for root, _ in found or ()}
                    if expected is None and found:
                        expected = found[0][0]
                    right = roots == {expected}
                    pairs[form.family][right] += 1
                    exact = found is not None and tuple(spec for _, spec in found) == form.specs
                    specs[form.family][exact] += 1
                    if not right or not exact:
                        show(f"{language} {form.family} {form.blocks} {found} #{expected} {form.specs}")
        for family in pairs:
            chain = "chain" if family.endswith("_block") else "PCR  "
            p, s = pairs[family], specs[family]
            print(f"stress {language} {family:16} {chain} {rate(p)}  SPEC {rate(s)}")
        plain = [f for f in pairs if not f.endswith("_block")]
        total = sum((pairs[f] for f in plain), Counter())
        every = sum(specs.values(), Counter())
        print(f"stress {language} strict PCR {rate(total)}  SPEC {rate(every)}")


def run_multiroot(show: Callable[[str], None]) -> None:
    """How often recent-first and fresh-on-ambiguity are right."""
    recent = fresh = unique = 0
    for trial in multi_root.generate():
        outcomes = []
        for policy in ("recent", "fresh"):
            state = BindingState(ambiguity=policy)  # type: ignore[arg-type]
            roots = [bind_one(state, "ADDR", text) for text in trial.addresses]
            found = bind_one(state, "ADDR", trial.mention)
            outcomes.append(found is not None and found[0] == (roots[trial.right] or (0,))[0])
        recent += outcomes[0]
        fresh += outcomes[1]
        unique += trial.fitting == 1
    trials = multi_root.TRIALS
    print(f"multi-root recent {share(recent, trials)}  fresh {share(fresh, trials)}  unique {unique}")


def read_set(name: str) -> list[dict[str, Any]]:
    path = DATA / name / "dev.jsonl"
    if not path.exists():
        print(f"{name}: absent, skipped")
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


_LABEL = {"ADDR": "ADDR", "ADDRESS": "ADDR"}
_WHOLE = {"ecommerce_full", "map_search_short", "formal_name", "name_zh", "phone_main", "email_personal"}
_OUT_OF_SCOPE = {
    "street_number",
    "name_pinyin",
    "social_nickname",
    "xiaohongshu_nickname",
    "contact_label",
    "company_name_en",
}


def run_personas(show: Callable[[str], None]) -> None:
    """Pairs of forms of one entity where one holds the other, each pair in a session of its own, both orders;
    and whole forms of different entities, which must stay apart."""
    same: dict[str, Counter[bool]] = defaultdict(Counter)
    wrong = Counter[bool]()
    for persona in read_set("privacyguard_personas"):
        forms = [
            (
                f["entity"],
                _LABEL.get(f["type"].partition(".")[0], f["type"]),
                f["form"],
                f["value"],
                f["type"],
            )
            for f in persona["forms"]
            if f["form"] not in _OUT_OF_SCOPE
        ]
        for a, b in permutations(forms, 2):
            if a[1] != b[1] or (a[0] != b[0] and not (a[2] == b[2] and a[2] in _WHOLE)):
                continue
            if canonical("ADDR", a[3]) == canonical("ADDR", b[3]) and a[0] != b[0]:
                continue
            parts = a[4].startswith("ADDR.") and b[4].startswith("ADDR.")
            if a[0] == b[0] and (parts or not _holds(a[3], b[3])):
                continue
            state = BindingState()
            x, y = bind_one(state, a[1], a[3], 1), bind_one(state, b[1], b[3], 2)
            joined = x is not None and y is not None and x[0] == y[0]
            if a[0] == b[0]:
                same[f"{persona['lang']} {a[1]}"][joined] += 1
            else:
                wrong[joined] += 1
            if joined != (a[0] == b[0]):
                show(f"{persona['id']} {a} {x} / {b} {y}")
    for key, counts in sorted(same.items()):
        print(f"personas {key} pairs {rate(counts)}")
    print(f"personas whole forms of two entities joined {rate(wrong)}")


def _holds(a: str, b: str) -> bool:
    short, long = sorted((canonical("ADDR", a), canonical("ADDR", b)), key=len)
    return short in long


def run_chains(show: Callable[[str], None]) -> None:
    """Written forms of a person in reading order, gold spans."""
    same, wrong = Counter[bool](), Counter[bool]()
    for record in read_set("pii_anon_chains"):
        state = BindingState()
        bound: list[tuple[str, str, int]] = []
        for span in record["spans"]:
            if span["type"] == "PERSON_NAME" and span.get("entity"):
                result = bind_one(state, "NAME", span["value"])
                bound.append((span["entity"], span["value"], result[0] if result else -1 - len(bound)))
        for a, b in combinations(bound, 2):
            if a[0] == b[0]:
                same[a[2] == b[2]] += 1
            else:
                wrong[a[2] == b[2]] += 1
            if (a[0] == b[0]) != (a[2] == b[2]):
                show(f"{record['id']} {a} {b}")
    print(f"chains same-entity pairs {rate(same)}  wrong merges {rate(wrong)}")


def run_screens(show: Callable[[str], None]) -> None:
    """Gold mentions of the rendered sessions, instruction first, then the screen from top to bottom."""
    instructions = {}
    path = DATA / "screens" / "dev.instructions.jsonl"
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            instructions[record["session"], record["turn"]] = record["spans"]
    sessions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for screen in read_set("screens"):
        sessions[screen["session"]].append(screen)
    same, wrong, specs = defaultdict(Counter), defaultdict(Counter), Counter[bool]()
    for session, screens in sessions.items():
        state = BindingState()
        bound: list[tuple[str, str, str, int]] = []
        for screen in sorted(screens, key=lambda s: s["turn"]):
            spans = instructions.get((session, screen["turn"]), [])
            for item, root, spec in bind_screen(state, screen, spans):
                if item.get("link") is not False and not item.get("ambiguous"):
                    bound.append((item["type"], item["entity"], f"{item['value']} t{screen['turn']}", root))
                if item["type"] == "ADDR" and not item.get("truncated"):
                    specs[spec == item.get("component", "")] += 1
                    if spec != item.get("component", ""):
                        show(f"{screen['id']} SPEC {item['value']!r} {spec} for {item.get('component')}")
        for a, b in combinations(bound, 2):
            if a[0] == b[0]:
                (same if a[1] == b[1] else wrong)[a[0]][a[3] == b[3]] += 1
                if (a[1] == b[1]) != (a[3] == b[3]):
                    show(f"{session} {a} {b}")
    for type, counts in sorted(same.items()):
        print(f"screens {type:14} same {rate(counts)}  wrong merges {rate(wrong[type])}")
    print(
        f"screens all same {rate(sum(same.values(), Counter()))} wrong {rate(sum(wrong.values(), Counter()))}"
    )
    print(f"screens SPEC {rate(specs)}")


def bind_screen(
    state: BindingState, screen: dict[str, Any], spans: list[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], int, str]]:
    """Each gold item with its root and SPEC; a value that does not parse gets no root."""
    items = [(span, mention(span["type"], span["value"], span["start"])) for span in spans]
    yield from _bind_items(state, screen["turn"], items, ())
    blocks, drawn = [], []
    for number, item in enumerate(sorted(screen["pii"], key=lambda i: (i["box"][1], i["box"][0]))):
        record = make_record(item["type"], item["value"])
        boxes = [Box(*fragment) for fragment in item["fragments"]]
        extents = tuple(BlockExtent(f"{number}.{at}", 0, 1, box) for at, box in enumerate(boxes))
        shown = "x…" if item.get("truncated") else "x"
        blocks += [Block(e.block, shown, e.box, e.box.quad()) for e in extents]
        occurrence = record and Occurrence(item["type"], item["value"], "hard", (), 1.0, extents, record)
        drawn.append((item, occurrence))
    yield from _bind_items(state, screen["turn"], drawn, tuple(blocks))


def _bind_items(
    state: BindingState, turn: int, items: list[tuple[dict[str, Any], Any]], blocks: tuple[Block, ...]
) -> Iterator[tuple[dict[str, Any], int, str]]:
    occurrences = tuple(occurrence for _, occurrence in items if occurrence is not None)
    view = View("v", "s", turn, "image" if blocks else "text", "", blocks=blocks, occurrences=occurrences)
    bindings = iter(bind_occurrences(occurrences, view, state).bindings)
    for item, occurrence in items:
        if occurrence is not None:
            binding = next(bindings)
            yield item, binding.root, binding.reference.strip("[]").partition(".")[2]
        else:
            yield item, -id(item), ""


def run_journal(show: Callable[[str], None]) -> None:
    """A session of 100,000 roots, plain and sealed: time to open it, and to bind one more occurrence."""
    rng = random.Random(multi_root.SEED)
    kinds = ("NAME", "ADDR", "ORG", "PHONE", "EMAIL", "NUM")
    for key in (None, b"a key of at least sixteen bytes"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "large.session.jsonl"
            with open_session(path, key=key) as session:
                for turn in range(1, 101):
                    made = tuple(invent(rng, kinds[at % 6]) for at in range(1000))
                    session.bind(View("v", "s", turn, "text", "", text="", occurrences=made))
            started = perf_counter()
            session = open_session(path, key=key, create=False)
            opened = perf_counter() - started
            for kind in kinds:
                session.bind(View("v", "s", 101, "text", "", text="", occurrences=(invent(rng, kind),)))
            state, times = session._binding_state(), []
            for at in range(1200):
                found = (invent(rng, kinds[at % 6]),)
                view = View("v", "s", 102, "text", "", text="", occurrences=found)
                started = perf_counter()
                bind_occurrences(found, view, state)
                times.append(perf_counter() - started)
            session.close()
            name = "sealed" if key else "plain"
            middle, late = sorted(times)[600] * 1e6, sorted(times)[1188] * 1e6
            print(
                f"journal {name} {len(session.roots)} roots: open {opened:.2f} s, bind {middle:.0f} us, p99 {late:.0f} us"
            )


def invent(rng: random.Random, kind: str) -> Occurrence:
    """A mention that is probably new to a large session."""
    word = "".join(rng.choice("bcdfglmnprst") + rng.choice("aeiou") for _ in range(3)).capitalize()
    number = rng.randrange(10**7)
    text = {
        "NAME": f"{rng.choice(('Robert', 'Priya', 'Selma', 'Diego'))} {word}",
        "ADDR": f"{number % 9000} {word} {rng.choice(('Street', 'Road'))}, Unit {number % 300}, Portland, OR",
        "ORG": f"{word} Labs Inc.",
        "PHONE": f"415{number:07d}",
        "EMAIL": f"u{number}@example.com",
        "NUM": f"{number:08d}",
    }[kind]
    occurrence = mention(kind, text)
    assert occurrence is not None
    return occurrence


RUNS = {
    "journal": run_journal,
    "screens": run_screens,
    "stress": run_stress,
    "multiroot": run_multiroot,
    "personas": run_personas,
    "chains": run_chains,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*RUNS, []])
    parser.add_argument("--misses", action="store_true", help="print each miss (private when the data are)")
    arguments = parser.parse_args()
    for name in arguments.names or RUNS:
        RUNS[name](print if arguments.misses else lambda line: None)


if __name__ == "__main__":
    main()
