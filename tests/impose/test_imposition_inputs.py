import pytest

from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceKind, millimetres


@pytest.mark.parametrize(("asked", "bleed"), [(None, 3), (0, 0), (2, 2), (5, 3)])
def test_no_more_bleed_than_the_face_has(face, asked, bleed):
    options = ImpositionOptions(bleed=None if asked is None else asked * MM)

    assert options.kind_of(face("a")).bleed == pytest.approx(bleed * MM)


def test_round_pieces_keep_room_for_their_bleed(face):
    kind = ImpositionOptions(gap=0).kind_of(face("chip", 25, 25, cut="M 0 0 Z"))

    assert kind.gap == pytest.approx(6 * MM)
    assert kind.has_outline


@pytest.mark.parametrize(("asked", "own", "gap"), [(0, 0, 0), (0, 3, 3), (6, 3, 6), (6, 0, 6)])
def test_pieces_lie_as_far_apart_as_they_ask(face, asked, own, gap):
    kind = ImpositionOptions(gap=asked * MM).kind_of(face("board"), own * MM)

    assert kind.gap == pytest.approx(gap * MM)


def test_round_pieces_take_a_wider_gap(face):
    assert ImpositionOptions(gap=30).kind_of(face("chip", 25, 25, cut="M 0 0 Z")).gap == 30


@pytest.mark.parametrize(("bleed", "gap", "sure"), [(3, 0, 0), (3, 4, 2), (3, 6, 3), (3, 9, 3)])
def test_sure_bleed_is_half_the_gap_at_most(bleed, gap, sure):
    assert PieceKind(60, 90, bleed, gap).guaranteed_bleed == sure


def test_slug_names_game_sheet_and_grid(slug):
    assert slug.parts(2, 21, "a4-63x88-3x3") == (
        "Picket",
        "Raid cards",
        "version 1.0",
        "sheet 2 of 21",
        "a4-63x88-3x3",
        "en",
    )


@pytest.mark.parametrize(("length", "text"), [(63, "63"), (88.9, "88.9"), (31.75, "31.75"), (0, "0")])
def test_millimetres_are_short(length, text):
    assert millimetres(length * MM) == text


@pytest.mark.parametrize(
    ("spare", "cut", "gap"), [(0, "", 0), (2.5, "", 2.5), (9, "", 6), (0, "M 0 0 Z", 2), (9, "M 0 0 Z", 6)]
)
def test_gap_that_is_not_asked_for_is_what_the_paper_has(face, spare, cut, gap):
    kind = ImpositionOptions(gap=None).kind_of(face("chip", 25, 25, cut=cut), spare=spare * MM)

    assert kind.gap == pytest.approx(gap * MM)
