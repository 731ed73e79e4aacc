"""Faces on other faces are cut along their outline."""

from types import SimpleNamespace

from generator.base.geometry import IDENTITY, Matrix, Size
from generator.model.face import Drawing, Face
from generator.typeset.ink.shown_faces import ShownFace, ShownFaces, cut_outline


def face(cut=""):
    return Face("key", Size(40, 60), 8.5, Drawing.of(()), cut=cut)


def test_trim_has_round_corners():
    assert cut_outline(face(), face(), 0.0) == "M 0 0 L 40 0 L 40 60 L 0 60 Z"
    assert cut_outline(face(), face(), 5.0).count("C") == 4


def test_face_with_an_outline_is_cut_along_it():
    assert cut_outline(face("M 0 0 L 30 0 L 0 60 Z"), face("M 0 0 L 9 0 L 0 9 Z"), 5.0) == "M 0 0 L 30 0 L 0 60 Z"


def test_back_is_cut_along_the_outline_of_its_front_seen_from_behind():
    assert cut_outline(face(), face("M 0 0 L 30 0 L 0 60 Z"), 5.0) == "M 40 0 L 10 0 L 40 60 Z"


def drawn(x, y, width, height, matrix=IDENTITY):
    """The group that `<image href="piece:…">` of this place and size becomes."""
    compiler = SimpleNamespace(lengths=lambda element, **_: (x, y, width, height), transform=lambda element: matrix)
    shown = ShownFace(face(), "M 0 0 L 40 0 L 40 60 L 0 60 Z")
    style = SimpleNamespace(inherited=SimpleNamespace(color="#123456"))
    element = {"href": "piece:raid/scouts/front/key"}
    group, parts, _ = ShownFaces(lambda key: shown).draw(compiler, element, style, IDENTITY, None)
    return group, parts


def test_face_is_scaled_to_the_place_of_the_image():
    group, parts = drawn(10, 20, 80, 30)

    assert group.matrix.apply(0, 0) == (10, 20)
    assert group.matrix.apply(40, 60) == (90, 50)
    assert [part.key for part in parts] == ["key"]


def test_image_moved_by_its_transform_takes_the_face_with_it():
    assert drawn(10, 20, 40, 60, Matrix.translation(5, 7))[0].matrix.apply(0, 0) == (15, 27)


def test_face_lies_on_paper_within_a_line_of_the_colour_of_the_text():
    paper, cut, line = drawn(0, 0, 40, 60)[0].ink

    assert (paper.fill, line.stroke.paint) == ("#ffffff", "#123456")
    assert cut.clip.path == paper.path == line.path
