"""All output files of one game: PDF files, pictures, simulated views, print plans, and the ink that each file takes."""

from __future__ import annotations

from generator.base.cache import Cache
from generator.base.timing import Stopwatch
from generator.base.user_folders import user_cache
from generator.build.faces.typeset_game import TypesetGame
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.outputs.face_images import FaceImages
from generator.build.outputs.ink_coverage import with_ink
from generator.build.outputs.manifest import Manifest, OutputFile, Progress
from generator.build.outputs.pdf_files import PdfFiles
from generator.build.outputs.print_plans import PrintPlans
from generator.build.outputs.simulated_views import SimulatedViews


def write_outputs(
    typeset: TypesetGame,
    options: BuildOptions,
    inputs: InputDigests,
    manifest: Manifest,
    watch: Stopwatch,
    progress: Progress,
) -> tuple[list[OutputFile], list[str]]:
    """Write the files of a typeset game that are out of date; return a record of all, and warnings.

    The warnings name the components that are left out. `watch` is given the seconds of each kind of file. Faults of the
    game's own texts in a print plan are added to those of the faces. Raises OutputError.
    """
    game, faces, labels = typeset.game, typeset.faces, typeset.renderer.labels
    pdf_files = PdfFiles(game, options, labels, faces, manifest, typeset.selection)
    groups = pdf_files.group(typeset.jobs)
    printed = []
    for number, group in enumerate(groups):
        progress(f"{game.id}: {group.stem} {group.paper.id} {group.language}", number, len(groups))
        printed.append((group, pdf_files.write(group)))
    files = list({file.path: file for _, some in printed for file in some}.values())
    watch.lap("print")
    if options.svg or options.png:
        images = FaceImages(game.id, options, labels, faces, manifest)
        files += images.write(job for group in groups for job in group.jobs)
        watch.lap("pictures")
    if options.simulate:
        files += SimulatedViews(options, manifest).write([file for file in files if file.sheets])
        watch.lap("views")
    if options.has_plan and not faces.faults:
        plans = PrintPlans(typeset, options, inputs, manifest)
        files += plans.write(printed)
        faces.faults |= plans.faults
        watch.lap("plan")
    if options.ink:
        files = with_ink(files, pdf_files.shares, faces, labels, Cache(user_cache()).below(game.id), options.jobs)
        watch.lap("ink")
    return files, pdf_files.skipped_components()


def estimate_outputs(typeset: TypesetGame, options: BuildOptions, manifest: Manifest) -> list[OutputFile]:
    """Return a record of each PDF that `write_outputs` would write, without the print plan; nothing is written."""
    game, faces, labels = typeset.game, typeset.faces, typeset.renderer.labels
    pdf_files = PdfFiles(game, options, labels, faces, manifest, typeset.selection)
    groups = pdf_files.group(typeset.jobs)
    files = {file.path: file for group in groups for file in pdf_files.estimate(group)}
    kept = Cache(user_cache()).below(game.id)
    return with_ink([*files.values()], pdf_files.shares, faces, labels, kept, options.jobs)
