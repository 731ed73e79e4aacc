"""Sheets as designers keep them: free headings, a column of notes, no ids, blank counts, lines between the rows."""

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load

GAME = """\
format = 1
title = {{ en = "Birds" }}
[components.deck]
kind = "cards"
title = {{ en = "Cards" }}
trim = ["63mm", "88mm"]
rows = "cards.csv"
front = "card.svg.j2"
{more}
[components.deck.columns]
{columns}
"""
MAPPED = """\
id = { from = "Card Name" }
copies = { from = "Qty" }
name = { type = "words", from = "Card Name" }
text = { from = "Rules Text", optional = true }
"""
PLAIN = 'name = { type = "text" }\ntext = { type = "text", optional = true }'
SHEET = """\
Card Name,Qty,Rules Text,Designer notes,
The Fox,2,Take a hare.,buff next time,
Hare,,A point.,,
,,BIRDS,,
Heron,1,Look at two cards.,ok,
"""


@pytest.fixture
def pieces(put):
    def read(sheet, columns=MAPPED, more=""):
        folder = put({"game.toml": GAME.format(columns=columns, more=more), "cards.csv": sheet})
        return load(folder, prefix="x").components[0].pieces

    return read


def faults(pieces, *given, **how):
    with pytest.raises(Faults) as caught:
        pieces(*given, **how)
    return str(caught.value).replace("x/", "").split("\n")


@pytest.mark.parametrize("ignored", ['["Designer notes"]', '"*"', '["designer  NOTES"]'])
def test_table_as_exported_is_read(pieces, ignored):
    found = pieces(SHEET, more=f"ignore = {ignored}")

    assert [(piece.id, piece.copies) for piece in found] == [("the_fox", 2), ("hare", 1), ("heron", 1)]
    assert found[0].row.cells["name"]["en"] == "The Fox"
    assert found[0].row.cells["text"] == "Take a hare."


def test_unmapped_headings_are_told_with_the_line_that_maps_them(pieces):
    assert faults(pieces, SHEET, PLAIN) == [
        "cards.csv:1 [Card Name]: unknown column 'Card Name'; if it is 'name', say so in game.toml: "
        'columns.name.from = "Card Name"',
        "cards.csv:1 [Rules Text]: unknown column 'Rules Text'; name its column in game.toml, from = \"Rules Text\", "
        'or leave it out: ignore = ["Rules Text"]',
        "cards.csv:1 [Designer notes]: unknown column 'Designer notes'; name its column in game.toml, "
        'from = "Designer notes", or leave it out: ignore = ["Designer notes"]',
        "cards.csv:1 [id]: column 'id' is missing; add it, or have it made of another: columns.id.from = \"Card Name\"",
        "cards.csv:1 [name]: column 'name' is missing",
    ]


def test_headings_are_tidied(pieces):
    sheet = "\u200bID ;NAME;  Text\u00a0: ;COUNT\nfox;Fox;a;2.0\n"

    assert [(piece.id, piece.copies, piece.row.cells["text"]) for piece in pieces(sheet, PLAIN)] == [("fox", 2, "a")]


@pytest.mark.parametrize("heading", ["count", "Qty", "Number", "Quantity", "# of cards", "枚数"])
def test_common_headings_of_copies_are_understood(pieces, heading):
    sheet = f"id,name,{heading}\nfox,Fox,3\nhare,Hare,\n"
    if heading == "# of cards":
        sheet = "id,name,x\nfox,Fox,3\nhare,Hare,\n"

    assert [piece.copies for piece in pieces(sheet, PLAIN)] == [3, 1]


def test_running_numbers_are_no_copies(pieces):
    (told,) = faults(pieces, "id,name,number\na,A,1\nb,B,2\nc,C,3\n", PLAIN)

    assert "[number]: unknown column 'number'" in told


def test_ids_stay_when_rows_move(pieces):
    rows = ["Fox,1,a,,", "Fox,2,b,,", "騎士,1,c,,", "Fox 2,1,d,,", "弓兵,1,e,,"]
    head = "Card Name,Qty,Rules Text,Designer notes,"
    first = pieces("\n".join([head, *rows]), more='ignore = "*"')
    moved = pieces("\n".join([head, *reversed(rows)]), more='ignore = "*"')

    ids = {piece.row.cells["text"]: piece.id for piece in first}
    assert ids == {piece.row.cells["text"]: piece.id for piece in moved}
    assert (ids["a"], ids["b"], ids["d"]) == ("fox", "fox_3", "fox_2")
    assert ids["c"].startswith("card_")
    assert ids["c"] != ids["e"]


