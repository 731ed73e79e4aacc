"""The sheets of Hadrian's Wall, box by box, against a transcription of the published ones, and their sums."""

from collections import Counter
from pathlib import Path

import pytest

from generator.load.game_loader import load
from generator.model.formula import StepTable
from generator.model.sheet import Book

FOLDER = Path(__file__).parents[2] / "data" / "hadrians-wall"
ATTRIBUTES = ("renown", "piety", "valour", "discipline")
CITIZENS = ("traders", "performers", "priests", "apparitores", "patricians")
COLUMNS = ("left", "center", "right")
OURS = {"player", "disdain", "paths", "battles_red", "battles_blue", "diplomats_serve", "notes"}
"""Tracks that print no price, need or reward: compared below, each in its own way."""

# A line a track: id, order, kind, the price where all boxes have one, the icon that fills it. Then its boxes:
# [id=]gains[?one of][<needs][!needs at the moment][|price][* marked from the start]
BOXES = """\
cohort_left row mark by=cohort
  . . discipline . valour discipline
cohort_center row mark by=cohort
  . . discipline . valour discipline
cohort_right row mark by=cohort
  . . discipline . valour discipline
mining row mark pay=servant
  . production+resource . . production+resource<medium_granary .<medium_granary .<medium_granary
  production+resource<medium_granary .<medium_granary .<large_granary production+resource<large_granary
  .<large_granary .<large_granary production+resource<large_granary
wall_guard row mark pay=soldier by=sword
  cohort discipline cohort . discipline cohort .<medium_granary discipline<medium_granary cohort<medium_granary
  .<medium_granary discipline<medium_granary cohort<medium_granary .<large_granary discipline<large_granary
  cohort<large_granary .<large_granary discipline<large_granary cohort<large_granary
cippi row mark pay=resource
  .<fort_01 .<fort_04 cohort<fort_07 civilian<fort_10 cohort<fort_13 renown<fort_16 cohort<fort_20
wall row mark pay=resource
  civilian<fort_01 .<fort_02 civilian<fort_03 renown+cohort<fort_04 civilian<fort_05 .<fort_06 cohort<fort_07
  renown<fort_08 civilian<fort_09 .<fort_10 renown+cohort<fort_11 .<fort_12 civilian<fort_13 cohort<fort_14
  renown<fort_15 civilian<fort_16 .<fort_17 renown+cohort<fort_18 civilian<fort_19 .<fort_20 cohort<fort_21
fort row mark pay=builder/soldier
  . . . civilian . civilian discipline civilian<medium_granary .<medium_granary civilian<medium_granary
  .<medium_granary civilian<medium_granary .<medium_granary discipline+cohort<medium_granary .<large_granary
  civilian<large_granary .<large_granary civilian<large_granary .<large_granary civilian<large_granary
  discipline+cohort<large_granary
granaries row mark
  small_granary=.* medium_granary=.<infrastructure:1|servant+builder+resource
  large_granary=renown<infrastructure:5,medium_granary|servant+builder+2resource
production row mark by=production
  .* . . . . . . . .
training_grounds row year pay=builder
  sword sword sword sword sword
hotel row mark
  small_hotel=civilian<infrastructure:2|servant+builder+resource
  large_hotel=renown+civilian<infrastructure:6,small_hotel|servant+builder+2resource
workshop row mark
  small_workshop=builder<infrastructure:3|3resource
  large_workshop=renown+builder<infrastructure:7,small_workshop|4resource
road row mark
  small_road=.?piety/discipline<infrastructure:4|2servant+builder+resource
  large_road=.?renown/valour<infrastructure:8,small_road|2servant+builder+2resource
forum any year pay=2any_non_soldier
  .?builder/servant/civilian .?builder/servant/civilian .?builder/servant/civilian .?builder/servant/civilian
landmarks any mark pay=builder+2resource
  archway=valour+valour<renown:15 monolith=discipline+discipline<piety:15 column=piety+piety<valour:15
  statue=renown+renown<discipline:15
renown row mark by=renown
  . . civilian . . civilian . . civilian . . civilian . . civilian . piety . civilian . discipline . civilian .
  valour
piety row mark by=piety
  . . servant . . servant . . servant . . servant . . servant . renown . servant . valour . servant . discipline
valour row mark by=valour
  . . soldier . . soldier . . soldier . . soldier . . soldier . discipline . soldier . renown . soldier . piety
discipline row mark by=discipline
  . . builder . . builder . . builder . . builder . . builder . valour . builder . piety . builder . renown
traders row mark pay=civilian by=trader
  servant . builder . resource . builder renown resource
performers row mark pay=civilian by=performer
  builder . servant . soldier . servant renown builder
priests row mark pay=civilian by=priest
  servant . servant piety servant piety servant piety servant
apparitores row mark pay=civilian by=apparitor
  builder . soldier discipline builder discipline soldier discipline builder
patricians row mark pay=civilian by=patrician
  resource . soldier renown resource renown soldier renown resource
precincts row mark
  small_precinct=piety+production+resource<traders:3|servant+civilian
  medium_precinct=discipline+production+resource<small_precinct,traders:6|servant+2civilian
  large_precinct=renown+production+resource<medium_precinct,traders:9|servant+3civilian
market_building row mark pay=servant+builder+2resource
  market=renown<traders:4
goods any number pay=resource
  .<market,traders:4 .<market,traders:5 .<market,traders:5 .<market,traders:6 .<market,traders:6
  .<market,traders:7 servant<market,traders:8 builder<market,traders:9
theatre_building row mark pay=servant+builder+resource
  theatre=renown<performers:1
performances any year pay=resource
  trader<performers:1,theatre discipline+soldier<performers:3,theatre piety+servant<performers:5,theatre
  discipline+apparitor<performers:6,theatre piety+priest<performers:8,theatre
  renown+patrician<performers:9,theatre
ludus_building row mark pay=2servant+builder+2resource
  ludus=renown<performers:3
gladiator_red row mark2 pay=servant/civilian
  .<ludus,performers:3 .<ludus,performers:4 .<ludus,performers:5 .<ludus,performers:6 .<ludus,performers:8
  .<ludus,performers:9
gladiator_blue row mark2 pay=servant/civilian
  .<ludus,performers:3 .<ludus,performers:4 .<ludus,performers:5 .<ludus,performers:6 .<ludus,performers:8
  .<ludus,performers:9
gardens row mark
  small_gardens=piety+trader+performer+priest<priests:4|servant+builder+resource
  large_gardens=piety+trader+performer+priest+apparitor+patrician<priests:7,small_gardens|servant+builder+2resource
temples row mark
  small_temple=piety<priests:1|servant+builder+resource
  medium_temple=piety<priests:3,small_temple|servant+builder+2resource
  large_temple=piety<medium_temple,priests:6|2servant+builder+2resource
small_worship row mark pay=any_worker
  .<priests:1,small_temple piety+favour<priests:1,small_temple
medium_worship row mark pay=any_worker
  .<medium_temple,priests:3,small_worship:2 piety<medium_temple,priests:3,small_worship:2
  .<medium_temple,priests:5,small_worship:2 piety<medium_temple,priests:5,small_worship:2
  .<medium_temple,priests:6,small_worship:2 piety+favour<medium_temple,priests:6,small_worship:2
large_worship row mark pay=any_worker
  .<large_temple,medium_worship:6,priests:6 piety<large_temple,medium_worship:6,priests:6
  .<large_temple,medium_worship:6,priests:8 piety<large_temple,medium_worship:6,priests:8
  .<large_temple,medium_worship:6,priests:9 piety+favour<large_temple,medium_worship:6,priests:9
baths_building row mark pay=2servant+builder+2resource
  baths=renown<apparitores:3
bribes any year
  remove_disdain<apparitores:3,baths!disdain_now:1|resource
  remove_disdain<apparitores:4,baths!disdain_now:1|resource
  remove_disdain<apparitores:5,baths!disdain_now:1|2resource
  remove_disdain<apparitores:6,baths!disdain_now:1|2resource
  remove_disdain<apparitores:7,baths!disdain_now:1|3resource
  remove_disdain<apparitores:8,baths!disdain_now:1|3resource
courthouse_building row mark pay=2servant+builder+2resource
  courthouse=renown<apparitores:4
rulings_1 any year pay=free
  servant<apparitores:4,courthouse servant<apparitores:5,courthouse servant<apparitores:6,courthouse
rulings_2 any year pay=builder
  servant+servant<apparitores:5,courthouse servant+servant<apparitores:6,courthouse
  servant+servant<apparitores:7,courthouse
rulings_3 any year pay=servant
  builder<apparitores:6,courthouse builder<apparitores:7,courthouse builder<apparitores:8,courthouse
diplomats any mark pay=servant+soldier+2resource
  diplomat_1=valour+favour+favour<patricians:1 diplomat_2=valour+favour+favour<patricians:3
  diplomat_3=valour+favour+favour<patricians:6
scouts any mark pay=soldier
  scout<patricians:2 scout<patricians:4 scout<patricians:5 scout<patricians:7 scout<patricians:9
scout_map any mark
  resource . . . resource . servant . servant . . . . . . resource . resource . resource
"""

