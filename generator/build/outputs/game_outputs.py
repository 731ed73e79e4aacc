"""All output files of one game: PDF files, pictures, simulated views, print plans, and the ink that each file takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import methodcaller

from generator.base.cache_pruning import prune_cache
from generator.base.errors import Faults
from generator.base.records import dataclass, replace
from generator.base.system.output_file import settle_folders
from generator.base.timing import Stopwatch
from generator.base.user_folders import user_cache
from generator.base.workers import WorkerPool, has_fork, worker_count
from generator.build.faces.typeset_game import TypesetGame, game_cache
from generator.build.input_digests import InputDigests
from generator.build.manifest import Manifest, OutputFile, Progress
from generator.build.options import BuildOptions
from generator.build.outputs.ink_coverage import with_ink
from generator.build.outputs.pdf_files import PdfFiles, PreparedPdf
from generator.build.outputs.print_file import PrintFile
from generator.build.outputs.print_plans import PrintPlans
from generator.build.reach.file_part import DrawnFaces, parts_of_order
from generator.build.reach.reach_check import reach_notes

FORKED, SPAWNED = 6, 40
"""Pages that several workers must save to be started, forked ones and fresh ones; below it, starting takes longer."""

PLAN_PAGES = 10
"""Pages that could be written in the time of one plan, which is also set and drawn."""


@dataclass(frozen=True, slots=True)
class _Task:
    """One file to write."""

    title: str
    """Its stem, paper and language, for the progress line."""
    pages: int
    """Pages to write; 0 for a file that is current."""
    write: Callable[[], OutputFile | Faults]
    """Function that returns the file's record, or the faults of its texts."""


def write_outputs(
    typeset: TypesetGame,
    options: BuildOptions,
    inputs: InputDigests,
    manifest: Manifest,
    watch: Stopwatch,
    progress: Progress,
) -> tuple[list[OutputFile], list[str], list[str]]:
    """Write the files of a typeset game that are out of date; return a record of all, warnings, and notes on options.

    The warnings name the components that are left out. `watch` is given the seconds of each kind of file. Faults of the
    game's own texts in a print plan are added to those of the faces. Raises OutputError.
    """
    game, faces, labels = typeset.game, typeset.faces, typeset.renderer.labels
    pdf_files = PdfFiles(game, options, labels, faces, manifest, typeset.names)
    groups = pdf_files.group(typeset.jobs)
    progress(f"{game.id}: sheets", 0, 0)
    prepared = [(group, pdf_files.prepare(group)) for group in groups]
    watch.lap("impose")
    plans = PrintPlans(typeset, options, inputs, manifest)
    notes = _notes(typeset, options, pdf_files, [pdf for _, pdfs_of_group in prepared for pdf in pdfs_of_group])
    planned = plans.prepare(prepared, pdf_files.effective) if options.has_plan and not faces.faults else []
    watch.lap("plan")
    pdfs = {pdf.record.path: pdf for _, pdfs_of_group in prepared for pdf in pdfs_of_group}
    # Plans first: they take longest.
    tasks = [_Task(plan.title, 0 if plan.current else PLAN_PAGES, partial(plans.write, plan)) for plan in planned]
    tasks += [_Task(pdf.file.title, pdf.pages, partial(pdf_files.write, pdf)) for pdf in pdfs.values()]
    written = _write(game.id, tasks, options.jobs, progress)
    files = [outcome for outcome in written[len(planned) :] if not isinstance(outcome, Faults)]
    watch.lap("print")
    progress(f"{game.id}: further files", 0, 0)
    if options.svg or options.png:
        files += _face_images(typeset, options, manifest, groups)
        watch.lap("pictures")
    if (options.html or options.text) and not faces.faults:
        from generator.build.text_pages.page_files import write_text_pages

        files += write_text_pages(typeset, options)
        watch.lap("words")
    if options.simulate:
        from generator.build.outputs.simulated_views import SimulatedViews

        files += SimulatedViews(options, manifest).write([file for file in files if file.sheets])
        watch.lap("views")
    for plan, outcome in zip(planned, written[: len(planned)], strict=True):
        if isinstance(outcome, Faults):
            faces.faults[plan.title] = outcome.faults
        else:
            files.append(outcome)
    if options.ink:
        files = with_ink(files, pdf_files.shares, faces, labels, game_cache(game), options.jobs)
        watch.lap("ink")
    prune_cache(user_cache())
    return files, pdf_files.skipped_components(), notes


