"""Short rules of the sheets, as the file says them, and everything wrong with it."""

from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.base.records import replace
from generator.load.game_loader import load
from generator.load.sheets.short_rules_reader import read_short_rules

FOLDER = Path(__file__).parents[3] / "data/hadrians-wall"
WORDS = 'text = { en = "a", ja = "b" }'


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture
def read(game, tmp_path):
    """What a file says."""

    def of(text):
        (tmp_path / "explain.toml").write_text(text, encoding="utf-8")
        return read_short_rules(replace(game, folder=tmp_path))

    return of


def test_every_area_icon_and_spot_of_the_game_has_a_short_rule(game):
    rules = read_short_rules(game)
    sheets = game.sheets.values()
    icons = {icon for sheet in sheets for box in sheet.boxes for icon in (*box.gains, *box.one_of, *box.yearly)}
    icons |= {item for sheet in sheets for box in sheet.boxes for price in box.costs for item, _ in price.items}
    spots = {(id_, spot) for id_, layout in game.layouts.items() for spot in layout.spots}

    assert set(rules.areas) == {area.id for sheet in sheets for area in sheet.areas}
    assert icons <= set(rules.icons)
    # this one lies over an area that has a rule
    assert spots - set(rules.spots) == {("right", "goods")}


def test_game_without_the_file_has_none(game, tmp_path):
    assert [*read_short_rules(replace(game, folder=tmp_path)).all()] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"[areas.wal]\n{WORDS}", "no area called 'wal'; did you mean 'wall'?"),
        (f"[spots.middle.title]\n{WORDS}", "no sheet called 'middle'"),
        (f"[spots.left.yeas]\n{WORDS}", "no spot called 'yeas'; did you mean 'years'?"),
        ('[areas.wall]\ntext = { en = "a" }', "no words in 'ja'"),
        (f"[areas.wall]\n{WORDS}\nrules = 'x'", "unknown key 'rules'; did you mean 'rule'?"),
        (f"[areas.wall]\n{WORDS}\nrule = 1", "text in quotes"),
        ("[areas]\nwall = 'x'", "a table"),
        ("[words]\nwall = 'x'", "unknown key 'words'"),
    ],
)
def test_faults_say_what_is_wrong(read, text, told):
    with pytest.raises(Faults) as found:
        read(text)
    assert told in " ".join(str(each) for each in found.value.faults)
