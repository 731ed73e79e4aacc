import pytest

from generator.base.errors import Faults
from generator.base.units import MM
from generator.load.game_loader import load
from generator.model.game import NO_SEAMS


@pytest.fixture
def raid(game):
    """The raid of the small game with seams."""

    def load_with(seams):
        text = game().joinpath("game.toml").read_text("utf-8").replace("raid = 3", "")
        return load(game({"game.toml": text.replace('rows = "raid.csv"', f'{seams}\nrows = "raid.csv"')})).components[0]

    return load_with


def millimetres(ranges):
    return [(round(low / MM, 6), round(high / MM, 6)) for low, high in ranges]


def test_seams_hold_for_every_piece(raid):
    part = raid("seams = { x = [20, [30, 40.5]] }")

    assert {piece.id for piece in part.pieces if part.seams_of(piece.id) is NO_SEAMS} == set()
    assert millimetres(part.seams_of("any").x) == [(20, 20), (30, 40.5)]
    assert part.seams_of("any").y == ()


def test_seams_can_be_those_of_one_piece(raid):
    part = raid("seams = { chief = { y = [44] } }")

    assert millimetres(part.seams_of("chief").y) == [(44, 44)]
    assert part.seams_of("other") is NO_SEAMS


def test_columns_have_seams_of_their_own(raid):
    seams = raid("seams = { x = [30], columns = [[40], [[42, 44]]] }").seams_of("any")

    assert [millimetres(column) for column in seams.columns] == [[(40, 40)], [(42, 44)]]


@pytest.mark.parametrize(
    ("seams", "what"),
    [
        ("{ x = [63] }", "63 is not inside the board; give places from 0 to 63, the lower one first"),
        ("{ x = [[40, 30]] }", "[40, 30] is not inside the board; give places from 0 to 63, the lower one first"),
        ("{ y = 12 }", "must be a list of places in mm, like [180, [240, 260]], not 12"),
        ('{ y = ["12mm"] }', "must be a list of places in mm, like [180, [240, 260]], not with '12mm'"),
        ("{ chiff = { x = [3] } }", "no piece called 'chiff'; did you mean 'chief'?"),
        ("{ x = [3], z = [4] }", "unknown key 'z'; it is one of 'x', 'y', 'columns'"),
        (
            "{ columns = 4 }",
            "must be a list, for each column of tiles a list of places in mm, like [180, [240, 260]], not 4",
        ),
        ("{ columns = [4] }", "must be a list of places in mm, like [180, [240, 260]], not 4"),
        ("7", "must be a table, not 7"),
    ],
)
def test_faults_say_what_instead(raid, seams, what):
    with pytest.raises(Faults) as caught:
        raid(f"seams = {seams}")

    assert [fault.what for fault in caught.value.faults] == [what]
