import time
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.sheets.sheet_reader import _boxes_before
from generator.model.formula import MarkedBoxes, NamedValue, StepTable, Sum
from generator.model.sheet import Book, Need, Price

PAD = """\
title = { en = "Pad", ja = "表" }
version = "2"
years = 4
items = "suits"
effects = ["scout"]

[wild]
any_suit = ["swords", "cups"]

[areas.wall]
title = { en = "Wall", ja = "壁" }
note = { en = "Row by row.", ja = "順に。" }
provenance = "public pay=house"
pay = ["swords", "2 any_suit + cups"]
filled_by = ["hammer"]
sections = [
  { id = "near", boxes = 2 },
  { id = "far", boxes = 3, needs = ["gate"] },
]
boxes = [
  { }, { gains = ["cups"] },
  { id = "tower", title = { en = "Tower", ja = "塔" }, pay = ["free"], needs = ["wall 2"], tags = ["large"] },
  { gains = ["hammer", "scout"] }, { gains_one_of = ["cups", "swords"], yearly = ["cups"] },
]

[areas.gates]
title = { en = "Gates", ja = "門" }
[[areas.gates.tracks]]
id = "gates"
title = { en = "Old gates", ja = "旧門" }
order = "any"
boxes = [{ id = "gate", start = 1, tags = ["large"] }]
[[areas.gates.tracks]]
id = "watch"
kind = "year"
when = ["gate"]
boxes = 3
[[areas.gates.tracks]]
id = "night_watch"
like = "watch"
filled_from = ["wall[1:2]", "tower"]

[[limits]]
boxes = ["watch", "night_watch[1:2]"]
most = 1

[values.reach]
title = { en = "Reach", ja = "到達" }
is = "steps(wall, {1: 2, 3: 5})"

[values.sum]
is = "reach + goods"

[[scores]]
value = "reach"
[[scores]]
value = "sum"
title = { en = "All", ja = "計" }
minus = true

[ranks]
of = "sum"
rows = [{ from = 0, title = { en = "Low", ja = "下" } }, { from = 9, title = { en = "High", ja = "上" } }]

[sources.wall]
most = "2 * gate"

[[bonuses]]
value = "sum"
gains = "cups"

[[bounds]]
title = { en = "too far", ja = "遠すぎる" }
of = "wall"
most = "5"
"""
SECOND = """\
title = { en = "Second", ja = "二" }
version = "1"

[areas.goods]
title = { en = "Goods", ja = "品" }
kind = "number"
most = 6
boxes = 4

[areas.choice]
title = { en = "Who", ja = "誰" }
kind = "choice"
[[areas.choice.tracks]]
id = "who"
options_of = "raid"
boxes = 1
[[areas.choice.tracks]]
id = "what"
options = { this = { en = "This", ja = "これ" }, that = { en = "That", ja = "それ" } }
boxes = 2
[[areas.choice.tracks]]
id = "which"
options = ["one", "two"]
boxes = 2

[areas.words]
title = { en = "Words", ja = "言葉" }
kind = "text"
most = 40
boxes = 1

[[different]]
boxes = ["what", "which_01"]
"""
SHEETS = {"sheets/pad.toml": PAD, "sheets/second.toml": SECOND}


@pytest.fixture
def book(game):
    return Book.of(load(game(SHEETS)).sheets.values())


@pytest.fixture
def told(game):
    """The faults of the two sheets with one passage of either replaced."""

    def faults(old, new):
        assert old in PAD + SECOND
        with pytest.raises(Faults) as caught:
            load(game({name: text.replace(old, new, 1) for name, text in SHEETS.items()}))
        return str(caught.value)

    return faults


def test_value_with_two_rows_of_the_scores_is_named_there(told):
    said = told('value = "sum"\ntitle', 'value = "reach"\ntitle')

    assert said.endswith("[scores.1.value]: 'reach' is a row of the scores already; name each value once")


