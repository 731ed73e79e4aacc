"""A deck from a sheet that was not made for it: what its columns are taken for, and that it can be built."""

import io
import tomllib

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

import generator
from generator.base.errors import Faults
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.imports.decks.sheet_guess import guess_columns
from generator.imports.decks.table_deck import TableFile, deck_of_table, file_of_path
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.load.new_game import write_game
from generator.load.tables.raw_table import RawRow, RawTable

SHEET = """\
Forest of Foxes v3,,,,,
,,,,,
Card Name,Qty,Type,Cost,Rules Text,Designer notes
The Fox,2,Hunter,1,Take a hare from another player.,buff
Old Hare,,Prey,0,"Worth a point at the end, and another for each hare.",
,,,,BIRDS,
Heron,3,Bird,2,Look at two cards,ok
Wolf,1,Hunter,4,Each other player discards a card.,
Owl,1,Bird,2,Draw a card.,
Total,8,,,,
"""
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>"
JAPANESE = "カード名,枚数,種別,効果,備考\nきつね,3,獣,うさぎを1枚取る。,\nさぎ,2,鳥,山札を見る。,要調整\nおおかみ,1,獣,手札を1枚捨てる。,\n"


def deck(content, name="cards.csv", **more):
    data = content if isinstance(content, bytes) else content.encode()
    return deck_of_table(TableFile(name, data, name, **more), "Foxes")


def declared(made):
    return tomllib.loads(made.files["game.toml"].decode())["components"]


def test_columns_are_taken_for_what_they_are():
    part = declared(deck(SHEET))["deck"]

    assert part["rows"] == "cards.csv"
    assert part["ignore"] == "*"
    assert part["columns"] == {
        "id": {"from": "Card Name"},
        "name": {"type": "words", "from": "Card Name"},
        "copies": {"from": "Qty"},
        "type": {"type": "text", "from": "Type"},
        "cost": {"type": "number", "from": "Cost"},
        "text": {"type": "words", "optional": True, "from": "Rules Text"},
    }


@pytest.mark.parametrize(
    ("sheet", "heading", "role"),
    [
        ("#,Name\n001,Fox\n002,Hare\n003,Owl\n", "#", "more"),
        ("🃏 Name,Effect 📝,× copies\nFox,Runs.,2\nHare,Hops.,1\n", "Effect 📝", "text"),
        ("🃏 Name,Effect 📝,× copies\nFox,Runs.,2\nHare,Hops.,1\n", "× copies", "copies"),
        ("Name,Cost (gold)\nFox,$1.00\nHare,$12.50\n", "Cost (gold)", "number"),
        ("Item,Count,Price,Effect\nSword,2,3 gp,Adds one.\nBow,1,9 gp,Adds two.\n", "Item", "title"),
        ("Wares,Price,Effect\nSword,3 gp,Adds one here.\nBow,9 gp,Adds two there.\n", "Wares", "title"),
        ("Character,Name,Text\nRogue,Ann,Steals.\nMage,Bo,Burns.\n", "Name", "title"),
        ("Name,Qty,Text\nFox,2,a\nHare,two,b\n", "Qty", "copies"),
        ("Name,Qty,Text\nFox,2,a\nHare,-1,b\nOwl,two,c\n", "Qty", "copies"),
        ("Name,Number,Text\nFox,1,a\nHare,2,b\nOwl,3,c\n", "Number", "more"),
        ("Name,Copies in deck,Text\nFox,2,a\nHare,1,b\n", "Copies in deck", "copies"),
        ("Name,Copies made by,Text\nFox,Ann,a\nHare,Bo,b\n", "Copies made by", "more"),
        ("カード名,枚数,効果\nきつね,２枚,走る。\nさぎ,１枚,飛ぶ。\n", "枚数", "copies"),
        ("Question,Answer,Kind\nWho sat?,Fox,Past\nWho ran?,Hare,Past\n", "Answer", "answer"),
        ("Name,Cost,Text\nFox,1,a\nHare,X,b\nOwl,3,c\n", "Cost", "number"),
        ("Name,Cost,Text\nFox,WW,a\nHare,2R,b\nOwl,X,c\n", "Cost", "number"),
    ],
)
def test_role_of_a_column(sheet, heading, role):
    header, *lines = [tuple(line.split(",")) for line in sheet.splitlines()]
    rows = (RawRow(number, dict(zip(header, cells, strict=True))) for number, cells in enumerate(lines, 2))

    guessed = guess_columns(RawTable("cards.csv", header, 1, tuple(rows)))

    assert {column.heading: column.role for column in guessed.columns}[heading] == role


def test_japanese_columns_have_names():
    sheet = "カード名,コスト,種別,効果\nきつね,3,獣,うさぎを1枚取る。\nさぎ,2,鳥,山札を見る。\nおおかみ,1,獣,手札を1枚捨てる。\n"

    assert [*declared(deck(sheet))["deck"]["columns"]] == ["id", "name", "cost", "kind", "text"]


