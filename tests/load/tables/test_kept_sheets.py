"""Forty sheets as designers keep them, each read as it is: the game names headings, and nobody rewrites a sheet.

All hold the same three cards with their copies, texts and costs. Those of REFUSED cannot be read as they are, and say why.
"""

import datetime
import io

import openpyxl
import pytest
from openpyxl.styles import Font

from generator.base.errors import Faults
from generator.load.game_loader import load

GAME = """\
format = 1
title = {{ en = "Birds" }}
[components.deck]
kind = "cards"
title = {{ en = "Cards" }}
trim = ["63mm", "88mm"]
rows = "{file}"
front = "card.svg.j2"
ignore = "*"
{more}
[components.deck.columns]
id = {{ from = "Card Name" }}
copies = {{ from = "Qty" }}
name = {{ type = "text", from = "Card Name" }}
text = {{ type = "text", from = "Rules Text", optional = true }}
cost = {{ type = "number", from = "Cost", decimals = true, optional = true, default = "0" }}
"""
CARDS = [("the_fox", 2, "Take a hare.", 1.5), ("hare", 1, "A point.", 0), ("heron", 1, "Look at two cards.", 12)]
SHEET = """\
Card Name,Qty,Rules Text,Cost,Designer notes
The Fox,2,Take a hare.,1.5,buff next time
Hare,,A point.,,
Heron,1,Look at two cards.,12,ok
"""
ROWS = [
    ["Card Name", "Qty", "Rules Text", "Cost", "Designer notes"],
    ["The Fox", 2, "Take a hare.", 1.5, "buff next time"],
    ["Hare", None, "A point.", None, None],
    ["Heron", 1, "Look at two cards.", 12, "ok"],
]


def changed(*pairs):
    text = SHEET
    for before, after in pairs:
        assert before in text
        text = text.replace(before, after)
    return text


