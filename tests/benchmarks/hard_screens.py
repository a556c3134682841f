"""Hard screens, drawn with exact truth: what is erased, what can be read again, what went with it.

    python tests/benchmarks/hard_screens.py [KIND …] [--count N] [--model NAME] [--backend NAME] [--also tesseract]
        [--misses] [--save DIR]

Every screen is one view of its own: a few lines with invented names, phones and addresses in English or
Chinese, drawn onto two layers (private ink, other ink) that go through the same turn as the picture. Printed
for each kind: private parts with all ink gone, values a reader recovers, other ink gone. Needs Noto Sans CJK.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "C:/Windows/Fonts/msyh.ttc",
)
Colour = tuple[int, int, int]
Part = tuple[str, str]
"""A text and its type; "" for what must stay."""
Line = tuple[Part, ...]
DARK, WHITE = (28, 28, 32), (255, 255, 255)
EN_NAMES = ("Marjorie Hale", "Desmond Okafor", "Priya Raman", "Tobias Lindqvist", "Helen Castellano")
ZH_NAMES = ("王晓琳", "欧阳文博", "李佳颖", "陈建军", "周雨桐")
EN_ADDRESSES = (
    "418 Larkspur Avenue, Unit 7C, Portland, OR 97205", "77 Quarry Road, Apt 4, Boise, ID 83702",
    "1250 Harbor Street, Duluth, MN 55802", "9 Millstone Lane, Unit 31, Salem, OR 97301",
    "302 Copper Drive, Tucson, AZ 85701",
)  # fmt: skip
ZH_ADDRESSES = (
    "浙江省杭州市西湖区文三路478号B座1203室", "四川省成都市武侯区人民南路15号2单元601室",
    "湖北省武汉市洪山区珞喻路88号", "江苏省南京市鼓楼区中山北路36号5栋402室", "上海市徐汇区漕溪北路12号",
)  # fmt: skip


@dataclass
class Screen:
    """A picture (as decoded), the masks of private parts and of all other ink, the values."""

    rgb: np.ndarray
    parts: list[np.ndarray]
    other: np.ndarray
    values: list[Part]


class Canvas:
    """A page, and beside it the ink of every part."""

    def __init__(self, width: int, height: int, ground: Colour = WHITE) -> None:
        self.page = Image.new("RGB", (width, height), ground)
        self.parts: list[Image.Image] = []
        self.other = Image.new("L", (width, height), 0)
        self.values: list[Part] = []

    def write(self, x: float, y: float, line: Line, size: int, ink: Colour, *, known: bool = False) -> None:
        """A line of parts from ``x`` on; ``known`` ones are on the masks already."""
        face = load_face(size)
        for text, kind in line:
            ImageDraw.Draw(self.page).text((x, y), text, font=face, fill=ink)
            if not known:
                mask = Image.new("L", self.page.size, 0) if kind else self.other
                ImageDraw.Draw(mask).text((x, y), text, font=face, fill=255)
                self._keep(mask, text, kind)
            x += face.getlength(text)

    def write_down(self, x: float, y: float, line: Line, size: int, ink: Colour) -> None:
        """A column of stacked characters."""
        face = load_face(size)
        for text, kind in line:
            mask = Image.new("L", self.page.size, 0) if kind else self.other
            for char in text:
                shift = (size - face.getlength(char)) / 2
                ImageDraw.Draw(self.page).text((x + shift, y), char, font=face, fill=ink)
                ImageDraw.Draw(mask).text((x + shift, y), char, font=face, fill=255)
                y += 1.12 * size
            self._keep(mask, text, kind)

    def _keep(self, mask: Image.Image, text: str, kind: str) -> None:
        if kind:
            self.parts.append(mask)
            self.values.append((text, kind))

    def finish(self, turn: float = 0.0) -> Screen:
        """The screen, everything turned by ``turn`` degrees."""
        if turn:
            bicubic = Image.Resampling.BICUBIC
            corner = self.page.getpixel((0, 0))
            self.page = self.page.rotate(turn, bicubic, fillcolor=corner)  # type: ignore[arg-type]
            self.parts = [mask.rotate(turn, bicubic) for mask in self.parts]
            self.other = self.other.rotate(turn, bicubic)
        masks = [np.asarray(mask) > 160 for mask in self.parts]
        return Screen(np.asarray(self.page), masks, np.asarray(self.other) > 160, self.values)


@lru_cache(maxsize=32)
def load_face(size: int) -> ImageFont.FreeTypeFont:
    path = next((path for path in FONTS if Path(path).exists()), None)
    if path is None:
        raise SystemExit("no Chinese font here: apt install fonts-noto-cjk")
    return ImageFont.truetype(path, size)


def make_lines(number: int, chinese: bool) -> list[Line]:
    """Seven lines with four private values."""
    pick = random.Random(number)
    tail, room = pick.randint(10, 99), pick.randint(100, 999)
    if chinese:
        name, other = ZH_NAMES[number % 5], ZH_NAMES[(number + 2) % 5]
        return [
            (("订单详情", ""),),
            (("收件人：", ""), (name, "NAME")),
            (("联系电话：", ""), (f"138001380{tail}", "PHONE")),
            (("收货地址：", ""), (ZH_ADDRESSES[number % 5], "ADDR")),
            ((f"商品 A{room} 已发货", ""),),
            (("联系人：", ""), (other, "NAME"), ("，请提前预约", "")),
            (("合计 ¥128.00", ""),),
        ]
    name, other = EN_NAMES[number % 5], EN_NAMES[(number + 2) % 5]
    return [
        (("Order details", ""),),
        (("Recipient: ", ""), (name, "NAME")),
        (("Phone: ", ""), (f"(503) 555-01{tail}", "PHONE")),
        (("Address: ", ""), (EN_ADDRESSES[number % 5], "ADDR")),
        ((f"Item A{room} has been shipped", ""),),
        (("Please ask ", ""), (other, "NAME"), (" about the delivery", "")),
        (("Total $128.00", ""),),
    ]


def make_mixed(number: int) -> list[Line]:
    """Lines in which Chinese and Latin writing stand side by side."""
    tail = random.Random(number).randint(10, 99)
    zh, en = ZH_NAMES[number % 5], EN_NAMES[number % 5]
    return [
        (("Order 订单 details 详情", ""),),
        (("收件人 Recipient: ", ""), (zh, "NAME")),
        (("联系人 Contact: ", ""), (en, "NAME")),
        (("电话 Phone: ", ""), (f"138001380{tail}", "PHONE")),
        (("邮箱 E-mail: ", ""), (f"hale{tail}@example.com", "EMAIL")),
        (("地址 Address: ", ""), (ZH_ADDRESSES[number % 5], "ADDR")),
    ]


def draw_list(lines: Sequence[Line], size: int, ink: Colour, ground: Colour, width: int = 0) -> Canvas:
    longest = max(sum(load_face(size).getlength(text) for text, _ in line) for line in lines)
    width = width or int(longest) + 5 * size
    canvas = Canvas(width, int(2.4 * size * (len(lines) + 1)), ground)
    for row, line in enumerate(lines):
        canvas.write(2 * size, size + 2.4 * size * row, line, size, ink)
    return canvas


def recode(screen: Screen, name: str, **options: object) -> Screen:
    from shotveil.core.sources.images import open_image

    buffer = io.BytesIO()
    Image.fromarray(screen.rgb).save(buffer, name, **options)
    screen.rgb = open_image(buffer.getvalue(), "screen").frame(0)
    return screen


def draw_exif(number: int, chinese: bool) -> Screen:
    screen = draw_list(make_lines(number, chinese), 22, DARK, WHITE).finish()
    orientation = 1 + number % 8
    back = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
            4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90,
            7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270}.get(orientation)  # fmt: skip
    image = Image.fromarray(screen.rgb)
    exif = Image.Exif()
    exif[0x0112] = orientation
    screen.rgb = np.asarray(image.transpose(back) if back is not None else image)
    return recode(screen, "PNG", exif=exif)


def draw_scattered(number: int, chinese: bool, width: int, height: int, size: int) -> Screen:
    """Lines all over a large picture."""
    canvas = Canvas(width, height, (250, 250, 250))
    lines = make_lines(number, chinese)
    longest = max(sum(load_face(size).getlength(text) for text, _ in line) for line in lines)
    across = max(1, int(width / (longest + 4 * size)))
    for place in range(max(len(lines), min(60, across * int(height / (6 * size))))):
        row, column = divmod(place, across)
        line = lines[place % len(lines)]
        shown = line if place < len(lines) else ((f"row {row} of {column}", ""),)
        step = (height - 4 * size) / max(1, -(-60 // across))
        canvas.write(2 * size + column * width / across, size + row * min(step, 300), shown, size, DARK)
    return canvas.finish()


def draw_bubbles(number: int, chinese: bool) -> Screen:
    canvas = Canvas(720, 900, (236, 229, 221))
    pen = ImageDraw.Draw(canvas.page)
    grounds: tuple[tuple[Colour, Colour], ...] = (
        ((149, 236, 105), DARK), ((10, 132, 255), WHITE), ((255, 204, 0), DARK), ((88, 86, 214), WHITE),
    )  # fmt: skip
    for row, line in enumerate(make_lines(number, chinese)):
        ground, ink = grounds[(row + number) % len(grounds)]
        width = sum(load_face(22).getlength(text) for text, _ in line)
        left = 40 if row % 2 == 0 else 660 - width
        pen.rounded_rectangle((left - 18, 30 + 120 * row, left + width + 18, 84 + 120 * row), 20, ground)
        canvas.write(left, 40 + 120 * row, line, 22, ink)
    return canvas.finish()


def draw_icons(number: int, chinese: bool) -> Screen:
    """A drawn sign close to each line's beginning or end."""
    canvas = draw_list(make_lines(number, chinese), 24, DARK, WHITE)
    pen, colours = ImageDraw.Draw(canvas.page), ((220, 60, 60), (40, 120, 220), (40, 160, 90), (240, 170, 30))
    for row, line in enumerate(make_lines(number, chinese)):
        y = 24 + 57.6 * row + 6
        width = sum(load_face(24).getlength(text) for text, _ in line)
        x = 48 - 34 if (row + number) % 2 == 0 else 48 + width + 8
        colour = colours[(row + number) % 4]
        shape = (row + number) % 3
        if shape == 0:
            pen.ellipse((x, y, x + 26, y + 26), fill=colour)
            pen.arc((x + 6, y + 7, x + 20, y + 20), 20, 160, fill=WHITE, width=3)
        elif shape == 1:
            pen.polygon(((x + 13, y), (x + 26, y + 26), (x, y + 26)), fill=colour)
        else:
            pen.rounded_rectangle((x, y + 3, x + 26, y + 23), 4, outline=colour, width=3)
            pen.line((x, y + 5, x + 13, y + 15, x + 26, y + 5), fill=colour, width=3)
    return canvas.finish()


