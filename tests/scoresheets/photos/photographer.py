"""Photos of filled sheets, made by computing: pens, tables, light, perspective, curl, blur and JPEG.

Real photos cannot be taken here. What a camera does is done in this order: the page is filled in, curled, seen from a
slant on a table, lit by a lamp with a shadow across it, blurred, and saved as JPEG.
"""

import io
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageOps

from tests.scoresheets.photos.digit_strokes import computed

PENS = {
    "pencil": ((105, 105, 110), 1.9, 0.7),
    "ballpoint": ((25, 40, 140), 1.8, 0.95),
    "black": ((20, 20, 25), 2.2, 0.97),
    "felt": ((15, 15, 20), 4.4, 1.0),
    "red": ((190, 30, 40), 1.9, 0.95),
}
"""Colour, width in pixels of the page, and opacity."""
WRITTEN = ("year", "number")
"""Kinds of boxes that numbers are written in."""
STYLES = ("tick", "cross", "slash", "circle", "fill")
TABLES = ((90, 70, 50), (60, 60, 65), (140, 110, 80), (40, 70, 50))
FINE = 2
"""How many times larger pages are drawn on than they are."""


@dataclass(frozen=True)
class Conditions:
    """How a photo is taken."""

    tilt: float
    curl: float
    blur: float
    noise: float
    shadow: float
    warmth: float
    quality: int
    turn: float


EASY = Conditions(0.03, 0, 0.6, 2, 0.1, 0.03, 90, 3)
MIDDLE = Conditions(0.10, 6, 1.0, 4, 0.3, 0.10, 80, 12)
HARD = Conditions(0.18, 14, 1.7, 7, 0.5, 0.20, 65, 180)
LEVELS = {"easy": EASY, "middle": MIDDLE, "hard": HARD}


def fill_in(page, state, kinds, rng, pen, hand=computed):
    """Return a page with marks by hand, all in one style; `hand` gives the strokes of a digit."""
    colour, width, opacity = PENS[pen]
    ink = (*colour, round(255 * opacity))
    layer = Image.new("RGBA", (FINE * page.image.width, FINE * page.image.height))
    draw = ImageDraw.Draw(layer)
    style = rng.choice(STYLES)

    def line(points, wobble):
        shaken = [(x + rng.normal(0, wobble), y + rng.normal(0, wobble)) for x, y in points]
        draw.line(shaken, fill=ink, width=max(1, round(FINE * width)), joint="curve")

    for id_, value in state.items():
        rect = [FINE * side for side in page.boxes[id_]]
        if kinds[id_] == "mark2" and value:
            line(*ring(rng, rect))
        if kinds[id_] == "mark2" and value == 2:
            line(*scribble(rng, rect, 0.75, FINE * width))
        if kinds[id_] == "mark" and value:
            line(*mark(rng, rect, style, FINE * width))
        if kinds[id_] in WRITTEN and value is not None:
            for stroke in number(rng, rect, value, hand):
                line(stroke, 0)
    filled = page.image.resize(layer.size, Image.Resampling.BICUBIC)
    filled.paste(layer, (0, 0), layer)
    return filled.resize(page.image.size, Image.Resampling.LANCZOS)


def middle(rng, rect, size):
    """Return the middle of a mark in a box, which is not quite the box's, and half the mark's size."""
    x1, y1, x2, y2 = rect
    width, height = x2 - x1, y2 - y1
    half = size * min(width, height) / 2
    return (x1 + x2) / 2 + rng.normal(0, 0.06) * width, (y1 + y2) / 2 + rng.normal(0, 0.06) * height, half


def mark(rng, rect, style, width):
    x, y, half = middle(rng, rect, rng.uniform(0.55, 0.95))
    if style == "tick":
        return [(x - half, y), (x - 0.3 * half, y + 0.8 * half), (x + half, y - half)], 0.05 * half
    if style == "slash":
        return [(x - half, y + half), (x + half, y - half)], 0.08 * half
    if style == "cross":
        corners = [(x - half, y - half), (x + half, y + half), (x, y), (x - half, y + half), (x + half, y - half)]
        return corners, 0.05 * half
    if style == "circle":
        angles = np.linspace(0, 6.6, 24)
        return [(x + half * math.cos(angle), y + half * math.sin(angle)) for angle in angles], 0.03 * half
    return scribble(rng, rect, 0.7, width)


def ring(rng, rect):
    x, y, _ = middle(rng, rect, 1)
    across, down = ((rect[side + 2] - rect[side]) / 2 * rng.uniform(0.78, 1.0) for side in (0, 1))
    angles = np.linspace(0, 6.5, 28) + rng.uniform(0, 6)
    return [(x + across * math.cos(angle), y + down * math.sin(angle)) for angle in angles], 0.02 * down


