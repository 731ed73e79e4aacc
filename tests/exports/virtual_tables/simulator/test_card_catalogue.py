from types import SimpleNamespace

import pytest

from generator.base.geometry import Rect
from generator.base.units import MM
from generator.exports.virtual_tables.simulator.card_catalogue import sheet_dpi
from generator.exports.virtual_tables.simulator.card_sheets import LARGEST


@pytest.mark.parametrize(("kind", "in_row"), [("cards", 2), ("boards", 1)])
def test_large_piece_has_the_finest_picture_that_leaves_room_for_a_blank_place(kind, in_row):
    piece = SimpleNamespace(front=SimpleNamespace(trim=Rect(0, 0, 500 * MM, 400 * MM)))
    dpi = sheet_dpi(SimpleNamespace(pieces=[piece], component=SimpleNamespace(kind=kind)), 1200)

    assert in_row * 500 / 25.4 * dpi == pytest.approx(LARGEST, rel=0.01)
