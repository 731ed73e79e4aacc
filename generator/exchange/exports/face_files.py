"""The target `pictures`: every face as a picture file, in printing order, backs beside fronts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.build.outputs.face_images import AT_ONCE
from generator.exchange.exports.export_folder import ExportFolder
from generator.exchange.exports.export_options import ExportOptions
from generator.exchange.exports.export_request import ExportRequest
from generator.exchange.exports.exported_game import ExportedDeck, ExportedGame
from generator.exchange.exports.findings import Report
from generator.model.face import Face
from generator.write.png import page_pngs


def check_options(options: ExportOptions) -> None:
    """Accept all options."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write `<component>/<number>-<piece>-front.png`, and `-back.png` where it has a back."""
    exported, report = request.typeset(), Report()
    names = {name: face for deck in exported.decks for name, face in face_names(deck)}
    for number, (name, data) in enumerate(_pictures(exported, names, request.options)):
        request.progress(f"{request.game.id}: pictures", number, len(names))
        folder.write(name, data)
    report.lines.append(request.words("pictures.written", count=len(names), dpi=request.options.dpi))
    return report


def face_names(deck: ExportedDeck, ending: str = ".png") -> Iterator[tuple[str, Face]]:
    """Yield the faces of a deck with names of files that sort in printing order.

    A piece with several copies names their number: `orders/003-bar-x2-front.png`.
    """
    digits = max(2, len(str(len(deck.pieces))))
    for number, each in enumerate(deck.pieces, 1):
        copies = f"-x{each.copies}" if each.copies > 1 else ""
        for side, face in each.sides:
            yield str(PurePosixPath(deck.id, f"{number:0{digits}}-{each.piece.id}{copies}-{side}{ending}")), face


def _pictures(exported: ExportedGame, names: dict[str, Face], options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    from generator.write.pdf.document import face_pdf

    order = list(names.items())
    for start in range(0, len(order), AT_ONCE):
        some = order[start : start + AT_ONCE]
        pdf = face_pdf([face for _, face in some], exported.forms, exported.fonts, bleed=options.bleed != 0)
        yield from ((name, png) for (name, _), png in zip(some, page_pngs(pdf, options.dpi), strict=True))