def scribble(rng, rect, size, width):
    x, y, half = middle(rng, rect, size)
    rows = np.linspace(-half, half, max(6, int(2 * half / max(1.2, 1.1 * width))))
    reach = [half * math.sqrt(max(0.05, 1 - (row / half) ** 2)) for row in rows]
    return [
        (x + (-1) ** index * side, y + row) for index, (row, side) in enumerate(zip(rows, reach, strict=True))
    ], 0.05 * half


def number(rng, rect, value, hand):
    """Return the strokes of a number in a box, its digits beside each other."""
    x1, y1, x2, y2 = rect
    digits = [hand(rng, int(digit)) for digit in str(value)]
    extents = [(points[:, 0].min(), points[:, 0].max()) for points in map(np.concatenate, digits)]
    gap = rng.uniform(0.12, 0.3)
    wide = sum(right - left for left, right in extents) + gap * (len(digits) - 1)
    high = min(rng.uniform(0.6, 0.75) * (y2 - y1), 0.85 * (x2 - x1) / max(wide, 0.3))
    x, y = (x1 + x2) / 2 + rng.normal(0, 0.02) * (x2 - x1), (y1 + y2) / 2 + rng.normal(0, 0.02) * (y2 - y1)
    left, strokes = x - high * wide / 2, []
    for digit, (near, far) in zip(digits, extents, strict=True):
        strokes += [stroke * high + [left - near * high, y] for stroke in digit]
        left += high * (far - near + gap)
    return strokes


def on_screen(filled, rng):
    """Return a page as a program shows it on a screen: on grey, below a bar of buttons, with the black rim of the screen."""
    width, height = filled.size
    grey = int(rng.integers(40, 230))
    shown = Image.new("RGB", (round(1.3 * width), round(1.2 * height)), (grey, grey, grey))
    shown.paste(filled, (round(0.15 * width), round(0.12 * height)))
    draw = ImageDraw.Draw(shown)
    draw.rectangle((0, 0, shown.width, round(0.06 * height)), fill=(225, 228, 232))
    for left in range(30, shown.width, 90):
        draw.rectangle((left, 18, left + 40, 46), fill=(90, 95, 100))
    return ImageOps.expand(shown, width // 40, (12, 12, 14))


def photograph(filled, conditions, rng, *, megapixels=4.0, moire=0.0):
    """Return a JPEG of a page on a table; one on a screen glows, and its lines and the camera's pixels make a `moire`."""
    width = round(math.sqrt(megapixels * 1e6 * 4 / 3))
    height = width * 3 // 4
    # Arrays of single numbers, changed where they are: there are millions, and a test takes as long as its photos.
    x, y = np.arange(width, dtype=np.float32)[None], np.arange(height, dtype=np.float32)[:, None]
    turn = math.radians(rng.uniform(-conditions.turn, conditions.turn))
    u, v = page_places(filled.size, (width, height), (x, y), conditions, turn, rng)
    grain = 12 * np.sin(x / 37 + np.sin(y / 90))
    colour = np.array(TABLES[rng.integers(len(TABLES))], np.float32)
    grain += rng.normal(0, 6, (height, width))
    scene = grain[..., None] + colour
    is_page = np.flatnonzero((u >= 0) & (v >= 0) & (u < filled.width - 1) & (v < filled.height - 1))
    u, v, points = u.ravel()[is_page], v.ravel()[is_page], scene.reshape(-1, 3)
    page = sampled(np.asarray(filled, np.float32), u, v)
    page *= 0.93
    page += 10
    if moire:
        page *= screen_lines(u, v, moire, rng)
    points[is_page] = page
    scene *= lamp(x / width, y / height, conditions.shadow, turn, rng)[..., None]
    scene *= np.array([1, 1 - 0.3 * conditions.warmth, 1 - conditions.warmth], np.float32)
    scene += rng.normal(0, conditions.noise, scene.shape)
    np.clip(scene, 0, 255, out=scene)
    picture = Image.fromarray(scene.astype(np.uint8))
    picture = picture.filter(ImageFilter.GaussianBlur(conditions.blur * width / 3265))
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=conditions.quality)
    return written.getvalue()


def screen_lines(u, v, moire, rng):
    """Return the light of a screen at its points: red, green and blue lines beside each other, brightest in the middle."""
    pitch = rng.uniform(1.0, 1.6)
    glow = 1.1 - 0.25 * ((u / u.max() - 0.5) ** 2 + (v / v.max() - 0.5) ** 2)
    rows = 1 - 0.5 * moire * (1 + np.sin(2 * math.pi * v / pitch))
    lines = np.sin(2 * math.pi * (u[:, None] / pitch + np.array([0, 1 / 3, 2 / 3], np.float32)))
    lines *= -0.5 * moire
    lines += 1 - 0.5 * moire
    lines *= (glow * rows)[:, None]
    lines *= np.array([0.9, 0.97, 1.05], np.float32)
    return lines