DISDAIN = {0: 0, 1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 12, 7: 15, 8: 18, 9: 22, 10: 22, 15: 22}
DIES = ["piety piety", "piety piety", "piety", "piety", "", ""]
SURVIVES = ["", "renown", "renown", "renown renown", "renown renown", "renown renown resource"]
INFRASTRUCTURE = [0, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 8]

# Path cards: how to reach each value on a blank sheet, and what it is worth.
POINTS = """\
architect 4 3, architect 0 0, aristocrat 0 3, aristocrat 1 2, aristocrat 3 1, aristocrat 5 0, defender 2 2
engineer 5 2, engineer 7 3, fighter 1 1, forager 9 3, forager 2 0, merchant 7 2, planner 4 2, planner 5 3
pontiff 3 3, ranger 4 2, ranger 5 3, trainer 11 2, vanguard 3 3
"""


def transcribed():
    tracks = {}
    for line in BOXES.splitlines():
        if line[0] != " ":
            head = line
            tracks[head.split()[0]] = (head, [])
        else:
            tracks[head.split()[0]][1].extend(line.split())
    return tracks


FACTS = transcribed()


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def book(game):
    return Book.of(game.sheets.values())


@pytest.fixture
def blank(book):
    return book.start()


def price(cost):
    return "+".join(f"{count if count > 1 else ''}{item}" for item, count in cost.items) or "free"