def draw_columns(number: int, chinese: bool) -> Screen:
    """Vertical writing, columns from right to left."""
    del chinese
    size, lines = 28, make_lines(number, True)
    longest = max(sum(len(text) for text, _ in line) for line in lines)
    canvas = Canvas(int(2.6 * size * (len(lines) + 1)), int(1.12 * size * (longest + 3)))
    for column, line in enumerate(lines):
        x = canvas.page.width - 2.6 * size * (column + 1)
        canvas.write_down(x, 1.5 * size, line, size, DARK)
    return canvas.finish()


def draw_polarity(number: int, chinese: bool) -> Screen:
    """A dark bar over a white page: both polarities on one screen."""
    lines = make_lines(number, chinese)
    canvas = draw_list(lines, 22, DARK, WHITE)
    dark = Canvas(canvas.page.width, 3 * 60, (24, 26, 33))
    canvas.page.paste(dark.page, (0, 0))
    for row, line in enumerate(lines[:3]):
        canvas.write(44, 22 + 52.8 * row, line, 22, (235, 235, 240), known=True)
    return canvas.finish()


KINDS: dict[str, Callable[[int, bool], Screen]] = {
    "plain": lambda n, zh: draw_list(make_lines(n, zh), 22, DARK, WHITE).finish(),
    "small": lambda n, zh: draw_list(make_lines(n, zh), 12, DARK, WHITE, 900).finish(),
    "jpeg40": lambda n, zh: recode(
        draw_list(make_lines(n, zh), 18, DARK, WHITE).finish(), "JPEG", quality=40
    ),
    "tilted": lambda n, zh: draw_list(make_lines(n, zh), 24, DARK, WHITE, 900).finish(
        (2, -2, 3, -3, 4)[n % 5]
    ),
    "exif": draw_exif,
    "uhd": lambda n, zh: draw_scattered(n, zh, 3840, 2160, 11),
    "wide": lambda n, zh: draw_scattered(n, zh, 12000, 400, 20),
    "tall": lambda n, zh: draw_scattered(n, zh, 600, 20000, 18),
    "dark": lambda n, zh: draw_list(make_lines(n, zh), 20, (222, 222, 228), (18, 18, 22)).finish(),
    "polarity": draw_polarity,
    "faint": lambda n, zh: draw_list(make_lines(n, zh), 20, (202, 202, 202), WHITE).finish(),
    "bubbles": draw_bubbles,
    "icons": draw_icons,
    "columns": draw_columns,
    "mixed": lambda n, zh: draw_list(make_mixed(n), 22, DARK, WHITE).finish(),
}


