"""Ink of digits as photos give it: strokes of people drawn with many pens, and bitmaps, both blurred and with noise."""

import gzip
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from generator.scoresheets.photos.digits.glyph_shapes import digit_shapes

FINE = 3
"""How many times larger strokes are drawn than they are."""
WIDTHS = (1.6, 1.8, 1.9, 2.2, 2.6, 3.2, 4.4)
"""Widths of pens in pixels of a page."""
LOWEST, HIGHEST = 15, 28
"""Heights of digits in pixels of a page."""
JUNK = ("pair", "struck", "over", "tick", "cross", "slash", "scribble", "wave", "dash", "plus")


def drawn(strokes, rng, turn=0.07):
    """Return the ink of strokes that are 1 high, drawn with one of several pens."""
    height = rng.uniform(LOWEST, HIGHEST)
    angle, slant, wide = rng.normal(0, turn), rng.normal(0, 0.08), np.exp(rng.normal(0, 0.1))
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = height * FINE * turned @ np.array([[wide, slant], [0, 1]])
    side = int(1.5 * height) + 8
    width = rng.choice(WIDTHS) * rng.uniform(0.9, 1.1)
    # Nobody writes small with a felt pen.
    width = FINE * (width if height > 18 else min(width, 2.6))
    image = Image.new("L", (side * FINE, side * FINE))
    draw = ImageDraw.Draw(image)
    for stroke in strokes:
        points = stroke @ matrix.T + FINE * (side / 2 + rng.normal(0, 0.5, 2))
        if len(points) > 1:
            draw.line([*map(tuple, points)], fill=255, width=max(1, round(width)), joint="curve")
        for x, y in points:
            draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)
    small = image.resize((side, side), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.4)))
    return photographed(np.asarray(small, np.float32) / 255, rng)


def scanned(image, rng):
    """Return the ink of a bitmap of a digit, as high as digits of a page are."""
    rows, columns = np.flatnonzero((image > 60).any(1)), np.flatnonzero((image > 60).any(0))
    high = max(rows[-1] - rows[0] + 1, 0.6 * (columns[-1] - columns[0] + 1))
    size = max(12, round(len(image) * rng.uniform(LOWEST, HIGHEST) / high))
    large = Image.fromarray(image).resize((size, size), Image.Resampling.BICUBIC)
    return photographed(np.pad(np.asarray(large, np.float32) / 255, 6), rng)


def photographed(ink, rng):
    """Return ink with the darkness of a pen and noise."""
    return (ink * rng.uniform(0.35, 0.9) + rng.normal(0, rng.uniform(0.005, 0.03), ink.shape)).astype(np.float32)


def bent(strokes, rng):
    """Return strokes bent by smooth waves, as another hand would write them."""
    heights, lengths, phases = rng.normal(0, 0.06, (2, 4)), rng.uniform(3, 10, (2, 4)), rng.uniform(0, 6.3, (2, 4))
    waves = []
    for stroke in strokes:
        places = stroke[:, [1, 0, 1, 0]]
        waves.append(
            stroke + np.stack([(heights[i] * np.sin(lengths[i] * places + phases[i])).sum(1) for i in (0, 1)], 1)
        )
    return waves


def narrowed(image, rng):
    """Return a bitmap narrower, turned and slanted, often with thinner lines, as most pens draw them."""
    side = len(image) + 16
    angle, slant, wide = np.radians(rng.normal(0, 5)), rng.normal(0, 0.12), 1 / rng.uniform(0.6, 1)
    matrix = np.array([[wide * np.cos(angle), np.sin(angle) + slant], [-np.sin(angle), np.cos(angle)]])
    shift = len(image) / 2 - matrix @ [side / 2, side / 2]
    data = (*matrix[0], shift[0], *matrix[1], shift[1])
    turned = Image.fromarray(image).transform((side, side), Image.Transform.AFFINE, data, Image.Resampling.BILINEAR)
    return np.asarray(turned.filter(ImageFilter.MinFilter(3)) if rng.random() < 0.6 else turned)