def prices(box):
    return "/".join(map(price, box.costs))


def needed(needs):
    """`market` for a box, `traders:4` for a level; a track of at least 1 is none of these sheets' needs."""
    return ",".join(
        sorted(
            f"{need.value}:{need.least}" if need.least > 1 or need.value in COUNTED else need.value for need in needs
        )
    )


COUNTED = (*CITIZENS, "infrastructure", "disdain_now")


def told(box, common):
    """A box as it is written above."""
    own_id = box.id != f"{box.track}_{box.number:02}"
    parts = [f"{box.id}=" if own_id else "", "+".join(box.gains) or "."]
    parts += ["?" + "/".join(box.one_of)] if box.one_of else []
    parts += [mark + needed(needs) for mark, needs in (("<", box.needs), ("!", box.when)) if needs]
    parts += [f"|{prices(box)}"] if prices(box) != common else []
    return "".join(parts) + "*" * box.start


def shared_price(track):
    found = {prices(box) for box in track.boxes}
    return found.pop() if len(found) == 1 else ""


def all_gains(book):
    """How often each icon stands on both sheets, on choices too."""
    return Counter(icon for box in book.boxes.values() for icon in (*box.gains, *box.one_of))


def mark(book, state, track, count, value=1):
    """Write the same into the first boxes of a track."""
    state.update({box.id: value for box in book.track(track).boxes[:count]})