def page_places(page, photo, places, conditions, turn, rng):
    """Return the point of the page below each pixel."""
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * page - np.array(page) / 2
    turned = corners @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    turned *= rng.uniform(0.8, 0.93) * min(np.array(photo) / 2 / np.abs(turned).max(0))
    turned *= 1 + rng.uniform(-conditions.tilt, conditions.tilt, (4, 2))
    # All four corners stay on the photo.
    turned *= min(1, 0.97 / np.abs(turned / (np.array(photo) / 2)).max())
    matrix = perspective(turned + np.array(photo) / 2, corners + np.array(page) / 2).tolist()
    x, y = places
    depth = matrix[6] * x + matrix[7] * y + 1
    u, v = ((matrix[row] * x + matrix[row + 1] * y + matrix[row + 2]) / depth for row in (0, 3))
    phases = rng.uniform(0, 6, 2)
    if not conditions.curl:
        return u, v
    bend_u = conditions.curl * np.sin(1.7 * math.pi / page[1] * v + float(phases[0]))
    bend_v = conditions.curl * np.sin(1.6 * math.pi / page[0] * u + float(phases[1]))
    return u + bend_u, v + bend_v


def perspective(source, target):
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    return np.linalg.solve(np.array(rows), target.ravel())


def sampled(pixels, u, v):
    """Return pixels between pixels, bilinear."""
    left, top = u.astype(np.int32), v.astype(np.int32)  # none lies beyond the last pixel but one
    across, down = (u - left)[:, None], (v - top)[:, None]
    corner, wide, flat = top * pixels.shape[1] + left, pixels.shape[1], pixels.reshape(-1, 3)

    def along(first):
        """Return the points of a row of pixels, which begin there."""
        one, other = flat.take(first, 0), flat.take(first + 1, 0)
        other -= one
        other *= across
        one += other
        return one

    upper, lower = along(corner), along(corner + wide)
    lower -= upper
    lower *= down
    upper += lower
    return upper


def lamp(x, y, shadow, turn, rng):
    """Return the light on a table: it falls off, and a hand throws a shadow with a soft edge."""
    light = 1 - 0.6 * shadow * ((x * math.cos(turn) + 0.7 * y * math.sin(turn) + 0.5) % 1.3 / 1.3)
    if shadow <= 0.25:
        return light
    angle = rng.uniform(0, 6.3)
    distance = (x - rng.uniform(0.2, 0.8)) * math.cos(angle) + (y - rng.uniform(0.2, 0.8)) * math.sin(angle)
    return light * (1 - 0.5 * shadow / (1 + np.exp(np.clip(-distance / 0.02, -50, 50))))


def random_marks(sheet, page, rng, *, with_digits=False):
    """Return random states of the boxes of a sheet that can be marked, rows from their start, and their kinds."""
    kinds_read = {"mark", "mark2", "year", "number"} if with_digits else {"mark", "mark2"}
    state, kinds = {}, {}
    for track in sheet.tracks:
        boxes = [box for box in track.boxes if box.kind in kinds_read and box.id in page.boxes]
        marked = rng.integers(0, len(boxes) + 1)
        for index, box in enumerate(boxes):
            value = int(index < marked) if track.order == "row" else int(rng.random() < 0.4)
            is_twice = value and box.kind == "mark2" and rng.random() < 0.4
            state[box.id], kinds[box.id] = 2 if is_twice else value, box.kind
            if box.kind in WRITTEN:
                # Most counts are small; an empty box has no number, not even 0.
                most = min(box.most, int(rng.choice([6, 12, 30, 150])))
                state[box.id] = int(rng.integers(box.least, most + 1)) if value else None
        # What is done once a year is done in other years; along a row they rise.
        written = [box.id for box in boxes if box.kind == "year" and state[box.id]]
        years = rng.choice(6, len(written), replace=False) + 1
        state |= zip(written, map(int, sorted(years) if track.order == "row" else years), strict=True)
    return state, kinds


def misread(reading, state, kinds):
    """Return the boxes of a photo that were read wrong without being asked for, with what was read."""
    asked, numbers = ({cut.box: cut.number for cut in shown} for shown in (reading.cut_outs, reading.numbers))
    wrong = {}
    for id_, value in state.items():
        is_number = kinds[id_] in WRITTEN
        # Without a number the box was read as empty; where nothing is read, nothing is wrong.
        read = numbers.get(id_) if is_number else reading.states.get(id_, value)
        if id_ not in asked and read != value:
            wrong[id_] = read
    return wrong
