"""The process that prints one job, so that the server goes on answering and a job can be killed.

It reads the options of the job as JSON, and writes one JSON document a line: `step` for progress, `done` at the end.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import Faults, GeneratorError
from generator.build.options import GameFolder, check_output_folder, game_folders, read_options
from generator.build.outputs.manifest import BuildResult
from generator.build.pipeline import build, estimate

EVERY = 0.2
"""Least seconds between two messages of progress of the same step."""


def main() -> int:
    """Print the job and return the exit code 0; faults are part of the result."""
    options = json.load(sys.stdin)
    try:
        _write({"done": _print(options)})
    except GeneratorError as error:
        faults = [str(each) for each in error.faults] if isinstance(error, Faults) else [str(error)]
        _write({"done": _NOTHING | {"faults": faults}})
    return 0


def _print(options: dict[str, Any]) -> dict[str, object]:
    if "preflight" in options:
        return _NOTHING | {"checked": _preflight(Path(options["preflight"]), options["shop"], options["reader"])}
    if "sheet" in options:
        return _NOTHING | _about_sheet(options)
    options["out"] = Path(options["out"])
    folders = game_folders([options.pop("game")])
    check_output_folder(folders, options["out"])
    if "to" in options:
        return _NOTHING | _export(folders[0], options)
    since = options.pop("since", "")
    if options.pop("changed", False):
        options["changed_since"] = Path(since) if since else options["out"]
    is_estimate, themes = options.pop("estimate", False), options.pop("themes")
    parsed = [read_options(Namespace(**options, theme=theme)) for theme in themes]
    steps = [_Steps(f"{theme}: " if len(themes) > 1 else "") for theme in themes]
    if is_estimate:
        return _together([estimate(folders[0], each) for each in parsed])
    return _together([build(folders[0], each, step.write) for each, step in zip(parsed, steps, strict=True)])


def _together(results: Sequence[BuildResult]) -> dict[str, object]:
    """Return the result of several builds of a game; what belongs to no theme is made by each, and told once."""
    files = {file.path: file.document() for result in results for file in result.files}
    return _NOTHING | {
        "files": [*files.values()],
        "warnings": [*dict.fromkeys(warning for result in results for warning in result.warnings)],
        "faults": [*dict.fromkeys(str(fault) for result in results for fault in result.faults)],
        "changes": next((result.changes.document() for result in results if result.changes), None),
    }


def _preflight(path: Path, shop: str, reader: str) -> dict[str, object]:
    from generator.exchange.exports.export_words import export_words
    from generator.exchange.preflight.check_process import check_file
    from generator.exchange.preflight.flaw_lines import flaw_lines, summary
    from generator.exchange.preflight.print_flaw import FAULT, WARNING
    from generator.exchange.preflight.print_rules import PrintRules
    from generator.exchange.preflight.shop_rules import rules_for

    report = check_file(path, rules_for(shop) if shop else PrintRules())
    lines = {"summary": [summary(report, export_words(reader))]}
    lines |= {level: flaw_lines(report, level) for level in (FAULT, WARNING)}
    return {level: [line.removeprefix(str(path)).lstrip(": ") for line in some] for level, some in lines.items()}


def _about_sheet(options: dict[str, Any]) -> dict[str, object]:
    from generator.play.filled_sheets import fill_fresh_sheet, read_filled_sheet

    file, named = Path(options["sheet"]), options["named"] or None
    if not options["fill"]:
        return {"sheet": read_filled_sheet(file, named, options["players"], options["reader"])}
    name, language, paper = options["name"], options["language"] or None, options["paper"]
    written = fill_fresh_sheet(file, name, named, language, paper, Path(options["out"]), flat=options["flat"])
    return {"files": [{"file": path.as_posix()} for path in written]}


def _export(folder: GameFolder, options: dict[str, Any]) -> dict[str, object]:
    from generator.exchange.exports.export_option_reader import read_export_options
    from generator.exchange.exports.export_run import export_games
    from generator.exchange.exports.targets import find_target

    targets = [find_target(name) for name in options.pop("to")]
    if options.get("under"):
        options["under"] = Path(options["under"])
    asked = read_export_options(Namespace(**options), targets)
    (outcome,) = export_games([folder], targets, asked, _Steps().write)
    if isinstance(outcome, Faults):
        raise outcome
    return {"exports": [each.document() for each in outcome]}


_NOTHING: dict[str, object] = {
    "files": [],
    "warnings": [],
    "faults": [],
    "changes": None,
    "exports": [],
    "checked": None,
    "sheet": None,
}
"""The result of a job that has made nothing."""


class _Steps:
    """Writes progress, after what it is `about`: each new step, and within one no more often than a page shows it."""

    def __init__(self, about: str = "") -> None:
        self._about, self._what, self._due = about, "", 0.0

    def write(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if what != self._what or now >= self._due:
            self._what, self._due = what, now + EVERY
            _write({"step": [f"{self._about}{what}", done, total]})


def _write(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