def test_sheets_are_read_in_the_order_of_their_names(game):
    sheets = load(game(SHEETS)).sheets

    assert [*sheets] == ["pad", "second"]
    assert (sheets["pad"].title["ja"], sheets["pad"].version, sheets["pad"].years) == ("表", "2", 4)


def test_layouts_are_no_sheets(game):
    layout = {"sheets/second.layout.toml": ""}

    with pytest.raises(Faults) as caught:
        load(game(SHEETS | layout))
    assert "second.layout.toml: file is empty" in str(caught.value)


def test_area_is_a_track_of_its_own_id(book):
    (area, _) = book.sheets[0].areas
    (track,) = area.tracks

    assert (area.id, track.id, track.title["en"], track.filled_by) == ("wall", "wall", "Wall", ("hammer",))
    assert (area.note["ja"], track.note) == ("順に。", None)


def test_boxes_are_numbered_or_name_themselves(book):
    assert [box.id for box in book.track("wall").boxes] == ["wall_01", "wall_02", "tower", "wall_04", "wall_05"]
    assert (book.box("tower").number, book.box("tower").title["en"]) == (3, "Tower")


def test_boxes_take_after_their_track(book):
    plain, tower = book.box("wall_01"), book.box("tower")

    assert plain.costs == (Price((("swords", 1),)), Price((("any_suit", 2), ("cups", 1))))
    assert tower.costs == (Price(()),)
    assert plain.provenance == tower.provenance == "public pay=house"


def test_needs_add_up(book):
    assert book.box("wall_02").needs == ()
    assert book.box("tower").needs == (Need("gate", 1), Need("wall", 2))
    assert book.box("wall_05").needs == (Need("gate", 1),)


def test_gains_of_a_box(book):
    assert book.box("wall_04").gains == ("hammer", "scout")
    assert (book.box("wall_05").one_of, book.box("wall_05").yearly) == (("cups", "swords"), ("cups",))


def test_sections_have_their_boxes(book):
    assert [(name, len(boxes)) for name, boxes in book.track("wall").sections] == [("near", 2), ("far", 3)]


def test_track_can_be_like_another(book):
    boxes = book.track("night_watch").boxes

    assert [box.id for box in boxes] == ["night_watch_01", "night_watch_02", "night_watch_03"]
    assert {(box.kind, box.least, box.most, box.when) for box in boxes} == {("year", 1, 4, (Need("gate", 1),))}
    assert book.track("night_watch").filled_from == ("wall_01", "wall_02", "tower")


def test_track_without_a_title_has_that_of_its_area(book):
    assert [book.track(id_).title["en"] for id_ in ("gates", "watch")] == ["Old gates", "Gates"]


def test_options_come_from_rows_tables_or_words(book):
    assert [option.id for option in book.box("who_01").options] == ["scouts", "chief"]
    assert [option.title["ja"] for option in book.box("what_02").options] == ["これ", "それ"]
    assert [option.title["en"] for option in book.box("which_01").options] == ["one", "two"]


def test_numbers_and_letters_have_their_ends(book):
    assert [(book.box(id_).least, book.box(id_).most) for id_ in ("goods_01", "words_01")] == [(0, 6), (0, 40)]


def test_limits_and_choices_are_spelt_out(book):
    first, second = book.sheets

    assert first.limits[0].boxes == ("watch_01", "watch_02", "watch_03", "night_watch_01", "night_watch_02")
    assert second.different[0].boxes == ("what_01", "what_02", "which_01")


def test_values_reach_over_sheets(book):
    reach, total = (book.values[id_] for id_ in ("reach", "sum"))

    assert reach.formula == StepTable(MarkedBoxes(tuple(box.id for box in book.track("wall").boxes)), ((1, 2), (3, 5)))
    assert total.formula == Sum((NamedValue("reach"), MarkedBoxes(tuple(f"goods_0{n}" for n in range(1, 5)))))
    assert (total.text, total.title, reach.title["en"]) == ("reach + goods", None, "Reach")


