"""Faces on other faces are cut along their outline."""

from generator.base.geometry import Size
from generator.model.face import Drawing, Face
from generator.typeset.ink.shown_faces import cut_outline


def face(cut=""):
    return Face("key", Size(40, 60), 8.5, Drawing.of(()), cut=cut)


def test_trim_has_round_corners():
    assert cut_outline(face(), face(), 0.0) == "M 0 0 L 40 0 L 40 60 L 0 60 Z"
    assert cut_outline(face(), face(), 5.0).count("C") == 4


def test_face_with_an_outline_is_cut_along_it():
    assert cut_outline(face("M 0 0 L 30 0 L 0 60 Z"), face("M 0 0 L 9 0 L 0 9 Z"), 5.0) == "M 0 0 L 30 0 L 0 60 Z"


def test_back_is_cut_along_the_outline_of_its_front_seen_from_behind():
    assert cut_outline(face(), face("M 0 0 L 30 0 L 0 60 Z"), 5.0) == "M 40 0 L 10 0 L 40 60 Z"