def measure_kind(kind: str, options: argparse.Namespace) -> Counter[str]:
    """Counts over the screens of a kind."""
    from shotveil.core.audit.residual import Needle, NeedleSet, find_residuals
    from shotveil.core.detect import Detector
    from shotveil.core.ocr.registry import open_reader
    from shotveil.core.records import Binding, View
    from shotveil.renderers.image import render_view

    reader = open_reader(options.backend, options.model, threads=options.threads)
    readers = [reader, *([open_reader(options.also)] if options.also else [])]
    counts: Counter[str] = Counter()
    for number in range(options.count):
        screen = KINDS[kind](number, number % 2 == 1)
        height, width = screen.rgb.shape[:2]
        view = View(f"{kind}-{number}", "s", 1, "image", "x.png", width=width, height=height,
                    blocks=reader.read(screen.rgb))  # fmt: skip
        (view,) = Detector().detect([view])
        bound = [Binding(o, n, f"[[{o.type}#{n}]]", True) for n, o in enumerate(view.occurrences, 1)]
        rendered = render_view(screen.rgb, view, bound)
        changed = (rendered.erased != screen.rgb).any(axis=2)
        for mask, (value, type_) in zip(screen.parts, screen.values, strict=True):
            left = int((mask & ~changed).sum())
            counts["parts"] += 1
            counts["gone"] += not left
            if left and options.misses:
                print(f"    {view.id} {left} of {int(mask.sum())} px of {type_} {value!r} left")
        counts["other"] += int(screen.other.sum())
        counts["other gone"] += int((screen.other & changed).sum())
        needles = NeedleSet(Needle(type_, value, str(n)) for n, (value, type_) in enumerate(screen.values))
        for one in readers:
            read = {r.reference for r in find_residuals(one.read(rendered.rgb), needles)}
            counts[f"read by {one.info.name}"] += len(read)
        if options.misses:
            print(f"    {view.id} read {[b.text for b in view.blocks][:12]}")
            print(f"    {view.id} found {[(o.type, o.text) for o in view.occurrences]}")
        if options.save:
            Path(options.save).mkdir(parents=True, exist_ok=True)
            Image.fromarray(rendered.rgb).save(Path(options.save) / f"{view.id}.png")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--model", default=None)
    parser.add_argument("--also", default="")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--save", default="")
    options = parser.parse_args()
    for kind in options.kinds:
        counts = measure_kind(kind, options)
        parts, other = counts["parts"], max(1, counts["other"])
        again = ", ".join(f"{counts[key]} {key}" for key in sorted(counts) if key.startswith("read by"))
        print(f"{kind:9} {options.count} screens: {100 * counts['gone'] / parts:5.1f} % of {parts} gone, "
              f"{again}, other ink gone {100 * counts['other gone'] / other:.2f} %")  # fmt: skip
        sys.stdout.flush()


if __name__ == "__main__":
    main()
