"""Reads the cells of a sheet of a workbook, in a child process: a hostile one can make calamine ask for all memory.

What calamine leaves out is read from the XML: formulas without a saved value, which would be empty cells, errors, and
how numbers are shown.
"""

import datetime
import io
import re
import zipfile
from collections.abc import Iterable
from functools import partial
from xml.etree import ElementTree

from generator.base.system.limited_child import Send

_ROWS = 25_000  # somewhat more than raw_table.MOST_ROWS, which reports the line of the first row too many
_COLUMNS = 250
_CHARACTERS = 20_000_000
_MOST_FAULTS = 100

_BUILT_IN = {1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"}
_BUILT_IN |= {15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM"}
"""Codes of formats that every workbook knows by a number; those of currencies, and 14, depend on the computer."""

_FORMULA = re.compile(rb"""<(?:\w+:)?(?:f|rPr)[ />]|t=["']e["']|hidden=["']""")
"""A formula, a cell with an error or with letters in several fonts, or a hidden row or column."""

_RUN = re.compile(rb"<(?:\w+:)?r[ >]")
_MARKUP = re.compile(r"[*^{}\\]")

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_PARAGRAPH = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}p"
_ERROR = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"


class Notes:
    """Facts about cells besides their values, by row and column, counted from 0."""

    def __init__(self) -> None:
        """Begin with no facts."""
        self.faults: list[tuple[int, int, str]] = []
        """Row, column and the error that is shown; empty text for a formula without a saved value."""
        self.codes: list[tuple[int, int, str]] = []
        """Rows, columns and codes of number formats."""
        self.styled: list[tuple[int, int, str]] = []
        """Rows, columns and texts with bold or italic letters, as light markup."""
        self.shown: list[tuple[int, int, str]] = []
        """Rows, columns and the text that is shown."""
        self.hidden_rows: list[int] = []
        self.hidden_columns: list[int] = []

    def add_fault(self, row: int, column: int, error: str) -> None:
        """Add the error of a cell, by row and column from 0, unless there are a hundred already."""
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append((row, column, error[:20]))


def read_cells(subject: tuple[bytes, str], send: Send) -> None:
    """Send the cells of a sheet of a workbook, or its `fault`, to the parent process.

    `subject` is the workbook's bytes and the name of the sheet, empty for the first one that is not hidden.
    """
    send(_answer(*subject))


def _answer(data: bytes, sheet_name: str) -> dict[str, object]:
    """Return the cells of a sheet as values of JSON, or `fault` with the reason why it cannot be read."""
    import python_calamine

    try:
        return _cells(data, sheet_name)
    except python_calamine.PasswordError:
        return {"fault": "is locked with a password; save it without"}
    except (
        *(python_calamine.CalamineError, zipfile.BadZipFile),
        *(LookupError, OSError, StopIteration, SyntaxError, ValueError),
    ) as error:
        return {"fault": f"cannot be read as a workbook: {str(error)[:80].lower()}"}


def _cells(data: bytes, sheet_name: str) -> dict[str, object]:
    """Return the rows of a sheet with its name and notes; only `sheets`, all names, if there is no such sheet."""
    import python_calamine

    book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    kind, visible = python_calamine.SheetTypeEnum.WorkSheet, python_calamine.SheetVisibleEnum.Visible
    # Sheets of charts and macros have no cells.
    about = [sheet for sheet in book.sheets_metadata if sheet.typ == kind]
    names = [sheet.name for sheet in about]
    visible_names = [sheet.name for sheet in about if sheet.visible == visible]
    if sheet_name and sheet_name not in names:
        return {"sheets": names}
    name = sheet_name or [*visible_names, *names][0]
    sheet = book.get_sheet_by_name(name)
    named = {"sheet": name, "sheets": names, "seen": visible_names}
    if sheet.end is None:
        return {"rows": [], **named}
    if sheet.end[0] >= _ROWS or sheet.end[1] >= _COLUMNS:
        return {"fault": f"has a cell in row {sheet.end[0] + 1:,}, column {sheet.end[1] + 1:,}; that is too far out"}
    rows = sheet.to_python(skip_empty_area=False)
    if sum(len(value) for row in rows for value in row if isinstance(value, str)) > _CHARACTERS:
        return {"fault": f"over {_CHARACTERS // 1_000_000} million characters"}
    cells = [[_json_value(value) for value in row] for row in rows]
    for (top, column), (bottom, _) in sheet.merged_cell_ranges or ():
        for row in range(top + 1, min(bottom + 1, len(cells))):  # what is merged downwards holds for each of its rows
            cells[row][column] = cells[top][column]
    return {"rows": cells, **named, **vars(_notes(data, name))}


def _json_value(value: object) -> object:
    """Return a cell's value as one that JSON has.

    Times have seconds only where they are not zero, and durations are written in hours.
    """
    if isinstance(value, datetime.timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
    if isinstance(value, datetime.datetime | datetime.time):
        return value.isoformat(timespec="seconds").replace("T", " ").removesuffix(":00")
    if isinstance(value, float) and value == value and abs(value) < 1e300:  # noqa: PLR0124  not a number
        # Excel computes with 15 digits; 0.1 + 0.2 would otherwise be read as 0.30000000000000004.
        return float(f"{value:.15g}")  # the digits that Excel counts with
    return value.isoformat() if isinstance(value, datetime.date) else value


def _notes(data: bytes, sheet: str) -> Notes:
    """Return facts about the cells of a sheet that calamine leaves out."""
    notes = Notes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if "content.xml" in archive.namelist():
            _note_ods(archive, sheet, notes)
        else:
            _note_xlsx(archive, sheet, notes)
    return notes


def _note_xlsx(archive: zipfile.ZipFile, sheet: str, notes: Notes) -> None:
    """Note errors, number formats, bold letters and hidden rows of a sheet of an Excel workbook."""
    codes, part = _number_formats(archive), _sheet_part(archive, sheet)
    texts, fonts = _styled_texts(archive), _fonts(archive)
    if not any(codes.values()) and not texts and not any(fonts.values()) and not _has_formulas(archive, part):
        return  # to read the XML takes twice as long as all the rest
    for _, cell in ElementTree.iterparse(archive.open(part)):
        kind = _local(cell.tag)
        if kind in {"col", "row"} and cell.get("hidden") in {"1", "true"}:
            _note_hidden(cell, kind, notes)
        if kind == "row":
            # `iterparse` keeps every element: cleared, a large sheet stays within the memory limit.
            cell.clear()
        if kind != "c" or "r" not in cell.attrib:
            continue
        row, column = _place(cell.attrib["r"])
        parts = {_local(part.tag): part.text or "" for part in cell}
        if cell.get("t") in {"s", "inlineStr"}:
            _note_style(cell, parts, texts, fonts, notes, (row, column))
        if cell.get("t") == "e":
            notes.add_fault(row, column, parts.get("v") or "#N/A")
        elif "f" in parts and not parts.get("v") and not (cell.get("t") == "str" and "v" in parts):
            notes.add_fault(row, column, "")  # a formula that gives an empty text is saved as such
        elif (code := codes.get(cell.get("s", "0"))) and cell.get("t", "n") == "n":
            notes.codes.append((row, column, code))


def _note_hidden(item: ElementTree.Element, kind: str, notes: Notes) -> None:
    """Note a row or column of an Excel sheet that is hidden; `kind` is `row` or `col`."""
    if kind == "row":
        notes.hidden_rows.append(int(item.get("r", "1")) - 1)
    else:
        # A style may reach to column 16,384.
        notes.hidden_columns += range(int(item.get("min", "1")) - 1, min(int(item.get("max", "1")), _COLUMNS))


def _note_style(
    cell: ElementTree.Element,
    parts: dict[str, str],
    texts: dict[str, str],
    fonts: dict[str, str],
    notes: Notes,
    place: tuple[int, int],
) -> None:
    """Note a text with bold or italic letters: of single words, or in the font of the whole cell.

    `parts` are the texts of the cell's inner elements; `texts` and `fonts` are looked up by the cell's numbers.
    """
    inline = next((part for part in cell if _local(part.tag) == "is"), None)
    text = texts.get(parts.get("v", "")) if inline is None else _runs(inline)
    sign = fonts.get(cell.get("s", "0"), "")
    if text:
        notes.styled.append((*place, text))
    elif sign:
        notes.styled.append((*place, sign))


def _styled_texts(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the shared texts with bold or italic letters as light markup, by their numbers."""
    if "xl/sharedStrings.xml" not in archive.namelist():
        return {}
    data = archive.read("xl/sharedStrings.xml")
    if not _RUN.search(data):
        return {}
    markup: dict[str, str] = {}
    for number, item in enumerate(element for element in ElementTree.fromstring(data) if _local(element.tag) == "si"):
        if text := _runs(item):
            markup[str(number)] = text
    return markup


def _runs(item: ElementTree.Element) -> str:
    """Return a text in several fonts as light markup; empty where none of them is bold or italic."""
    text, is_styled = "", False
    for run in item:
        words = "".join(part.text or "" for part in run if _local(part.tag) == "t")
        sign = _sign([part for part in run if _local(part.tag) == "rPr"])
        bare = words.strip()
        is_styled |= bool(sign and bare)
        marked = _MARKUP.sub(r"\\\g<0>", bare)
        start = len(words) - len(words.lstrip())
        text += words[:start] + (f"{sign}{marked}{sign[::-1]}" if bare else "") + words[start + len(bare) :]
    return text if is_styled else ""


def _sign(looks: Iterable[ElementTree.Element]) -> str:
    """Return the sign of light markup for a font: `**` bold, `*` italic, empty for a plain one."""
    kinds = {_local(part.tag) for look in looks for part in look if part.get("val", "1") not in {"0", "false"}}
    return "**" * ("b" in kinds) + "*" * ("i" in kinds)


def _fonts(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the signs of light markup by the style of cells whose font is bold or italic."""
    if "xl/styles.xml" not in archive.namelist():
        return {}
    groups = {_local(group.tag): group for group in ElementTree.fromstring(archive.read("xl/styles.xml"))}
    signs = [_sign([font]) for font in groups.get("fonts", ())]
    signs_by_style: dict[str, str] = {}
    for number, style in enumerate(groups.get("cellXfs", ())):
        font = int(style.get("fontId", "0"))
        if font < len(signs) and signs[font]:
            signs_by_style[str(number)] = signs[font]
    return signs_by_style


def _has_formulas(archive: zipfile.ZipFile, part: str) -> bool:
    """Whether the XML of a sheet has formulas, errors, styled letters or hidden rows, read piece by piece."""
    with archive.open(part) as sheet:
        tail = b""
        for piece in iter(partial(sheet.read, 1 << 20), b""):
            if _FORMULA.search(tail + piece):
                return True
            # A formula may be cut in two at the border of a piece.
            tail = piece[-20:]
    return False


def _sheet_part(archive: zipfile.ZipFile, name: str) -> str:
    """Return the name of the file inside the workbook that holds a sheet."""
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    sheet = next(element for element in book.iter() if _local(element.tag) == "sheet" and element.get("name") == name)
    id_ = next(value for name, value in sheet.attrib.items() if _local(name) == "id")
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    target = str(next(relation.get("Target") for relation in relations if relation.get("Id") == id_))
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _number_formats(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the codes of number formats, such as `0.0%`, by the style of cells."""
    if "xl/styles.xml" not in archive.namelist():
        return {}
    styles = ElementTree.fromstring(archive.read("xl/styles.xml"))
    codes = {str(number): code for number, code in _BUILT_IN.items()}
    codes_by_style: dict[str, str] = {}
    for group in styles:
        for number, element in enumerate(group):
            if _local(group.tag) == "numFmts":
                codes[element.get("numFmtId", "")] = element.get("formatCode", "")
            elif _local(group.tag) == "cellXfs":
                codes_by_style[str(number)] = codes.get(element.get("numFmtId", ""), "")
    return codes_by_style


def _note_ods(archive: zipfile.ZipFile, sheet: str, notes: Notes) -> None:
    """Note errors, displayed numbers, and hidden rows and columns of a sheet of a LibreOffice workbook."""
    row = column = place = 0
    is_wanted = False
    for event, item in ElementTree.iterparse(archive.open("content.xml"), events=("start", "end")):
        if item.tag == f"{_TABLE}table":
            if is_wanted:
                return
            is_wanted = item.get(f"{_TABLE}name") == sheet and event == "start"
        elif not is_wanted:
            if event == "end" and item.tag == f"{_TABLE}table-row":
                item.clear()
        elif event == "start":
            column = 0 if item.tag == f"{_TABLE}table-row" else column
        elif item.tag in {f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"}:
            _note_ods_cell(item, row, column, notes)
            column += _repeated(item, "columns")
        elif item.tag == f"{_TABLE}table-column":
            notes.hidden_columns += _hidden_places(item, place, place + _repeated(item, "columns"), _COLUMNS)
            place += _repeated(item, "columns")
        elif item.tag == f"{_TABLE}table-row":
            notes.hidden_rows += _hidden_places(item, row, row + _repeated(item, "rows"), _ROWS)
            row += _repeated(item, "rows")
            item.clear()


def _repeated(item: ElementTree.Element, kind: str) -> int:
    """Return for how many `rows` or `columns` an element stands: ODS writes equal neighbours once."""
    return int(item.get(f"{_TABLE}number-{kind}-repeated", "1"))


def _hidden_places(item: ElementTree.Element, start: int, end: int, most: int) -> range:
    """Return the rows or columns from `start` to before `end`, or to `most`, if they are hidden or filtered out."""
    is_hidden = item.get(f"{_TABLE}visibility", "visible") != "visible"
    return range(start, min(end, most) if is_hidden else start)


def _note_ods_cell(cell: ElementTree.Element, row: int, column: int, notes: Notes) -> None:
    """Note an error, a formula without a value, or the displayed text of a number."""
    kind, text = cell.get(f"{_OFFICE}value-type"), cell.findtext(_PARAGRAPH, "")
    if f"{_TABLE}formula" in cell.attrib and not kind:
        notes.add_fault(row, column, "")
    elif cell.get(_ERROR) == "error":
        notes.add_fault(row, column, text or "#N/A")
    elif kind in {"float", "percentage", "currency"} and text:
        notes.shown.append((row, column, text))


def _place(name: str) -> tuple[int, int]:
    """Return the row and column of a cell such as B9, counted from 0."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        # Columns are numbers to base 26 with digits A to Z, without a zero.
        column = column * 26 + ord(letter) - 64
    return int(name[len(letters) :]) - 1, column - 1


def _local(name: str) -> str:
    """Return the name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]
