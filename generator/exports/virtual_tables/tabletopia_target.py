"""The target `tabletopia`: a picture of each side of each piece, a list of them, and a picture of the table set up.

Tabletopia has no file for a whole game: objects are made of pictures in its workshop. Front and back are files of their
own, and all pieces of a kind have exactly as many pixels, on both sides (help.tabletopia.com, Preparing Graphics).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from generator.base.records import dataclass
from generator.base.units import decimal, to_mm
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.exported_game import ExportedDeck, ExportedGame
from generator.exports.face_pictures import jpeg
from generator.exports.findings import Report
from generator.exports.virtual_tables.laid_table import LaidObject, LaidTable
from generator.exports.virtual_tables.piece_sides import (
    BACK,
    FRONT,
    PieceSide,
    draw_all,
    draw_side,
    piece_sides,
)
from generator.exports.virtual_tables.table_of_export import lay_known
from generator.exports.virtual_tables.upright_table import box_around
from generator.model.nets import FACES
from generator.model.virtual_tables.piece_stock import LAID_KINDS
from generator.write.png import image_png

if TYPE_CHECKING:
    from PIL.Image import Image

LIST_FILE, SETUP_FILE = "pieces.csv", "setup.jpg"
LONGEST = 4096
"""Pixels of the longer side of a picture: graphics cards of players can be trusted to hold as many."""
SETUP_DPI = 80.0

_KINDS = (*LAID_KINDS, "sheets")
GROUND = "#2f5d50"
MARGIN = 20.0
"""Millimetres of table around the objects."""
LONGEST_SETUP = 6000
"""Pixels of the longer side of the picture of the table."""


@dataclass(frozen=True, slots=True)
class _PieceFile:
    """A picture, and its line in the list."""

    name: str
    side: PieceSide
    dpi: float
    row: tuple[str, ...]


def check_options(options: ExportOptions) -> None:
    """Accept every combination of options: this target refuses none."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write pictures `<component>/…png`, the list `pieces.csv`, and the table as `setup.jpg`.

    Raises Faults for the game's own data, OutputError.
    """
    exported, report = request.typeset(needs=lambda part: part.kind in _KINDS), Report()
    decks = [deck for deck in exported.decks if deck.component.kind in _KINDS]
    files = [file for deck in decks for file in _files(deck, request.options.dpi)]
    # A back that pieces share is one file, with a line in the list for each piece.
    unique = {file.name: file for file in files}
    for done, (name, data) in enumerate(_drawn([*unique.values()], exported, request.options.build.jobs), 1):
        folder.write(name, data)
        request.progress(f"{request.game.id}: pictures", done, len(unique))
    folder.write(LIST_FILE, _list(request, files))
    table = lay_known(request, exported)
    folder.write(SETUP_FILE, jpeg(setup_picture(table, exported, SETUP_DPI), SETUP_DPI))
    words = request.words
    report.lines.append(words("tabletopia.written", count=len(unique)))
    report.lines.append(words("tabletopia.setup", name=SETUP_FILE))
    if table.note:
        report.lines.append(table.note[request.language])
    left_out = [part.title[request.language] for part in request.components if part.kind not in _KINDS]
    if left_out:
        report.lines.append(words("tabletopia.left_out", names=", ".join(left_out)))
    return report


def _files(deck: ExportedDeck, dpi: float) -> Iterator[_PieceFile]:
    """Yield the pictures of a deck with their lines in the list; a back that several pieces share is one file."""
    sides = [piece_sides(deck.component, piece) for piece in deck.pieces]
    backs = list(dict.fromkeys(named_sides[BACK].key for named_sides in sides if BACK in named_sides))
    # Leading zeros let lists of files sort in printing order.
    digits = len(str(len(deck.pieces)))
    for number, (piece, named_sides) in enumerate(zip(deck.pieces, sides, strict=True), 1):
        for name, side in named_sides.items():
            # The back of a standee is a panel of its own net, which no other piece shares.
            shared = name == BACK and deck.component.kind != "standees"
            file_number = backs.index(side.key) + 1 if shared else number
            stem = (
                f"back-{file_number}"
                if shared
                else f"{number:0{digits}}-{piece.piece.id}-{name}".removesuffix(f"-{FRONT}")
            )
            whole = side.whole if deck.component.kind not in {"dice", "standees"} else side
            width, height = (decimal(round(to_mm(length), 2)) for length in whole.size)
            row = (deck.title, piece.title, name, str(piece.copies), width, height)
            yield _PieceFile(f"{deck.id}/{stem}.png", whole, min(dpi, LONGEST * 72 / max(whole.size)), row)


def _drawn(files: Sequence[_PieceFile], exported: ExportedGame, jobs: int) -> Iterator[tuple[str, bytes]]:
    """Yield names and bytes of pictures, drawn by several processes (`jobs`)."""
    return draw_all(partial(_draw, exported), files, jobs)


def _draw(exported: ExportedGame, file: _PieceFile) -> tuple[str, bytes]:
    """Return the name and the bytes of one picture."""
    return file.name, image_png(draw_side(file.side, exported, file.dpi), file.dpi)


def _list(request: ExportRequest, files: Sequence[_PieceFile]) -> bytes:
    """Return a CSV table of all sides, with the byte order mark that tells spreadsheets it is UTF-8."""
    text = StringIO()
    # Lines of CSV end with CR and LF (RFC 4180).
    writer = csv.writer(text, lineterminator="\r\n")
    columns = ("component", "piece", "side", "copies", "width", "height")
    writer.writerow([request.words("tabletopia.file"), *(request.words(f"tabletopia.{column}") for column in columns)])
    writer.writerows([file.name, *file.row] for file in files)
    return text.getvalue().encode("utf-8-sig")


def setup_picture(table: LaidTable, exported: ExportedGame, dpi: float) -> Image:
    """Return a picture of the objects on a table, piles and bags as their uppermost piece; booklets are left out."""
    from PIL.Image import new

    decks = {deck.id: deck for deck in exported.decks}
    laid = [it for it in table.objects if not decks[it.copies[0].component].component.prose]
    box = box_around(laid).expand(MARGIN)
    # Pixels in a millimetre; a large table is drawn coarser.
    scale = min(dpi / 25.4, LONGEST_SETUP / max(box.width, box.height))
    picture = new("RGB", (max(1, round(box.width * scale)), max(1, round(box.height * scale))), GROUND)
    drawn: dict[tuple[str, bool], Image] = {}
    for it in laid:
        image = _turned(it, exported, scale * 25.4, drawn)
        left, top = round((it.x - box.x) * scale - image.width / 2), round((it.y - box.y) * scale - image.height / 2)
        # The picture is its own mask: it is transparent outside of outlines.
        picture.paste(image, (left, top), image)
    return picture


def _turned(laid: LaidObject, exported: ExportedGame, dpi: float, drawn: dict[tuple[str, bool], Image]) -> Image:
    """Return the picture of an object's visible side with its turn; `drawn` keeps sides that recur."""
    first = laid.copies[0]
    key = f"{first.component}/{first.piece}", laid.face_up and laid.form != "hand"
    if key not in drawn:
        deck = next(deck for deck in exported.decks if deck.id == first.component)
        piece = next(candidate for candidate in deck.pieces if candidate.piece.id == first.piece)
        sides = piece_sides(deck.component, piece)
        front = sides.get(FRONT) or sides[FACES[0]]
        drawn[key] = draw_side(front if key[1] else sides.get(BACK, front), exported, dpi).convert("RGBA")
    # Pillow turns anticlockwise, objects on a table are turned clockwise.
    return drawn[key].rotate(-laid.turn, expand=True)
