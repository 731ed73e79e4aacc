"""Makes one job, as the work of a child process where there are any.

Its messages are `step` for progress, and `done` at the end.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import Faults, GeneratorError
from generator.base.records import replace
from generator.base.system.limited_child import Send
from generator.build.card_formats import sizes_of_pictures
from generator.build.manifest import BuildResult
from generator.build.options import BuildOptions, check_output_folder, game_folders
from generator.build.pipeline import build, estimate
from generator.load.game_locations import GameFolder, game_name

EVERY = 0.2
"""Least seconds between two progress messages of the same step."""


def make_job(options: dict[str, Any], send: Send) -> None:
    """Run a job by its options, and send its result; faults are part of the result, not raised."""
    try:
        result = _print(options, send)
    except GeneratorError as error:
        faults = [str(fault) for fault in error.faults] if isinstance(error, Faults) else [str(error)]
        result = _NOTHING | {"faults": faults}
    send({"done": result})


def _print(options: dict[str, Any], send: Send) -> dict[str, object]:
    """Run a job of any kind, as its options say, and return its result; raises GeneratorError."""
    for word, job in _UPLOAD_JOBS.items():
        if word in options:
            return _NOTHING | job(options)
    # Parsed here and not by the server: the check of the folder may touch a slow disk.
    options["out"] = Path(options["out"])
    folders = [GameFolder(place.folder, game_name(place.folder)) for place in game_folders([options.pop("game")])]
    check_output_folder(folders, options["out"])
    if "to" in options:
        return _NOTHING | _export(folders[0], options, send)
    since = options.pop("since", "")
    if options.pop("changed", False):
        options["changed_since"] = Path(since) if since else options["out"]
    is_estimate, themes = options.pop("estimate", False), options.pop("themes")
    parsed = [replace(BuildOptions.of(**options, theme=theme), is_shared=True) for theme in themes]
    steps = [_Steps(send, f"{theme}: " if len(themes) > 1 else "") for theme in themes]
    if is_estimate:
        return _together([estimate(folders[0], theme_options) for theme_options in parsed])
    return _together(
        [build(folders[0], theme_options, step.write) for theme_options, step in zip(parsed, steps, strict=True)]
    )


def _together(results: Sequence[BuildResult]) -> dict[str, object]:
    """Merge the results of a game's builds in several themes; files and lines that several have are listed once."""
    files = {file.path: file.document() for result in results for file in result.files}
    return _NOTHING | {
        "files": [*files.values()],
        "warnings": [*dict.fromkeys(line for result in results for line in (*result.notes, *result.warnings))],
        "faults": [*dict.fromkeys(str(fault) for result in results for fault in result.faults)],
        "changes": next((result.changes.document() for result in results if result.changes), None),
    }


def _preflight(options: dict[str, Any]) -> dict[str, object]:
    """Check a PDF by the rules of a shop (empty for general ones) and return the result as lines in a language."""
    # These imports come late, as most jobs do without them.
    from generator.exports.export_words import export_words
    from generator.preflight.check_process import check_file
    from generator.preflight.flaw_lines import flaw_lines, summary
    from generator.preflight.print_flaw import FAULT, UNCHECKED, WARNING
    from generator.preflight.print_rules import PrintRules
    from generator.preflight.shop_rules import rules_for

    path, shop = Path(options["preflight"]), options["shop"]
    report = check_file(path, rules_for(shop) if shop else PrintRules())
    lines = {"summary": [summary(report, export_words(options["reader"]))]}
    lines |= {level: flaw_lines(report, level) for level in (FAULT, WARNING)}
    lines["unchecked"] = flaw_lines(report, UNCHECKED)
    # The path in the child's temporary folder means nothing to the reader.
    return {
        "checked": {
            level: [line.removeprefix(str(path)).lstrip(": ") for line in flaws] for level, flaws in lines.items()
        }
    }


def _about_sheet(options: dict[str, Any]) -> dict[str, object]:
    """Read the marks of a filled scoresheet, or write them into a fresh one, as the options say."""
    from generator.play.filled_sheets import fill_fresh_sheet, read_filled_sheet

    file, named = Path(options["sheet"]), options["named"] or None
    if not options["fill"]:
        return {"sheet": read_filled_sheet(file, named, options["players"], options["reader"])}
    name, language, paper = options["name"], options["language"] or None, options["paper"]
    written = fill_fresh_sheet(file, name, named, language, paper, Path(options["out"]), flat=options["flat"])
    return {"files": [{"file": path.as_posix()} for path in written]}


def _deck(options: dict[str, Any]) -> dict[str, object]:
    """Write the game that finished pictures or a PDF make into a folder of the options; raises GeneratorError."""
    from generator.imports.decks.finished_deck import DeckSource, finished_deck
    from generator.load.new_game import write_game

    path = Path(options["cards"])
    source = DeckSource(path, options["name"], not path.is_dir(), options["backs"])
    deck = finished_deck(source, sizes_of_pictures(options["size"]), options["title"])
    write_game(Path(options["out"]), deck.files)
    return {"warnings": [*deck.remarks]}


def _photos(options: dict[str, Any]) -> dict[str, object]:
    """Read photos of a scoresheet."""
    from generator.play.filled_sheets import read_sheet_photos

    photos, answers, recorded = [*map(Path, options["photos"])], options["answers"], options["recorded"]
    named, players, reader = (options[name] for name in ("named", "players", "reader"))
    return {"sheet": read_sheet_photos(photos, named, answers, players, reader, recorded=recorded)}


def _marks(options: dict[str, Any]) -> dict[str, object]:
    """Write the marks of a sheet that was read before into a fresh one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "marks.json")
        file.write_text(json.dumps(options["sheet_marks"]), "utf-8")
        return _about_sheet(options | {"sheet": file, "fill": True})


def _export(folder: GameFolder, options: dict[str, Any], send: Send) -> dict[str, object]:
    """Export a game to the targets in the options and return the result; raises Faults and other GeneratorErrors."""
    from generator.exports.export_option_reader import read_export_options
    from generator.exports.export_run import export_games
    from generator.exports.targets import find_target

    targets = [find_target(name) for name in options.pop("to")]
    if options.get("under"):
        options["under"] = Path(options["under"])
    export_options = read_export_options(options, targets)
    (outcome,) = export_games([folder], targets, export_options, _Steps(send).write)
    if isinstance(outcome, Faults):
        raise outcome
    return {"exports": [export.document() for export in outcome]}


_UPLOAD_JOBS: Mapping[str, Callable[[dict[str, Any]], dict[str, object]]] = {
    "preflight": _preflight,
    "photos": _photos,
    "sheet_marks": _marks,
    "sheet": _about_sheet,
    "cards": _deck,
}
"""Jobs about files that were sent, by the option that names the file or has what was read from it."""


_NOTHING: dict[str, object] = {
    "files": [],
    "warnings": [],
    "faults": [],
    "changes": None,
    "exports": [],
    "checked": None,
    "sheet": None,
}
"""Result of a job that has made nothing."""


class _Steps:
    """Writes progress, after what it is `about`: each new step, and within one no more often than a page shows it."""

    def __init__(self, send: Send, about: str = "") -> None:
        self._send, self._about, self._what, self._due = send, about, "", 0.0

    def write(self, step: str, done: int, total: int) -> None:
        """Send the progress of a step, `done` of `total`, unless the last message is too recent."""
        now = time.monotonic()
        if step != self._what or now >= self._due:
            self._what, self._due = step, now + EVERY
            self._send({"step": [f"{self._about}{step}", done, total]})
