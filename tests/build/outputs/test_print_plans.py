"""What the print plan tells: of each file its sheets and sides, of each part its material and its sources."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.geometry import Size
from generator.base.messages import Messages
from generator.base.units import MM
from generator.build.manifest import OutputFile
from generator.build.options import BuildOptions
from generator.build.outputs.plan_contents import KINDS, PrintedBatch, plan_data
from generator.load.card_format_reader import known_formats
from generator.load.game_locations import data_root
from generator.model.card_format import Packing
from generator.model.cutting.knife_work import METRE, KnifeWork
from generator.model.game import MATERIALS, Component, Game, Piece, Row, Seams
from generator.model.paper import Paper
from generator.model.prose import Prose
from generator.model.text import Text

A4 = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)
TITLE = Text.of({"en": "Cards"})
PLAIN = Component(
    "cards", "cards", TITLE, Size(63 * MM, 88 * MM), 0, 0, "rect", "x", None, "cards", (), material="card"
)
PLAN = Path(__file__).parents[3] / "templates/shared/plan"


SHIPPED = Game("trial", data_root() / "trial", TITLE, TITLE, "us", 2026, "1.0", "2026-11-21", ("en",), ())


def row(id_, provenance, **cells):
    return Row(id_, {"provenance": provenance, **cells}, f"x.csv:{id_}")


def pieces(*rows, copies=1):
    return tuple(Piece(row.id, row.id, copies, row) for row in rows)


def made(name, pages, sheets):
    return OutputFile(Path(f"{name}-a4-en.pdf"), (), "a4", "en", pages, 1, sheets, "")


def told(*batches, game=None, **options):
    plain = Game("trial", Path(), TITLE, TITLE, "us", 2026, "1.0", "2026-11-21", ("en",), ())
    return plan_data(game or plain, replace(BuildOptions(papers=(A4,)), **options), batches, A4, ("Cinzel: OFL",)).cells


def only(rows):
    (row,) = rows
    return row.id, row.cells


def test_sheets_add_up():
    cards, tokens = (
        PrintedBatch((PLAIN,), (made("cards", 8, 4),)),
        PrintedBatch((replace(PLAIN, id="t"),), (made("t", 1, 1),)),
    )
    cells = told(cards, tokens)

    assert cells["sheets"] == 5
    assert [(each.id, each.cells["side"], each.cells["sheets"]) for each in cells["files"]] == [
        ("cards-a4-en.pdf", "two", 4),
        ("t-a4-en.pdf", "one", 1),
    ]


def test_backs_of_a_split_file_take_no_paper():
    sides = (replace(made("cards", 4, 4), path=Path(f"cards-a4-en-{side}.pdf")) for side in ("fronts", "backs"))
    cells = told(PrintedBatch((replace(PLAIN, back="y"),), tuple(sides)), split=True)

    assert [(each.cells["side"], each.cells["sheets"]) for each in cells["files"]] == [("fronts", 4), ("backs", 0)]
    assert cells["sheets"] == 4


def test_pages_of_a_stapled_booklet_are_spare():
    rules = replace(PLAIN, id="rules", kind="booklets", file="rules", prose=Prose(()))
    read = replace(made("rules", 8, 8), path=Path("rules-en.pdf"), paper="")
    cells = told(PrintedBatch((rules,), (made("rules", 4, 2), made("rules-booklet", 4, 2), read)))

    assert only(cells["files"])[0] == "rules-booklet-a4-en.pdf"
    spares = {each.id: each.cells["spare"] for each in cells["spares"]}
    assert spares == {"rules-a4-en.pdf": "whole", "rules-en.pdf": "reading"}
    assert (cells["sheets"], cells["pieces"]) == (2, 1)


def test_only_sheets_that_fill_the_paper_are_not_cut():
    title = Text.of({"en": "Pad"})
    pad, page = (
        replace(PLAIN, id="pad", kind="sheets", title=title),
        replace(PLAIN, id="page", kind="sheets", trim=None),
    )
    _, way = only(told(PrintedBatch((pad, page), (made("cards", 1, 1),)))["making"])

    assert (way["trimmed"], way["filling"], way["cut"]) == ((title,), (TITLE,), "marks")


def test_use_of_a_component_is_in_the_words_of_its_game():
    words = Text.of({"en": "One for each player."})
    game = Game("trial", Path(), TITLE, TITLE, "us", 2026, "1.0", "2026-11-21", ("en",), ())
    game = replace(game, strings={"plan.use.cards": words, "plan.use.other": TITLE})
    _, way = only(told(PrintedBatch((PLAIN,), (made("cards", 1, 1),)), game=game)["making"])

    assert way["uses"] == (words,)


def test_sleeves_are_named_for_the_decks_that_they_fit():
    sizes = {"poker": (63.5, 88.9), "euro": (92, 59), "giant": (150, 200), "standard": (63, 88)}
    parts = [
        replace(PLAIN, id=name, title=Text.of({"en": name}), trim=Size(width * MM, height * MM))
        for name, (width, height) in sizes.items()
    ]
    _, way = only(told(PrintedBatch(tuple(parts), (made("cards", 1, 1),)))["making"])

    found = {each.id: [title["en"] for title in each.cells["parts"]] for each in way["sleeves"]}
    assert found == {"standard": ["poker", "standard"], "euro": ["euro"]}
    assert way["sleeves"][0].cells["width"] == "66"


def test_form_for_the_screen_is_spare():
    sheets = replace(PLAIN, kind="sheets", file="sheets")
    cells = told(PrintedBatch((sheets,), (made("sheets", 2, 2), made("sheets-fillable", 2, 2))))

    assert cells["sheets"] == 2
    assert [(each.id, each.cells["spare"]) for each in cells["spares"]] == [("sheets-fillable-a4-en.pdf", "fillable")]


def test_materials_are_counted_in_sheets():
    label = replace(PLAIN, id="s", file="s", material="label")
    batches = (
        PrintedBatch((PLAIN,), (made("cards", 4, 4),)),
        PrintedBatch((label,), (made("s", 2, 2),)),
        PrintedBatch((PLAIN,), (made("b", 1, 1),)),
    )

    assert [(each.id, each.cells["sheets"]) for each in told(*batches)["stock"]] == [("card", 5), ("label", 2)]


@pytest.mark.parametrize(
    ("part", "way"),
    [
        (PLAIN, "cards"),
        (replace(PLAIN, kind="tokens"), "tokens"),
        (replace(PLAIN, kind="boards"), "boards"),
        (replace(PLAIN, kind="sheets"), "sheets"),
        (replace(PLAIN, kind="sheets", trim=None), "sheets"),
        (replace(PLAIN, kind="boards", trim=Size(684 * MM, 480 * MM)), "posters"),
        (replace(PLAIN, kind="dice", form="net"), "dice"),
        (replace(PLAIN, kind="dice", form="stickers"), "stickers"),
        (replace(PLAIN, kind="standees"), "standees"),
        (replace(PLAIN, kind="standees", form="tent"), "tents"),
        (replace(PLAIN, kind="boxes"), "boxes"),
        (replace(PLAIN, kind="booklets"), "booklets"),
        (replace(PLAIN, kind="booklets", trim=None), "references"),
    ],
)
def test_each_kind_is_made_in_its_way(part, way):
    assert only(told(PrintedBatch((part,), (made("x", 1, 1),)))["making"])[0] == way


def test_sources_are_counted_by_value():
    rows = row("a", "public cost=house", cost=1, name="A"), row("b", "seed", cost=2, name="B")
    part = replace(PLAIN, pieces=pieces(*rows, copies=3))
    id_, cells = only(told(PrintedBatch((part,), (made("x", 1, 1),)))["origins"])

    assert id_ == "cards"
    assert [cells[token] for token in ("seed", "public", "derived", "house")] == [3, 2, 0, 1]
    assert [(each.id, each.cells["pieces"]) for each in cells["columns"]] == [("cost", ("a",))]
    assert not cells["every"]


def test_a_column_of_house_values_on_all_pieces_names_none():
    rows = row("a", "public cost=house", cost=1), row("b", "seed cost=house", cost=2)
    _, cells = only(told(PrintedBatch((replace(PLAIN, pieces=pieces(*rows)),), (made("x", 1, 1),)))["origins"])

    assert [(each.id, each.cells["pieces"]) for each in cells["columns"]] == [("cost", ())]


def test_ids_that_are_on_no_piece_are_listed_with_the_names():
    rows = [row(id_, "", name=Text.of({"en": f"Card {id_}"})) for id_ in ("a", "b")]
    batch = PrintedBatch((replace(PLAIN, pieces=pieces(*rows, copies=2)),), (made("x", 1, 1),))
    _, cells = only(told(batch)["labelled"])

    assert [(each.id, each.cells["name"]["en"]) for each in cells["pieces"]] == [("a", "Card a"), ("b", "Card b")]
    assert told(batch, ids=True)["labelled"] == ()


def test_pieces_of_one_name_need_no_list_of_ids():
    rows = [row(id_, "", name=TITLE) for id_ in ("a", "b")]

    assert told(PrintedBatch((replace(PLAIN, pieces=pieces(*rows)),), (made("x", 1, 1),)))["labelled"] == ()


def test_work_of_all_files_adds_up():
    cut, clipped = KnifeWork(12, 3 * METRE), KnifeWork(curved=0.5 * METRE)
    files = replace(made("cards", 8, 4), work=cut), replace(made("t", 1, 1), work=clipped)
    cells = told(*(PrintedBatch((replace(PLAIN, id=file.path.stem),), (file,)) for file in files))

    names = "cuts", "metres", "curved", "minutes"
    assert [[each.cells[name] for name in names] for each in cells["files"]] == [
        [12, "3.0", "", 3],
        [0, "0.5", "0.5", 3],
    ]
    assert [cells[name] for name in names] == [12, "3.5", "0.5", 6]


def test_row_of_every_player_counts_once():
    one = row("a", "house", cost=1)
    part = replace(PLAIN, pieces=(*pieces(one), *pieces(one)))
    _, cells = only(told(PrintedBatch((part,), (made("x", 1, 1),)), game=SHIPPED)["origins"])

    assert (cells["house"], cells["columns"], cells["every"]) == (2, (), True)


def test_game_that_is_all_made_up_is_not_counted_and_not_ours():
    own = PrintedBatch((replace(PLAIN, pieces=pieces(row("a", "house", cost=1))),), (made("x", 1, 1),))

    assert [told(own)[key] for key in ("origins", "ours", "shipped")] == [(), (), False]
    assert told(own, game=SHIPPED)["shipped"]
    assert only(told(own, game=SHIPPED)["ours"])[0] == "cards"


def test_short_ids_are_no_values():
    part = replace(PLAIN, pieces=pieces(row("a", "seed label=house", cost=1)))
    cells = told(PrintedBatch((part,), (made("x", 1, 1),)))

    assert cells["ours"] == ()


def test_tables_are_told_by_their_notes():
    tables = {
        "plots": (row("p", "house", price=3),),
        "roles": (row("r", "seed", name="R"),),
        "steps": (Row("s", {"text": "x"}, "x"),),
        "notes": (row("n", "house", kind="value"), row("m", "house", kind="ruling")),
    }
    game = Game("trial", Path(), TITLE, TITLE, "us", 2026, "1.0", "2026-11-21", ("en",), (), tables)
    cells = told(PrintedBatch((PLAIN,), (made("x", 1, 1),)), game=game)

    assert cells["ours"] == ()
    assert (only(cells["values"])[0], only(cells["rulings"])[0]) == ("n", "m")


def test_round_pieces_are_told_by_their_size():
    large, small = (replace(PLAIN, kind="tokens", shape="round", trim=Size(mm * MM, mm * MM)) for mm in (20, 9))
    _, cells = only(told(PrintedBatch((large, small), (made("x", 1, 1),)), tokens="outline")["making"])

    assert cells["rounds"] == ("9", "20")


def test_pieces_of_several_outlines_are_listed_with_every_size():
    cut_sizes = {PLAIN.id: tuple(Size(mm * MM, mm * MM) for mm in (15, 21))}

    (part,) = told(PrintedBatch((PLAIN,), (made("x", 1, 1),), cut_sizes))["parts"]

    assert part.cells["size"] == "15 × 15, 21 × 21"


@pytest.mark.parametrize(
    ("outlined", "marks", "cut"),
    [
        ((), "corners", "marks"),
        (("cards", "t"), "lines", "outlines"),
        (("t",), "corners", "both"),
        ((), "none", "none"),
    ],
)
def test_what_to_cut_along_is_what_is_printed(outlined, marks, cut):
    batch = PrintedBatch((PLAIN, replace(PLAIN, id="t")), (made("x", 1, 1),), dict.fromkeys(outlined, ()))
    _, cells = only(told(batch, marks=marks)["making"])

    assert cells["cut"] == cut


@pytest.mark.parametrize("language", ["en", "ja"])
def test_plan_has_words_for_everything(language):
    words = Messages.read([("plan", (PLAN / f"{language}.toml").read_bytes())]).by_key
    sides = ("one", "two", "fold", "fronts", "backs", "booklet")

    assert {f"make.{kind}.title" for kind in KINDS} < words.keys()
    assert {f"{about}.{name}" for about in ("material", "use") for name in MATERIALS} < words.keys()
    assert {f"side.{name}" for name in sides} < words.keys()
    assert {f"cut.{name}" for name in ("marks", "outlines", "both", "none")} < words.keys()


def test_both_languages_have_the_same_words():
    keys = [Messages.read([("plan", (PLAN / f"{name}.toml").read_bytes())]).by_key.keys() for name in ("en", "ja")]

    assert keys[0] == keys[1]


@pytest.mark.parametrize(
    ("size", "seams", "join"),
    [
        ((684, 480), Seams(), "rows"),
        ((684, 480), Seams(((164,) * 2, (329.5,) * 2, (514,) * 2), (), ((225,), (238,), (251,), (224,))), "columns"),
        ((684, 480), Seams(((164,) * 2, (329.5,) * 2, (514,) * 2), (), ((225,), (225,), (225,), (225,))), "rows"),
        ((500, 180), Seams(), "row"),
        ((180, 500), Seams(), "column"),
    ],
)
def test_sheets_are_joined_as_their_seams_need_it(size, seams, join):
    x = tuple((start * MM, end * MM) for start, end in seams.x)
    columns = tuple(tuple((place * MM, place * MM) for place in places) for places in seams.columns)
    board = replace(PLAIN, kind="boards", trim=Size(size[0] * MM, size[1] * MM), seams=(("", Seams(x, (), columns)),))
    board = replace(board, pieces=pieces(row("a", "public")))
    _, way = only(told(PrintedBatch((board,), (made("cards", 8, 8),)))["making"])

    assert [each.id for each in way["joins"]] == [join]


def test_sheets_of_a_large_board_are_counted_without_those_of_others():
    board = replace(
        PLAIN, id="map", kind="boards", trim=Size(400 * MM, 280 * MM), pieces=pieces(row("a", "public"), copies=2)
    )
    batch = PrintedBatch((PLAIN, board), (made("cards", 20, 10),))
    ways = {each.id: each.cells for each in told(batch)["making"]}

    assert ways["posters"]["pages"] == 2 * 3


@pytest.mark.parametrize(
    ("film", "options", "sleeved", "larger"),
    [
        (0.0, {}, 0, "--only box --paper a4 --sleeved fit"),
        (0.1 * MM, {}, 1, ""),
        (0.0, {"sleeved": tuple(known_formats().sleeves.values())}, 1, ""),
    ],
)
def test_boxes_made_for_sleeves_are_not_to_be_made_larger(film, options, sleeved, larger):
    deck = replace(PLAIN, id="deck")
    box = replace(PLAIN, id="box", kind="boxes", file="box", packing=Packing(("deck",), 0.3, film, 1.0))
    game = Game("trial", Path(), TITLE, TITLE, "us", 2026, "1.0", "2026-11-21", ("en",), (deck, box))
    _, way = only(told(PrintedBatch((box,), (made("box", 1, 1),)), game=game, **options)["making"])

    assert (len(way["sleeved"]), way["larger"]) == (sleeved, larger)


def test_cards_that_no_sleeve_fits_need_no_larger_box():
    deck = replace(PLAIN, id="deck", trim=Size(150 * MM, 200 * MM))
    box = replace(PLAIN, id="box", kind="boxes", file="box", packing=Packing(("deck",), 0.3, 0.0, 1.0))
    game = Game("trial", Path(), TITLE, TITLE, "us", 2026, "1.0", "2026-11-21", ("en",), (deck, box))
    _, way = only(told(PrintedBatch((box,), (made("box", 1, 1),)), game=game)["making"])

    assert (way["sleeved"], way["larger"]) == ((), "")


def test_stock_of_several_materials_is_told_together():
    batch = PrintedBatch((PLAIN, replace(PLAIN, id="t", material="tag")), (made("cards", 3, 3),))

    (line,) = told(batch)["stock"]
    assert (line.cells["names"], line.cells["sheets"]) == (("card", "tag"), 3)


def test_what_has_two_printed_sides_is_not_glued_on_greyboard():
    token = replace(PLAIN, kind="tokens", back="y", material="board")

    assert [line.id for line in told(PrintedBatch((token,), (made("cards", 2, 1),)))["stock"]] == ["card"]
    assert [line.id for line in told(PrintedBatch((token,), (made("cards", 1, 1),)), backs="fold")["stock"]] == [
        "board"
    ]


@pytest.mark.parametrize(("sheets", "tools"), [(1, ()), (2, ("stapler",))])
def test_only_booklets_of_several_sheets_are_stapled(sheets, tools):
    rules = replace(PLAIN, id="rules", kind="booklets", file="rules", prose=Prose(()))
    booklet = replace(made("rules-booklet", 2 * sheets, sheets), components=("rules",))
    cells = told(PrintedBatch((rules,), (booklet,)), PrintedBatch((PLAIN,), (made("cards", 1, 1),)))

    assert tuple(tool for tool in cells["tools"] if tool == "stapler") == tools
