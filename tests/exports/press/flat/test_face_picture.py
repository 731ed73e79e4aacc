from itertools import pairwise

import numpy as np

from generator.base.geometry import Matrix, Rect, Size
from generator.base.stored_data import DataStore
from generator.exports.press.flat import face_picture
from generator.exports.press.flat.face_picture import picture_dpi, pictured_face
from generator.model.face import GlyphRun, Group, Image, Shape
from tests.exports.press.flat.conftest import GROUND, is_opaque, pixels
from tests.write.conftest import BLUE, FONTS, face_of, shaped, square


def test_face_is_a_picture_under_its_text():
    free, covered = shaped("Forum", 10, 80, size=20), shaped("fish", 20, 30)
    veil = Shape(square(15, 15, 30), fill="#ffffff", opacity=0.5)
    face = face_of(*GROUND, covered, Image("blue", Rect(60, 60, 30, 30), 0.5), free, veil, parts=(BLUE,))
    pictured = pictured_face(face, FONTS, DataStore())
    ink, _ = pictured.ink.unpack()

    assert [type(item) for item in ink] == [Image, GlyphRun]
    assert ink[1] == free
    assert is_opaque(pictured)
    assert np.abs(pixels(pictured) - pixels(face)).mean() < 1.5


def test_text_under_a_moved_group_that_shines_through_stays_in_the_picture():
    covered = shaped("fish", 60, 80)
    veil = Group((Shape(square(0, 0, 30), fill="#ffffff"),), Matrix.translation(55, 60), opacity=0.5)
    face = face_of(*GROUND, covered, veil)
    pictured = pictured_face(face, FONTS, DataStore())

    assert [type(item) for item in pictured.ink.unpack()[0]] == [Image]
    assert np.abs(pixels(pictured) - pixels(face)).mean() < 1.5


def test_large_faces_have_coarser_pictures():
    assert picture_dpi(Size(180, 250)) == 600
    assert 300 < picture_dpi(Size(600, 840)) < 600
    assert picture_dpi(Size(1700, 1200)) == 300
    assert 50 < picture_dpi(Size(9000, 9000)) < 100


def test_large_picture_is_made_in_bands_that_overlap(monkeypatch):
    """A band is all of a picture that is in memory; where two meet, no viewer may show what lies below."""
    veil = Shape(square(15, 15, 30), fill="#ffffff", opacity=0.5)
    face = face_of(*GROUND, veil, Image("blue", Rect(60, 60, 30, 30)), parts=(BLUE,))
    whole = pictured_face(face, FONTS, DataStore())
    monkeypatch.setattr(face_picture, "BAND", 100_000)
    banded = pictured_face(face, FONTS, DataStore())
    bands, rasters = banded.ink.unpack()

    assert len(bands) > 5
    assert max(each.width * each.height for each in rasters) < 110_000
    assert all(one.rect.bottom > other.rect.y + 0.3 for one, other in pairwise(bands))
    assert np.abs(pixels(banded) - pixels(whole)).max() < 12
