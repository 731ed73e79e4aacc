"""`vallum preflight`: check PDFs before they are printed or sent to a shop."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal import fault_language_in_use, print_faults, print_json, print_line, print_warnings

NOT_CHECKED = 7
"""Exit code if no fault was found but something could not be checked."""


def add_preflight(commands: Subcommands) -> None:
    """Add the command `vallum preflight`, with its options, to the parser."""
    parser = add_command(commands, "preflight", COMMANDS["preflight"], _preflight)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a PDF, of whatever program")
    shops = "shop, standard or printing service whose rules the files are held to; default: general rules of print"
    parser.add_argument("--for", dest="shop", metavar="SHOP", help=shops)
    parser.add_argument("--lang", metavar="LANG", help="language of the findings; default: that of the computer")
    parser.add_argument("--strict", action="store_true", help="warnings count as faults")


def _preflight(options: argparse.Namespace) -> int:
    """Check PDFs against the rules of print or of a shop, and print the flaws; return the exit code."""
    from generator.exports.export_words import export_words
    from generator.preflight.check_process import check_file
    from generator.preflight.flaw_lines import flaw_lines, report_document, summary
    from generator.preflight.print_flaw import FAULT, UNCHECKED, WARNING
    from generator.preflight.print_rules import PrintRules
    from generator.preflight.shop_rules import rules_for

    rules = rules_for(options.shop) if options.shop is not None else PrintRules()
    reports = [check_file(path, rules) for path in options.files]
    fault_levels = {FAULT, WARNING} if options.strict else {FAULT}
    # A fault outweighs what could not be checked.
    code = 0 if all(report.is_complete for report in reports) else NOT_CHECKED
    if any(flaw.level in fault_levels for report in reports for flaw in report.flaws):
        code = 1
    if options.json:
        print_json({"shop": options.shop, "files": [report_document(report) for report in reports]}, ok=code == 0)
        return code
    words = export_words(fault_language_in_use())
    for report in reports:
        print_line(summary(report, words))
        printers = [(print_warnings, WARNING), (_print_unchecked, UNCHECKED), (print_faults, FAULT)]
        for print_lines, level in reversed(printers) if report.is_sheet else printers:
            print_lines(flaw_lines(report, level))
    return code


def _print_unchecked(lines: list[str]) -> None:
    """Print on stderr the properties of a file that could not be checked."""
    print_faults(lines, "not checked: ")
