"""Drawings of real games, saved by many programs: how many are drawn, and drawn as resvg draws them.

The files are those of real_drawings.toml, in the folder that VALLUM_REAL_DRAWINGS names; real_drawings.py puts them there.
A pixel of 400 across is alike where it lies between the darkest and the brightest of the nine around it in the other
picture, give or take 32 of 255. `-rP` prints what is refused and what differs.
"""

import io
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM
from generator.build.faces.face_renderer import ink_painter
from generator.model.face import Part
from generator.model.game import PixelChoice
from generator.typeset.face_size import FaceSize
from generator.typeset.pixels.pixel_source import read_pixel_source
from generator.typeset.svg.style import INITIAL
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.typesetter import Typesetter
from generator.write.svg.document import svg

LIST = tomllib.loads(Path(__file__).with_name("real_drawings.toml").read_text("utf-8"))
FOLDER = os.environ.get("VALLUM_REAL_DRAWINGS", "")
OTHERWISE = LIST.pop("otherwise")
"""Drawings that resvg draws in another way than browsers, and why: ours were like those of Chromium in every pixel."""
CONFIG = tomllib.loads((Path(__file__).parents[2] / "templates" / "fonts.toml").read_text("utf-8"))
for font in CONFIG["fonts"].values():
    font.pop("features", None)  # resvg has no lining figures
FAMILY = "Alegreya Sans"
SIDE, PIXELS, FINE = 40, 400, 3
UNLIKE = 0.01
"""Share of the pixels of a drawing that may differ."""


def drawn(source, fonts):
    families = dict.fromkeys(("serif", "sans_serif", "cursive", "fantasy", "monospace"), FAMILY)
    files = [font.path for name, font in fonts.items() if name.startswith(("alegreya-sans", "noto-sans-jp"))]
    data = resvg_py.svg_to_bytes(
        svg_string=source,
        dpi=96,
        skip_system_fonts=True,
        font_files=files,
        font_family=FAMILY,
        **{f"{name}_family": family for name, family in families.items()},
    )
    picture = Image.open(io.BytesIO(bytes(data))).convert("RGBA")
    page = Image.new("RGBA", picture.size, "#fff")
    page.alpha_composite(picture)
    return page.convert("RGB")


def face_of(content, fonts, aspect, pixels=None):
    files = {"a.svg": ("a.svg", content)}  # what it links is not fetched
    typesetter = Typesetter(fonts, files.get, lambda *_: (), paint=ink_painter(fonts), pixels=pixels)
    width, height = (SIDE, SIDE / aspect) if aspect >= 1 else (SIDE * aspect, SIDE)
    sides = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    image = f'<image href="a.svg" width="{width}" height="{height}"/>'
    source = f'<svg xmlns="http://www.w3.org/2000/svg" {sides}>{image}</svg>'
    size = FaceSize(Size(width * MM, height * MM), 0.0)
    return typesetter.face(source, where="card", language="en", size=size, key="k")


def in_pixels(source, width, height):
    """Our SVG of a size in whole pixels: resvg rounds the sides of a drawing, and stretches it so."""
    return re.sub(r'width="[^"]+" height="[^"]+"', f'width="{width}" height="{height}"', source, count=1)


def both(content, fonts):
    """Our picture and that of resvg, of the same number of pixels. Raises Faults where the drawing is refused."""
    source = read_pixel_source(content)
    face = face_of(content, fonts, source.box.width / source.box.height)
    if any("has no size" in warning for warning in face.warnings):
        box = [part.box for part in face.ink.unpack()[1] if isinstance(part, Part)][-1]
        source = source._replace(box=box)
        source.root.attrib["viewBox"] = f"{box.x} {box.y} {box.width} {box.height}"
    scale = PIXELS * FINE / max(source.box.width, source.box.height)
    width, height = (max(1, round(side * scale)) for side in (source.box.width, source.box.height))
    ours = svg(face_of(content, fonts, width / height), fonts, outlines=True)
    return drawn(in_pixels(ours, width, height), fonts), drawn(source.svg(width, height, INITIAL), fonts)


def unlike(one, other):
    """The share of pixels that are nowhere near those of the other picture."""
    import numpy

    one, other = (
        numpy.asarray(
            page.resize((round(page.width / FINE), round(page.height / FINE)), Image.Resampling.BOX), dtype=int
        )
        for page in (one, other)
    )

    def outside(page, by):
        padded = numpy.pad(by, ((1, 1), (1, 1), (0, 0)), mode="edge")
        around = [padded[y : y + by.shape[0], x : x + by.shape[1]] for y in range(3) for x in range(3)]
        return ((page < numpy.min(around, axis=0) - 32) | (page > numpy.max(around, axis=0) + 32)).any(axis=2)

    return float((outside(one, other) | outside(other, one)).mean())


def test_list_is_of_many_repositories():
    assert len(LIST) >= 25
    assert sum(len(each["files"]) for each in LIST.values()) == 300


@pytest.mark.skipif(not FOLDER, reason="the drawings are not fetched: VALLUM_REAL_DRAWINGS names no folder")
def test_real_drawings_are_drawn_as_resvg_draws_them():
    fonts, refused, differing, total = FontLibrary(CONFIG), {}, {}, 0
    for repository, each in LIST.items():
        for path in each["files"]:
            total += 1
            content = (Path(FOLDER) / repository / path).read_bytes()
            try:
                share = unlike(*both(content, fonts))
            except Faults as faults:
                refused[f"{repository}/{path}"] = faults.faults[0].what
                face_of(content, fonts, 1, PixelChoice(refused=True))
                continue
            if share > UNLIKE:
                differing[f"{repository}/{path}"] = round(share, 3)

    accepted = total - len(refused)
    alike = accepted - len(differing)
    sys.stdout.write(f"{accepted} of {total} are drawings, {alike} like those of resvg\n{refused}\n{differing}\n")
    assert accepted / total >= ACCEPTED
    assert 1 - len(differing) / accepted >= LIKE
    assert not differing.keys() - OTHERWISE.keys()


ACCEPTED = 0.99
"""Share of the drawings that are accepted; the others are drawn as pixels."""
LIKE = 0.98
"""Share of the accepted drawings that look like those of resvg."""
