"""Write contact sheets: PNG files with every face of a component, one for each component and language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from generator.base.errors import Faults
from generator.base.stored_data import LostDataError
from generator.base.system.output_file import write_file
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.typeset_game import TypesetGame, typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.impose.contact_sheet import NamedFace, contact_sheet
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.model.face import Face
from generator.model.press_sheet import PressDocument
from generator.write.png import page_png

SHARPNESS = 96.0
"""Resolution in dots per inch; less for large sheets."""
LARGEST = 40e6
"""Most pixels of a sheet, which any viewer opens."""


def write_contact_sheets(game_folder: GameFolder, options: BuildOptions) -> list[Path]:
    """Write the contact sheets of one game and return their paths.

    Raises Faults with all faults of the game, UsageError for components or languages that it does not have.
    """
    game = load(game_folder.folder, prefix=game_folder.shown)
    inputs = InputDigests.of(game_folder.folder)
    typeset = typeset_game(game, game_folder, options, inputs, previews=True)
    if typeset.faces.faults:
        raise Faults(typeset.faces.all_faults)
    try:
        return _write_sheets(typeset)
    except LostDataError:  # as in `build`
        typeset.faces.forms.delete_damaged_pictures()
        return _write_sheets(typeset_game(game, game_folder, options, inputs, previews=True))


def _write_sheets(typeset: TypesetGame) -> list[Path]:
    """Write a sheet for each component and language, and return the paths."""
    from generator.write.pdf.document import pdf_chunks

    game, faces, labels = typeset.game, typeset.faces, typeset.renderer.labels
    files = []
    for (_, language), sheet_jobs in _by_sheet(typeset.jobs).items():
        named_faces = [NamedFace(_name(job), faces.faces[job.key]) for job in _different(sheet_jobs, faces.faces)]
        dot = labels.messages(language)("dot")
        title = dot.join((game.title[language], sheet_jobs[0].component.title[language]))
        sheet = contact_sheet(named_faces, title, partial(labels.label, language))
        document = PressDocument(title, game.designer, "", language, game.date, (sheet,))
        # The size of a sheet grows with its faces, so its resolution is lowered.
        dpi = min(SHARPNESS, 72 * (LARGEST / (sheet.size.width * sheet.size.height)) ** 0.5)
        file = typeset.names.contact_sheet(sheet_jobs[0].component, language)
        write_file(file, page_png(pdf_chunks(document, faces.forms, labels.fonts), dpi))
        files.append(file)
    return files


def _by_sheet(jobs: list[FaceJob]) -> dict[tuple[str, str], list[FaceJob]]:
    """Return the jobs by component id and language, in printing order."""
    sheets: dict[tuple[str, str], list[FaceJob]] = {}
    for job in jobs:
        sheets.setdefault((job.component.id, job.language), []).append(job)
    return sheets


def _different(jobs: list[FaceJob], faces: Mapping[str, Face]) -> list[FaceJob]:
    """Return fronts, then backs, each drawing once: the cards of a deck share a back."""
    ordered = sorted(jobs, key=lambda job: job.side == "back")
    # By identity: equal faces are one object here. Reversed twice, so that the first job of a face names it.
    return list({id(faces[job.key]): job for job in reversed(ordered)}.values())[::-1]


def _name(job: FaceJob) -> str:
    """Return the caption of a face: label and id of its piece."""
    return f"{job.piece.label} {job.piece.id}" + (" · back" if job.side == "back" else "")
