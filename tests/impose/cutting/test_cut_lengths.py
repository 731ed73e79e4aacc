"""The work of cutting a sheet by hand: one cut through all pieces in its way, small outlines with scissors."""

import math

import pytest

from generator.base.geometry import Matrix, Rect, Size
from generator.base.units import MM
from generator.impose.cutting.cut_lengths import knife_work
from generator.model.cutting.knife_work import METRE
from generator.model.face import Drawing, Face
from generator.model.press_sheet import PlacedFace, PressSheet

SIDE = 63 * MM


def sheet(*placed, side="recto", number=1):
    return PressSheet(Size(210 * MM, 297 * MM), side, number, placed)


def card(x, y, **face):
    trim = Rect(x * MM, y * MM, SIDE, SIDE)
    drawn = Face("key", Size(SIDE, SIDE), 0.0, Drawing.of(()), **face)
    return PlacedFace("deck/a#1", drawn, Matrix.translation(trim.x, trim.y), trim, trim)


def circle(radius):
    r, k = radius, radius * 0.5523
    return (
        f"M {r} 0 C {r + k} 0 {2 * r} {r - k} {2 * r} {r} C {2 * r} {r + k} {r + k} {2 * r} {r} {2 * r} "
        f"C {r - k} {2 * r} 0 {r + k} 0 {r} C 0 {r - k} {r - k} 0 {r} 0 Z"
    )


def test_one_cut_goes_through_all_cards_in_its_way():
    apart = knife_work([sheet(card(5, 5), card(71, 5), card(5, 71), card(71, 71))])
    touching = knife_work([sheet(card(5, 5), card(68, 5), card(5, 68), card(68, 68))])

    assert (apart.cuts, apart.straight) == (8, pytest.approx(8 * 129 * MM))
    assert (touching.cuts, touching.straight) == (6, pytest.approx(6 * 126 * MM))


def test_backs_are_cut_with_their_fronts():
    assert knife_work([sheet(card(5, 5)), sheet(card(5, 5), side="verso")]).cuts == 4


def test_round_and_small_outlines_are_for_scissors():
    work = knife_work([sheet(card(5, 5, cut=circle(10 * MM)))])

    assert (work.cuts, work.straight) == (0, 0)
    assert work.curved == pytest.approx(2 * math.pi * 10 * MM, rel=0.01)
    assert work.minutes == pytest.approx(work.curved / METRE * 5)
    assert knife_work([sheet(card(5, 5, cut="M 0 0 L 40 0 L 40 40 Z"))]).cuts == 0


def test_straight_sides_of_a_net_are_cut_one_by_one():
    work = knife_work([sheet(card(5, 5, cut="M 0 0 L 170 0 L 170 100 L 0 100 Z"))])

    assert (work.cuts, work.straight, work.curved) == (4, 540, 0)
    assert work.minutes == 1


def test_a_tile_keeps_its_tabs():
    trim = Rect(5 * MM, 5 * MM, 100 * MM, 200 * MM)
    whole = Face("board", Size(300 * MM, 200 * MM), 0.0, Drawing.of(()))
    work = knife_work([sheet(PlacedFace("board/a#1", whole, Matrix.translation(trim.x, trim.y), trim, trim))])

    assert (work.cuts, work.straight) == (2, pytest.approx(300 * MM))
