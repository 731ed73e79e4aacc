"""The printed log of the campaign of Hadrian's Wall: every text fits, and a whole line between any two rows."""

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import face_jobs
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.model.face import Group, Shape

FORTS = 16


def shapes(ink):
    """All shapes of a face, in the order in which they are drawn."""
    for each in ink:
        if isinstance(each, Group):
            yield from shapes(each.ink)
        elif isinstance(each, Shape):
            yield each


@pytest.fixture(scope="module")
def drawn():
    """The faces of the log by paper and language."""
    game = load(find_game("hadrians-wall"))
    papers = tuple(map(find_paper, ("a4", "letter")))
    options = BuildOptions(papers=papers, languages=("en", "ja"), only=("campaign_log",))
    renderer = FaceRenderer(game, "hadrians-wall", "colour", Cache(None), "test")
    jobs = face_jobs(game, options, InputDigests("everything", "drawing"))
    return {(job.paper, job.language): renderer.draw(job)[0] for job in jobs}


def test_every_text_of_the_log_fits(drawn):
    assert len(drawn) == 4
    assert [face.warnings for face in drawn.values()] == [()] * 4


def test_no_ground_of_a_row_covers_half_of_a_line(drawn):
    for face in drawn.values():
        found = list(shapes(face.ink.unpack()[0]))
        lines = [at for at, shape in enumerate(found) if shape.fill is None and "Z" not in shape.path]
        grounds = [at for at, shape in enumerate(found) if shape.fill and shape.stroke is None]

        assert len(lines) == FORTS - 1 + 8
        assert max(grounds) < min(lines)


def test_whole_date_fits_its_box_as_large_as_forms_type_it(drawn):
    for face in drawn.values():
        for box in (field.rect for field in face.fields if field.id.startswith("fort_date")):
            letters = min(11, 0.66 * box.height)
            assert 10 * 0.53 * letters + 3 < box.width