def cells(column):
    return [f"scout_map_{row * 5 + column:02}" for row in range(4)]


def reach(book, state, card, value):
    """Bring a blank sheet to where a path card counts so much."""
    wholes = {
        "planner": CITIZENS,
        "fighter": [f"cohort_{side}" for side in COLUMNS],
        "pontiff": ["small_worship", "medium_worship", "large_worship"],
    }
    if card in wholes:
        for track in wholes[card][:value]:
            mark(book, state, track, 9)
    elif card == "engineer":
        state.update(dict.fromkeys([box.id for box in book.boxes.values() if "large" in box.tags][:value], 1))
    elif card == "ranger":
        state.update({cell: 1 for column in range(1, value + 1) for cell in cells(column)})
    elif card == "trainer":
        mark(book, state, "gladiator_red", min(value, 6), 2)
        mark(book, state, "gladiator_blue", max(value - 6, 0))
    else:
        track, each, what = {
            "architect": ("landmarks", 1, 1),
            "aristocrat": ("disdain", 1, 1),
            "defender": ("wall", 7, 1),
            "forager": ("production", 1, 1),
            "merchant": ("goods", 1, 2),
            "vanguard": ("wall_guard", 6, 1),
        }[card]
        mark(book, state, track, value * each, what)


def test_every_track_is_transcribed(book):
    favours = {id_ for id_ in book.tracks if id_.endswith("favours")}

    assert set(book.tracks) == set(FACTS) | OURS | favours


@pytest.mark.parametrize("id_", FACTS)
def test_track_is_as_published(book, id_):
    track = book.track(id_)
    common = shared_price(track)
    kind = {box.kind for box in track.boxes}.pop()
    head = [id_, track.order, kind, *([f"pay={common}"] if common else []), *(f"by={icon}" for icon in track.filled_by)]

    assert " ".join(head) == FACTS[id_][0]
    assert [told(box, common) for box in track.boxes] == FACTS[id_][1]


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_gladiators_earn_as_published(book, colour):
    boxes = book.track(f"gladiator_{colour}").boxes

    assert [" ".join(box.outcome("dies")) for box in boxes] == DIES
    assert [" ".join(box.outcome("survives")) for box in boxes] == SURVIVES


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_each_gladiator_fights_six_times_for_nothing(book, colour):
    boxes = book.track(f"battles_{colour}").boxes

    assert len(boxes) == 6
    assert {(box.kind, prices(box), box.gains) for box in boxes} == {("year", "free", ())}
    assert {needed(box.needs) for box in boxes} == {f"gladiator_{colour},ludus"}


def test_diplomats_serve_once_they_are_there(book):
    assert [needed(box.needs) for box in book.track("diplomats_serve").boxes] == [
        "diplomat_1",
        "diplomat_2",
        "diplomat_3",
    ]


def test_circles_pay_every_year(book):
    yearly = {box.id: box.yearly or box.yearly_one_of for box in book.boxes.values() if box.yearly or box.yearly_one_of}

    assert yearly == {
        **{box.id: ("resource",) for box in book.track("production").boxes},
        **{f"{size}_hotel": ("civilian",) for size in ("small", "large")},
        **{f"{size}_workshop": ("builder",) for size in ("small", "large")},
        **{f"{size}_road": ATTRIBUTES for size in ("small", "large")},
    }


def test_columns_cut_five_tracks(book):
    lengths = {
        id_: [(name, len(boxes)) for name, boxes in book.track(id_).sections]
        for id_ in ("mining", "wall_guard", "cippi", "wall", "fort")
    }

    assert {id_: tuple(length for _, length in parts) for id_, parts in lengths.items()} == {
        "mining": (4, 5, 5),
        "wall_guard": (6, 6, 6),
        "cippi": (3, 2, 2),
        "wall": (7, 7, 7),
        "fort": (7, 7, 7),
    }
    assert all(tuple(name for name, _ in parts) == COLUMNS for parts in lengths.values())