def junk(digits, rng, kind):
    """Return strokes that are no digit: two that touch, one that is struck out or written over, or a mark."""

    def digit():
        shapes = digits[rng.choice([*digits])]
        return shapes[rng.integers(len(shapes))]

    def shaken(points, wobble=0.05):
        return np.array(points) + rng.normal(0, wobble, (len(points), 2))

    if kind == "pair":
        first, second = digit(), [rng.uniform(0.6, 1) * stroke for stroke in digit()]
        apart = np.concatenate(first)[:, 0].max() - np.concatenate(second)[:, 0].min()
        shift = np.array([apart * rng.uniform(0.75, 1.02), rng.normal(0, 0.08)])
        pair = [*first, *(stroke + shift for stroke in second)]
        return [stroke / 1.3 for stroke in pair]
    if kind == "over":
        return [*digit(), *digit()]
    if kind == "struck":
        angle = rng.uniform(-0.3, 0.3) if rng.random() < 0.5 else rng.choice([-1, 1]) * rng.uniform(0.5, 1.1)
        half = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.45, 0.8)
        line = np.array([-half, half]) + rng.normal(0, 0.08, 2)
        return [*digit(), line, line + rng.normal(0, 0.1, 2)]
    if kind == "slash":
        angle, side = np.radians(rng.uniform(35, 75)), rng.choice([-1, 1])
        end = np.array([np.sin(angle) * side, -np.cos(angle)]) / 2
        return [shaken([-end, end])]
    rows = np.linspace(-0.4, 0.4, rng.integers(5, 14))
    reach = 0.4 * (-1.0) ** np.arange(len(rows)) * rng.uniform(0.6, 1, len(rows))
    return {
        "tick": [shaken([(-0.5, 0), (-0.2, 0.4), (0.5, -0.5)])],
        "cross": [shaken([(-0.5, -0.5), (0.5, 0.5)]), shaken([(-0.5, 0.5), (0.5, -0.5)])],
        "plus": [shaken([(-0.5, 0), (0.5, 0)]), shaken([(0, -0.5), (0, 0.5)])],
        "dash": [shaken([(-0.5, 0), (0.5, 0)])] + [shaken([(-0.4, -0.15), (0.4, -0.15)], 0.03)] * int(rng.integers(2)),
        "scribble": [np.stack([reach, rows], 1)],
        "wave": [np.stack([rows, reach * rng.uniform(0.3, 1)], 1)],
    }[kind]


def features(samples):
    """Return features and digits of pairs of ink and digit; those that are not taken for one digit are left out."""
    shapes = [(digit_shapes(ink), digit) for ink, digit in samples]
    rows = [(parts[0], digit) for parts, digit in shapes if len(parts) == 1]
    return np.array([row for row, _ in rows], np.float64), np.array([digit for _, digit in rows])


def bitmaps(path):
    """Yield the bitmaps of optdigits from an archive of texts, with their digits."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".txt") and "Digits/" in name:
                rows = archive.read(name).decode().split()
                image = np.array([[int(bit) for bit in row] for row in rows], np.uint8) * 255
                yield np.pad(image, 3), int(Path(name).name[0])


def idx(images, labels):
    """Yield the images of a corpus in the format of MNIST, with their digits."""
    pixels = np.frombuffer(gzip.decompress(Path(images).read_bytes()), np.uint8, offset=16).reshape(-1, 28, 28)
    yield from zip(pixels, np.frombuffer(gzip.decompress(Path(labels).read_bytes()), np.uint8, offset=8), strict=True)


def zipcodes(path):
    """Yield the images of the corpus of zip codes, with their digits."""
    for line in gzip.decompress(Path(path).read_bytes()).decode().splitlines():
        digit, *levels = map(float, line.split())
        yield ((np.array(levels).reshape(16, 16) + 1) * 127.5).astype(np.uint8), int(digit)
