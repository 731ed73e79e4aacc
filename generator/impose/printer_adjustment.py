"""Correct every verso for a calibrated printer's error."""

from __future__ import annotations

from collections.abc import Iterable

from generator.base.geometry import Matrix, Size
from generator.base.records import replace
from generator.model.paper import Printer
from generator.model.press_sheet import PressSheet


def adjust_versos(sheets: Iterable[PressSheet], printer: Printer, *, flip: str) -> tuple[PressSheet, ...]:
    """The sheets with every verso shifted, turned and scaled so that this printer's error puts it where it belongs.

    `flip` is the edge that the paper is turned over, `long` or `short`.
    """
    return tuple(
        replace(sheet, adjust=printer_error(printer, sheet.size, flip).inverse()) if sheet.side == "verso" else sheet
        for sheet in sheets
    )


def printer_error(printer: Printer, size: Size, flip: str) -> Matrix:
    """From where a point of a verso page should be to where the printer puts it, in the page's own coordinates."""
    to_paper = Matrix.rotation(verso_turn(size, flip)) @ Matrix.translation(-size.width / 2, -size.height / 2)
    shift = Matrix.translation(printer.dx, printer.dy)
    return to_paper.inverse() @ shift @ Matrix.rotation(printer.angle) @ Matrix.scaling(printer.scale) @ to_paper


def verso_turn(size: Size, flip: str) -> int:
    """Degrees clockwise from a verso page of upright paper turned over its long edge to this verso page.

    A profile is measured on the former. The printer errs in one direction of its own whatever the page: for the short
    edge its driver turns the back by 180 degrees, and a landscape page is printed a quarter turn anticlockwise
    (`landscape` in RFC 8011, section 5.2.10, orientation-requested).

    >>> a4 = Size(595, 842)
    >>> verso_turn(a4, "long"), verso_turn(a4, "short"), verso_turn(a4.transpose(), "long")
    (0, 180, -90)
    """
    half = 0 if flip == "long" else 180
    return half if size.height >= size.width else half - 90