def test_title_and_repeated_headings_are_skipped(pieces):
    sheet = "Birds v3,,,\n,,,\nCard Name,Qty,Rules Text,Done\nFox,2,a,TRUE\nCard Name,Qty,Rules Text,Done\n,,,FALSE\n"

    assert [(piece.id, piece.row.source) for piece in pieces(sheet, more='ignore = "*"')] == [("fox", "x/cards.csv:4")]


def test_line_of_headings_can_be_said(pieces):
    sheet = "Card Name,Qty,Rules Text\nolder,1,x\nCard Name,Qty,Rules Text\nFox,2,a\n"

    assert [piece.id for piece in pieces(sheet, more="header = 3")] == ["fox"]
    assert faults(pieces, sheet, more="header = 9") == ["cards.csv: no headings in line 9"]


@pytest.mark.parametrize("total", ["Total,2,,,", "Total,5,,,9", "Total cards,12,,,", ",35,,Total,", "合計,3,,,"])
def test_totals_are_no_cards(pieces, total):
    sheet = f"Card Name,Qty,Rules Text,Notes,Cost\nFox,2,a,,4\nHare,,b,,5\n{total}\n"

    assert [piece.id for piece in pieces(sheet, more='ignore = "*"')] == ["fox", "hare"]


@pytest.mark.parametrize("row", ["Total,4,Win.", "Total War,2,", "Totaliser,2,"])
def test_card_with_a_word_for_totals_stays(pieces, row):
    sheet = f"Card Name,Qty,Rules Text\nFox,2,a\n{row}\n"

    assert len(pieces(sheet)) == 2


@pytest.mark.parametrize("section", ["-- Villains --,,,", "Villains,,,", "[Items],,,"])
def test_sections_are_no_cards(pieces, section):
    sheet = f"Card Name,Qty,Rules Text,HP\n{section}\nFox,2,a,3\nHare,,b,4\n"
    columns = MAPPED + 'hp = { type = "number", from = "HP" }\n'

    assert [piece.id for piece in pieces(sheet, columns)] == ["fox", "hare"]


def test_card_of_a_bare_name_stays(pieces):
    assert [piece.id for piece in pieces("Card Name,Qty,Rules Text\nFox,2,a\nHare,,\n")] == ["fox", "hare"]


def test_more_copies_exchange_no_ids(pieces):
    sheet = "Card Name,Qty,Rules Text\nFox,1,a\nFox,2,b\n"

    more = sheet.replace("Fox,1", "Fox,9")
    assert [piece.id for piece in pieces(sheet)] == [piece.id for piece in pieces(more)] == ["fox", "fox_2"]


@pytest.mark.parametrize("cell", ["-1", "two"])
def test_wrong_number_of_copies_is_a_fault_of_its_cell(pieces, cell):
    assert faults(pieces, f"id,name,Qty\nfox,Fox,2\nhare,Hare,{cell}\n", PLAIN) == [
        f"cards.csv:3 [Qty]: copies must be 0 to 999, not '{cell}'"
    ]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_other_encodings_of_spreadsheets_are_read(pieces, codec):
    sheet = "Card Name\tQty\tRules Text\nFüchse\t2\tNimm, was du kannst.\n"

    assert [piece.row.cells["name"]["en"] for piece in pieces(sheet.encode(codec))] == ["Füchse"]


def test_separator_is_the_one_that_makes_the_headings(pieces):
    sheet = "Birds, a game\nCard Name;Qty;Rules Text\nFox;2;a, b\n"

    assert [piece.row.cells["text"] for piece in pieces(sheet)] == ["a, b"]


def test_second_column_of_a_name_has_a_number(pieces):
    sheet = "Card Name,Text,Text,\nFox,a,b,spare\n"
    columns = 'id.from = "Card Name"\ntext.from = "Text (2)"'

    (piece,) = pieces(sheet, columns, more='ignore = "*"')
    assert piece.row.cells["text"] == "b"
    assert faults(pieces, sheet, 'id.from = "Card Name"\ntext.from = "Text"') == [
        "cards.csv:1: column 'Text' twice; rename one, or call the second 'Text (2)' in from or ignore"
    ]


