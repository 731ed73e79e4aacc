"""What stands written on a finished face."""

from functools import cache
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import IDENTITY, Rect
from generator.base.units import MM
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.papers import find_paper
from generator.impose.imposition_inputs import ImpositionOptions
from generator.impose.layout.tiles import plan_tiling
from generator.load.game_loader import load
from generator.model.face import GlyphRun, Group, Use


def written(ink, matrix=IDENTITY):
    """Every run of letters with its rect on the face, in points."""
    for each in ink:
        if isinstance(each, Group):
            yield from written(each.ink, matrix @ each.matrix)
        elif isinstance(each, GlyphRun):
            yield each.text, matrix.bounding_box(Rect(each.x, each.y - 0.66 * each.size, each.width, 0.66 * each.size))


@pytest.fixture
def runs():
    return lambda face: written(face.ink.unpack()[0])


@pytest.fixture
def overlapping_letters(runs):
    """The pairs of texts whose letters come nearer than 0.2 mm into each other."""

    def clashes(face):
        found = sorted(runs(face), key=lambda run: run[1].x)
        pairs = []
        for at, (text, rect) in enumerate(found):
            for other, near in found[at + 1 :]:
                if near.x > rect.right:
                    break
                if rect.expand(-0.1 * MM).overlaps(near.expand(-0.1 * MM)):
                    pairs.append((text, other))
        return pairs

    return clashes


def signs(ink, parts, matrix=IDENTITY):
    """The rect of every icon on the face, in points."""
    for each in ink:
        if isinstance(each, Group):
            yield from signs(each.ink, parts, matrix @ each.matrix)
        elif isinstance(each, Use) and parts[each.part].box.width < 20 * MM:  # larger ones are grounds
            rect = (matrix @ each.matrix).bounding_box(parts[each.part].box)
            yield "icon", rect.expand(-0.13 * min(rect.width, rect.height))  # a part's box has room for its strokes


@pytest.fixture
def icons():
    """The rect of every icon on a face, in points."""

    def rects(face):
        ink, parts = face.ink.unpack()
        return [rect for _, rect in signs(ink, {part.key: part for part in parts})]

    return rects


@pytest.fixture
def crossed_by_seams():
    """What is to be read on a large board and lies across a seam on a paper, with the millimetre of the seam."""

    def crossed(face, seams, paper):
        options = ImpositionOptions()
        tiling = plan_tiling(options.kind_of(face), find_paper(paper), options.overlap, seams)
        ink, parts = face.ink.unpack()
        found = [*written(ink), *signs(ink, {part.key: part for part in parts})]
        across = ((x, what) for x in tiling.across.seams for what, rect in found if rect.x < x < rect.right)
        ends = [*tiling.across.seams, tiling.across.trim]
        columns = zip([0.0, *ends], ends, tiling.downs, strict=False)
        levels = [(left, right, y) for left, right, axis in columns for y in axis.seams]
        down = (
            (y, what)
            for left, right, y in levels
            for what, rect in found
            if rect.y < y < rect.bottom and rect.x < right and left < rect.right
        )
        return tiling.name, [(round(at / MM, 1), what) for at, what in (*across, *down)]

    return crossed


@pytest.fixture(scope="session")
def draw_face(shared_cache):
    """Draws one face of a shipped game: `draw_face("arena", "buildings", "forum", "en")`."""
    kept = Cache(shared_cache / "faces")
    game_of = cache(lambda name: load(Path(__file__).parents[2] / "data" / name))
    renderer = cache(lambda name, theme: FaceRenderer(game_of(name), name, theme, kept, "test"))

    def draw(name, component, piece, language, side="front", theme="colour"):
        part = game_of(name).component(component)
        (found,) = (each for each in part.pieces if each.id == piece)
        return renderer(name, theme).draw(FaceJob(part, found, side, language, part.trim, "key"))[0]

    return draw