def test_scores_have_titles(book):
    assert [(row.value, row.title["en"], row.minus) for row in book.sheets[0].scores] == [
        ("reach", "Reach", False),
        ("sum", "All", True),
    ]


def test_ranks_sources_bonuses_and_bounds(book):
    sheet = book.sheets[0]

    assert [(rank.least, rank.title["ja"]) for rank in sheet.ranks.rows] == [(0, "下"), (9, "上")]
    assert (sheet.sources[0].tracks, sheet.bonuses[0].gains, sheet.bounds[0].title["en"]) == (
        ("wall",),
        "cups",
        "too far",
    )


def test_title_may_be_a_cell_of_a_row(told, game):
    passage = 'is = "reach + goods"'
    named = {
        "sheets/pad.toml": PAD.replace(passage, f'{passage}\ntitle = "suits.cups.name"'),
        "sheets/second.toml": SECOND,
    }

    assert load(game(named)).sheets["pad"].values[1].title["en"] == "Cups"
    assert told(passage, f'{passage}\ntitle = "suits.cusp.name"') == (
        "sheets/pad.toml:53 [values.sum.title]: 'suits.cusp.name' is no cell of words; "
        "write it like 'cards.scout.name', or the words"
    )


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('version = "2"\n', "", "pad.toml [version]: version is missing; it is text in quotes"),
        ('items = "suits"', 'items = "siuts"', "pad.toml:4 [items]: no table or component called 'siuts'; did you mean 'suits'?"),
        ('"cups"]\n\n[areas', '"cps"]\n\n[areas', "pad.toml:8 [wild.any_suit]: no item called 'cps'; did you mean 'cups'?"),
        ('"2 any_suit + cups"', '"2 any_siut"', "pad.toml:14 [areas.wall.pay]: no item or icon called 'any_siut'; did you mean 'any_suit'?"),
        ('"2 any_suit + cups"', '"2x cups"', "pad.toml:14 [areas.wall.pay]: '2x cups' is not a price; write each item once, like 'servant + 2 resource', or 'free'"),
        ('gains = ["cups"]', 'gains = ["cupp"]', "pad.toml:21 [areas.wall.boxes.1.gains]: no item or icon called 'cupp'; did you mean 'cups'?"),
        ('gains = ["cups"]', 'gain = ["cups"]', "pad.toml:21 [areas.wall.boxes.1.gain]: unknown key 'gain'; did you mean 'gains'?"),
        ('"hammer", "scout"', '"hammer", "2 scout"', "pad.toml:23 [areas.wall.boxes.3.gains]: '2 scout' is not an icon; write one word, as often as it is gained"),
        ('needs = ["wall 2"]', 'needs = ["wal 2"]', "pad.toml:22 [areas.wall.boxes.2.needs]: no track, box or value called 'wal'; did you mean 'wall'?"),
        ('needs = ["wall 2"]', 'needs = ["wall > 2"]', "pad.toml:22 [areas.wall.boxes.2.needs]: 'wall > 2' is not a need; write a box, or a value and a number, like 'infrastructure 2'"),
        ('needs = ["wall 2"]', 'needs = ["wall 6"]', "pad.toml:22 [areas.wall.boxes.2]: 'tower' needs wall 6, which is at most 5"),
        ('id = "watch"', 'id = "watch' + "h" * 34 + '"', f"pad.toml:37 [areas.gates.tracks.1.boxes.0]: box 'watch{'h' * 34}_01' has a name longer than 41 letters; shorten the track's id"),
        ("boxes = 3, needs", "boxes = 4, needs", "pad.toml:16 [areas.wall.sections]: the sections have 6 boxes, the track has 5"),
        ('"public pay=house"', '"public prize=house"', "pad.toml:13 [areas.wall.provenance]: no key called 'prize'"),
        ('"public pay=house"', '"pubic"', "pad.toml:13 [areas.wall.provenance]: no provenance called 'pubic'; did you mean 'public'?"),
        ("start = 1", "start = 2", "pad.toml:32 [areas.gates.tracks.0.boxes.0.start]: 2 is out of range; it is 0 to 1"),
        ('order = "any"', 'order = "all"', "pad.toml:31 [areas.gates.tracks.0.order]: no order called 'all'; it is one of 'row', 'any'"),
        ('kind = "year"', 'kind = "yaer"', "pad.toml:35 [areas.gates.tracks.1.kind]: no kind called 'yaer'; did you mean 'year'?"),
        ('like = "watch"', 'like = "wtach"', "pad.toml:40 [areas.gates.tracks.2.like]: no earlier track called 'wtach'; did you mean 'watch'?"),
        ('id = "watch"', 'id = "gate"', "pad.toml:33 [areas.gates.tracks.1]: 'gate' is an id of sheet 'pad' already; choose another"),
        ('id = "watch"', 'id = "Watch"', "pad.toml:34 [areas.gates.tracks.1.id]: 'Watch' is not an id; write it with a-z, 0-9 and _, a letter first, at most 41 long"),
        ('tags = ["large"] },\n', 'tags = ["reach"] },\n', "pad.toml:22 [areas.wall.boxes.2.tags]: tag 'reach' is an id of sheet 'pad' too"),
        ("years = 4\n", "", "pad.toml:32 [areas.gates.tracks.1]: kind 'year' needs the sheet's number of years, like: years = 6"),
        ('"night_watch[1:2]"', '"night_watch[1:9]"', "pad.toml:44 [limits.0.boxes]: 'night_watch[1:9]' is out of range; its boxes are 1 to 3"),
        ('"night_watch[1:2]"', '"goods"', "pad.toml:44 [limits.0.boxes]: 'goods_01' is of kind 'number'; only 'year' can stand here"),
        ("{1: 2, 3: 5}", "{1: 2, 1: 5}", "pad.toml:49 [values.reach.is]: 1 stands twice in the table of steps()"),
        ("reach + goods", "reech + goods", "pad.toml:52 [values.sum.is]: no track, box or value called 'reech'; did you mean 'reach'?"),
        ("steps(wall, {1: 2, 3: 5})", "sum + 1", "pad.toml:49 [values.reach.is]: values name each other in a circle: reach → sum → reach"),
        ("reach + goods", "1000000 * reach * wall * goods * 1000", "pad.toml:52 [values.sum.is]: may be as much as 1.0e+11; numbers up to 1,000,000,000 are possible"),
        ('value = "reach"', 'value = "raech"', "pad.toml:55 [scores.0.value]: no track, box or value called 'raech'; did you mean 'reach'?"),
        ('title = { en = "All", ja = "計" }\n', "", "pad.toml:57 [scores.1.value]: 'sum' has no title; give the row one"),
        ("from = 9", "from = 0", "pad.toml:63 [ranks.rows]: ranks have rows, lowest first, like { from = 0, title = { … } }"),
        ("[sources.wall]", "[sources.wal]", "pad.toml:65 [sources.wal]: no track called 'wal'; did you mean 'wall'?"),
        ('most = "2 * gate"', 'most = "2 * gte"', "pad.toml:66 [sources.wall.most]: no track, box or value called 'gte'; did you mean 'gate'?"),
        ("[[bounds]]", "[[bouns]]", "pad.toml:72 [bouns]: unknown key 'bouns'; did you mean 'bounds'?"),
        ("most = 6\n", "", "second.toml:4 [areas.goods]: kind 'number' needs a greatest number, most, above 0"),
        ("boxes = 4", "boxes = 401", "second.toml:8 [areas.goods.boxes]: 401 is out of range; it is 1 to 400"),
        ("boxes = 4", "boxes = []", "second.toml:8 [areas.goods.boxes]: a track has boxes; write how many, or a list like [{ }, { gains = [] }]"),
        ('options_of = "raid"\n', "", "second.toml:13 [areas.choice.tracks.0]: kind 'choice' needs options, or options_of with a table's name"),
        ('options_of = "raid"', 'options_of = "rade"', "second.toml:15 [areas.choice.tracks.0.options_of]: no table or component called 'rade'; did you mean 'raid'?"),
        ('ja = "これ"', 'fr = "Ceci"', "second.toml:19 [areas.choice.tracks.1.options.this]: no words in 'ja'"),
        ('"which_01"', '"goods"', "second.toml:33 [different.0.boxes]: 'goods_01' is of kind 'number'; only 'choice' can stand here"),
        ('kind = "text"', 'kind = "mark"', "second.toml:26 [areas.words]: least and most are for kinds 'number' and 'text', not 'mark'"),
        ("{ }, { gains = [\"cups\"] }", "{ needs = [\"tower\"] }, { gains = [\"cups\"] }", "pad.toml:21 [areas.wall.boxes.0.needs]: boxes need each other in a circle: wall_01 → tower → wall_02 → wall_01"),
        ('id = "watch"', 'id = "constructor"', "pad.toml:33 [areas.gates.tracks.1]: 'constructor' is a word of the scripts in forms; choose another"),
        ("boxes = 4", 'boxes = "four"', "second.toml:8 [areas.goods.boxes]: a track has boxes; write how many, or a list like [{ }, { gains = [] }]"),
        ("[areas.words]", "[areas.Words]", "second.toml:26 [areas.Words]: 'Words' is not an id; write it with a-z, 0-9 and _, a letter first, at most 41 long"),
    ],
)  # fmt: skip
def test_spoilt_sheet_is_told(told, old, new, fault):
    assert told(old, new).splitlines()[0] == f"sheets/{fault}"