def book(*sheets, change=lambda _: None):
    """A workbook with sheets, each a name and its rows; `change` takes the last sheet."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets:
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    change(made.worksheets[-1])
    packed = io.BytesIO()
    made.save(packed)
    return packed.getvalue()


def bold(sheet):
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = "A1:E4"


def formats(sheet):
    sheet["D2"].number_format = "0.00"
    sheet["D4"].number_format = '"€" #,##0.00'
    sheet["B2"].number_format = '0"x"'


def hidden(sheet):
    sheet.column_dimensions["E"].hidden = True
    sheet.row_dimensions[3].hidden = True


def merged(sheet):
    sheet["A3"], sheet["C3"] = "Hare", "A point."
    sheet.insert_rows(1)
    sheet["A1"] = "BIRDS OF THE WOOD"
    sheet.merge_cells("A1:E1")


def dated(sheet):
    sheet["E2"] = datetime.date(2026, 11, 29)
    sheet["E4"] = True


PLAIN = {
    "as exported": SHEET,
    "semicolons and decimal commas": SHEET.replace("1.5", "1_5").replace(",", ";").replace("1_5", "1,5"),
    "tabs": SHEET.replace(",", "\t"),
    "bars": SHEET.replace(",", "|"),
    "sep line of Excel": "sep=;\n" + SHEET.replace(",", ";"),
    "windows line ends": SHEET.replace("\n", "\r\n"),
    "old line ends": SHEET.replace("\n", "\r"),
    "no line end": SHEET.rstrip("\n"),
    "bom": "\ufeff" + SHEET,
    "empty lines": changed(("Hare", "\n,,,,\nHare")) + "\n\n,,,,\n",
    "spaces around": changed(("Card Name,Qty", " Card Name , Qty "), ("The Fox,2", " The Fox , 2 ")),
    "no-break spaces": changed(("Card Name", "Card\u00a0Name"), ("The Fox,2", "The Fox,2\u00a0")),
    "zero-width signs": changed(("Card Name", "\u200bCard Name\u200b"), ("Qty", "Qty\ufeff")),
    "capitals": changed(("Card Name,Qty,Rules Text,Cost", "CARD NAME,QTY,RULES TEXT,COST")),
    "underscores": changed(("Card Name,Qty,Rules Text", "card_name,qty,rules_text")),
    "title above": "Birds of the wood,,,,\n,,,,\n" + SHEET,
    "version above": "v0.7,29 Nov,,,\n" + SHEET,
    "kinds between": changed(("Hare,,", ",,BIRDS,,\nHare,,")),
    "kinds in the first column": changed(("Heron,1", "-- birds --,,,,\nHeron,1")),
    "headings repeated": changed(("Heron,1", "Card Name,Qty,Rules Text,Cost,Designer notes\nHeron,1")),
    "total below": SHEET + "Total,4,,13.5,\n",
    "columns without a name": SHEET.replace("\n", ",,\n"),
    "two columns of notes": SHEET.replace("\n", ",\n").replace("notes,", "notes,Designer notes"),
    "copies with a sign": changed(("The Fox,2", "The Fox,x2"), ("Heron,1", "Heron,1x")),
    "copies as decimals": changed(("The Fox,2", "The Fox,2.0"), ("Heron,1", "Heron,1.0")),
    "other order": "\n".join(",".join([*line.split(",")[::-1]]) for line in SHEET.splitlines()) + "\n",
    "quotes and line breaks": changed(("Take a hare.", '"Take a hare."'), ("buff next time", '"buff,\nnext ""time"""')),
    "ticked boxes": changed(("Designer notes", "Done"), ("buff next time", "TRUE"), (",,\n", ",,FALSE\n")),
}
CODED = {
    "utf-16": SHEET.replace(",", "\t").encode("utf-16"),
    "utf-16 big": b"\xfe\xff" + SHEET.replace(",", "\t").encode("utf-16-be"),
    "shift-jis": changed(("buff next time", "次回強く")).encode("shift-jis"),
}
BOOKS = {
    "workbook": book(("Cards", ROWS)),
    "bold headings and a filter": book(("Cards", ROWS), change=bold),
    "number formats": book(("Cards", ROWS), change=formats),
    "merged title": book(("Cards", ROWS), change=merged),
    "dates and boxes": book(("Cards", ROWS), change=dated),
    "hidden column": book(("Cards", ROWS), change=hidden),
    "numbers as text": book(("Cards", [[cell and str(cell) for cell in row] for row in ROWS])),
    "empty rows and columns": book(("Cards", [[], [], *([None, *row] for row in ROWS), [], []])),
}
SECOND = book(("Notes", [["To do"], ["Balance the fox"]]), ("Cards", ROWS))
SHEETS = [
    *((name, "cards.tsv" if name == "tabs" else "cards.csv", text.encode(), "") for name, text in PLAIN.items()),
    *((name, "cards.csv", data, "") for name, data in CODED.items()),
    *((name, "cards.xlsx", data, "") for name, data in BOOKS.items()),
    ("second sheet", "cards.xlsx", SECOND, 'sheet = "Cards"'),
]
REFUSED: dict[str, str] = {}
"""Sheets that have to be changed first, and the message that says so."""


@pytest.fixture
def cards(put):
    def read(file, data, more):
        folder = put({"game.toml": GAME.format(file=file, more=more), file: data})
        pieces = load(folder).components[0].pieces
        cells = [piece.row.cells for piece in pieces]
        return [(piece.id, piece.copies, cell["text"], cell["cost"]) for piece, cell in zip(pieces, cells, strict=True)]

    return read


def test_sheets_are_forty():
    assert len(SHEETS) == 40
    assert len(SHEETS) - len(REFUSED) >= 32


@pytest.mark.parametrize(("name", "file", "data", "more"), SHEETS, ids=[name for name, *_ in SHEETS])
def test_sheet_is_read_as_it_is(cards, name, file, data, more):
    if name in REFUSED:
        with pytest.raises(Faults, match=REFUSED[name]):
            cards(file, data, more)
        return

    found = cards(file, data, more)

    order = {id_: number for number, (id_, *_) in enumerate(CARDS)}
    assert sorted(found, key=lambda card: order.get(card[0], 9)) == CARDS
