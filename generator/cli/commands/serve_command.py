"""`vallum serve`: serves the web pages on this computer and, if asked, to phones on the same network."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from generator.cli.argument_types import port_number
from generator.cli.parser import COMMANDS, Subcommands, add_command, add_out
from generator.cli.terminal_output import flush, has_colours, print_json, print_line, print_raw


def add(commands: Subcommands) -> None:
    """Add the command."""
    parser = add_command(commands, "serve", COMMANDS["serve"], _run)
    parser.add_argument("games", nargs="*", metavar="GAME", help="folders of games of your own, listed first")
    port = "the port to use; 0 for any free one; default: 8475"
    parser.add_argument("--port", type=port_number, default=8475, metavar="N", help=port)
    parser.add_argument("--lan", action="store_true", help="also for phones on the same network, with a QR code")
    parser.add_argument("--forget", action="store_true", help="log every browser out")
    add_out(parser)
    parser.add_argument("--sessions", type=Path, metavar="DIR", help="sessions folder; default: in your data folder")


def _run(options: argparse.Namespace) -> int:
    from generator.session.session_folder import sessions_folder
    from generator.web.server.server import serve

    printer = _LinkPrinter(as_json=options.json, forgotten=options.forget)
    folder = options.sessions or sessions_folder()
    serve(options.games, options.out, folder, options.port, printer.show, lan=options.lan, log_out_all=options.forget)
    return 0


class _LinkPrinter:
    """Prints the links under which the server is reached: the first ones, then each that replaces a used one."""

    def __init__(self, *, as_json: bool, forgotten: bool) -> None:
        self._as_json, self._forgotten, self._is_first = as_json, forgotten, True

    def show(self, links: Sequence[str]) -> None:
        """Print links; a link lets one browser in."""
        if self._as_json and self._is_first:
            print_json({"links": list(links)})
        elif not self._as_json:
            self._first(links) if self._is_first else self._next(links[0])
        self._is_first = False
        flush()

    def _first(self, links: Sequence[str]) -> None:
        """Print the link for this computer, and last the one for a phone, so that its QR code stays in view."""
        here, *there = links
        addresses = [link.partition("/enter")[0] for link in links]
        if self._forgotten:
            print_line("forgotten: every browser needs a link now")
        print_line(f"on this computer, open: {here}")
        print_line(f"a link lets one browser in, which then needs only the address: {', on a phone '.join(addresses)}")
        print_line("Ctrl-C stops Vallum")
        for link in there:
            _print_with_code("on a phone", link)

    def _next(self, link: str) -> None:
        from generator.web.server.server import is_local

        if is_local(link):
            print_line(f"another browser on this computer: {link}")
        else:
            _print_with_code("another phone", link)


def _print_with_code(whose: str, link: str) -> None:
    from generator.web.server.qr_code import qr_code

    print_line(f"{whose}, scan this code or open: {link}")
    print_raw(qr_code(link, colour=has_colours(sys.stdout)))
