"""A small drawing kit for sample screens; every drawn text is recorded with its box."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT_FILES = {
    "en": ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"),
    "zh": ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"),
}  # fmt: skip
WIDTH, HEIGHT = 1080, 2340


@dataclass(frozen=True)
class Theme:
    """Colours of a screen."""

    page: str
    ink: str
    faint: str
    card: str
    line: str
    accent: str
    bubble_left: str
    bubble_right: str
    bubble_ink: str


LIGHT = Theme(
    "#f4f5f7", "#1c1e21", "#74797f", "#ffffff", "#dcdfe3", "#2463c4", "#ffffff", "#2f7d4f", "#ffffff"
)
DARK = Theme(
    "#121417", "#e8eaed", "#8d949c", "#1e2126", "#31363d", "#7fb2ff", "#262a31", "#2d4f7c", "#e8eaed"
)


@cache
def load_font(lang: str, size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """A font of the language; Noto CJK is needed for Chinese."""
    path = FONT_FILES[lang][1 if bold else 0]
    if not Path(path).exists():
        raise SystemExit(
            f"{path} is missing: install fonts-dejavu-core and fonts-noto-cjk to redraw the samples"
        )
    return ImageFont.truetype(path, size, index=2 if path.endswith(".ttc") else 0)


@dataclass
class Screen:
    """A picture being drawn, and the lines of text on it."""

    lang: str
    theme: Theme
    height: int = HEIGHT
    lines: list[dict] = field(default_factory=list)
    edges: list[list[float]] = field(default_factory=list)
    """Left edge of each character of each line, and the line's right edge, px."""

    def __post_init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, self.height), self.theme.page)
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int = 40,
        color: str = "",
        bold: bool = False,
        anchor: str = "la",
    ) -> float:
        """Draw one line; its width in px."""
        font = load_font(self.lang, size, bold)
        self.draw.text((x, y), text, font=font, fill=color or self.theme.ink, anchor=anchor)
        box = self.draw.textbbox((x, y), text, font=font, anchor=anchor)
        self.lines.append({"text": text, "box": [round(part) for part in box]})
        self.edges.append([box[0] + font.getlength(text[:index]) for index in range(len(text) + 1)])
        return font.getlength(text)

    def find_fragments(self, value: str, after: int = 0) -> tuple[list[list[int]], int]:
        """Boxes of a drawn value, one a line that it stands on, and where to look for the next copy.

        Args:
            value: text as it was drawn, line ends aside.
            after: how many characters of the screen, blanks left out, to pass over.
        """
        places = [
            (number, index)
            for number, line in enumerate(self.lines)
            for index, char in enumerate(line["text"])
            if not char.isspace()
        ]
        page = "".join(self.lines[number]["text"][index] for number, index in places)
        wanted = "".join(value.split())
        start = page.find(wanted, after)
        if start < 0:
            raise ValueError("a value of the gold is not on its screen")
        by_line: dict[int, list[int]] = {}
        for number, index in places[start : start + len(wanted)]:
            by_line.setdefault(number, []).append(index)
        boxes = []
        for number, indices in by_line.items():
            _, top, _, bottom = self.lines[number]["box"]
            edges = self.edges[number]
            boxes.append([round(edges[indices[0]]), top, round(edges[indices[-1] + 1]), bottom])
        return boxes, start + len(wanted)

    def wrap(self, text: str, width: float, size: int) -> list[str]:
        """Lines that fit: at blanks in Latin text, anywhere in Chinese."""
        font = load_font(self.lang, size)
        pieces = list(text) if self.lang == "zh" else [f"{word} " for word in text.split(" ")]
        lines, line = [], ""
        for piece in pieces:
            if line and font.getlength((line + piece).rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += piece
        return [*lines, line.rstrip()] if line else lines

    def paragraph(
        self, x: float, y: float, text: str, width: float, size: int = 40, color: str = ""
    ) -> float:
        """Draw wrapped text; the y below it."""
        for line in self.wrap(text, width, size):
            self.text(x, y, line, size, color)
            y += size * 1.4
        return y

    def card(self, top: float, bottom: float) -> None:
        """A rounded panel across the screen."""
        self.draw.rounded_rectangle(
            (36, top, WIDTH - 36, bottom), 28, fill=self.theme.card, outline=self.theme.line
        )

    def status_bar(self, clock: str) -> None:
        """The phone's own line at the top."""
        self.text(48, 28, clock, 34, bold=True)
        self.text(WIDTH - 48, 28, "5G  82%", 34, anchor="ra")

    def title(self, text: str) -> None:
        """The heading of the screen."""
        self.text(WIDTH / 2, 130, text, 50, bold=True, anchor="ma")
        self.draw.line((0, 220, WIDTH, 220), fill=self.theme.line, width=2)

    def bubble(self, y: float, text: str, right: bool) -> float:
        """A chat bubble; the y below it."""
        size, pad, width = 40, 30, 700
        lines = self.wrap(text, width, size)
        font = load_font(self.lang, size)
        wide = max(font.getlength(line) for line in lines) + 2 * pad
        left = WIDTH - 48 - wide if right else 140
        bottom = y + len(lines) * size * 1.4 + 2 * pad - 10
        fill = self.theme.bubble_right if right else self.theme.bubble_left
        self.draw.rounded_rectangle((left, y, left + wide, bottom), 32, fill=fill)
        for number, line in enumerate(lines):
            color = self.theme.bubble_ink if right else self.theme.ink
            self.text(left + pad, y + pad - 6 + number * size * 1.4, line, size, color)
        if not right:
            self.draw.ellipse((40, y, 116, y + 76), fill=self.theme.accent)
        return bottom + 44

    def row(self, y: float, label: str, value: str, right: bool = True) -> float:
        """A label and its value: on one line, or the value below where it would not fit; the y below."""
        font = load_font(self.lang, 40)
        self.text(72, y, label, 40, self.theme.faint)
        if right and font.getlength(label) + font.getlength(value) < WIDTH - 220:
            self.text(WIDTH - 72, y, value, 40, anchor="ra")
            y += 76
        else:
            y = self.paragraph(72, y + 60, value, WIDTH - 144, 40) + 20
        self.draw.line((72, y, WIDTH - 72, y), fill=self.theme.line, width=2)
        return y + 28

    def field(self, y: float, label: str, value: str) -> float:
        """A form field: label above, value in a frame; the y below."""
        self.text(72, y, label, 36, self.theme.faint)
        lines = self.wrap(value, WIDTH - 204, 42)
        bottom = y + 64 + 44 + len(lines) * 58
        self.draw.rounded_rectangle(
            (60, y + 56, WIDTH - 60, bottom), 18, fill=self.theme.card, outline=self.theme.line, width=3
        )
        for number, line in enumerate(lines):
            self.text(96, y + 80 + number * 58, line, 42)
        return bottom + 36

    def button(self, y: float, text: str) -> float:
        """A wide button; the y below it."""
        self.draw.rounded_rectangle((60, y, WIDTH - 60, y + 116), 58, fill=self.theme.accent)
        self.text(WIDTH / 2, y + 32, text, 44, self.theme.page, bold=True, anchor="ma")
        return y + 150
