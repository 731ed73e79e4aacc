"""`table.toml`: what lies where, and whether the game has the pieces."""

import shutil

import pytest

from generator.base.errors import Faults
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import check
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, data_root, sample, shipped_games
from generator.load.virtual_tables.table_setup_reader import read_table_setup
from generator.model.virtual_tables.table_setup import Seat, Selection, SetupEntry


@pytest.fixture
def read(tmp_path):
    """Read a set-up of the sample game, written in TOML."""

    def read_text(text):
        folder = tmp_path / "picket"
        shutil.copytree(sample(), folder, dirs_exist_ok=True)
        (folder / "table.toml").write_text(text, "utf-8")
        return read_table_setup(load(folder))

    return read_text


def test_game_may_say_nothing(tmp_path):
    folder = tmp_path / "picket"
    shutil.copytree(sample(), folder)

    assert read_table_setup(load(folder)) is None


def test_entry_is_read_with_all_its_keys(read):
    setup = read(
        """
seed = 3
[[seats]]
at = [0, 200.5]
turn = 180
[[each_player]]
of = "raid"
pieces = ["climber", "scouts"]
count = 2
shuffle = true
as = "hand"
face = "down"
at = [1, 2]
seats = [1]
[[middle]]
take = [{ of = "raid", where = { strength = "2" } }, { of = ["raid", "watch"], each = 1 }]
as = "pile"
at = [[-5, 6]]
turn = 90
step = [10, 20]
across = 2
"""
    )

    assert (setup.seed, setup.seats) == (3, (Seat((0, 200.5), 180),))
    assert setup.each_player == (
        SetupEntry(
            (Selection(("raid",), ("climber", "scouts"), count=2, shuffled=True),),
            "hand",
            ((1, 2),),
            face_up=False,
            seats=(1,),
        ),
    )
    assert setup.middle == (
        SetupEntry(
            (Selection(("raid",), where=(("strength", "2"),)), Selection(("raid", "watch"), per_kind=1)),
            "pile",
            ((-5, 6),),
            turn=90,
            step=(10, 20),
            across=2,
        ),
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('of = "riad"\nat = [0, 0]', ":2 [middle.0.of]: no component called 'riad'; did you mean 'raid'?"),
        ('of = "raid"\npieces = ["scoots"]\nat = [0, 0]', ":3 [middle.0.pieces]: no piece called 'scoots'; did you"),
        ('of = "raid"\nwhere = { stren = "2" }\nat = [0, 0]', "where.stren]: no column called 'stren'; did you mean"),
        ('of = "raid"', "[middle.0.at]: at is missing; it is left and top in millimetres, like [20, 8.5]"),
        ('of = "raid"\nat = [0, "1"]', "must be left and top in millimetres, like [20, 8.5], not [0, '1']"),
        ('of = "raid"\nat = [0, 9e9]', "is out of range; it is -5000 to 5000"),
        ('of = "raid"\nat = [0, 0]\nturn = 400', "degrees clockwise are -360 to 360"),
        ('of = "raid"\nat = [0, 0]\nas = "pil"', "no form called 'pil'; did you mean 'pile'?"),
        ('of = "raid"\nat = [0, 0]\ncount = 10', ":1 [middle.0]: 10 of raid are asked for, 9 are left"),
        ('of = "raid"\nat = [0, 0]\npieces = ["climber"]\neach = 2', "2 of climber are asked for, 1 are left"),
        ('of = "raid"\nwhere = { strength = "77" }\nat = [0, 0]', "no pieces of raid are left for this"),
        ('of = "watch"\nat = [0, 0]\non = "score"', "'score' is not laid before this; lay the board first"),
        ('of = "watch"\nat = [[0, 0], [1, 1]]', "2 places for 1 objects; give one place, or one for each"),
        ('of = "watch"\nat = [0, 0]\nseats = [1]', "must be a list of seats, from 1 to 0, not [1]"),
        ("take = []\nat = [0, 0]", "[middle.0.take]: nothing is taken"),
        ('of = "score"\nat = [0, 0]\ncont = 3', "unknown key 'cont'; did you mean 'count'?"),
    ],
)
def test_mistake_is_told_with_its_line(read, text, what):
    with pytest.raises(Faults) as error:
        read(f"[[middle]]\n{text}\n")

    assert what in str(error.value)
    assert len(error.value.faults) == 1


def test_too_many_tables_are_one_fault(read):
    with pytest.raises(Faults, match=r"\[seats\]: 13 tables; there may be 12"):
        read("[[seats]]\nat = [0, 0]\n" * 13)


@pytest.mark.parametrize("name", shipped_games())
def test_shipped_games_have_a_seat_for_every_player(name):
    game = load(data_root() / name)
    setup = read_table_setup(game)

    rows = {piece.per.id for it in game.components for piece in it.pieces if piece.per}
    assert {seat.player for seat in setup.seats} - {""} == rows
    assert setup.note is not None


def test_check_of_a_game_finds_what_is_wrong_with_its_table(tmp_path):
    folder = tmp_path / "picket"
    shutil.copytree(sample(), folder)
    (folder / "table.toml").write_text('[[middle]]\nof = "raid"\nat = [0, 0]\ncount = 10\n', "utf-8")

    found = check(GameFolder(folder, "mine"), BuildOptions((find_paper("a4"),), out=tmp_path / "out"))
    assert list(map(str, found.faults)) == ["mine/table.toml:1 [middle.0]: 10 of raid are asked for, 9 are left"]
