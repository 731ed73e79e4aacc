"""Exports games: each in its languages, for each target, several games at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from generator.base.errors import Faults, OutputError
from generator.base.fault_groups import group_faults
from generator.base.records import dataclass, replace
from generator.base.shown_faults.fault_translation import fault_translation
from generator.base.workers import pause_gc
from generator.build.adapted_game import load_game
from generator.build.faces.credit_lines import credit_lines
from generator.build.manifest import Progress, no_progress
from generator.build.options import BuildOptions, options_by_game
from generator.build.reach.reach_check import size_notes
from generator.build.several_games import at_once
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions, folder_name
from generator.exports.export_request import ExportRequest
from generator.exports.export_words import export_words
from generator.exports.findings import CREDITS, REPORT, Finding, Report
from generator.exports.targets import Target
from generator.load.game_locations import GameFolder, templates_root


@dataclass(frozen=True, slots=True)
class Export:
    """Result of exporting one game in one language for one target."""

    game: str
    target: str
    language: str
    folder: Path
    files: tuple[str, ...]
    """Names below the folder; empty if faults were found."""
    lines: tuple[str, ...]
    faults: tuple[Finding, ...]
    warnings: tuple[Finding, ...]

    def document(self) -> dict[str, object]:
        """Return the export as a dictionary for `--json`."""
        about = {name: getattr(self, name) for name in ("game", "target", "language", "files", "lines")}
        findings = {name: [str(finding) for finding in getattr(self, name)] for name in ("faults", "warnings")}
        return about | {"folder": self.folder.as_posix()} | findings


def export_games(
    folders: Sequence[GameFolder], targets: Sequence[Target], options: ExportOptions, progress: Progress = no_progress
) -> Iterator[tuple[Export, ...] | Faults]:
    """Yield the exports of each game in order; Faults for a game that cannot be loaded or typeset.

    Raises UsageError before anything is written for options that a target does not take, and OutputError.
    """
    # All targets first, so that a wrong option writes nothing at all.
    for target in targets:
        target.load().check_options(options)

    return at_once(partial(_export_game, targets, options, progress), options_by_game(options.build, folders))


def _export_game(
    targets: Sequence[Target],
    options: ExportOptions,
    progress: Progress,
    game_folder: GameFolder,
    build: BuildOptions,
) -> tuple[Export, ...]:
    """Export one game with the options of its build. Raises as `export_one`."""
    return export_one(game_folder, targets, replace(options, build=build), progress)


@pause_gc()
def export_one(
    game_folder: GameFolder, targets: Sequence[Target], options: ExportOptions, progress: Progress = no_progress
) -> tuple[Export, ...]:
    """Export one game in each language for each target.

    Raises Faults for a game that cannot be loaded or typeset, UsageError for pieces or languages that the game does
    not have, OutputError.
    """
    progress(f"{game_folder.shown}: reading", 0, 0)
    game = load_game(game_folder, options.build)
    languages = options.build.languages_of(game)
    notes = size_notes(game, options.build)

    def request(target: Target, language: str) -> ExportRequest:
        """Return the request for one target and language."""

        def step(stage: str, done: int, total: int) -> None:
            """Report the progress of a stage under the target's name."""
            progress(f"{target.name}: {stage}", done, total)

        return ExportRequest(target.name, game_folder, game, language, options.in_language(language), step)

    return tuple(_export(request(target, language), target, notes) for language in languages for target in targets)


def _export(request: ExportRequest, target: Target, notes: Sequence[str]) -> Export:
    """Export one game for one target; the folder is only kept if the target finds no fault.

    `notes` are added to the report. Raises OutputError.
    """
    build = request.options.build
    name = folder_name(target.name, request.language, request.options, target.options)
    folder = ExportFolder(build.out / request.game.id / name)
    try:
        report = target.load().write(request, folder)
        # With faults the folder is discarded below, and an older export stays.
        if not report.faults:
            # Licences ask for it wherever the pictures go, so every target has it.
            if credit_text := _credit_text(request):
                folder.write(CREDITS, credit_text.encode())
            folder.write(REPORT, report_text(request, report).encode())
            folder.finish()
    except OutputError as error:
        raise OutputError(folder.in_place(str(error))) from error
    finally:
        # After `finish` nothing is left to discard.
        folder.discard()
    files = () if report.faults else tuple(folder.files)
    about = request.game.id, target.name, request.language, folder.path
    return Export(*about, files, (*report.lines, *notes), report.faults, report.warnings)


def _credit_text(request: ExportRequest) -> str:
    """Return the text of `CREDITS.txt`, in the language of the export; empty for a game without written credits."""
    words = export_words(request.language, "words")
    lines = [*credit_lines(request.game.credits, words)]
    return "\n".join([words("credits.title"), "", *lines, ""]) if lines else ""


def report_text(request: ExportRequest, report: Report) -> str:
    """Return the text of `report.txt`: a line on each file, then the warnings."""
    words = request.words
    head = f"{request.game.title[request.language]}: {words(f'targets.{request.target}.title')}"
    catalogue = fault_translation(templates_root() / "faults", request.reader)
    # Grouped before they are translated: the catalogue translates whole lines.
    warnings = group_faults([str(warning) for warning in report.warnings])
    warnings = [catalogue.line(warning) for warning in warnings] if catalogue else warnings
    warning_lines = (
        [words("report.warnings"), *(f"- {warning}" for warning in warnings)] if warnings else [words("report.fits")]
    )
    return "\n".join([head, "", *report.lines, "", *warning_lines, ""])
