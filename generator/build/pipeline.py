"""The order of the work, on one screen: load → render → typeset → impose → write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Fault, Faults
from generator.base.records import dataclass
from generator.base.timing import Stopwatch, Times
from generator.base.user_folders import user_cache
from generator.base.workers import pause_gc
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions, GameFolder
from generator.build.outputs.manifest import BuildResult, FitRow, Manifest, OutputFile

if TYPE_CHECKING:
    from generator.build.faces.face_batch import FaceSet
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.face_renderer import FaceRenderer
    from generator.build.outputs.pdf_files import PrintFile
    from generator.model.game import Game

Progress = Callable[[str, int, int], None]
"""Told what is being done, the steps behind us, and all of them."""


def _silent(_what: str, _done: int, _total: int) -> None:
    """No progress is shown."""


@pause_gc()
def build(place: GameFolder, options: BuildOptions, step: Progress = _silent) -> BuildResult:
    """Print one game as ordered: every file that changed, and a record of all of them.

    Raises Faults where the data cannot be read; faults of single faces come back in the result, and the files they
    belong to are not written. Raises OutputError where a file cannot be written.
    """
    inputs = InputDigests.of(place.folder)
    manifest = Manifest(Cache(user_cache()), place.folder, options.out)
    if known := manifest.find_build(inputs.build_key(options)):
        return known
    it = typeset_game(place, options, inputs)  # load → render → typeset
    from generator.build.outputs.ink_coverage import InkCoverage
    from generator.build.outputs.pdf_files import PdfFiles

    watch = Stopwatch(it.times)
    pdf_files = PdfFiles(it.game, options, it.renderer.labels, it.faces, manifest)
    files = pdf_files.group(it.jobs)
    keys = [job.key for file in files for job in file.jobs]
    coverage = InkCoverage(it.faces, keys, it.renderer.labels, Cache(user_cache()).below(it.game.id), options.jobs)
    printed: list[tuple[PrintFile, list[OutputFile]]] = []
    for done, file in enumerate(files):
        step(f"{it.game.id}: {file.stem} {file.paper.id} {file.language}", done, len(files))
        printed.append((file, pdf_files.write(file)))  # impose → write
    watch.lap("print")
    made = [each for _, some in printed for each in some]
    if options.svg or options.png:
        from generator.build.outputs.face_images import FaceImages

        pictures = FaceImages(it.game.id, options, it.renderer.labels, it.faces, manifest)
        made += pictures.write(job for file in files for job in file.jobs)
        watch.lap("pictures")
    if options.simulate:
        from generator.build.outputs.simulated_views import SimulatedViews

        made += SimulatedViews(options, manifest).write([each for each in made if each.sheets])
        watch.lap("views")
    if options.has_plan and not it.faces.faults:
        from generator.build.outputs.print_plans import PrintPlans

        plans = PrintPlans(it.game, options, it.renderer, inputs, Cache(user_cache()))
        made += plans.write(printed, it.outlined, manifest)
        it.faces.faults |= plans.faults
        watch.lap("plan")
    made = coverage.add_to(made, pdf_files.laid)
    watch.lap("ink")
    result = _result(it, made, pdf_files.skipped_components())
    manifest.record(inputs.build_key(options), result)
    return result


@pause_gc()
def check(place: GameFolder, options: BuildOptions) -> BuildResult:
    """Load, render and typeset one game without printing it; every fault found is in the result."""
    try:
        it = typeset_game(place, options, InputDigests.of(place.folder))
        for language in options.languages or it.game.languages:
            it.renderer.labels.messages(language)
        return _result(it, ())
    except Faults as error:
        return BuildResult(place.shown, faults=error.faults)


@dataclass(frozen=True, slots=True)
class TypesetGame:
    """A game with the faces that an order needs."""

    game: Game
    jobs: list[FaceJob]
    faces: FaceSet
    renderer: FaceRenderer
    times: Times
    notes: tuple[str, ...]
    """What there is to say of the game's texts."""

    @property
    def outlined(self) -> frozenset[str]:
        """The components that are cut along an outline of their own."""
        drawn = self.faces.faces
        return frozenset(job.component.id for job in self.jobs if job.key in drawn and drawn[job.key].cut)


def typeset_game(
    place: GameFolder,
    options: BuildOptions,
    inputs: InputDigests,
    game: Game | None = None,
    previous: FaceRenderer | None = None,
) -> TypesetGame:
    """Load a game, unless it is given, and finish its faces: from the cache, or by workers while it gets ready.

    `before` is the studio in which they were drawn last, if they were.

    Raises Faults where the data cannot be read, UsageError for parts or languages the game does not have.
    """
    from generator.build.faces.booklet_pages import BookletPages
    from generator.build.faces.face_batch import FaceBatch
    from generator.build.faces.face_jobs import face_jobs
    from generator.build.faces.face_renderer import FaceRenderer
    from generator.load.game_loader import load

    watch, cache = Stopwatch({}), Cache(user_cache())
    game = game or load(place.folder, shown=place.shown)
    watch.lap("load")
    renderer = FaceRenderer(
        game, place.shown, options.theme, cache, inputs.drawing, keep_ink=options.svg, previous=previous
    )
    booklets = BookletPages(renderer.labels, renderer.search_path, cache.below(game.id), inputs.drawing)
    jobs = face_jobs(game, options, inputs, booklets.pages)
    watch.lap("text")
    batch = FaceBatch(jobs, renderer, cache, f"faces/{game.id}-{options.theme}", options.jobs)
    import generator.build.outputs.pdf_files  # noqa: F401  the PDF library loads while the workers draw

    if batch.is_under_way:
        renderer.labels.preload(options.languages)
    watch.lap("start")
    faces = _held_to(options, jobs, batch.finish())
    watch.lap("faces")
    times = watch.times | {f"faces.{stage}": seconds for stage, seconds in faces.times.items()}
    return TypesetGame(game, jobs, faces, renderer, times, tuple(dict.fromkeys(booklets.warnings)))


def _held_to(options: BuildOptions, jobs: Sequence[FaceJob], faces: FaceSet) -> FaceSet:
    """The same faces; under a strict order those with a warning count as failed, and their files are not written."""
    for job in jobs if options.strict else ():
        face = faces.faces.get(job.key)
        if face and face.warnings:
            faces.faults[job.key] = tuple(_as_fault(warning) for warning in face.warnings)
            del faces.faces[job.key]
    return faces


def _as_fault(warning: str) -> Fault:
    """A face's warning, which begins with its place, as a fault."""
    where, _, what = warning.partition(": ")
    return Fault(where, what)


def _result(it: TypesetGame, made: Sequence[OutputFile], notes: Sequence[str] = ()) -> BuildResult:
    faults = [fault for some in it.faces.faults.values() for fault in some]
    fits, warnings = (
        [],
        [*it.notes, *notes, *(f"{file.path.name}: {warning}" for file in made for warning in file.warnings)],
    )
    for job in it.jobs:
        if face := it.faces.faces.get(job.key):
            name = f"{job.component.id}/{job.piece.id} {job.side}"
            fits += [FitRow(name, job.language, fit) for fit in face.fits]
            warnings += [f"{name} ({job.language}): {warning}" for warning in face.warnings]
    unique = (tuple(dict.fromkeys(faults)), tuple(dict.fromkeys(warnings)))
    return BuildResult(it.game.id, tuple(made), *unique, tuple(fits), it.times)
