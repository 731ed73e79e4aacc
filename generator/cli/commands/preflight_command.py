"""`vallum preflight`: check PDFs before they are printed or sent to a shop."""

from __future__ import annotations

import argparse
from pathlib import Path

from generator.cli.parser import COMMANDS, Subcommands, add_command
from generator.cli.terminal import fault_language_in_use, print_faults, print_json, print_line, print_warnings


def add_preflight(commands: Subcommands) -> None:
    """Add `vallum preflight`."""
    parser = add_command(commands, "preflight", COMMANDS["preflight"], _preflight)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a PDF, of whatever program")
    shops = "shop, standard or printing service whose rules the files are held to; default: general rules of print"
    parser.add_argument("--for", dest="shop", metavar="SHOP", help=shops)
    parser.add_argument("--lang", metavar="LANG", help="language of the findings; default: that of the computer")
    parser.add_argument("--strict", action="store_true", help="warnings count as faults")


def _preflight(options: argparse.Namespace) -> int:
    from generator.exchange.exports.export_words import export_words
    from generator.exchange.preflight.check_process import check_file
    from generator.exchange.preflight.flaw_lines import flaw_lines, report_document, summary
    from generator.exchange.preflight.print_flaw import FAULT, WARNING
    from generator.exchange.preflight.print_rules import PrintRules
    from generator.exchange.preflight.shop_rules import rules_for

    rules = rules_for(options.shop) if options.shop is not None else PrintRules()
    reports = [check_file(path, rules) for path in options.files]
    is_bad = any(report.has_faults or (options.strict and report.flaws) for report in reports)
    if options.json:
        print_json({"shop": options.shop, "files": [report_document(report) for report in reports]}, ok=not is_bad)
        return int(is_bad)
    words = export_words(fault_language_in_use())
    for report in reports:
        print_line(summary(report, words))
        print_warnings(flaw_lines(report, WARNING))
        print_faults(flaw_lines(report, FAULT))
    return int(is_bad)
