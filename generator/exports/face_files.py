"""The target `pictures`: every face as a picture file, in printing order, backs beside fronts."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import UsageError
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.exported_game import ExportedDeck
from generator.exports.face_pictures import FacePictures, PictureFile, PictureStyle
from generator.exports.findings import Report
from generator.model.face import Face
from generator.typeset.ink.shown_faces import cut_outline


def check_options(options: ExportOptions) -> None:
    """Raise UsageError for round corners in JPEG files, which cannot be transparent."""
    if options.corners == "round" and options.picture == "jpeg":
        raise UsageError("JPEG files cannot be transparent; leave out --corners round, or --picture jpeg")


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write `<component>/<number>-<piece>-front.png`, and `-back.png` where a piece has a back.

    Raises UsageError for a face that would have too many pixels.
    """
    options, report = request.options, Report()
    # For 0 mm the faces keep their bleed, which the pictures leave out.
    exported = request.typeset(bleed=options.bleed or None)
    ending = ".jpg" if options.picture == "jpeg" else ".png"
    named = [(name, face, outline) for deck in exported.decks for name, face, outline in _named(deck, options, ending)]
    drawn = FacePictures(exported, PictureStyle(options.dpi, True if options.bleed is None else options.bleed))
    # Checked before any folder is made, so that nothing is left of an export that cannot be drawn.
    drawn.check(face for _, face, _ in named)
    files = [PictureFile(folder.new_path(name), face, outline) for name, face, outline in named]
    for done in drawn.write(files, options.build.jobs):
        request.progress(f"{request.game.id}: pictures", done, len(files))
    report.lines.append(request.words("pictures.written", count=len(files), dpi=options.dpi))
    return report


def _named(deck: ExportedDeck, options: ExportOptions, ending: str) -> Iterator[tuple[str, Face, str]]:
    """Yield names and faces of a deck's pictures, with outlines where corners are round (else empty)."""
    outlines = {}
    if options.corners == "round":
        for piece in deck.pieces:
            for _, face in piece.sides:
                outlines[face.key] = cut_outline(face, piece.front, deck.component.corner)
    yield from ((name, face, outlines.get(face.key, "")) for name, face in face_names(deck, ending))


def face_names(deck: ExportedDeck, ending: str = ".png") -> Iterator[tuple[str, Face]]:
    """Yield file names that sort in printing order, each with its face.

    A piece with several copies names their number: `orders/003-bar-x2-front.png`.
    """
    for name, piece in deck.file_names():
        yield from ((f"{deck.id}/{name}-{side}{ending}", face) for side, face in piece.sides)
