import datetime
import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from generator.base.errors import Faults
from generator.base.system.limited_child import ChildEnd
from generator.load.files.fault_report import FaultReport
from generator.load.tables import workbook_reader
from generator.load.tables.column import ID_COLUMN, Column
from generator.load.tables.raw_table import TableForm
from generator.load.tables.row_reader import RowTyping, read_rows

OFFICE = "http://schemas.openxmlformats.org"
TYPES = f"""<Types xmlns="{OFFICE}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"""
RELATIONS = f'<Relationships xmlns="{OFFICE}/package/2006/relationships">{{}}</Relationships>'
RELATION = f'<Relationship Id="r1" Type="{OFFICE}/officeDocument/2006/relationships/{{}}" Target="{{}}"/>'
BOOK = f"""<workbook xmlns="{OFFICE}/spreadsheetml/2006/main" xmlns:r="{OFFICE}/officeDocument/2006/relationships">
<sheets><sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>"""
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ODF = "urn:oasis:names:tc:opendocument:xmlns"
CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
TEXT = 'office:value-type="string"'
MANIFEST = f"""<m:manifest xmlns:m="{ODF}:manifest:1.0"><m:file-entry m:full-path="/" m:media-type="{ODS}"/>
<m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>"""


ODS_CELLS = {
    "formula": 'table:formula="of:=1+1"',
    "error": f'table:formula="of:=1+1" {TEXT} office:string-value="" calcext:value-type="error"',
}


def zipped(members):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return packed.getvalue()


