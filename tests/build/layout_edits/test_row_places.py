"""What rows of a table place on a board moves by the cells of its row, and all other bytes stay."""

import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.build.layout_edits.row_places import place_verdict, placing_rows, tables_with_places, with_places
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from tests.build.layout_edits.conftest import face_trial

DATA = Path(__file__).parents[3] / "data"
SEED = 20261201
GAME = """format = 1
title = { en = "Map" }

[tables.spots]
rows = "spots.csv"
columns = { x = { type = "number", decimals = true }, y = { type = "number", decimals = true }, name.type = "words" }

[tables.roads]
rows = "roads.csv"
columns = { start = { type = "row", of = "spots" }, end = { type = "row", of = "spots" } }

[components.map]
kind = "boards"
title = { en = "Map" }
trim = ["200mm", "200mm"]
bleed = "3mm"
rows = "map.toml"
front = "map.svg.j2"
columns = { spots = { type = "list", of = "spots" }, roads = { type = "list", of = "roads" } }
"""
SPOTS = 'id, x ,y,name.en\r\n# the north\r\nfort,20,30.5,Fort\r\ninn,"60",30.5,Inn\r\nwell,60,90,Well\r\n'
MAP = """{% from "shared/card.svg.j2" import svg, ground, title %}
{% macro spot(at) %}<g transform="translate({{ at.x }} {{ at.y }})"><circle r="4" fill="#22303a"/>
<text y="9" text-anchor="middle" font-size="8pt">{{ at.name }}</text></g>{% endmacro %}
{% call svg(face) %}
{{ ground(face, "#dce9f0") }}
<rect x="5" y="5" width="30" height="8"/>
{% for at in card.roads %}
<path d="M{{ at.start.x }} {{ at.start.y }}L{{ at.end.x }} {{ at.end.y }}" stroke="#22303a"/>
{% endfor %}
{% for at in card.spots %}
{{ spot(at) }}
{% endfor %}
{% endcall %}
"""


@pytest.fixture
def board(tmp_path):
    folder = tmp_path / "map"
    (folder / "templates").mkdir(parents=True)
    files = {"game.toml": GAME, "templates/map.svg.j2": MAP, "roads.csv": "id,start,end\nroad,fort,inn\n"}
    files["map.toml"] = '[[row]]\nid = "map"\nspots = ["fort", "inn", "well"]\nroads = ["road"]\n'
    for name, text in (files | {"spots.csv": SPOTS}).items():
        (folder / name).write_bytes(text.encode())

    def moved(trial, steps):
        """The verdict of moving rows, and the table that it would write."""
        changes = {row: step for row in trial.rows for id_, step in steps.items() if row.id == id_}
        made = tables_with_places(GameFolder(folder, "map"), changes)
        for path, data in made.items():
            (folder / path.removeprefix("map/")).write_bytes(data)
        return place_verdict(trial, face_trial(folder), made, changes), (folder / "spots.csv").read_bytes().decode()

    trial = face_trial(folder)
    trial.rows = placing_rows(trial)
    return SimpleNamespace(folder=folder, trial=trial, moved=moved)


def test_each_row_is_known_by_what_it_places(board):
    looks = {
        row.id: [trial_element.name for trial_element in map(board.trial.elements.__getitem__, row.members)]
        for row in board.trial.rows
    }
    assert looks == {id_: ["circle", "text"] for id_ in ("fort", "inn", "well")}
    assert [row.source for row in board.trial.rows] == [f"map/spots.csv:{line}" for line in (3, 4, 5)]


def test_a_place_is_changed_in_the_cells_of_its_row_alone(board):
    verdict, table = board.moved(board.trial, {"well": (-3.5, 2)})
    assert verdict.is_exact
    assert table == SPOTS.replace("well,60,90", "well,56.5,92")


def test_what_is_drawn_between_two_rows_is_told(board):
    verdict, table = board.moved(board.trial, {"inn": (1, 0)})
    assert [board.trial.elements[number].name for number in verdict.affected] == ["path"]
    assert table == SPOTS.replace('"60"', '"61"')


def test_rows_are_known_after_a_move_without_another_drawing(board):
    board.moved(board.trial, {"well": (-3.5, 2)})
    after = face_trial(board.folder)

    assert with_places(after, board.trial.rows) == placing_rows(after)


def test_two_rows_move_at_once(board):
    verdict, table = board.moved(board.trial, {"well": (1, 1), "fort": (0, -0.5)})
    assert verdict.files
    assert table == SPOTS.replace("well,60,90", "well,61,91").replace("20,30.5", "20,30")


def test_a_row_of_another_kind_of_file_is_refused(board):
    row = board.trial.rows[0]._replace(source="map/spots.xlsx:2")
    with pytest.raises(ValueError, match="xlsx"):
        tables_with_places(GameFolder(board.folder, "map"), {row: (1.0, 1.0)})


def test_rows_without_places_cost_no_second_drawing(trial_of):
    trial = trial_of('<rect x="5" y="5" width="3" height="3"/>')
    trial.elements_on = None
    assert placing_rows(trial) == ()


@pytest.mark.parametrize(("game", "part", "placed"), [("aquileia", "city", 0.7), ("concordia", "maps", 0.5)])
def test_rows_of_shipped_boards_move_as_asked(game, part, placed, long):
    folder = DATA / game
    trial = face_trial(folder, part, also_own=(f"templates/{game}/",))
    trial.rows = placing_rows(trial)
    assert sum(len(row.members) for row in trial.rows) > placed * len(trial.elements)
    for number in range(200 if long else 4):
        chance = random.Random(f"{SEED}-{number}")
        row = chance.choice(trial.rows)
        step = tuple(round(chance.uniform(-3, 3), 1) or 0.1 for _ in "xy")
        made = tables_with_places(GameFolder(folder, game), {row: step})
        game_after = load(folder, prefix=game, changed={path.partition("/")[2]: data for path, data in made.items()})
        after = face_trial(folder, part, also_own=(f"templates/{game}/",), game=game_after)
        assert place_verdict(trial, after, made, {row: step}).files, (SEED, number, row)
