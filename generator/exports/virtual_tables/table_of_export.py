"""The game of an export and its set-up, for all virtual tables."""

from __future__ import annotations

from generator.base.records import replace
from generator.exports.export_request import ExportRequest
from generator.exports.exported_game import ExportedGame
from generator.exports.findings import Report
from generator.exports.virtual_tables.laid_table import LaidTable, lay_table
from generator.load.virtual_tables.table_setup_reader import read_table_setup
from generator.model.game import Game
from generator.model.virtual_tables.piece_stock import PieceCopy
from generator.model.virtual_tables.table_setup import TableSetup


def game_to_lay(request: ExportRequest, exported: ExportedGame) -> tuple[Game, TableSetup | None]:
    """Return the game and its set-up for a table.

    There is no set-up if only some pieces, or other numbers of copies, are exported. Raises Faults for a faulty
    `table.toml`.
    """
    build, game = request.options.build, exported.game
    # A set-up may name pieces and numbers of copies that such an export lacks.
    if not (build.only or build.copies):
        return game, read_table_setup(request.game, prefix=request.game_folder.shown)
    parts = (
        replace(
            deck.component,
            # The exported pieces of a text are its pages; on a table it is one thing.
            pieces=() if deck.component.prose else tuple(replace(it.piece, copies=it.copies) for it in deck.pieces),
        )
        for deck in exported.decks
    )
    return replace(game, components=tuple(parts)), None


def lay_known(request: ExportRequest, exported: ExportedGame) -> LaidTable:
    """Return the table with exported pieces only.

    It lacks, for example, texts that are printed on whole sheets alone. Raises like `game_to_lay`.
    """
    piece_ids = {deck.id: {piece.piece.id for piece in deck.pieces} for deck in exported.decks}
    texts = {deck.id for deck in exported.decks if deck.component.prose}
    table = lay_table(*game_to_lay(request, exported))

    def is_known(copy: PieceCopy) -> bool:
        """Return whether the export has a picture of a piece, or the piece is a booklet."""
        return copy.component in texts or copy.piece in piece_ids.get(copy.component, ())

    exported_objects = (replace(it, copies=tuple(filter(is_known, it.copies))) for it in table.objects)
    return replace(table, objects=tuple(it for it in exported_objects if it.copies))


def report_boxes(request: ExportRequest, report: Report) -> None:
    """Report that the boxes of a game are left out, as pieces lie on a virtual table without them."""
    boxes = [part.title[request.language] for part in request.components if part.kind == "boxes"]
    if boxes:
        report.lines.append(request.words("virtual_tables.boxes", names=", ".join(boxes)))