def xlsx(rows):
    return zipped(
        {
            "[Content_Types].xml": TYPES,
            "_rels/.rels": RELATIONS.format(RELATION.format("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": BOOK,
            "xl/_rels/workbook.xml.rels": RELATIONS.format(RELATION.format("worksheet", "worksheets/sheet1.xml")),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{OFFICE}/spreadsheetml/2006/main"><sheetData>{rows}'
            "</sheetData></worksheet>",
        }
    )


def row(number, *cells):
    return f'<row r="{number}">{"".join(f"<c{cell}</c>" for cell in cells)}</row>'


def text(place, words):
    return f' r="{place}" t="inlineStr"><is><t>{words}</t></is>'


def ods(*rows):
    def cell(value):
        if isinstance(value, tuple):
            kind, number, shown = value
            attributes = ODS_CELLS.get(kind, f'office:value-type="{kind}" office:value="{number}"')
            return f"<table:table-cell {attributes}><text:p>{shown}</text:p></table:table-cell>"
        kind = f'office:value-type="float" office:value={quoteattr(value)}' if value[:1].isdigit() else ""
        return f"<table:table-cell {kind or TEXT}><text:p>{value}</text:p></table:table-cell>"

    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    return zipped(
        {
            "mimetype": ODS,
            "META-INF/manifest.xml": MANIFEST,
            "content.xml": f'<office:document-content xmlns:office="{ODF}:office:1.0" xmlns:text="{ODF}:text:1.0" '
            f'xmlns:table="{ODF}:table:1.0" xmlns:calcext="{CALC}">'
            f'<office:body><office:spreadsheet><table:table table:name="Cards">{body}'
            "</table:table></office:spreadsheet></office:body></office:document-content>",
        }
    )


def excel(*cells):
    """A workbook with an id and one more cell in each row: a value and the code of its format."""
    book = openpyxl.Workbook()
    for line, (value, code) in enumerate([("value", "General"), *cells], 1):
        book.active.append(["id" if line == 1 else f"r{line}", value])
        book.active.cell(line, 2).number_format = code
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


HEADER = row(1, text("A1", "id"), text("B1", "copies"), text("C1", "name.ja"))


def refused(table, content):
    with pytest.raises(Faults) as caught:
        table("a.xlsx", content)
    (fault,) = caught.value.faults
    assert fault.unreadable
    return str(fault)


def test_xlsx_rows_carry_their_lines(table):
    note = row(3, text("A3", "#note"))
    found = table("a.xlsx", xlsx(HEADER + note + row(5, text("A5", "a"), ' r="B5"><v>3.0</v>', text("C5", "字"))))

    assert found.header == ("id", "copies", "name.ja")
    assert [(each.line, dict(each.cells)) for each in found.rows] == [(5, {"id": "a", "copies": "3", "name.ja": "字"})]


def test_sheet_is_padded_and_typed(table):
    found = table(
        "a.xlsx",
        xlsx(
            HEADER + row(2, text("A2", "a"), ' r="B2"><v>2.5</v>', ' r="C2" t="b"><v>1</v>') + row(3, text("A3", "b"))
        ),
    )

    assert [list(each.cells.values()) for each in found.rows] == [["a", "2.5", "yes"], ["b", "", ""]]


def test_ods_reads_as_xlsx(table):
    found = table("a.ods", ods(["id", "copies"], ["a", "3"]))

    assert [(each.line, dict(each.cells)) for each in found.rows] == [(2, {"id": "a", "copies": "3"})]


DAY = datetime.datetime(2026, 11, 23, 8, 30)


@pytest.mark.parametrize(
    ("value", "code", "number", "shown"),
    [
        (0.5, "0%", "0.5", "50%"),
        (3.5, '#,##0.00\\ "€"', "3.5", "3.50 €"),
        (7, "000", "7", "007"),
        (0.1 + 0.2, "General", "0.3", "0.3"),
        (True, "General", "yes", "yes"),
        (DAY.date(), "dd.mm.yyyy", "2026-11-23", "23.11.2026"),
        (DAY, "dd.mm.yyyy hh:mm", "2026-11-23 08:30", "23.11.2026 08:30"),
        (DAY.time(), "hh:mm", "08:30", "08:30"),
        (datetime.timedelta(hours=30), "[h]:mm", "30:00", "30:00"),
    ],
)
def test_words_are_read_as_shown_and_the_rest_by_value(table, value, code, number, shown):
    raw = table("a.xlsx", excel((value, code)))
    columns = (ID_COLUMN, Column("value", "text"))
    (typed,) = read_rows(raw, RowTyping(columns, ("en",), {}), FaultReport())

    assert raw.rows[0].cells["value"] == number
    assert typed.cells["value"] == shown


def test_ods_words_are_read_as_shown(table):
    raw = table(
        "a.ods", ods(["id", "value"], ["a", ("percentage", "0.5", "50 %")], ["b", ("currency", "3.5", "3,50 €")])
    )

    assert [dict(each.cells, shown=each.shown) for each in raw.rows] == [
        {"id": "a", "value": "0.5", "shown": {"value": "50 %"}},
        {"id": "b", "value": "3.5", "shown": {"value": "3,50 €"}},
    ]


def faults(table, name, content):
    report = FaultReport()
    raw = table(name, content, report)
    for cell in [cell for row in raw.rows for cell in row.faults.values()]:
        report.add(cell)
    with pytest.raises(Faults) as caught, report:
        pass
    return str(caught.value)


UNSAVED = "formula without a saved value; open the workbook in Excel or LibreOffice and save it"


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ("><f>1+1</f>", UNSAVED),
        ("><f>1+1</f><v></v>", UNSAVED),
        (' t="e"><f>1/0</f><v>#DIV/0!</v>', "shows #DIV/0!; correct the formula"),
    ],
)
def test_formula_without_a_value_is_named(table, cell, what):
    sheet = xlsx(HEADER + row(2, text("A2", "a")) + row(3, text("A3", "b"), ' r="B3" ' + cell))

    assert faults(table, "a.xlsx", sheet) == f"a.xlsx:3 [Cards!B3]: {what}"