@pytest.mark.parametrize(
    "sheet",
    [
        "Name,Qty,HP,Text\n-- Villains --,,,\nOrc,2,3,Hits.\nTroll,1,9,Hits harder.\nTotal cards,3,,\n",
        "Naam,Aantal,HP,Tekst\nOrk,2,3,Slaat.\nTrol,1,9,Slaat harder.\nTotaal,3,,\n",
        "Name | Qty | HP | Text\n--- | :---: | ---: | ---\nOrc | 2 | 3 | Hits.\nTroll | 1 | 9 | Hits harder.\n",
    ],
)
def test_section_total_and_rule_in_the_sheet_are_no_cards(tmp_path, sheet):
    write_game(tmp_path / "orcs", deck(sheet).files)

    assert load(tmp_path / "orcs", prefix="orcs").components[0].count == 3


@pytest.mark.parametrize(
    ("second", "is_rich"),
    [("Draw a card.", True), ("2 * 3 cards.", False), (CellRichText("2 * ", TextBlock(InlineFont(i=True), "x")), True)],
)
def test_bold_letters_of_a_text_stay_unless_other_cells_have_signs_of_markup(second, is_rich):
    book = openpyxl.Workbook()
    book.active.append(["Name", "Qty", "Text"])
    book.active.append(["Fox", 1, CellRichText(TextBlock(InlineFont(b=True), "Take"), " a hare.")])
    book.active.append(["Owl", 2, second])
    for cell in book.active["A"]:
        cell.font = Font(bold=True)
    packed = io.BytesIO()
    book.save(packed)

    columns = declared(deck(packed.getvalue(), "game.xlsx"))["deck"]["columns"]

    assert columns["text"].get("rich", False) == is_rich
    assert "rich" not in columns["name"]


@pytest.mark.parametrize(("sheet", "cards"), [(SHEET, 8), (JAPANESE, 6)])
def test_deck_is_built_at_once(tmp_path, sheet, cards):
    made = deck(sheet)
    write_game(tmp_path / "foxes", made.files)

    game = load(tmp_path / "foxes", prefix="foxes")
    result = build(
        GameFolder(tmp_path / "foxes", "foxes"), BuildOptions(out=tmp_path / "out", papers=(find_paper("a4"),))
    )

    assert game.components[0].count == cards
    assert result.faults == ()


def test_kinds_are_colours_and_signs_of_commands_stay_words():
    sheet = "Name,Kind,Text\n" + "".join(f"Card {n},{'}} {%' if n % 2 else 'plain'},Some words {n}\n" for n in range(6))

    template = deck(sheet).files["templates/deck.svg.j2"].decode()

    assert '"plain": "#' in template
    assert "\\u007d\\u007d \\u007b%" in template


def test_sheets_of_a_workbook_become_decks():
    book = openpyxl.Workbook()
    book.active.title = "Read me"
    book.active.append(["Do not print"])
    for name in ("Heroes", "Items"):
        sheet = book.create_sheet(name)
        for row in (["Name", "Qty", "Text"], ["One", 2, "First."], ["Two", 1, "Second."]):
            sheet.append(row)
    packed = io.BytesIO()
    book.save(packed)

    parts = declared(deck(packed.getvalue(), "game.xlsx"))

    assert {name: part["sheet"] for name, part in parts.items()} == {"heroes": "Heroes", "items": "Items"}


def test_pictures_beside_the_sheet_come_along_and_others_may_follow(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "fox.svg").write_text(PICTURE)
    (tmp_path / "cards.csv").write_text("Name,Image,Text\nFox,Fox.svg,Takes.\nHare,hare.svg,Runs away.\n")

    made = deck_of_table(file_of_path(tmp_path / "cards.csv"), "Foxes")
    write_game(tmp_path / "foxes", made.files)

    assert "art/Fox.svg" in made.files
    assert [line for line in made.remarks if "Image" in line] == [
        "  Image: a picture; 1 taken along: art/Fox.svg; "
        "1 not beside the sheet nor in art, images, pictures there: put them into the new game's art"
    ]
    assert named_boxes(tmp_path) == ["hare"]
    (tmp_path / "foxes" / "art" / "hare.svg").write_text(PICTURE)
    assert named_boxes(tmp_path) == []


def named_boxes(folder):
    """The cards on which the name of a picture stands in its place."""
    game = generator.load(folder / "foxes")
    return [name for name in ("fox", "hare") if "stroke-dasharray" in game.face(f"deck:{name}").svg()]


def test_pictures_of_other_folders_stay_there(tmp_path, put_files):
    elsewhere = ("another game/fox.svg", "Pictures/hare.svg", "kept/owl.svg")
    put_files(tmp_path, {**dict.fromkeys(elsewhere, PICTURE), "../out.svg": PICTURE})
    cells = ("fox.svg", "hare.svg", "kept/owl.svg", "../../Pictures/hare.svg")
    rows = "".join(f"Card {cell},{cell},Some words about it.\n" for cell in cells)
    (tmp_path / "cards.csv").write_text(f"Name,Image,Text\n{rows}")

    files = deck_of_table(file_of_path(tmp_path / "cards.csv"), "Foxes").files

    assert [name for name in files if name.endswith(".svg")] == ["art/hare.svg"]


