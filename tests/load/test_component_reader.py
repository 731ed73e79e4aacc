import pytest

from generator.base import units
from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.load.game_loader import load

PLAYERS = """
[tables.players]
rows = "players.csv"
[tables.players.columns]
name = { type = "words" }
"""


@pytest.fixture
def component(game):
    """The raid of the small game, with lines added to its table and rows of its own."""

    def load_with(lines="", rows=None, *, tables="", **files):
        text = game().joinpath("game.toml").read_text("utf-8")
        text = text.replace("raid = 3", "").replace('rows = "raid.csv"', f'rows = "raid.csv"\n{lines}') + tables
        return load(game({"game.toml": text, **({"raid.csv": rows} if rows else {}), **files})).components[0]

    return load_with


def fault(component, *arguments, **how):
    with pytest.raises(Faults) as caught:
        component(*arguments, **how)
    return str(caught.value)


def rows(*ids, copies=1):
    return "id,copies,suit,strength,text.en,text.ja,provenance\n" + "".join(
        f"{id_},{copies},cups,1,x,y,house\n" for id_ in ids
    )


def test_sizes_are_points(component):
    raid = component('corner = "0.25in"')

    assert raid.trim == Size(63 * units.MM, 88 * units.MM)
    assert (raid.bleed, raid.corner, raid.shape) == (3 * units.MM, 18.0, "rect")
    assert (raid.front, raid.back, raid.file) == ("raid.svg.j2", None, "raid")


def test_pieces_may_ask_for_a_gap(component):
    assert component().gap == 0
    assert component('gap = "3mm"').gap == pytest.approx(3 * units.MM)
    assert "gap" in fault(component, 'gap = "9m"')


def test_pieces_have_labels_and_copies(component):
    raid = component(
        rows="id,label,suit,strength,text.en,text.ja,provenance\nace,,cups,1,x,y,seed\ntwo,T2,cups,2,x,y,seed\n"
    )

    assert [(piece.id, piece.label, piece.copies) for piece in raid.pieces] == [("ace", "ACE", 1), ("two", "T2", 1)]
    assert list(raid.pieces[0].row.cells) == ["provenance", "suit", "strength", "text"]
    assert raid.pieces[0].row.rich == ("text",)


def test_page_has_no_trim_and_no_bleed(game):
    text = game().joinpath("game.toml").read_text("utf-8")
    text = text.replace('kind = "cards"', 'kind = "sheets"').replace('["63mm", "88mm"]', '"page"')

    page = load(game({"game.toml": text})).components[0]

    assert (page.trim, page.bleed) == (None, 0.0)


def test_per_makes_a_set_for_each_row(component):
    players = {"players.csv": "id,name.en,name.ja\nblue,Blue,青\nred,Red,赤\n"}
    raid = component('per = "players"', rows("ace", "two"), tables=PLAYERS, **players)

    assert [piece.id for piece in raid.pieces] == ["ace_blue", "two_blue", "ace_red", "two_red"]
    assert [piece.per.cells["name"]["ja"] for piece in raid.pieces[1:3]] == ["青", "赤"]
    assert raid.pieces[0].row is raid.pieces[2].row
    assert raid.pieces[0].label == "ACE"


def test_pieces_with_rows_see_tables_too(component):
    players = {"players.csv": "id,name.en,name.ja\nblue,Blue,青\n"}
    raid = component('tables = ["players"]', rows("ace", "two"), tables=PLAYERS, **players)

    assert [[row.id for row in piece.row.cells["players"]] for piece in raid.pieces] == [["blue"], ["blue"]]


def test_label_of_a_set_goes_before_its_pieces(component):
    players = {"players.csv": "id,label,name.en,name.ja\nblue,A,x,y\nred,B,x,y\n"}
    tables = PLAYERS + 'label = { type = "text" }\n'
    raid = component('per = "players"', rows("ace"), tables=tables, **players)

    assert [piece.label for piece in raid.pieces] == ["AACE", "BACE"]


def test_sets_with_one_id_for_two_pieces_are_told(component):
    players = {"players.csv": "id,name.en,name.ja\nb_c,x,y\nc,x,y\n"}

    assert fault(component, 'per = "players"', rows("a", "a_b"), tables=PLAYERS, **players) == (
        "game.toml:23 [components.raid.per]: two pieces called 'a_b_c'; rename a row"
    )


def test_ids_of_sets_stay_short(component):
    players = {"players.csv": f"id,name.en,name.ja\n{'b' * 21},x,y\n"}

    assert "is longer than 41 letters; shorten the ids" in fault(
        component, 'per = "players"', rows("a" * 21), tables=PLAYERS, **players
    )


def test_more_pieces_than_anyone_prints_are_told(component):
    assert fault(component, "", rows(*(f"a{number}" for number in range(21)), copies=999)) == (
        "game.toml:22 [components.raid.rows]: more than 20,000 pieces to print; lower the copies"
    )


def test_empty_length_is_told(game):
    text = game().joinpath("game.toml").read_text("utf-8").replace('["63mm", "88mm"]', '["", "88mm"]')

    with pytest.raises(Faults, match="'' is not a length"):
        load(game({"game.toml": text}))


def test_reserved_columns_of_a_component_are_told(component):
    assert "'label' has a meaning of its own" in fault(component, tables='label = { type = "text" }\n')


SCORE = """\
title = { en = "Score", ja = "得点" }
version = "1"
[areas.wall]
title = { en = "Wall", ja = "壁" }
boxes = 3
"""
PAD = '\n[components.pad]\nkind = "sheets"\ntitle = { en = "Pad", ja = "用紙" }\ntrim = "page"\nsheets = ["score"]\n'