def test_sheet_may_be_named_from_the_top(table):
    sheet = xlsx(HEADER + row(2, text("A2", "a"), ' r="B2"><f>1+1</f>'))
    with zipfile.ZipFile(io.BytesIO(sheet)) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    relations = members["xl/_rels/workbook.xml.rels"]
    members["xl/_rels/workbook.xml.rels"] = relations.replace("worksheets/sheet1.xml", "/xl/worksheets/sheet1.xml")

    assert faults(table, "a.xlsx", zipped(members)) == f"a.xlsx:2 [Cards!B2]: {UNSAVED}"


def test_formula_with_an_empty_text_is_no_fault(table):
    sheet = xlsx(HEADER + row(2, text("A2", "a"), ' r="B2" t="str"><f>""</f><v></v>'))

    assert table("a.xlsx", sheet).rows[0].cells["copies"] == ""


def test_ods_formula_without_a_value_is_named(table):
    sheet = ods(["id", "x"], ["a", ("formula", "", "")], ["b", ("error", "", "#REF!")])

    assert faults(table, "a.ods", sheet) == (
        f"a.ods:2 [Cards!B2]: {UNSAVED}\na.ods:3 [Cards!B3]: shows #REF!; correct the formula"
    )


def test_words_past_the_header_are_told(table):
    report = FaultReport()
    sheet = xlsx(HEADER + row(2, text("A2", "a"), text("E2", "stray")))
    table("a.xlsx", sheet, report)

    with pytest.raises(Faults, match=r"a\.xlsx:2: the row has 5 cells, the header has 3"), report:
        pass


@pytest.mark.parametrize("content", [b"", b"PK\3\4 and no more", b"id,x\n", xlsx("<row"), xlsx(HEADER)[:200]])
def test_broken_workbook_is_told(table, content):
    assert refused(table, content).startswith("a.xlsx: cannot be read as a workbook")


def test_empty_sheet_is_told(table):
    assert refused(table, xlsx("")) == "a.xlsx: file is empty; its first row names the columns"


@pytest.mark.limited_child
def test_far_corner_does_not_fell_the_program(table):
    assert refused(table, xlsx(HEADER + row(1_048_576, ' r="XFD1048576"><v>3</v>'))).startswith(
        "a.xlsx: cannot be read as a workbook within 10 s and 1 GiB"
    )


def test_workbook_that_fells_the_reader_is_told_as_a_crash(table, monkeypatch):
    monkeypatch.setattr(workbook_reader, "ask_child", lambda *_: (None, ChildEnd.CRASH))

    assert refused(table, xlsx(HEADER)).startswith("a.xlsx: the process that reads workbooks ends unexpectedly")


@pytest.mark.limited_child
def test_workbooks_are_read_on_macos_which_lets_no_process_limit_its_memory(table, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "systems" / "macos"))

    assert len(table("a.xlsx", xlsx(HEADER + row(2, text("A2", "a")))).rows) == 1


def test_far_cell_is_told(table):
    assert refused(table, xlsx(row(30_000, text("A30000", "id")))) == (
        "a.xlsx: has a cell in row 30,000, column 1; that is too far out"
    )


def test_ods_rows_that_stand_for_several_are_counted(table):
    with zipfile.ZipFile(io.BytesIO(ods(["id", "x"], ["", ""], ["a", ("formula", "", "")]))) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    rows = members["content.xml"].split("<table:table-row>")
    cell = "<table:table-cell "
    rows[2] = rows[2].replace(
        f"{cell}{TEXT}><text:p></text:p></table:table-cell>" * 2, f'{cell}table:number-columns-repeated="2"/>'
    )
    members["content.xml"] = (
        "<table:table-row>".join(rows[:2])
        + '<table:table-row table:number-rows-repeated="3">'
        + "<table:table-row>".join(rows[2:])
    )

    assert faults(table, "a.ods", zipped(members)) == f"a.ods:5 [Cards!B5]: {UNSAVED}"