def test_heading_called_as_a_column_of_another_heading_is_told_and_never_read(pieces):
    sheet = "Card Name,name,Text\nFox,fuchs,a\n"
    columns = 'id.from = "Card Name"\nname = { type = "text", from = "Card Name" }\ntext.from = "Text"'

    assert faults(pieces, sheet, columns) == [
        "cards.csv:1 [name]: 'Card Name' and 'name' are both the column 'name'; rename one, or leave it out: "
        'ignore = ["name"]'
    ]
    for ignored in ('["name"]', '"*"'):
        (piece,) = pieces(sheet, columns, more=f"ignore = {ignored}")
        assert piece.row.cells["name"] == "Fox"


@pytest.mark.parametrize(
    ("sheet", "more", "shown"),
    [
        (
            "Card Name,card name,Qty,Rules Text\na,b,1,c\n",
            "",
            "cards.csv:1 [card name]: 'Card Name' and 'card name' are both the column 'id'; "
            'rename one, or leave it out: ignore = ["card name"]',
        ),
        (
            "Card Name,Qty,Rules Text\n,2,c\n",
            "",
            "cards.csv:2 [Card Name]: empty, and the id of the row is made of it; fill it in, or empty the whole row",
        ),
        ("Card Name,Rules Text\nFox,a\n", "", "cards.csv:1 [copies]: no heading 'Qty' for the column 'copies'"),
        (
            "Card Name,Qty,Rules Txt\nFox,1,a\n",
            'ignore = "*"',
            "cards.csv:1 [text]: no heading 'Rules Text' for the column 'text'; did you mean 'Rules Txt'?",
        ),
        (
            "Card Name,Qtty,Rules Text\nFox,1,a\n",
            'ignore = "*"',
            "cards.csv:1 [copies]: no heading 'Qty' for the column 'copies'; did you mean 'Qtty'?",
        ),
        ("Card Name,Qty,Rules Text\nFox,many,a\n", "", "cards.csv:2 [Qty]: copies must be 0 to 999, not 'many'"),
        ("Card Name,Qty,Rules Text\n,,x\n", "", "cards.csv:1: has no row with a value in a column of game.toml"),
        ("Card Name,Qty,Rules Text\nFox,1,a\n", 'ignore = "Notes"', 'must be a list of headings, like ["Notes"]'),
        (
            "Card Name,Qty,Rules Text\nFox,1,a\n",
            'copies = { from = "Qty" }',
            "game.toml:9 [components.deck.copies]: the heading of a column stands in columns: columns.copies = { from",
        ),
        ("Card Name,Qty,Rules Text\nFox,1,a\n", 'sheet = "A"', "'cards.csv' has no sheets; name a workbook"),
    ],
)
def test_faults_of_foreign_sheets(pieces, sheet, more, shown):
    assert shown in faults(pieces, sheet, more=more)[0]


def test_rows_left_out_are_noted(put):
    sheet = "Card Name,Qty,Rules Text\n-- Birds --,,\nHeron,1,a\nTotal,1,\n,,\n"
    game = load(put({"game.toml": GAME.format(columns=MAPPED, more=""), "cards.csv": sheet}), prefix="x")

    assert game.notes == (
        "x/cards.csv: rows left out, as totals or headings between cards: 2 '-- Birds --', 4 'Total'",
    )


def test_shift_jis_is_read_with_a_note(put):
    sheet = "Card Name,Qty,Rules Text\n斥候のカード,2,山札を見る。\n".encode("cp932")
    game = load(put({"game.toml": GAME.format(columns=MAPPED, more=""), "cards.csv": sheet}), prefix="x")

    assert game.components[0].pieces[0].row.cells["name"]["en"] == "斥候のカード"
    assert [note[:33] for note in game.notes] == ["x/cards.csv: saved as Shift-JIS, "]


def test_csv_of_excel_in_the_west_is_read_and_said_to_be(put):
    sheet = "id;copies;name;text\nhare;2;Lièvre;Coûte 3 €\n".encode("cp1252")
    game = load(put({"game.toml": GAME.format(more="", columns=PLAIN), "cards.csv": sheet}), prefix="x")

    assert game.components[0].pieces[0].row.cells["text"] == "Coûte 3 €"
    assert [note[:36] for note in game.notes] == ["x/cards.csv: saved as Windows-1252, "]
