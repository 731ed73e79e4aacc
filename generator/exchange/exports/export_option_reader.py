"""Reads how to export games from a command line or from the form of a page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from generator.base.errors import UsageError
from generator.build.options import read_options
from generator.exchange.exports.export_options import OWN_OPTIONS, PAPER, ExportOptions
from generator.exchange.exports.targets import Target, options_read


def read_export_options(arguments: argparse.Namespace, targets: Sequence[Target]) -> ExportOptions:
    """Return the options of a command line.

    Raises UsageError for one that none of the targets reads, and for what `read_options` refuses.
    """
    read = options_read(targets)
    given = {name: value for name in OWN_OPTIONS if (value := getattr(arguments, name, None)) is not None}
    for name in given:
        if name not in read:
            word = "--paper" if name == "papers" else f"--{name.replace('_', '-')}"
            raise UsageError(f"{word} means nothing to {', '.join(target.name for target in targets)}; leave it out")
    build = argparse.Namespace(**vars(arguments))
    build.paper = given.pop("papers", None) or [PAPER]
    build.bleed = None  # that of ExportOptions is of pictures, not of sheets
    return ExportOptions(read_options(build), **given, reader=getattr(arguments, "reader", ""))
