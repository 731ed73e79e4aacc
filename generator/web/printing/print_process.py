"""A process of its own that prints one order of the page: it takes as long as it takes, and the page goes on answering.

It reads the order as JSON from its input and writes a line of JSON for each step, and one with the result at the end.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from generator.base.errors import Faults, GeneratorError


def main() -> int:
    """Print what is asked for."""
    asked = json.load(sys.stdin)
    try:
        _said({"done": _printed(asked)})
    except GeneratorError as error:
        faults = [str(each) for each in error.faults] if isinstance(error, Faults) else [str(error)]
        _said({"done": {"files": [], "warnings": [], "faults": faults}})
    return 0


def _printed(asked: dict[str, Any]) -> dict[str, object]:
    from generator.build.options import check_output_folder, game_folders, read_options
    from generator.build.pipeline import build

    asked["out"] = Path(asked["out"])
    found = game_folders([asked.pop("game")])
    check_output_folder(found, asked["out"])
    result = build(
        found[0], read_options(Namespace(**asked)), lambda what, done, total: _said({"step": [what, done, total]})
    )
    return {
        "files": [made.document() for made in result.files],
        "warnings": list(result.warnings),
        "faults": [str(fault) for fault in result.faults],
    }


def _said(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
