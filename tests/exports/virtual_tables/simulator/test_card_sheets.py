import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.geometry import Size
from generator.exports.virtual_tables.simulator.card_sheets import (
    LARGEST,
    CardSides,
    fitting_dpi,
    plan_sheets,
)

POKER = (744, 1039)


def cards(*backs):
    return [CardSides(f"front{at}", back) for at, back in enumerate(backs)]


def last_place(sheet):
    return sheet.columns * sheet.rows - 1


def shown_to_others(sheet, card):
    """What the program shows of a card in somebody's hand: Decker, issue 2."""
    if not sheet.is_secret:  # BackIsHidden, one back
        return card.back
    return "blank"  # the last place of the sheets, which no card has


def test_each_card_has_one_place():
    some = cards(*["back"] * 187)

    sheets = plan_sheets(some, POKER, 3)

    assert [sheet.number for sheet in sheets] == [*range(3, 3 + len(sheets))]
    assert [card for sheet in sheets for card in sheet.cards] == some
    ids = [number for sheet in sheets for number in sheet.card_ids().values()]
    assert len({*ids}) == 187
    assert ids[:2] == [300, 301]


def test_equal_cards_share_a_place():
    assert len(plan_sheets(cards("back") * 5, POKER, 1)[0].cards) == 1


def test_two_backs_are_two_sheets_that_keep_the_fronts():
    sheets = plan_sheets(cards("red", "blue", "red", "blue"), POKER, 1)

    assert [[card.back for card in sheet.cards] for sheet in sheets] == [["red", "red"], ["blue", "blue"]]
    assert not any(sheet.is_secret for sheet in sheets)


def test_backs_that_tell_the_card_are_hidden_by_a_blank_place():
    (sheet,) = plan_sheets(cards("one", "two", "three"), POKER, 1)

    assert sheet.is_secret
    assert last_place(sheet) >= len(sheet.cards)


def test_a_single_card_has_nothing_to_hide():
    (sheet,) = plan_sheets(cards("back"), POKER, 1)
    assert (sheet.columns, sheet.rows, sheet.is_secret) == (1, 1, False)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=300), st.integers(40, 2048), st.integers(40, 2048))
def test_nothing_shown_to_others_tells_the_card(backs, width, height):
    some = cards(*backs)
    sheets = plan_sheets(some, (width, height), 1)

    shown = {}
    for sheet in sheets:
        assert max(sheet.size) <= LARGEST
        assert len(sheet.cards) <= last_place(sheet) + (not sheet.is_secret)
        assert sheet.columns <= 10
        assert sheet.rows <= 7
        for card in sheet.cards:
            shown.setdefault(shown_to_others(sheet, card), []).append(card)
    assert sorted(card.front for same in shown.values() for card in same) == sorted(card.front for card in some)
    lonely = [view for view, same in shown.items() if len(same) == 1 < len(some) and view != "blank"]
    assert lonely == []


def test_no_picture_is_too_large():
    board = Size(560 / 25.4 * 72, 400 / 25.4 * 72)

    assert fitting_dpi(board, 300) == pytest.approx(LARGEST / (560 / 25.4))
    assert fitting_dpi(Size(180, 250), 300) == 300