def book(**sheets):
    """A workbook with several sheets, made by openpyxl."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for cells in rows:
            sheet.append(cells)
    return made


def saved(made):
    packed = io.BytesIO()
    made.save(packed)
    return packed.getvalue()


def test_sheet_is_read_by_its_name(table):
    made = book(Notes=[["todo"]], Cards=[["id"], ["fox"]])

    found = table("a.xlsx", saved(made), form=TableForm(sheet="Cards"))

    assert [row.cells["id"] for row in found.rows] == ["fox"]


def test_missing_sheet_is_told_with_the_nearest_and_empty_sheet_with_another(table):
    content = saved(book(Notes=[["todo"]], Cards=[["id"], ["fox"]]))

    with pytest.raises(Faults, match=r"a\.xlsx \[sheet\]: no sheet called 'Crads'; did you mean 'Cards'\?"):
        table("a.xlsx", content, form=TableForm(sheet="Crads"))
    with pytest.raises(Faults, match=r'below the header; the workbook has other sheets, name one .* sheet = "Cards"'):
        table("a.xlsx", content)


def test_hidden_sheet_is_not_the_first(table):
    made = book(Lists=[["x"], ["y"]], Cards=[["id"], ["fox"]])
    made["Lists"].sheet_state = "hidden"

    assert table("a.xlsx", saved(made)).header == ("id",)


def test_hidden_rows_are_read_with_a_note_and_hidden_columns_are_named(table):
    made = book(Cards=[["id", "secret", "name"], ["fox", "1", "Fox"], ["hare", "2", "Hare"]])
    made["Cards"].row_dimensions[3].hidden = made["Cards"].column_dimensions["B"].hidden = True
    report = FaultReport()

    found = table("a.xlsx", saved(made), report)

    assert [row.cells["id"] for row in found.rows] == ["fox", "hare"]
    assert found.hidden == {"secret"}
    assert report.notes == [
        "a.xlsx [Cards]: hidden in the sheet, and read all the same: rows 3; give them 0 copies, or delete them"
    ]


def test_hidden_rows_and_columns_of_ods_are_as_those_of_xlsx(table):
    with zipfile.ZipFile(io.BytesIO(ods(["id", "secret"], ["fox", "1"], ["hare", "2"], ["elk", "3"]))) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    head, first, *others = members["content.xml"].split("<table:table-row>")
    columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    hidden = '<table:table-row table:visibility="filter">'.join(["<table:table-row>".join(others[:2]), others[2]])
    members["content.xml"] = f"{head}{columns}<table:table-row>{first}<table:table-row>{hidden}"
    report = FaultReport()

    found = table("a.ods", zipped(members), report)

    assert [row.cells["id"] for row in found.rows] == ["fox", "hare", "elk"]
    assert found.hidden == {"secret"}
    assert report.notes == [
        "a.ods [Cards]: hidden in the sheet, and read all the same: rows 4; give them 0 copies, or delete them"
    ]


def test_bold_letters_are_read_from_texts_inside_the_cells(table):
    styled = ' r="B2" t="inlineStr"><is><r><rPr><b/></rPr><t>Swarm.</t></r><r><t> Run.</t></r></is>'
    found = table("a.xlsx", xlsx(row(1, text("A1", "id"), text("B1", "rules")) + row(2, text("A2", "fox"), styled)))

    assert found.rows[0].styled == {"rules": "**Swarm.** Run."}


def test_merged_cells_hold_for_each_of_their_rows(table):
    made = book(Cards=[["Birds"], ["id", "kind"], ["fox", "prey"], ["hare", None], ["elk", None]])
    made["Cards"].merge_cells("B3:B4")
    made["Cards"].merge_cells("A1:B1")

    found = table("a.xlsx", saved(made), form=TableForm(headings=frozenset({"id", "kind"})))

    assert [row.cells["kind"] for row in found.rows] == ["prey", "prey", ""]


def test_columns_without_a_name_move_no_other(table):
    made = book(Cards=[[None, "id", None, "chance"], [None, "fox", None, 0.5]])
    made["Cards"]["D2"].number_format = "0%"

    (row,) = table("a.xlsx", saved(made)).rows

    assert row.shown == {"chance": "50%"}


def test_bold_and_italic_letters_stay_in_rich_columns(table):
    made = book(Cards=[["id", "text", "plain"]])
    sheet = made["Cards"]
    words = CellRichText(TextBlock(InlineFont(b=True), "Take "), "2*", TextBlock(InlineFont(i=True), " hares"))
    sheet.append(["fox", words, words])
    sheet.append(["hare", "All of it.", "x"])
    sheet["B3"].font = Font(bold=True)
    columns = (ID_COLUMN, Column("text", "text", rich=True), Column("plain", "text"))

    with FaultReport() as report:
        rows = read_rows(table("a.xlsx", saved(made)), RowTyping(columns, ("en",), {}), report)

    assert [row.cells["text"] for row in rows] == ["**Take** 2\\* *hares*", "**All of it.**"]
    assert rows[0].cells["plain"] == "Take 2* hares"


def read_of(table, rows, columns, ignored=("*",)):
    report = FaultReport()
    with report:
        raw = table("cards.xlsx", xlsx(rows), report, TableForm(ignored=ignored))
        return read_rows(raw, RowTyping(columns, ("en",), {}), report)


def word(place, text):
    return f' r="{place}" t="inlineStr"><is><t>{text}</t></is>'


FOX = word("A2", "Fox"), ' r="B2"><v>2</v>'
SUMS = (
    row(1, word("A1", "Name"), word("B1", "Qty"), word("C1", "Worth"))
    + row(2, *FOX, ' r="C2"><f>B2*2</f>')
    + row(3, word("A3", "Total"), ' r="B3"><f>SUM(B2:B2)</f>')
    + row(5, ' r="B5"><f>SUM(B2:B2)</f>')
)
SUMMED = (Column("id", "id", sources=(("id", "Name"),)), Column("copies", "copies", sources=(("copies", "Qty"),)))


def test_formula_without_a_value_matters_only_in_a_used_cell(table):
    assert [typed.id for typed in read_of(table, SUMS, SUMMED)] == ["fox"]

    worth = Column("worth", "number", sources=(("worth", "Worth"),))
    with pytest.raises(Faults) as caught:
        read_of(table, SUMS, (*SUMMED, worth))
    assert str(caught.value) == f"cards.xlsx:2 [Cards!C2]: {UNSAVED}"


def test_row_of_nothing_but_formulas_without_values_is_told(table):
    rows = SUMS.replace("".join(f"<c{cell}</c>" for cell in FOX), '<c r="A2"><f>A9</f></c><c r="B2"><f>B9</f></c>')

    with pytest.raises(Faults, match="Cards!A2"):
        read_of(table, rows + row(6, word("A6", "Hare"), ' r="B6"><v>2</v>'), SUMMED)


@pytest.mark.parametrize("first", [["Sheet", "Count"], ["Notes"]])
def test_sheet_of_the_columns_is_offered_where_none_is_named(table, first):
    book = openpyxl.Workbook()
    book.active.title = "Overview"
    for name, header in (("", first), ("Changes", ["Date", "By"]), ("Cards", ["Card Name", "Qty", "Rules"])):
        sheet = book.create_sheet(name) if name else book.active
        sheet.append(header)
        sheet.append(["a", 1, "b"][: len(header)])
    packed = io.BytesIO()
    book.save(packed)
    form = TableForm(headings=frozenset({"card_name", "rules", "qty", "count"}))

    with pytest.raises(Faults) as caught:
        table("cards.xlsx", packed.getvalue(), FaultReport(), form)

    assert str(caught.value) == (
        "cards.xlsx [Overview]: the columns are not in the sheet 'Overview'; name theirs beside rows: sheet = \"Cards\""
    )
    assert len(table("cards.xlsx", packed.getvalue(), FaultReport(), form._replace(sheet="Cards")).rows) == 1