def _face_images(
    typeset: TypesetGame, options: BuildOptions, manifest: Manifest, groups: Iterable[PrintFile]
) -> list[OutputFile]:
    """Write the faces of groups as pictures. Raises OutputError."""
    from generator.build.outputs.face_images import FaceImages

    images = FaceImages(typeset.names, options, typeset.renderer.labels, typeset.faces, manifest)
    return images.write(job for group in groups for job in group.jobs)


def _notes(
    typeset: TypesetGame, options: BuildOptions, pdf_files: PdfFiles, prepared: Sequence[PreparedPdf]
) -> list[str]:
    """Return a line for each option that some of the components do not obey.

    Raises UsageError for one that changes nothing of a whole order.
    """
    drawn = DrawnFaces(typeset.jobs, typeset.faces.faces, typeset.faces.same_looks)
    parts = [*parts_of_order(typeset.game, options, typeset.selection, drawn)]
    if options.changed_since:
        # A few changed pieces need not obey what their whole order does, which was checked before they were chosen.
        return reach_notes(replace(options, is_shared=True), parts)
    return reach_notes(options, parts, pdf_files.idle_components(prepared))


def _write(game: str, tasks: Sequence[_Task], processes: int, progress: Progress) -> list[OutputFile | Faults]:
    """Write files, several at a time if that pays; return each record, or the faults of a plan's texts."""
    workers = writer_count([task.pages for task in tasks if task.pages], processes)
    pool = WorkerPool(methodcaller("write"), tasks, workers, largest=1)
    results, written = pool.results(), []
    for number, task in enumerate(tasks):
        progress(f"{game}: {task.title}", number, len(tasks))
        written.append(next(results))
    pool.close()
    return written


def writer_count(pages: Sequence[int], processes: int) -> int:
    """Return the number of workers to write files with these numbers of pages; 0 if starting them would take longer."""
    workers = worker_count(processes, len(pages))
    if workers and sum(pages) - max(*pages, sum(pages) / workers) < (FORKED if has_fork() else SPAWNED):
        return 0
    return workers


def settle(files: Iterable[OutputFile]) -> None:
    """Wait until the disk has the names of all files that were written. Raises OutputError."""
    settle_folders({file.path.parent for file in files if file.fresh})


def estimate_outputs(
    typeset: TypesetGame, options: BuildOptions, inputs: InputDigests, manifest: Manifest
) -> tuple[list[OutputFile], list[str]]:
    """Return a record of each PDF that `write_outputs` would write, print plans included, and notes on options.

    Nothing is written.
    """
    game, faces, labels = typeset.game, typeset.faces, typeset.renderer.labels
    pdf_files = PdfFiles(game, options, labels, faces, manifest, typeset.names)
    prepared = [(group, pdf_files.prepare(group)) for group in pdf_files.group(typeset.jobs)]
    notes = _notes(typeset, options, pdf_files, [pdf for _, pdfs_of_group in prepared for pdf in pdfs_of_group])
    files = {pdf.record.path: pdf.record for _, pdfs_of_group in prepared for pdf in pdfs_of_group}
    plans: list[OutputFile] = []
    if options.has_plan and not faces.faults:
        printing = PrintPlans(typeset, options, inputs, manifest)
        planned = printing.prepare(prepared, pdf_files.effective)
        plans = list(filter(None, map(printing.estimate, planned)))
    stated = with_ink([*files.values()], pdf_files.shares, faces, labels, game_cache(game), options.jobs)
    return [*stated, *plans], notes
