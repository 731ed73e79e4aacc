"""A calibrated printer's error, taken back before it happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from generator.base.geometry import Matrix, Size
from generator.model.paper import Printer
from generator.model.press_sheet import PressSheet


def adjust_versos(sheets: Iterable[PressSheet], printer: Printer, *, flip: str) -> tuple[PressSheet, ...]:
    """The sheets with every verso moved, turned and scaled so that this printer's error brings it where it belongs.

    `flip` is the edge that the paper is turned over, `long` or `short`.
    """
    return tuple(
        replace(sheet, adjust=printer_error(printer, sheet.size, flip).inverse()) if sheet.side == "verso" else sheet
        for sheet in sheets
    )


def printer_error(printer: Printer, size: Size, flip: str) -> Matrix:
    """Where a printer puts the points of a verso page, in the page's own coordinates."""
    to_paper = Matrix.rotation(verso_turn(size, flip)) @ Matrix.translation(-size.width / 2, -size.height / 2)
    shift = Matrix.translation(printer.dx, printer.dy)
    return to_paper.inverse() @ shift @ Matrix.rotation(printer.angle) @ Matrix.scaling(printer.scale) @ to_paper


def verso_turn(size: Size, flip: str) -> int:
    """How many degrees clockwise a verso page stands from that of upright paper turned over its long edge.

    A profile speaks of the latter, and the printer errs in the same direction of its own whatever the page: for the
    short edge its driver turns the back half round, and a page on its side is printed a quarter turn anticlockwise
    (`landscape` in RFC 8011, orientation-requested).
    """
    half = 0 if flip == "long" else 180
    return half if size.height >= size.width else half - 90