def test_hanging_boxes_stand_in_the_column_of_their_fort_box(book):
    for box in (*book.track("wall").boxes, *book.track("cippi").boxes):
        (need,) = box.needs
        assert book.box(need.value).section == box.section


def test_18_cohort_icons_fill_18_boxes(book):
    tracks = [track for track in book.tracks.values() if "cohort" in track.filled_by]

    assert all_gains(book)["cohort"] == sum(len(track.boxes) for track in tracks) == 18
    assert [len(track.boxes) for track in tracks] == [6, 6, 6]


def test_8_hammers_fill_8_open_circles(book):
    circles = book.track("production").boxes

    assert all_gains(book)["production"] == sum(not box.start for box in circles) == 8
    assert len(circles) == 9


def test_5_scouts_fill_20_cells(book):
    assert all_gains(book)["scout"] == 5
    assert 4 * 5 == len(book.track("scout_map").boxes) == 20
    assert book.track("scout_map").columns == 5


def test_9_favours_have_9_boxes(book):
    favours = [track for track in book.tracks.values() if "favour" in track.filled_by]
    held = {track.id: len(track.boxes) for track in favours}
    given = {track.id: sum(book.box(id_).gains.count("favour") for id_ in track.filled_from) for track in favours}

    assert (
        held
        == given
        == {
            "temple_favours": 3,
            "diplomat_1_favours": 2,
            "diplomat_2_favours": 2,
            "diplomat_3_favours": 2,
        }
    )
    assert all_gains(book)["favour"] == sum(held.values()) == 9
    assert {box.kind for track in favours for box in track.boxes} == {"mark2"}


def test_favours_of_a_diplomat_are_its_own(book):
    assert {number: book.track(f"diplomat_{number}_favours").filled_from for number in (1, 2, 3)} == {
        1: ("diplomat_1",),
        2: ("diplomat_2",),
        3: ("diplomat_3",),
    }


def test_attributes_have_25_boxes_and_citizens_9(book):
    assert [len(book.track(id_).boxes) for id_ in ATTRIBUTES] == [25] * 4
    assert [len(book.track(id_).boxes) for id_ in CITIZENS] == [9] * 5


def test_15_disdain_circles_are_all_that_attacks_can_give(book, game, blank):
    potentials = [row.cells["potential"] for row in game.tables["rounds"]]
    circles = book.track("disdain").boxes

    assert len(circles) == sum(potentials) == book.value("potential", blank) == 15
    assert {box.kind for box in circles} == {"mark2"}


def test_5_swords_and_6_bribes(book):
    icons = all_gains(book)

    assert (icons["sword"], icons["remove_disdain"]) == (5, 6)
    assert [len(book.track(id_).boxes) for id_ in ("training_grounds", "forum", "bribes")] == [5, 4, 6]


def test_citizen_icons_come_from_theatre_and_gardens_alone(book):
    icons = {"trader", "performer", "priest", "apparitor", "patrician"}
    tracks = {box.track for box in book.boxes.values() if icons & set(box.gains)}

    assert tracks == {"performances", "gardens"}


def test_years_limit_boxes_as_published(book):
    limits = {book.box(limit.boxes[0]).track: limit.most for sheet in book.sheets for limit in sheet.limits}

    assert limits == {
        **dict.fromkeys(("training_grounds", "forum", "performances", "battles_red", "battles_blue"), 1),
        **dict.fromkeys(("rulings_1", "rulings_2", "rulings_3"), 1),
        "bribes": 2,
    }
    assert all(
        limit.boxes == tuple(box.id for box in book.track(book.box(limit.boxes[0]).track).boxes)
        for sheet in book.sheets
        for limit in sheet.limits
    )


def test_every_year_box_takes_six_years_and_has_a_limit(book):
    years = {box.id for box in book.boxes.values() if box.kind == "year"}

    assert years == {id_ for sheet in book.sheets for limit in sheet.limits for id_ in limit.boxes}
    assert {(book.box(id_).least, book.box(id_).most) for id_ in years} == {(1, 6)}


def test_goods_are_1_to_6(book):
    assert {(box.least, box.most) for box in book.track("goods").boxes} == {(1, 6)}