def test_everything_wrong_is_told_at_once(game):
    spoilt = {
        "sheets/pad.toml": PAD.replace("wall 2", "wal 2").replace("reach + goods", "reech"),
        "sheets/second.toml": SECOND.replace('"which_01"', '"wich_01"'),
    }

    with pytest.raises(Faults) as caught:
        load(game(spoilt))
    assert [(fault.where, fault.line) for fault in caught.value.faults] == [
        ("sheets/pad.toml", 22),
        ("sheets/pad.toml", 52),
        ("sheets/second.toml", 33),
    ]


def test_broken_sheet_hides_no_other_file(game):
    with pytest.raises(Faults) as caught:
        load(game(SHEETS | {"sheets/second.toml": "title = ", "raid.csv": "id\na\n"}))

    assert {fault.where for fault in caught.value.faults} == {"raid.csv", "sheets/second.toml"}


@pytest.mark.parametrize("name", ["Pad", "1", "a-b", "a/b", "x.y"])
def test_sheet_needs_a_name(game, name):
    with pytest.raises(Faults, match="is not a name of a sheet; write it with a-z, 0-9 and _, a letter first"):
        load(game({f"sheets/{name}.toml": SECOND}))


def test_sheet_without_areas_is_told(game):
    with pytest.raises(
        Faults, match=r"sheets/empty\.toml \[areas\]: there are no areas; begin one with \[areas\.points\]"
    ):
        load(game({"sheets/empty.toml": 'title = { en = "x", ja = "y" }\nversion = "1"\n'}))


