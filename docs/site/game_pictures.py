"""Make the pictures of games in README anew: `python docs/site/game_pictures.py concordia`; all if none is named."""

import io
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

import generator
from generator.load.game_loader import load
from generator.load.game_locations import find_game

ROOT = Path(__file__).parents[2]
LAYOUT = Path(__file__).with_name("game_pictures.toml")
WIDTH, GAP, MARGIN = 1400, 14, 18
"""Pixels: the whole picture, between rows and at least between faces, and around them."""
_DPI, _MM_PER_INCH = 200, 25.4
_CORNER = 3.0
"""Radius in millimetres of the corners that cards have."""
_COLOURS = 256


_game = cache(generator.load)


@cache
def _forms(game: str) -> dict[str, tuple[str, str]]:
    """Return the kind and the shape of each component of a game."""
    return {part.id: (part.kind, part.shape) for part in load(find_game(game)).components}


def cut_face(words: str, game: str) -> Image.Image:
    """Return a face as it is cut, transparent outside; `words` are `component:piece`, a side and a language."""
    name, *wishes = words.split()
    game, _, piece = name.rpartition("/") if "/" in name else (game, "", name)
    side = "back" if "back" in wishes else "front"
    face = _game(game).face(piece, side, lang="ja" if "ja" in wishes else "en")
    image = Image.open(io.BytesIO(face.png(_DPI))).convert("RGBA")
    width, height = (round(side * _DPI / _MM_PER_INCH) for side in face.size)
    left, top = (image.width - width) // 2, (image.height - height) // 2
    image = image.crop((left, top, left + width, top + height))
    kind, shape = _forms(game)[piece.partition(":")[0]]
    image.putalpha(_mask(image.size, shape, rounded=kind == "cards"))
    return image


def _mask(size: tuple[int, int], shape: str, *, rounded: bool) -> Image.Image:
    """Return the area of a face: a disc, a hexagon, or a rectangle with round corners."""
    mask = Image.new("L", size, 0)
    draw, (width, height) = ImageDraw.Draw(mask), size
    if shape == "round":
        draw.ellipse((0, 0, width - 1, height - 1), fill=255)
    elif shape == "hex":
        middle = height / 2
        draw.polygon(
            [
                (width / 4, 0),
                (width * 3 / 4, 0),
                (width, middle),
                (width * 3 / 4, height),
                (width / 4, height),
                (0, middle),
            ],
            fill=255,
        )
    else:
        draw.rounded_rectangle((0, 0, width - 1, height - 1), _CORNER * _DPI / _MM_PER_INCH if rounded else 0, fill=255)
    return mask


def row_picture(faces: list[Image.Image], height: int) -> Image.Image:
    """Return faces side by side, as high as asked for, or as high as fills the width where `height` is 0."""
    across = WIDTH - 2 * MARGIN
    ratios = [face.width / face.height for face in faces]
    height = height or int((across - GAP * (len(faces) - 1)) / sum(ratios))
    scaled = [
        face.resize((round(height * ratio), height), Image.Resampling.LANCZOS)
        for face, ratio in zip(faces, ratios, strict=True)
    ]
    space = (across - sum(face.width for face in scaled)) / max(len(scaled) - 1, 1)
    row, x = Image.new("RGBA", (across, height)), 0.0
    for face in scaled:
        row.paste(face, (round(x), 0), face)
        x += face.width + space
    return row


def picture(name: str, layout: dict[str, Any]) -> Image.Image:
    """Return the picture of a game: its rows below each other."""
    heights = layout.get("heights", [0] * len(layout["rows"]))
    rows = [
        row_picture([cut_face(words, name) for words in row], height)
        for row, height in zip(layout["rows"], heights, strict=True)
    ]
    image = Image.new(
        "RGB", (WIDTH, 2 * MARGIN + sum(row.height for row in rows) + GAP * (len(rows) - 1)), layout["ground"]
    )
    y = MARGIN
    for row in rows:
        image.paste(row, (MARGIN, y), row)
        y += row.height + GAP
    return image.quantize(_COLOURS, dither=Image.Dither.NONE)


def main() -> int:
    """Make the pictures of the games that are named."""
    layouts = tomllib.loads(LAYOUT.read_text("utf-8"))
    for name in sys.argv[1:] or layouts:
        picture(name, layouts[name]).save(ROOT / f"output/pictures/{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
