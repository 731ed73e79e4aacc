import asyncio
import os
from types import SimpleNamespace

import pytest

from generator.base.file_memory import forget_files
from generator.base.geometry import Size
from generator.build.input_digests import InputDigests
from generator.load.game_locations import GameFolder
from generator.model.face import Drawing, Face
from generator.web.previews.face_previews import FacePreviews, on_paper


@pytest.fixture
def previews():
    made = FacePreviews()
    yield made
    made.close()
    forget_files()


@pytest.mark.parametrize(("text", "is_kept"), [("", True), ("old", False), ("new", False)])
def test_what_was_read_while_files_changed_is_not_used_again(previews, tmp_path, text, is_kept):
    (tmp_path / "card.svg.j2").write_text("old")
    inputs, previews._renderer = InputDigests.of(tmp_path), object()
    if text:
        (tmp_path / "card.svg.j2").write_text(text)
        os.utime(tmp_path / "card.svg.j2", (9, 9))

    previews._settle(GameFolder(tmp_path, "mine"), inputs, previews._renderer)

    assert (previews._renderer is not None) is is_kept


def test_later_pictures_outlive_the_state_before_them(previews, tmp_path):
    (tmp_path / "card.svg.j2").write_text("old")
    inputs, previews._renderer = InputDigests.of(tmp_path), object()
    (tmp_path / "card.svg.j2").write_text("new")

    previews._settle(GameFolder(tmp_path, "mine"), inputs, object())

    assert previews._renderer is not None


def test_faces_are_compared_with_those_of_the_restart(previews, tmp_path):
    job = SimpleNamespace(
        component=SimpleNamespace(id="raid"), piece=SimpleNamespace(id="a"), side="front", language="en", paper=""
    )
    faces = [(Face(key, Size(10, 20), 0.0, Drawing.of(()), ""), f"look {key}") for key in ("old", "new")]
    for past in faces:
        previews.history.remember(str(tmp_path), "colour", job, past)
    assert previews.history.first(str(tmp_path), "colour", job) == faces[0]

    asyncio.run(previews.restart(GameFolder(tmp_path, "mine")))
    assert previews.history.first(str(tmp_path), "colour", job) == faces[1]


CUT = "M 5 0 L 10 20 L 0 20 Z"


@pytest.mark.parametrize(
    ("bleed", "cut", "sheet"),
    [
        (0.0, "", "M 0 0 L 10 0 L 10 20 L 0 20 Z"),
        (0.0, CUT, CUT),
        (3.0, CUT, "M -3 -3 L 13 -3 L 13 23 L -3 23 Z"),
    ],
)
def test_faces_lie_on_white_paper_as_they_will_be_cut(bleed, cut, sheet):
    ink, _ = on_paper(Face("k", Size(10, 20), bleed, Drawing.of(()), cut)).ink.unpack()

    assert [(each.path, each.fill) for each in ink] == [(sheet, "#ffffff")]
