"""All output files of one game: PDF files, pictures, simulated views, print plans, and the ink that each file takes."""

from __future__ import annotations

from generator.base.cache import Cache
from generator.base.timing import Stopwatch
from generator.base.user_folders import user_cache
from generator.build.faces.typeset_game import TypesetGame
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.outputs.face_images import FaceImages
from generator.build.outputs.ink_coverage import InkCoverage
from generator.build.outputs.manifest import Manifest, OutputFile, Progress
from generator.build.outputs.pdf_files import PdfFiles
from generator.build.outputs.print_plans import PrintPlans
from generator.build.outputs.simulated_views import SimulatedViews


class GameOutputs:
    """Writes the files of one typeset game; files that are up to date are left alone."""

    def __init__(self, typeset: TypesetGame, options: BuildOptions, inputs: InputDigests, manifest: Manifest) -> None:
        self._typeset, self._options, self._inputs, self._manifest = typeset, options, inputs, manifest
        self._labels = typeset.renderer.labels
        self._pdf_files = PdfFiles(typeset.game, options, self._labels, typeset.faces, manifest)

    @property
    def warnings(self) -> list[str]:
        """Which components are left out, and why."""
        return self._pdf_files.skipped_components()

    def write(self, watch: Stopwatch, progress: Progress) -> list[OutputFile]:
        """Write the files and return a record of all of them; `watch` is given the seconds of each kind.

        Faults of the game's own texts in a print plan are added to those of the faces. Raises OutputError.
        """
        options, typeset = self._options, self._typeset
        groups = self._pdf_files.group(typeset.jobs)
        # Workers measure the ink of new faces while the PDF files are written.
        keys = [job.key for group in groups for job in group.jobs]
        kept = Cache(user_cache()).below(typeset.game.id)
        coverage = InkCoverage(typeset.faces, keys, self._labels, kept, options.jobs)
        printed = []
        for number, group in enumerate(groups):
            progress(f"{typeset.game.id}: {group.stem} {group.paper.id} {group.language}", number, len(groups))
            printed.append((group, self._pdf_files.write(group)))
        files = [file for _, some in printed for file in some]
        watch.lap("print")
        if options.svg or options.png:
            images = FaceImages(typeset.game.id, options, self._labels, typeset.faces, self._manifest)
            files += images.write(job for group in groups for job in group.jobs)
            watch.lap("pictures")
        if options.simulate:
            files += SimulatedViews(options, self._manifest).write([file for file in files if file.sheets])
            watch.lap("views")
        if options.has_plan and not typeset.faces.faults:
            plans = PrintPlans(typeset, options, self._inputs, self._manifest)
            files += plans.write(printed)
            typeset.faces.faults |= plans.faults
            watch.lap("plan")
        files = coverage.add_to(files, self._pdf_files.shares)
        watch.lap("ink")
        return files
