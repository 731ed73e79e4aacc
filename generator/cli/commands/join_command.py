"""`vallum join`: put the parts of a build together that several computers have made."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.cli.parser import COMMANDS, Subcommands, add_command, add_out
from generator.cli.terminal import print_json, print_summary


def add_join(commands: Subcommands) -> None:
    """Add the command `vallum join`, with its options, to the parser."""
    parser = add_command(commands, "join", COMMANDS["join"], _join)
    shards = "output folder of a build with --shard; all shards are needed"
    parser.add_argument("shards", nargs="+", type=Path, metavar="DIR", help=shards)
    add_out(parser)


def _join(options: argparse.Namespace) -> int:
    """Join the folders of all shards into one. Raises Faults, OutputError."""
    from generator.build.shards.joined_shards import join_shards

    files = join_shards(options.shards, options.out)
    if options.json:
        print_json({"files": [path.as_posix() for path in files]})
    else:
        plural = "" if len(files) == 1 else "s"
        print_summary(f"{len(files)} file{plural} of {len(options.shards)} shards in {options.out}")
    return 0