def test_choices_differ(book):
    (left,), (right,) = (sheet.different for sheet in book.sheets)

    assert left.boxes == tuple(f"path_{year}" for year in range(1, 7))
    assert right.boxes == tuple(f"diplomat_{number}_serves" for number in (1, 2, 3))
    assert tuple(option.id for option in book.box(right.boxes[0]).options) == COLUMNS


def test_paths_are_chosen_from_the_cards(book, game):
    cards = list(dict.fromkeys(piece.row.id for piece in game.component("player_cards").pieces))
    options = book.box("path_1").options

    assert [option.id for option in options] == cards
    assert [option.title["ja"] for option in options][:2] == ["技師", "貿易商"]


def test_infrastructure_rises_with_the_fort(book, blank):
    levels = []
    for count in range(22):
        mark(book, blank, "fort", count)
        levels.append(book.value("infrastructure", blank))

    assert levels == INFRASTRUCTURE


@pytest.mark.parametrize(("circled", "lost"), DISDAIN.items())
def test_disdain_costs_as_printed(book, blank, circled, lost):
    mark(book, blank, "disdain", circled)

    assert book.value("penalty", blank) == lost


@pytest.mark.parametrize("case", POINTS.replace(",", "\n").splitlines())
def test_path_is_worth_its_points(book, blank, case):
    card, value, points = case.split()
    reach(book, blank, card, int(value))
    blank["path_1"] = card

    assert book.value(f"count_{card}", blank) == int(value)
    assert book.value(f"points_{card}", blank) == book.value("path_points", blank) == int(points)


def test_points_of_paths_are_those_of_the_cards(book, game):
    for row in {piece.row.id: piece.row for piece in game.component("player_cards").pieces}.values():
        formula = book.values[f"points_{row.id}"].formula
        thresholds = [row.cells[f"t{points}"] for points in (1, 2, 3)]

        assert isinstance(formula, StepTable) == (row.cells["comparator"] == "at_least")
        assert [at for at, _ in sorted(formula.table, key=lambda entry: entry[1])] == thresholds


def finished(book, state, levels, paths, circled, removed):
    for track, level in zip(ATTRIBUTES, levels, strict=True):
        mark(book, state, track, level)
    mark(book, state, "disdain", circled)
    mark(book, state, "disdain", removed, 2)
    for year, (card, value) in enumerate(paths.items(), 1):
        state[f"path_{year}"] = card
        if card != "aristocrat":
            reach(book, state, card, value)


@pytest.mark.parametrize(
    ("levels", "paths", "circled", "removed", "results", "rank"),
    [
        (
            (18, 12, 15, 20),
            {"architect": 2, "aristocrat": 3, "defender": 2, "engineer": 5, "planner": 3, "ranger": 4},
            5,
            2,
            {"attributes": 65, "path_points": 10, "disdain_now": 3, "penalty": 5, "total": 70},
            "Legatus legionis",
        ),
        (
            (25, 7, 9, 16),
            {"fighter": 3, "vanguard": 2, "forager": 9, "trainer": 3, "merchant": 6, "pontiff": 0},
            10,
            0,
            {"attributes": 57, "path_points": 10, "disdain_now": 10, "penalty": 22, "total": 45},
            "Centurion",
        ),
    ],
)
def test_whole_game_adds_up(book, blank, levels, paths, circled, removed, results, rank):
    finished(book, blank, levels, paths, circled, removed)
    values = book.calculate(blank)
    ranks = book.sheets[0].ranks

    assert {name: values[name] for name in results} == results
    assert ranks.rank(values[ranks.of]).title["en"] == rank


@pytest.mark.parametrize(
    ("totals", "rank"),
    [
        ((-22, -1, 0, 39), "Miles"),
        ((40, 49), "Centurion"),
        ((50, 59), "Primus Pilus"),
        ((60, 69), "Praefectus castrorum"),
        ((70, 118), "Legatus legionis"),
    ],
)
def test_ranks_are_as_published(book, totals, rank):
    assert {book.sheets[0].ranks.rank(total).title["en"] for total in totals} == {rank}


