"""`vallum site`: the pages as a folder of files that run in a browser tab."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.base.errors import OutputError
from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal import ProgressBar, print_json, print_summary


def add_site(commands: Subcommands) -> None:
    """Add the command `vallum site`, with its options, to the parser."""
    parser = add_command(commands, "site", COMMANDS["site"], _site)
    about = "folder of the files, for any web host; default: site"
    parser.add_argument("--out", type=Path, default=Path("site"), metavar="DIR", help=about)
    parts = "folder with the parts that are otherwise fetched from npm and PyPI"
    parser.add_argument("--parts", type=Path, metavar="DIR", help=parts)


def _site(options: argparse.Namespace) -> int:
    """Write the pages as a folder of files, and print its size."""
    from generator.web.site.part_download import fetch_part
    from generator.web.site.site_folder import write_site
    from generator.web.site.site_parts import read_parts

    with ProgressBar(quiet=options.json) as progress:
        progress.step("parts", 0, 0)
        parts = read_parts(options.parts, lambda part: fetch_part(part, _downloaded))
        site = write_site(options.out, parts, lambda step: progress.step(step, 0, 0))
    if options.json:
        print_json({"folder": options.out.as_posix(), "files": dict(site.files), "first_visit": site.first})
        return 0
    size = sum(site.files.values())
    first = f"{site.first / 1e6:.1f} MB until the first page"
    print_summary(f"{options.out}: {len(site.files)} files, {size / 1e6:.1f} MB; {first}")
    print_summary(f"try it: python3 -m http.server --directory {options.out}")
    return 0


def _downloaded(address: str) -> bytes:
    """Return the file at an address; raises OutputError if it does not arrive."""
    from generator.imports.fetch.download import DownloadError, download

    try:
        return download(address).data
    except DownloadError as error:
        raise OutputError(f"{address}: {error}") from None