def test_more_boxes_than_any_sheet_has_are_told_quickly(game):
    tracks = "".join(f'[areas.a{n}]\ntitle = {{ en = "x", ja = "y" }}\nboxes = 400\n' for n in range(2_000))
    began = time.process_time()

    with pytest.raises(Faults, match=r"sheets/wide\.toml:15: more than 2,000 boxes and tracks"):
        load(game({"sheets/wide.toml": f'title = {{ en = "x", ja = "y" }}\nversion = "1"\n{tracks}'}))
    assert time.process_time() - began < 5


def test_doubling_values_are_told_quickly(game):
    values = "".join(f'[values.v{n}]\nis = "v{n - 1} + v{n - 1}"\n' for n in range(1, 300))
    began = time.process_time()

    with pytest.raises(Faults, match="numbers up to 1,000,000,000 are possible"):
        load(game({"sheets/second.toml": SECOND + f'[values.v0]\nis = "goods"\n{values}'}))
    assert time.process_time() - began < 5


FREE = SECOND.replace("boxes = 4", 'boxes = [{ gains = ["anything"], pay = ["goodwill"] }]')


def test_items_need_no_table_where_they_are_listed(game):
    free = f'effects = ["anything", "goodwill"]\n{FREE}'

    assert load(game({"sheets/second.toml": free})).sheets["second"].areas[0].tracks[0].boxes[0].gains == ("anything",)