def saved(rows, change=None):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    if change:
        change(book.active)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def test_headings_below_groups_are_those_of_the_columns():
    rows = [["Name", "Cost", None, None, "Effect"], [None, "Wood", "Stone", "Gold", None], ["Farm", 1, 0, 0, "Food."]]

    def merge(sheet):
        for cells in ("A1:A2", "B1:D1", "E1:E2"):
            sheet.merge_cells(cells)

    made = deck(saved([*rows, ["Wall", 0, 2, 0, "Stands."]], merge), "cards.xlsx")

    assert [line.split(":")[0].strip() for line in made.remarks[1:]] == ["Name", "Wood", "Stone", "Gold", "Effect"]
    assert made.remarks[0] == "deck: 2 rows of the sheet Sheet"


def test_currency_is_printed_as_the_sheet_shows_it():
    def dollars(sheet):
        sheet["B2"].number_format = '"$"#,##0'

    columns = declared(deck(saved([["Name", "Cost"], ["Fox", 3], ["Hare", 1]], dollars), "cards.xlsx"))["deck"][
        "columns"
    ]

    assert columns["cost"] == {"type": "text", "from": "Cost"}


def test_hidden_column_is_left_out_and_so_said():
    def hide(sheet):
        sheet.column_dimensions["B"].hidden = True

    made = deck(saved([["Name", "Balance", "Text"], ["Fox", 1.5, "Runs."], ["Hare", 2.5, "Hops."]], hide), "cards.xlsx")

    assert made.remarks[-1] == "  Balance: left out, hidden in the sheet"
    assert "balance" not in declared(made)["deck"]["columns"]


def test_column_without_a_heading_is_said_to_be_left_out():
    assert deck("Name,,Text\nFox,7,Runs.\nHare,8,Hops.\n").remarks[-1] == (
        "  column 2: left out, because it has no heading"
    )


def test_pictures_may_be_named_without_their_endings(tmp_path):
    (tmp_path / "fox.svg").write_text(PICTURE)
    (tmp_path / "cards.csv").write_text("Name,Art,Text\nFox,Fox,Takes.\n")

    made = deck_of_table(file_of_path(tmp_path / "cards.csv"), "Foxes")

    assert made.files["art/Fox.svg"] == PICTURE.encode()


def test_kind_that_names_a_colour_has_it():
    template = deck("Name,Suit\nA,Red\nB,Blue\nC,Red\nD,Blue\nE,Sea\n").files["templates/deck.svg.j2"].decode()

    assert '{"Red": "#b5533c", "Blue": "#3f6f9e", "Sea": "#4f7f52"}' in template


def test_list_of_questions_has_a_card_on_each_line(tmp_path):
    made = deck("Question\nWhere, exactly, were you born?\nWho is the oldest person that you know?\n")
    write_game(tmp_path / "talk", made.files)

    texts = [piece.row.cells["text"]["en"] for piece in load(tmp_path / "talk").components[0].pieces]
    assert texts == ["Where, exactly, were you born?", "Who is the oldest person that you know?"]


def test_columns_for_which_the_card_has_no_room_are_named():
    heads = ["Name", *(f"Stat {number}" for number in range(1, 8))]
    remarks = deck(",".join(heads) + "\n" + "Fox,9,8,7,6,5,4,3\nHare,1,2,3,4,5,6,7\n").remarks

    assert [line for line in remarks if "no box" in line] == [
        f"  Stat {number}: a number; no box on the card is left for it" for number in (6, 7)
    ]


@pytest.mark.parametrize(
    ("name", "content", "shown"),
    [
        ("cards.csv", "Fox,2,Takes.\nHare,3,Hops.\n", "cards.csv:1: looks like a card, not like headings"),
        ("cards.csv", "Name,Fox,Hare\nCost,1,2\nText,a,b\nQty,1,2\n", "stand in the first column"),
        ("cards.doc", "x", "'.doc' is no kind of sheet"),
        ("cards.csv", "\n\n", "has no table: a line of headings with rows below it"),
        ("cards.csv", "Name,Qty\n", "has no table: a line of headings with rows below it"),
    ],
)
def test_what_is_no_sheet_is_told(name, content, shown):
    with pytest.raises(Faults, match=shown):
        deck(content, name)


@pytest.mark.parametrize(("words", "language"), [("abcきつ", "en"), ("abきつね", "ja")])
def test_deck_is_japanese_where_a_fifth_of_its_texts_are(words, language):
    rows = "\n".join(f"{word},{number}" for number, word in enumerate(words, 1))

    assert tomllib.loads(deck(f"Name,Qty\n{rows}\n").files["game.toml"].decode())["title"].keys() == {language}