def test_only_large_buildings_count_for_the_engineer(book, blank):
    built = "medium_granary large_granary small_hotel large_hotel large_temple market theatre archway"
    blank.update(dict.fromkeys(built.split(), 1))

    assert (book.value("count_engineer", blank), book.value("points_engineer", blank)) == (3, 1)
    assert sum("large" in box.tags for box in book.boxes.values()) == 7


def test_sections_count_when_they_are_full(book, blank):
    for track, count in {
        "wall": 15,
        "wall_guard": 12,
        "production": 6,
        "gladiator_red": 5,
        "gladiator_blue": 3,
    }.items():
        mark(book, blank, track, count)
    blank.update({cell: 1 for column in (1, 3) for cell in cells(column)})
    cards = ("defender", "vanguard", "forager", "ranger", "trainer")

    assert [book.value(f"count_{card}", blank) for card in cards] == [2, 2, 6, 2, 8]
    assert [book.value(f"points_{card}", blank) for card in cards] == [2, 2, 2, 1, 2]


@pytest.mark.parametrize(
    ("value", "tracks", "groups"),
    [
        ("count_defender", ("wall",), 3),
        ("count_vanguard", ("wall_guard",), 3),
        ("count_ranger", ("scout_map",), 5),
        ("scout_rows", ("scout_map",), 4),
        ("count_pontiff", ("small_worship", "medium_worship", "large_worship"), 3),
        ("count_fighter", ("cohort_left", "cohort_center", "cohort_right"), 3),
        ("count_planner", CITIZENS, 5),
    ],
)
def test_any_empty_box_leaves_one_group_unfinished(book, blank, value, tracks, groups):
    boxes = [box.id for track in tracks for box in book.track(track).boxes]
    blank.update(dict.fromkeys(boxes, 1))

    assert book.value(value, blank) == groups
    assert {book.value(value, {**blank, box: 0}) for box in boxes} == {groups - 1}


