"""Build one game, from its folder to its files, in five stages.

1. load: the CSV, TOML and Markdown files become a Game (`load/game_loader.py`)
2. render: a row and its template become SVG (`render/template_renderer.py`)
3. typeset: SVG becomes a Face, with glyphs and paths at their final places (`typeset/typesetter.py`)
4. impose: faces are placed on press sheets, with backs and crop marks (`impose/press_sheets.py`)
5. write: press sheets become PDF files, faces become SVG and PNG files (`write/pdf/document.py`)

Every stage takes what the stage before it returned, and none of them imports another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.records import dataclass, replace
from generator.base.stored_data import LostDataError
from generator.base.timing import Stopwatch
from generator.base.user_folders import user_cache
from generator.base.workers import pause_gc
from generator.build.input_digests import InputDigests
from generator.build.manifest import BuildResult, FitRow, Manifest, OutputFile, Progress, no_progress
from generator.build.options import BuildOptions, check_options
from generator.build.picture_resolution import picture_rows
from generator.build.small_texts import size_fault, small_texts
from generator.load.game_locations import GameFolder

if TYPE_CHECKING:
    from generator.build.changes.comparison import PrintChanges
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.face_renderer import FaceRenderer
    from generator.build.faces.typeset_game import TypesetGame
    from generator.model.face import Face


@dataclass(slots=True)
class PreviousBuild:
    """What a build takes over from the one before it in the same process, and leaves for the next."""

    renderer: FaceRenderer | None = None
    inputs: InputDigests | None = None


@pause_gc()
def build(
    game_folder: GameFolder,
    options: BuildOptions,
    progress: Progress = no_progress,
    previous: PreviousBuild | None = None,
) -> BuildResult:
    """Write every file of one game that is missing or out of date; return a record of all its files.

    With `options.verify`, files that have lost their content are written again and named in warnings.
    Nothing is written if cards are scaled to a size at which texts cannot be read; `small` then has those texts.
    Faults of single faces are in the result, and the files that need those faces are not written.
    Raises Faults if the game cannot be loaded, UsageError for pieces that do not fit a label sheet, OutputError if a
    file cannot be written.
    """
    check_options(options)
    previous = previous or PreviousBuild()
    inputs = previous.inputs = InputDigests.of(game_folder.folder)
    manifest = Manifest(Cache(user_cache()), game_folder.folder, options.out, trusted=not options.verify)
    key = _build_key(inputs, options)
    if unchanged := manifest.find_build(key):
        return unchanged
    watch = Stopwatch({})
    # load → render → typeset
    typeset, changes, notes = _typeset_order(game_folder, options, inputs, watch, previous, progress)
    if not inputs.state.is_current(game_folder.folder):
        inputs.void()
    if small := small_texts(typeset):
        return _too_small(typeset, small)
    # Imported here, so that an unchanged build loads neither the stages nor their libraries, which take 0.2 s, and that
    # the workers are already drawing while the PDF library is loaded.
    from generator.build.changes.present_faces import write_face_lists
    from generator.build.outputs.game_outputs import settle, write_outputs

    try:
        # impose → write
        files, warnings, reached = write_outputs(typeset, options, inputs, manifest, watch, progress)
    except LostDataError:  # somebody has emptied or damaged the cache since its pictures were made: make them again
        typeset.faces.forms.delete_damaged_pictures()
        # It holds faces whose pictures are lost.
        previous.renderer = None
        typeset, changes, notes = _typeset_order(game_folder, options, inputs, watch, previous, progress)
        files, warnings, reached = write_outputs(typeset, options, inputs, manifest, watch, progress)
    result = _result(typeset, files, warnings, watch)
    lists = () if options.shows_a_part else write_face_lists(typeset, options)
    result = replace(result, face_lists=tuple(lists), changes=changes, notes=(*notes, *reached))
    settle((*files, *lists))
    damaged = manifest.damaged(files) if options.verify else ()
    # Recorded once the files are on the disk, so that no record names a file which a crash has lost.
    manifest.record(key, result)
    again = (f"{file.path.as_posix()}: had changed since it was built; it is written again" for file in damaged)
    return replace(result, warnings=(*result.warnings, *again)) if damaged else result


def find_unchanged(game_folder: GameFolder, options: BuildOptions) -> BuildResult | None:
    """Return the result of the same build, if nothing has changed since."""
    # Before the game is loaded: reading it takes longer than the digests of its files.
    manifest = Manifest(Cache(user_cache()), game_folder.folder, options.out, trusted=not options.verify)
    return manifest.find_build(_build_key(InputDigests.of(game_folder.folder), options))


def _build_key(inputs: InputDigests, options: BuildOptions) -> str:
    """Return a digest of a whole build, with the earlier print that it is compared with."""
    options = replace(options, jobs=1, verify=False)  # the files are the same for any number
    if options.changed_since is None:
        return inputs.build_key(options)
    from generator.build.changes.old_print import old_print_digest

    return inputs.build_key((options, old_print_digest(options.changed_since)))


@pause_gc()
def estimate(game_folder: GameFolder, options: BuildOptions) -> BuildResult:
    """Return the files that `build` would write, with their sheets of paper and ink; writes nothing.

    Raises what `build` raises.
    """
    from generator.build.outputs.game_outputs import estimate_outputs

    check_options(options)
    watch, inputs = Stopwatch({}), InputDigests.of(game_folder.folder)
    typeset, changes, notes = _typeset_order(game_folder, options, inputs, watch, PreviousBuild())
    if small := small_texts(typeset):
        return _too_small(typeset, small)
    files, reached = estimate_outputs(typeset, options, inputs, Manifest(Cache(None), game_folder.folder, options.out))
    return replace(_result(typeset, files, (), watch), changes=changes, notes=(*notes, *reached))


def _typeset_order(
    game_folder: GameFolder,
    options: BuildOptions,
    inputs: InputDigests,
    watch: Stopwatch,
    previous: PreviousBuild,
    progress: Progress = no_progress,
) -> tuple[TypesetGame, PrintChanges | None, tuple[str, ...]]:
    """Typeset the pieces of an order; return them with the changes since an earlier print and the game's notes.

    Raises UsageError for options that nothing in the order can obey: if that is certain, before anything is drawn.
    """
    from generator.build.adapted_game import load_game
    from generator.build.faces.typeset_game import typeset_game
    from generator.build.reach.file_part import DrawnFaces, parts_of_order
    from generator.build.reach.reach_check import reach_notes

    progress(f"{game_folder.shown}: reading", 0, 0)
    game = load_game(game_folder, options)
    watch.lap("load")
    # Once before drawing, by what components are; once after it, by what their faces show.
    reach_notes(options, [*parts_of_order(game, options, options.select_pieces(game))])
    if any(paper.cells for paper in options.papers):
        from generator.build.label_fit import check_label_sheets

        check_label_sheets(game, options)
    typeset = typeset_game(
        game,
        game_folder,
        options,
        inputs,
        previous.renderer,
        progress=progress,
        while_drawing=_load_pdf_library,
    )
    watch.add(typeset.times)
    previous.renderer = typeset.renderer
    drawn = DrawnFaces(typeset.jobs, typeset.faces.faces, typeset.faces.same_looks)
    reach_notes(options, [*parts_of_order(game, options, typeset.selection, drawn)])
    if not options.changed_since:
        return typeset, None, game.notes
    from generator.build.changes.changed_pieces import select_changes

    return *select_changes(typeset, options), game.notes


def _load_pdf_library() -> None:
    """Import the libraries that write PDF files (0.07 s) while workers draw."""
    import generator.build.outputs.pdf_files  # noqa: F401


def _too_small(typeset: TypesetGame, small: Sequence[tuple[FaceJob, FitRow]]) -> BuildResult:
    """Return the result of an order whose texts would be too small: a fault, and nothing written."""
    return BuildResult(typeset.game.id, faults=(size_fault(small),), small=tuple(row for _, row in small))


@pause_gc()
def check(game_folder: GameFolder, options: BuildOptions, progress: Progress = no_progress) -> BuildResult:
    """Load, render and typeset one game and write nothing; every fault found is in the result."""
    from generator.build.faces.typeset_game import typeset_game
    from generator.build.spelling.misspelt_words import misspelt_words
    from generator.build.spelling.unfinished_rows import unfinished_rows
    from generator.build.text_pages.deck_figures import deck_figures
    from generator.load.game_loader import load
    from generator.load.virtual_tables.table_setup_reader import read_table_setup

    watch = Stopwatch({})
    progress(f"{game_folder.shown}: reading", 0, 0)
    try:
        game = load(game_folder.folder, prefix=game_folder.shown)
        read_table_setup(game, prefix=game_folder.shown)
        watch.lap("load")
        inputs = InputDigests.of(game_folder.folder)
        typeset = typeset_game(game, game_folder, options, inputs, progress=progress)
        watch.add(typeset.times)
        languages = options.languages_of(game)
        for language in languages:
            typeset.renderer.labels.messages(language)
        result = _result(typeset, (), [*unfinished_rows(game), *misspelt_words(game, languages)], watch)
        pictures = picture_rows(typeset.faces.faces.values())
        figures = tuple(deck_figures(game, languages[0]))
        return replace(result, fits=_fit_rows(typeset), pictures=pictures, notes=game.notes, figures=figures)
    except Faults as error:
        return BuildResult(game_folder.shown, faults=error.faults)


def _result(typeset: TypesetGame, files: Sequence[OutputFile], notes: Sequence[str], watch: Stopwatch) -> BuildResult:
    """Return the outcome of a build or check with all warnings, each once."""
    warnings = [*typeset.warnings, *notes]
    warnings += [f"{file.path.name}: {warning}" for file in files for warning in file.warnings]
    for job, face in _finished(typeset):
        if face.warnings:
            name = _side_name(job)
            warnings += [f"{name} ({job.language}): {warning}" for warning in face.warnings]
    unique = tuple(dict.fromkeys(warnings))
    return BuildResult(typeset.game.id, tuple(files), typeset.faces.all_faults, unique, timings=watch.times)


def _fit_rows(typeset: TypesetGame) -> tuple[FitRow, ...]:
    """Return how each text of a game fits its rectangle, for the report of a check."""
    return tuple(FitRow(_side_name(job), job.language, fit) for job, face in _finished(typeset) for fit in face.fits)


def _finished(typeset: TypesetGame) -> Iterator[tuple[FaceJob, Face]]:
    """Yield each job whose face was finished, with that face."""
    faces = typeset.faces.faces
    yield from ((job, faces[job.key]) for job in typeset.jobs if job.key in faces)


def _side_name(job: FaceJob) -> str:
    """Return the name of a face in reports: component, piece and side."""
    return f"{job.component.id}/{job.piece.id} {job.side}"
