"""Pages of their own size have nothing around them."""

from generator.base.geometry import IDENTITY, Rect, Size
from generator.impose.imposition_inputs import PieceToPrint
from generator.impose.own_pages import pages_of_own_size
from generator.model.face import Drawing, Face


def test_each_front_is_a_page_of_its_size():
    small, large = (Face(key, Size(*size), 8.5, Drawing.of(())) for key, size in (("a", (100, 140)), ("b", (200, 90))))
    sheets = pages_of_own_size([PieceToPrint("rules/p01#1", small, large), PieceToPrint("rules/p02#1", large)]).sheets

    assert [(sheet.size, sheet.number, sheet.side, sheet.marks) for sheet in sheets] == [
        (Size(100, 140), 1, "recto", ()),
        (Size(200, 90), 2, "recto", ()),
    ]
    (placed,) = sheets[1].placed
    assert (placed.piece, placed.face, placed.matrix) == ("rules/p02#1", large, IDENTITY)
    assert placed.trim == placed.clip == Rect(0, 0, 200, 90)