@pytest.mark.parametrize(("card", "track", "size"), [("defender", "wall", 7), ("vanguard", "wall_guard", 6)])
def test_sections_of_a_track_have_one_size(book, blank, card, track, size):
    counts = []
    for count in range(3 * size + 1):
        mark(book, blank, track, count)
        counts.append(book.value(f"count_{card}", blank))

    assert counts == [count // size for count in range(3 * size + 1)]


def test_new_goods_give_renown(book, blank):
    gains = []
    before = 0
    for box, good in (("01", 1), ("02", 1), ("03", 2), ("04", 3), ("07", 4), ("05", 5), ("06", 6), ("08", 2)):
        blank[f"goods_{box}"] = good
        now = book.value("goods_renown", blank)
        gains.append(now - before)
        before = now

    assert gains == [1, 0, 1, 1, 2, 2, 3, 0]
    assert book.value("count_merchant", blank) == 8


def test_rows_of_the_map_give_valour(book, blank):
    mark(book, blank, "scout_map", 12)

    assert book.value("scout_rows", blank) == 2
    assert [(bonus.value, bonus.gains) for bonus in book.sheets[1].bonuses] == [
        ("goods_renown", "renown"),
        ("scout_rows", "valour"),
    ]


@pytest.mark.parametrize(
    ("trained", "wounds", "dead", "piety"),
    [(4, 3, 0, 0), (1, 1, 1, 2), (2, 2, 1, 2), (3, 3, 1, 1), (4, 4, 1, 1), (5, 5, 1, 0)],
)
def test_gladiator_without_an_open_circle_is_dead(book, blank, trained, wounds, dead, piety):
    mark(book, blank, "gladiator_red", trained)
    mark(book, blank, "gladiator_red", wounds, 2)

    assert (book.value("red_dead", blank), book.value("battle_piety", blank)) == (dead, piety)


def test_bounds_of_battles_are_what_boxes_say(book, blank):
    """The reader's upper bounds repeat the rewards of the strength boxes: here they are held to them."""
    for strength in range(1, 7):
        mark(book, blank, "gladiator_red", strength)
        mark(book, blank, "battles_red", 1, 1)
        box = book.box(f"gladiator_red_{strength:02}")
        alive = book.value("battle_renown", blank)
        mark(book, blank, "gladiator_red", strength, 2)

        assert alive == box.outcome("survives").count("renown")
        assert book.value("battle_piety", blank) == box.outcome("dies").count("piety")


def other_sources(book, state):
    """What may have filled tracks beside icons in marked boxes."""
    known = book.calculate(state)
    return {
        " ".join(source.tracks): source.most.value(state, known) for sheet in book.sheets for source in sheet.sources
    }


def test_untouched_sheet_has_attacks_alone_to_fill_tracks(book, blank):
    assert other_sources(book, blank) == {
        "renown": 0,
        "piety": 0,
        "valour": 15,
        "discipline": 0,
        "renown piety valour discipline": 15,
        "disdain": 15,
        "scout_map": 0,
    }


def test_roads_battles_attacks_and_scouts_fill_tracks(book, blank):
    for track, count in {"road": 2, "disdain": 4, "battles_red": 2, "gladiator_red": 4, "scouts": 3}.items():
        mark(book, blank, track, count)
    mark(book, blank, "gladiator_blue", 3, 2)
    mark(book, blank, "battles_blue", 1)

    assert other_sources(book, blank) == {
        "renown": 14,
        "piety": 11,
        "valour": 21,
        "discipline": 10,
        "renown piety valour discipline": 26,
        "disdain": 15,
        "scout_map": 12,
    }


@pytest.mark.parametrize(
    ("marks", "wrong"),
    [
        ({}, []),
        ({"disdain": (3, 1)}, []),
        ({"disdain": (2, 2), "bribes": (2, 4)}, []),
        ({"disdain": (2, 2), "bribes": (1, 4)}, ["disdain filled in without a bribe"]),
        ({"disdain": (2, 1), "bribes": (1, 4)}, ["a bribe that filled no disdain in"]),
        ({"scouts": (2, 1), "scout_map": (8, 1)}, []),
        ({"scouts": (2, 1), "scout_map": (7, 1)}, ["cells that the scouts must have filled"]),
        ({"gladiator_red": (3, 2), "battles_red": (1, 2)}, []),
        ({"gladiator_red": (4, 2), "battles_red": (1, 2)}, ["more wounds of the red gladiator than 3 a battle"]),
        ({"gladiator_blue": (4, 2), "battles_blue": (1, 2)}, ["more wounds of the blue gladiator than 3 a battle"]),
        ({"gladiator_red": (4, 1), "battles_red": (1, 2)}, ["more battles of the red gladiator than wounds"]),
        ({"gladiator_blue": (4, 1), "battles_blue": (1, 2)}, ["more battles of the blue gladiator than wounds"]),
    ],
)
def test_bounds_find_what_cannot_be(book, blank, marks, wrong):
    for track, (count, value) in marks.items():
        mark(book, blank, track, count, value)
    known = book.calculate(blank)
    bounds = [bound for sheet in book.sheets for bound in sheet.bounds]
    broken = [bound.title["en"] for bound in bounds if bound.of.value(blank, known) > bound.most.value(blank, known)]

    assert broken == wrong


def test_score_column_is_as_printed(book):
    rows = [(score.value, score.minus) for score in book.sheets[0].scores]

    assert rows == [
        *((attribute, False) for attribute in ATTRIBUTES),
        ("path_points", False),
        ("penalty", True),
        ("total", False),
    ]


def test_total_is_at_most_118(book):
    assert book.spans()["total"] == (-22, 118)


def test_sheet_begins_with_a_circle_and_a_granary(blank):
    assert [id_ for id_, held in blank.items() if held] == ["small_granary", "production_01"]


def test_every_box_says_where_its_facts_are_from(book):
    assert all(box.provenance.split()[0] in {"seed", "public", "derived", "house"} for box in book.boxes.values())
