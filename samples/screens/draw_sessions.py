"""Draw the sample sessions: ``python samples/screens/draw_sessions.py`` rewrites samples/session_*/captures.

Everyone in them is invented; phone numbers and domains are reserved ones. The pictures are committed, so
fonts are needed only to draw them anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from canvas import DARK, LIGHT, WIDTH, Screen


def draw_chat(screen: Screen, turn: dict) -> None:
    """Bubbles left and right."""
    y = 280.0
    for side, text in turn["bubbles"]:
        y = screen.bubble(y, text, side == "right")


def draw_contact(screen: Screen, turn: dict) -> None:
    """A contact card: portrait disc, name, rows."""
    screen.draw.ellipse((WIDTH / 2 - 110, 290, WIDTH / 2 + 110, 510), fill=screen.theme.accent)
    screen.text(WIDTH / 2, 550, turn["name"], 60, bold=True, anchor="ma")
    screen.text(WIDTH / 2, 640, turn["subtitle"], 38, screen.theme.faint, anchor="ma")
    draw_rows(screen, turn, 760)


def draw_rows(screen: Screen, turn: dict, y: float = 290) -> float:
    """A list of labels and values on a panel."""
    top = y
    end = measure_rows(screen, turn, y)
    screen.card(top - 30, end)
    for label, value in turn["rows"]:
        y = screen.row(y, label, value)
    return y


def measure_rows(screen: Screen, turn: dict, y: float) -> float:
    """Where the rows will end: drawn once on a scratch screen."""
    scratch = Screen(screen.lang, screen.theme)
    for label, value in turn["rows"]:
        y = scratch.row(y, label, value)
    return y


def draw_form(screen: Screen, turn: dict) -> None:
    """Fields with a label above each, and a button."""
    y = 270.0
    for label, value in turn["fields"]:
        y = screen.field(y, label, value)
    screen.button(y + 30, turn["button"])


def draw_order(screen: Screen, turn: dict) -> None:
    """A status, a wrapped delivery address, rows, a button."""
    screen.card(260, 640)
    screen.text(72, 300, turn["status"], 52, screen.theme.accent, bold=True)
    screen.paragraph(72, 400, turn["note"], WIDTH - 190, 40)
    y = draw_rows(screen, turn, 740)
    screen.button(y + 70, turn["button"])


DRAWERS = {
    "chat": draw_chat,
    "contact": draw_contact,
    "settings": draw_rows,
    "form": draw_form,
    "order": draw_order,
}


def find_values(screen: Screen, values: list[list[str]]) -> list[dict]:
    """Gold values with the boxes that they were drawn in; a value named twice is its next copy."""
    reached: dict[str, int] = {}
    found = []
    for kind, value, entity in values:
        fragments, reached[value] = screen.find_fragments(value, reached.get(value, 0))
        found.append({"type": kind, "value": value, "entity": entity, "fragments": fragments})
    return found


def draw_session(script: Path, folder: Path) -> None:
    """Captures, instructions and gold of one session."""
    session = json.loads(script.read_text(encoding="utf-8"))
    captures = folder / "captures"
    captures.mkdir(parents=True, exist_ok=True)
    gold = []
    for number, turn in enumerate(session["turns"], 1):
        screen = Screen(session["lang"], DARK if turn["theme"] == "dark" else LIGHT)
        screen.status_bar(turn["clock"])
        screen.title(turn["title"])
        DRAWERS[turn["screen"]](screen, turn)
        name = f"turn_{number}.png"
        screen.image.save(captures / name, optimize=True)
        (captures / f"turn_{number}.txt").write_text(turn["instruction"] + "\n", encoding="utf-8")
        gold.append(
            {
                "id": f"{script.stem}-{number}",
                "image": f"captures/{name}",
                "lang": session["lang"],
                "pii": find_values(screen, turn["pii"]),
                "keep": turn["keep"],
                "lines": screen.lines,
            }
        )
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in gold)
    (folder / "gold.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for lang in ("en", "zh"):
        draw_session(HERE / f"session_{lang}.json", HERE.parent / f"session_{lang}")