@pytest.fixture
def pad(game):
    """The pad of scoresheets of the small game, with lines added to its table."""

    def load_with(lines="", table=PAD):
        text = game().joinpath("game.toml").read_text("utf-8") + table + lines
        return load(game({"game.toml": text, "sheets/score.toml": SCORE})).component("pad")

    return load_with


def test_scoresheets_are_pieces(pad):
    made = pad()

    assert [(piece.id, piece.label, piece.copies) for piece in made.pieces] == [("score", "SCORE", 1)]
    assert made.pieces[0].row.source == "sheets/score.toml"
    assert (made.sheets, made.turned, made.trim, made.front) == (True, False, None, "shared/sheet.svg.j2")


def test_scoresheets_may_be_turned_copied_and_see_tables(pad):
    made = pad('turned = true\ncopies = 4\ntables = ["suits"]\nfront = "pad.svg.j2"\n')

    assert (made.turned, made.front, made.count) == (True, "pad.svg.j2", 4)
    assert [row.id for row in made.pieces[0].row.cells["suits"]] == ["swords", "cups"]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            PAD.replace('"score"', '"scores"'),
            "[components.pad.sheets]: no sheet called 'scores'; did you mean 'score'?",
        ),
        (PAD + 'tables = ["suit"]\n', "[components.pad.tables]: no table called 'suit'; did you mean 'suits'?"),
        (PAD + "copies = 100\n", "[components.pad.copies]: 100 is out of range; it is 1 to 99"),
        (
            PAD.replace('"sheets"', '"cards"'),
            "[components.pad.sheets]: only a component of kind 'sheets' prints sheets",
        ),
    ],
)
def test_wrong_scoresheets_are_faults(pad, table, expected):
    with pytest.raises(Faults) as caught:
        pad(table=table)

    assert expected in str(caught.value)


@pytest.mark.parametrize(("lines", "material"), [("", "card"), ('material = "label"', "label")])
def test_material_follows_from_the_kind_unless_it_is_given(component, lines, material):
    assert component(lines).material == material


def test_unknown_material_is_named(component):
    assert "no material called 'carton'" in fault(component, 'material = "carton"')


def test_copies_may_be_numbered(component):
    raid = component("numbered = true", rows=rows("ace") + rows("two", copies=2).split("\n", 1)[1])

    assert [(piece.id, piece.serial, piece.copies) for piece in raid.pieces] == [
        ("ace", 1, 1),
        ("two_1", 2, 1),
        ("two_2", 3, 1),
    ]
    assert raid.count == 3
    assert {piece.serial for piece in component().pieces} == {0}


def test_numbers_need_room_in_ids_and_a_name(component):
    long = fault(component, "numbered = true", rows=rows("a" * 41, copies=2))
    taken = fault(
        component, "numbered = true", tables='[components.raid.columns.serial]\ntype = "number"\ndefault = 1\n'
    )

    assert "[components.raid.numbered]: 'aaa" in long
    assert "templates find the number as card.serial; rename the column 'serial'" in taken


def nudged(value, heading="at.title", more=""):
    return f"id,suit,strength,text.en,text.ja,provenance,{heading}\nace,cups,1,x,y,seed,{value}\ntwo,cups,1,x,y,seed,\n"


def test_a_column_moves_a_box_on_its_own_card(component):
    raid = component(rows=nudged("0.5 -1"))

    assert [piece.nudges for piece in raid.pieces] == [(("title", (0.5, -1.0, 0.0, 0.0)),), ()]
    assert "at.title" not in raid.pieces[0].row.cells
    assert component(rows=nudged("0 0")).pieces[0].nudges == ()
    assert component('numbered = true\nper = "players"', nudged("1"), tables=PLAYERS, **PLAYER_FILES).pieces[
        0
    ].nudges == (("title", (1.0, 0.0, 0.0, 0.0)),)


@pytest.mark.parametrize("value", ["one", "1 2 3 4 5", "2001", '"0,5 1"'])
def test_a_nudge_that_is_no_numbers_is_a_fault(component, value):
    assert "raid.csv:2 [at.title]" in (message := fault(component, rows=nudged(value)))
    assert "is not one to four numbers of mm" in message


def test_a_column_crops_a_picture_on_its_own_card(component):
    raid = component(rows=nudged("30 20 1.5", "crop.art"))

    assert [piece.crops for piece in raid.pieces] == [(("art", (30.0, 20.0, 1.5)),), ()]
    assert component(rows=nudged("30 20", "crop.art")).pieces[0].crops == (("art", (30.0, 20.0, 1.0)),)


@pytest.mark.parametrize("value", ["one", "30", "1 2 3 4", "101 0", "-1 0", "50 50 0.5", "50 50 21"])
def test_a_crop_that_is_no_part_of_a_picture_is_a_fault(component, value):
    message = fault(component, rows=nudged(value, "crop.art"))

    assert "raid.csv:2 [crop.art]" in message
    assert "is not a place in the picture in percent" in message


def test_a_nudge_can_be_ignored_and_stands_in_no_lookup_table(component):
    assert component('ignore = ["at.title"]', nudged("any")).pieces[0].nudges == ()
    assert "unknown column 'at.title'" in fault(
        component, tables=PLAYERS, **{"players.csv": "id,name.en,name.ja,at.title\nred,a,b,1\n"}
    )


PLAYER_FILES = {"players.csv": "id,name.en,name.ja\nred,a,b\n"}
