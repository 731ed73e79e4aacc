"""What pdfium makes of each face's PDF against what resvg, which shares no code with it, makes of its plain SVG.

The measure is the mean difference of a colour channel in the worst square of 2 mm, out of 255: letters and edges differ
a little everywhere, a thing out of place differs a lot somewhere. At 10 pixels a millimetre, where every card is a
whole number of pixels, the 198 different faces of both games come to 7.3 at most; anything that is referred to, icon,
frame or faint texture, to 13 at least where it is 0.5 mm off. pdfium sets letters on whole pixels, so it draws twice as
large, and sheets, whose letters are small, four times.
"""

import io
import math
from dataclasses import replace
from functools import cached_property

import pytest
import resvg_py
from PIL import Image, ImageChops

from generator.base.cache import Cache
from generator.base.geometry import Matrix
from generator.base.units import MM
from generator.build.faces.face_jobs import face_jobs
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.model.face import Drawing, Group, Use
from generator.write.pdf.document import face_pdf
from generator.write.png import page_png
from generator.write.svg.document import svg

GAMES = {"glory-to-rome": "en", "hadrians-wall": "ja", "picket": "en"}
PIXELS = 10
"""To the millimetre."""
SQUARE = 2 * PIXELS
TOLERANCE = 10.0
ENOUGH, ENOUGH_FOR_LONG = 2, 4
"""Faces of each side of each component that are looked at, spread over all."""


class Table:
    """The faces of a game, and two pictures of each."""

    def __init__(self, game, language, cache, enough):
        self._enough = enough
        self._by_pdfium = {}
        folder = find_game(game)
        options = BuildOptions(papers=(find_paper("a4"),), languages=(language,))
        inputs = InputDigests.of(folder)
        model = load(folder, prefix=game)
        self.jobs = face_jobs(model, options, inputs)
        self._renderer = FaceRenderer(model, game, options.theme, Cache(cache), inputs.drawing)

    @cached_property
    def sample(self):
        """Some faces of each component and side, each face once."""
        kinds = {}
        for job in self.jobs:
            faces = kinds.setdefault((job.component.id, job.side), {})
            face, forms, _ = self._renderer.draw(job)
            faces.setdefault(face.key, (face, forms))
        return [
            (kind, face, forms)
            for kind, faces in kinds.items()
            for face, forms in list(faces.values())[:: math.ceil(len(faces) / self._enough)]
        ]

    def by_pdfium(self, face, forms):
        if face.key not in self._by_pdfium:
            larger = 4 if face.fields else 2
            data = face_pdf([face], {form.key: form for form in forms}, self._renderer.labels.fonts)
            picture = Image.open(io.BytesIO(page_png(data, larger * PIXELS * 25.4)))
            self._by_pdfium[face.key] = picture.reduce(larger)
        return self._by_pdfium[face.key]

    def by_resvg(self, face):
        text = svg(face, self._renderer.labels.fonts)
        data = resvg_py.svg_to_bytes(svg_string=text, background="#ffffff", dpi=PIXELS * 25.4, skip_system_fonts=True)
        return Image.open(io.BytesIO(bytes(data))).convert("RGB")


@pytest.fixture(scope="module", params=GAMES)
def table(request, home, long):
    return Table(request.param, GAMES[request.param], home / "cache/vallum", ENOUGH_FOR_LONG if long else ENOUGH)


def difference(one, other):
    assert one.size == other.size
    squares = ImageChops.difference(one, other).reduce(SQUARE).tobytes()
    return max(map(sum, zip(squares[::3], squares[1::3], squares[2::3], strict=True))) / 3


def test_pdf_and_svg_of_every_kind_of_face_show_the_same(table):
    apart = {}
    for (part, side), face, forms in table.sample:
        ours = table.by_pdfium(face, forms)
        apart[part, side, face.key] = difference(ours, table.by_resvg(face))

    assert max(apart.values()) < TOLERANCE, max(apart, key=apart.get)


def test_icon_half_a_millimetre_off_is_seen(table):
    seen = set()
    for kind, face, forms in table.sample:
        ink, parts = face.ink.unpack()
        icons = {part.key for part in parts if getattr(part, "box", None) and part.box.width == part.box.height == 24}
        shifted = moved(ink, icons)
        if kind not in seen and shifted != ink:
            seen.add(kind)
            wrong = replace(face, key="wrong", ink=Drawing.of(shifted, parts))

            assert difference(table.by_pdfium(face, forms), table.by_resvg(wrong)) > TOLERANCE, kind

    assert seen


def moved(ink, icons):
    """The same ink with its first icon half a millimetre to the right."""
    for index, item in enumerate(ink):
        if isinstance(item, Use) and item.part in icons:
            changed = replace(item, matrix=Matrix.translation(0.5 * MM, 0) @ item.matrix)
        elif isinstance(item, Group):
            changed = replace(item, ink=moved(item.ink, icons))
        else:
            continue
        if changed != item:
            return (*ink[:index], changed, *ink[index + 1 :])
    return ink
