"""The target `tts`: a table of Tabletop Simulator, its pictures, and the rules as PDF."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.export_words import export_words
from generator.exports.exported_game import ExportedGame
from generator.exports.findings import Report
from generator.exports.virtual_tables.booklet_pdf import booklet_name, booklet_pdf
from generator.exports.virtual_tables.simulator.card_catalogue import sheet_dpi
from generator.exports.virtual_tables.simulator.card_sheets import LARGEST
from generator.exports.virtual_tables.simulator.object_states import HAND_ZONE, Pose, State, bag
from generator.exports.virtual_tables.simulator.table_objects import TableObjects
from generator.exports.virtual_tables.simulator.table_pictures import TablePictures
from generator.exports.virtual_tables.simulator.table_save import laid_objects, saved_object, table_save
from generator.exports.virtual_tables.table_of_export import lay_known, report_boxes

TABLE_FILE, PIECES_FILE = "table.json", "pieces.json"


def check_options(options: ExportOptions) -> None:
    """Accept every combination of options: a wrong address becomes a finding."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write the table, its pieces as a saved object, the pictures of both, and a PDF file for each booklet.

    Raises Faults for faults of the game's own data, OutputError.
    """
    report, prefix = Report(), request.options.url_prefix
    if prefix and not _is_address(prefix):
        report.fault("--url-prefix", f"{prefix!r} is no address to load from; write one like https://example.org/game")
        return report
    exported = request.typeset()
    # Without a prefix the program loads the files from this computer.
    address = f"{prefix.rstrip('/')}/" if prefix else f"{folder.path.resolve().as_uri()}/"
    texts = [deck for deck in exported.decks if deck.component.prose]
    pictures = TablePictures(address)
    documents = {deck.id: address + booklet_name(deck) for deck in texts}
    objects = TableObjects(exported, pictures, documents, request.options.dpi)
    table = lay_known(request, exported)
    things = [*laid_objects(table, objects, exported.language, export_words(exported.language)("tts.unused"))]
    note = table.note[exported.language] if table.note else ""
    _write_json(folder, TABLE_FILE, table_save(exported.game, exported.title, note, things))
    _write_json(folder, PIECES_FILE, _in_bag(exported, objects, things))
    for deck in texts:
        folder.write(booklet_name(deck), booklet_pdf(deck, exported))
    for done in pictures.write(folder, exported, request.options.build.jobs):
        request.progress(f"{request.game.id}: pictures", done, len(pictures))
    _warn_of_coarse(exported, request.options.dpi, report)
    _describe(request, report, pictures)
    return report


def _is_address(prefix: str) -> bool:
    """Return whether a text is an https address without parameters."""
    try:
        parts = urlsplit(prefix)
    except ValueError:
        # urlsplit raises it for brackets that hold no IPv6 address, for example.
        return False
    # `%` is kept, so that an address which is quoted already passes.
    is_plain = quote(prefix, safe="/:%@~!$&'()*+,;=[]-._") == prefix
    return parts.scheme == "https" and bool(parts.hostname) and is_plain and not (parts.query or parts.fragment)


def _in_bag(exported: ExportedGame, objects: TableObjects, things: Sequence[State]) -> State:
    """Return everything that lies on the table in one bag, with nothing locked."""
    # Players cannot take out what is locked.
    contents = [it | {"Locked": False} for it in things if it["Name"] != HAND_ZONE]
    return saved_object([bag(objects.ids.new("game"), Pose(y=2.0), exported.title, contents)])


def _write_json(folder: ExportFolder, name: str, content: State) -> None:
    """Write an object or a table as JSON."""
    folder.write(name, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def _warn_of_coarse(exported: ExportedGame, dpi: int, report: Report) -> None:
    """Warn of components whose pictures are coarser than `dpi`."""
    for deck in exported.decks:
        fitting = sheet_dpi(deck, dpi)
        # Texts are PDF files, which have no pixels.
        if fitting < dpi and not deck.component.prose:
            most = f"a picture of Tabletop Simulator has at most {LARGEST} pixels a side"
            report.warn(deck.id, f"is drawn at {fitting:.0f} dpi; {most}")


def _describe(request: ExportRequest, report: Report, pictures: TablePictures) -> None:
    """Add lines about the files to the report."""
    words = request.words
    report.lines.append(words("tts.written", count=len(pictures)))
    report.lines.append(words("tts.files"))
    prefix = request.options.url_prefix
    report.lines.append(words("tts.hosted", prefix=prefix) if prefix else words("tts.local"))
    report_boxes(request, report)
