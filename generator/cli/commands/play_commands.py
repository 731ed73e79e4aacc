"""`vallum solo` and `vallum serve`: play in the terminal or on web pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import UsageError
from generator.cli import parser as cli
from generator.cli import terminal

if TYPE_CHECKING:
    from generator.play.commands.console import Console


def add_solo(commands: cli.Subcommands) -> None:
    """Add `vallum solo` with its own commands to the parser."""
    from generator.play.commands.solo_commands import add_solo_commands

    group = cli.add_group(commands, "solo")
    add_solo_commands(group, cli.add_command, cli.add_named_group, _console, terminal.fault_language_in_use)


def _console(as_json: bool) -> Console:
    """Return the terminal for a solo game: functions that print and ask."""
    from generator.play.commands.console import Console

    settings = {"as_json": as_json, "is_typed": terminal.has_keyboard()}
    return Console(terminal.print_line, terminal.ask, terminal.print_json, terminal.print_note, **settings)


def add_serve(commands: cli.Subcommands) -> None:
    """Add the command `vallum serve`, with its options, to the parser."""
    parser = cli.add_command(commands, "serve", cli.COMMANDS["serve"], _serve)
    parser.add_argument("games", nargs="*", metavar="GAME", help="folders of games of your own, listed first")
    port = "the port to use; 0 for any free one; default: 8475"
    parser.add_argument("--port", type=cli.whole_number(0, 65535, "a port"), default=8475, metavar="N", help=port)
    readers = parser.add_argument_group("who may use the pages")
    readers.add_argument("--lan", action="store_true", help="also for phones on the same network, with a QR code")
    readers.add_argument("--tls", action="store_true", help="with --lan: encrypted, with a certificate made here")
    readers.add_argument("--forget", action="store_true", help="log every browser out")
    readers.add_argument("--passes", action="store_true", help="only list the browsers that may use the pages")
    readers.add_argument("--revoke", metavar="ID", help="only log out the browser with this id, as --passes lists it")
    parser.add_argument("--no-open", action="store_true", help="do not open the page in a browser")
    editor = "the pages of this computer may open files of your games in it; default: $VISUAL"
    parser.add_argument("--editor", nargs="?", const="", metavar="COMMAND", help=editor)
    cli.add_out(parser)
    parser.add_argument("--sessions", type=Path, metavar="DIR", help="sessions folder; default: in your data folder")


def _serve(options: argparse.Namespace) -> int:
    """Serve the pages until Ctrl-C; or list or revoke the passes of browsers."""
    if options.passes or options.revoke is not None:
        return _show_passes(options)
    from generator.play.commands.command_options import given_folder
    from generator.web.app.server import ServeWishes, serve
    from generator.web.editing.editor_command import editor_command

    if options.tls and not options.lan:
        raise UsageError("--tls is for phones on the network: use it with --lan, or leave it out")
    printer = _LinkPrinter(as_json=options.json, forgotten=options.forget, opening=not options.no_open)
    network = {(True, False): "http", (True, True): "https"}.get((options.lan, options.tls), "")
    # Programs, which read JSON, stay at the address of the link.
    editor = None if options.editor is None else editor_command(options.editor)
    wishes = ServeWishes(network, log_out_all=options.forget, local_name=not options.json, editor=editor)
    serve(options.games, options.out, given_folder(options), options.port, printer.show, wishes)
    return 0


def _show_passes(options: argparse.Namespace) -> int:
    """Revoke a pass if that is asked for, and list the passes that remain; return the exit code."""
    from generator.base.messages import format_local_time
    from generator.base.user_folders import user_config
    from generator.web.http.pass_folder import PassFolder

    passes = PassFolder(user_config())
    if options.revoke is not None:
        passes.revoke(passes.by_beginning(options.revoke).id)
    passes_left = passes.all()
    if options.json:
        names = ("id", "browser", "port", "first", "last")
        terminal.print_json(
            {"passes": [{name: getattr(browser_pass, name) for name in names} for browser_pass in passes_left]}
        )
        return 0
    # Eight characters of an id are enough to name it with --revoke.
    rows = [
        (
            browser_pass.id[:8],
            browser_pass.browser or "a browser",
            browser_pass.port,
            format_local_time(browser_pass.last),
        )
        for browser_pass in passes_left
    ]
    if rows:
        terminal.print_table(("id", "browser", "port", "last used"), rows)
    else:
        terminal.print_summary("no browser may use the pages; vallum serve prints a link for one")
    return 0


class _LinkPrinter:
    """Printer of the server's links: the first ones, then each that replaces a used one."""

    def __init__(self, *, as_json: bool, forgotten: bool, opening: bool) -> None:
        """Take whether all browsers were logged out, and whether to open the page in a browser."""
        self._as_json, self._forgotten, self._is_opening, self._is_first = as_json, forgotten, opening, True

    def show(self, links: Sequence[str], fingerprint: str) -> None:
        """Print links and, if there is one, the fingerprint of the certificate; each link lets one browser in."""
        self._fingerprint = fingerprint
        if self._as_json and self._is_first:
            more = {"fingerprint": fingerprint} if fingerprint else {}
            terminal.print_json({"links": list(links), **more})
        elif not self._as_json:
            self._first(links) if self._is_first else self._next(links[0])
        # With --json only the first links are printed: one document on stdout and nothing else.
        self._is_first = False
        terminal.flush()

    def _first(self, links: Sequence[str]) -> None:
        """Print the link for this computer, then the link for phones: its QR code, printed last, stays in view."""
        local_link, *network_links = links
        addresses = ", on a phone ".join(link.partition("/enter")[0] for link in links)
        if self._forgotten:
            terminal.print_summary("forgotten: every browser needs a link now")
        terminal.print_summary(f"on this computer, open: {local_link}")
        terminal.print_summary(f"a link lets one browser in, which then needs only the address: {addresses}")
        terminal.print_summary("Ctrl-C stops Vallum")
        # Not for a program, which reads the links from a pipe.
        if self._is_opening and terminal.has_keyboard():
            from generator.cli.commands.browser_opener import open_browser

            open_browser(local_link)
        for network_link in network_links:
            self._print_with_code(f"on a phone, scan this code or open: {network_link}", network_link)

    def _next(self, link: str) -> None:
        """Print the link that replaces a used one."""
        from generator.web.app.server import is_local

        if is_local(link):
            terminal.print_summary(f"another browser on this computer: {link}")
        else:
            self._print_with_code(f"another phone, scan this code or open: {link}", link)

    def _print_with_code(self, line: str, link: str) -> None:
        """Print a line about a link, its QR code, and the fingerprint that the phone shows."""
        from generator.web.http.qr_code import qr_code

        terminal.print_summary(line)
        terminal.print_raw(qr_code(link, colour=terminal.has_colours(sys.stdout)))
        if self._fingerprint:
            terminal.print_summary(
                "the phone will warn, as this computer made its certificate itself; go on if it shows"
            )
            terminal.print_summary(f"this SHA-256 fingerprint: {self._fingerprint}")