def test_items_from_nowhere_are_told(game):
    with pytest.raises(Faults) as caught:
        load(game({"sheets/second.toml": FREE}))

    assert [str(fault) for fault in caught.value.faults] == [
        f"sheets/second.toml:8 [areas.goods.boxes.0.{key}]: no item or icon called {word!r}; "
        'name the table of items, like items = "items", or list in effects what else there is'
        for key, word in (("pay", "goodwill"), ("gains", "anything"))
    ]


SCRAPS = [
    '"',
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "\n",
    "0",
    "-1",
    "nan",
    "true",
    "wall",
    "[1:2]",
    "sum",
    "*",
    "1e9",
    " + ",
]


@given(at=st.integers(0, 3_000), cut=st.integers(0, 12), scrap=st.sampled_from(SCRAPS), name=st.sampled_from([*SHEETS]))
def test_no_damage_gets_past_as_another_error(game, at, cut, scrap, name):
    text = SHEETS[name]
    at %= len(text)
    folder = game(SHEETS | {name: text[:at] + scrap + text[at + cut :]})
    try:
        sheets = load(folder).sheets
    except Faults as error:
        assert {fault.where for fault in error.faults} <= {*SHEETS}  # noqa: PT017  both ends are fine
    else:
        assert [*sheets] == ["pad", "second"]


@pytest.mark.parametrize(
    ("order", "least", "needed"),
    [("row", 1, ["b1"]), ("row", 2, ["b1", "b2"]), ("any", 1, []), ("any", 2, ["b1", "b2"])],
)
def test_level_of_a_track_needs_the_boxes_that_bring_it_there(order, least, needed):
    other = SimpleNamespace(order=order, boxes=[SimpleNamespace(id=f"b{number}") for number in (1, 2)])
    own = SimpleNamespace(order="row", boxes=[SimpleNamespace(id="a1")])
    book = SimpleNamespace(tracks={"a": own, "b": other}, boxes={})
    box = SimpleNamespace(track="a", number=1, needs=[Need("b", least)])

    assert [*_boxes_before(box, book)] == needed


def test_value_of_a_column_needs_no_title(game):
    pad = """\
title = { en = "Pad", ja = "表" }
version = "1"
[columns]
p1 = { en = "Ann", ja = "甲" }
p2 = { en = "Bob", ja = "乙" }
[areas.points]
title = { en = "Points", ja = "得点" }
kind = "number"
most = 20
[values.plain]
is = "points"
[values.named]
title = { en = "Named", ja = "名" }
is = "points"
"""
    values = Book.of(load(game({"sheets/pad.toml": pad})).sheets.values()).values

    assert [values[f"plain_{column}"].title for column in ("p1", "p2")] == [None, None]
    assert [values[f"named_{column}"].title["en"] for column in ("p1", "p2")] == ["Named · Ann", "Named · Bob"]
