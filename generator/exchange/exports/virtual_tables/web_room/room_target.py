"""The target `playingcards`: a room of playingcards.io, as one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from generator.exchange.exports.export_folder import ExportFolder
from generator.exchange.exports.export_options import ExportOptions
from generator.exchange.exports.export_request import ExportRequest
from generator.exchange.exports.export_words import export_words
from generator.exchange.exports.exported_game import ExportedGame
from generator.exchange.exports.findings import Report
from generator.exchange.exports.virtual_tables.laid_table import LaidObject, LaidTable
from generator.exchange.exports.virtual_tables.table_of_export import game_to_lay
from generator.exchange.exports.virtual_tables.upright_table import lay_upright
from generator.exchange.exports.virtual_tables.web_room.room import TABLE, Room
from generator.exchange.exports.virtual_tables.web_room.room_pictures import RoomPictures

WIDGETS = "widgets.json"
_DAY = (1980, 1, 1, 0, 0, 0)
"""Of files in the ZIP, so that the same game makes the same bytes."""


def check_options(options: ExportOptions) -> None:
    """Accept all options."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write `<game>.pcio`. Raises Faults for faults of the game's own data, OutputError."""
    exported, report = request.typeset(), Report()
    table = _table_of(request, exported)
    pictures = RoomPictures()
    room = Room(exported, pictures, partial(_hand_title, request))
    widgets = room.widgets(table)
    files = []
    for done, file in enumerate(pictures.drawn(exported, request.options.build.jobs), 1):
        request.progress(f"{request.game.id}: pictures", done, len(pictures))
        files.append(file)
    folder.write(
        _file_name(request), _zipped([(WIDGETS, json.dumps(widgets, ensure_ascii=False, indent=1).encode()), *files])
    )
    _describe(request, report, table, [*_left_out(exported, table)])
    return report


def _hand_title(request: ExportRequest, seat: int) -> str:
    return export_words(request.language)("playingcards.hand", number=seat + 1)


def _table_of(request: ExportRequest, exported: ExportedGame) -> LaidTable:
    kinds = {part.id: part.kind for part in exported.game.components}
    known = {deck.id for deck in exported.decks}

    def is_shown(laid: LaidObject) -> bool:
        component = laid.copies[0].component
        return component in known and _is_of_use(kinds[component], is_unused=laid.is_unused)

    return lay_upright(*game_to_lay(request, exported), TABLE, is_shown)


def _is_of_use(kind: str, *, is_unused: bool) -> bool:
    """Texts are too small to read in a room, and boards that nobody uses cannot be put away."""
    return kind != "booklets" and not (kind == "boards" and is_unused)


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for name, content in files:
            way = ZIP_DEFLATED if name == WIDGETS else ZIP_STORED
            archive.writestr(ZipInfo(name, _DAY), content, way)
    return data.getvalue()


def _describe(request: ExportRequest, report: Report, table: LaidTable, left_out: Sequence[str]) -> None:
    words = request.words
    report.lines.append(words("playingcards.written", name=_file_name(request)))
    report.lines.append(words("playingcards.seen"))
    if any(laid.form == "hand" for laid in table.objects):
        report.lines.append(words("playingcards.hands"))
    if table.note:
        report.lines.append(table.note[request.language])
    if left_out:
        report.lines.append(words("playingcards.left_out", names=", ".join(left_out)))


def _left_out(exported: ExportedGame, table: LaidTable) -> Iterator[str]:
    """Yield what does not lie on the table: whole components, or single pieces."""
    shown = {(copy.component, copy.piece) for laid in table.objects for copy in laid.copies}
    for deck in exported.decks:
        missing = [each.title for each in deck.pieces if (deck.id, each.piece.id) not in shown]
        yield from [deck.title] if len(missing) == len(deck.pieces) else missing


def _file_name(request: ExportRequest) -> str:
    return f"{request.game.id}.pcio"
