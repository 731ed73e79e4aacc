"""Printer calibration: a sheet to print, the error of the verso from numbers read off it, and its correction.

The recto has a millimetre graph at two far corners, A and B, the verso a cross behind the middle of each. Held
against the light, or pricked through with a pin, each cross shows on its graph how far the printer missed.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator, Mapping

from generator.base.errors import Fault, Faults
from generator.base.geometry import Matrix, Size
from generator.base.records import replace
from generator.base.units import MM
from generator.impose.imposition_inputs import TextSetter
from generator.impose.layout.mirror import Segment, verso_mirror
from generator.impose.marks.cut_marks import BLACK, lines_path
from generator.impose.marks.slug_items import line_width
from generator.model.face import Ink, Shape, Stroke
from generator.model.paper import Paper, Printer
from generator.model.press_sheet import PressSheet

REACH = 10  # half the side of a graph, in millimetres
WORDS = ("title", "steps", "right", "down", "recto", "verso")
"""Keys of the words on the sheet: `steps` has a line for each step, `right` and `down` name the numbers to read."""
READINGS = ("A right", "A down", "B right", "B down")
"""The four numbers to read, in order: millimetres from the middle of a graph, negative for left and up."""

_INSET = 18 * MM  # from the printable area's edge to the middle of a graph
_LETTER = 14 * MM, -7 * MM  # from the middle of a graph to its letter
_ARM = 13.5 * MM
_TEXT = 42 * MM  # from the left and the upper edge of the paper to the text and the zero of the rulers


def calibration_sheets(
    paper: Paper, words: Mapping[str, str], set_text: TextSetter, *, flip: str = "long"
) -> tuple[PressSheet, PressSheet]:
    """Return recto and verso of the calibration sheet, for paper turned over its `long` or `short` edge.

    It has marks only, and no faces. `words` has the keys of WORDS.
    """
    recto = (*_graphs(paper, set_text), *_rulers(paper, set_text), *_instructions(paper, words, set_text))
    text = _line(words["verso"], 9.0, paper.size.height / 2, paper, set_text)
    verso = (*_crosses(paper, flip, set_text), *text)
    return PressSheet(paper.size, "recto", 1, (), recto), PressSheet(paper.size, "verso", 1, (), verso)


def fit_printer(readings: tuple[float, float, float, float], paper: Paper, flip: str, name: str) -> Printer:
    """Return the profile of a printer with these readings: the shift, turn and scale that explain both crosses.

    Two points fix a similarity completely, so there is exactly one. Raises Faults for numbers that are off the graph.

    >>> from generator.base.geometry import Size
    >>> printer = fit_printer((2, 1, 2, 1), Paper("a4", Size(210 * MM, 297 * MM), 5 * MM), "long", "inky")
    >>> round(printer.dx / MM, 6), round(printer.dy / MM, 6), printer.angle, printer.scale
    (-2.0, 1.0, 0.0, 1.0)
    """
    faults = [
        Fault("calibration", f"{value!r} is off the graph; it is a number of mm from -{REACH} to {REACH}", key=which)
        for which, value in zip(READINGS, readings, strict=True)
        if not -REACH <= value <= REACH
    ]
    if faults:
        raise Faults(faults)
    (meant_a, printed_a), (meant_b, printed_b) = _pairs(readings, paper, flip)
    # Points as complex numbers: multiplying by `turn` rotates and scales.
    turn = (printed_b - printed_a) / (meant_b - meant_a)
    shift = printed_a - turn * meant_a
    dx, dy = Matrix.rotation(verso_turn(paper.size, flip)).apply(shift.real, shift.imag)
    return Printer(name, dx, dy, math.degrees(cmath.phase(turn)), abs(turn))


def graph_centres(paper: Paper) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the middles of the graphs A and B on the recto."""
    edge = paper.margin + _INSET
    return (edge, edge), (paper.size.width - edge, paper.size.height - edge)


def _pairs(readings: tuple[float, ...], paper: Paper, flip: str) -> Iterator[tuple[complex, complex]]:
    """Yield where each cross was meant and where it was printed, on the verso, from the middle of the page."""
    mirror, centre = verso_mirror(paper.size, flip), complex(paper.size.width / 2, paper.size.height / 2)
    for (x, y), right, down in zip(graph_centres(paper), readings[::2], readings[1::2], strict=True):
        meant, printed = mirror.point(x, y), mirror.point(x + right * MM, y + down * MM)
        yield complex(*meant) - centre, complex(*printed) - centre


def _graphs(paper: Paper, set_text: TextSetter) -> Iterator[Ink]:
    """Yield both graphs with their numbers and letters."""
    for name, (x, y) in zip("AB", graph_centres(paper), strict=True):
        for step, width in ((1, 0.04), (5, 0.2), (REACH, 0.4)):
            yield _lines(_graph(x, y, step), width * MM)
        for mm in range(-REACH, REACH + 1, 5):
            yield from set_text(str(mm), 6.0, x + mm * MM, y - 12 * MM, "middle", BLACK)
            yield from set_text(str(mm), 6.0, x - 11 * MM, y + mm * MM + 2, "end", BLACK)
        yield from set_text(name, 14.0, x + _LETTER[0], y + _LETTER[1] + 5.0, "middle", BLACK)


def _graph(x: float, y: float, step: int) -> Iterator[Segment]:
    """Yield the lines of a graph around a point, `step` millimetres apart."""
    reach = REACH * MM
    for mm in range(-REACH, REACH + 1, step):
        yield x + mm * MM, y - reach, x + mm * MM, y + reach
        yield x - reach, y + mm * MM, x + reach, y + mm * MM


def _crosses(paper: Paper, flip: str, set_text: TextSetter) -> Iterator[Ink]:
    """Yield the cross on the verso behind the middle of each graph, with its letter."""
    mirror = verso_mirror(paper.size, flip)
    for name, (x, y) in zip("AB", graph_centres(paper), strict=True):
        middle, level = mirror.point(x, y)
        yield _lines(
            [(middle - _ARM, level, middle + _ARM, level), (middle, level - _ARM, middle, level + _ARM)], 0.25 * MM
        )
        # The letter is behind that of the recto. It is lowered after mirroring, since text is always upright.
        letter_x, letter_y = mirror.point(x + _LETTER[0], y + _LETTER[1])
        yield from set_text(name, 14.0, letter_x, letter_y + 5.0, "middle", BLACK)


def _rulers(paper: Paper, set_text: TextSetter) -> Iterator[Ink]:
    """Yield a horizontal and a vertical ruler, as long as the paper allows: there a wrong print scale shows best."""
    edge = paper.margin + 4 * MM
    # In millimetres, whole centimetres.
    width, height = (int((side - _TEXT - edge) / MM) // 10 * 10 for side in (paper.size.width, paper.size.height))
    ticks = [(_TEXT + mm * MM, edge, _TEXT + mm * MM, edge + _tick(mm)) for mm in range(width + 1)]
    ticks += [(edge, _TEXT + mm * MM, edge + _tick(mm), _TEXT + mm * MM) for mm in range(height + 1)]
    ticks += [(_TEXT, edge, _TEXT + width * MM, edge), (edge, _TEXT, edge, _TEXT + height * MM)]
    yield _lines(ticks, 0.1 * MM)
    for mm in range(0, width + 1, 10):
        text = f"{mm} mm" if mm == width else str(mm)
        yield from set_text(text, 6.0, _TEXT + mm * MM, edge + 6.5 * MM, "middle", BLACK)
    for mm in range(0, height + 1, 10):
        text = f"{mm} mm" if mm == height else str(mm)
        yield from set_text(text, 6.0, edge + 5 * MM, _TEXT + mm * MM + 2, "start", BLACK)


def _tick(mm: int) -> float:
    """Return the length of a ruler's tick at a millimetre."""
    return (4 if mm % 10 == 0 else 3 if mm % 5 == 0 else 2) * MM


def _instructions(paper: Paper, words: Mapping[str, str], set_text: TextSetter) -> Iterator[Ink]:
    """Yield the title, the steps, and a line to write each of the four numbers on."""
    yield from _line(words["title"], 14.0, _TEXT, paper, set_text)
    y = _TEXT + 10 * MM
    for text in [words["recto"], "", *words["steps"].split("\n"), ""]:
        yield from _line(text, 9.0, y, paper, set_text)
        y += 5 * MM
    for which in READINGS:
        letter, _, direction = which.partition(" ")
        yield from set_text(f"{letter} {words[direction]}", 9.0, _TEXT + 30 * MM, y, "end", BLACK)
        yield _lines([(_TEXT + 33 * MM, y + 1, _TEXT + 55 * MM, y + 1)], 0.15 * MM)
        yield from set_text("mm", 9.0, _TEXT + 57 * MM, y, "start", BLACK)
        y += 8 * MM


def _line(text: str, size: float, y: float, paper: Paper, set_text: TextSetter) -> tuple[Ink, ...]:
    """Return a line of text from the left edge, set smaller if it is too long for the paper."""
    if not text:
        return ()
    width = paper.size.width - paper.margin - 5 * MM - _TEXT
    runs = set_text(text, size, _TEXT, y, "start", BLACK)
    wide = line_width(runs) - _TEXT
    return set_text(text, size * width / wide, _TEXT, y, "start", BLACK) if wide > width else runs


def _lines(segments: Iterable[Segment], width: float) -> Shape:
    """Return black lines of a width as one shape."""
    return Shape(lines_path(segments), stroke=Stroke(BLACK, width))


def adjust_versos(sheets: Iterable[PressSheet], printer: Printer, *, flip: str) -> tuple[PressSheet, ...]:
    """Return the sheets with every verso shifted, turned and scaled against this printer's error.

    `flip` is the edge that the paper is turned over, `long` or `short`.
    """
    return tuple(
        replace(sheet, adjust=printer_error(printer, sheet.size, flip).inverse()) if sheet.side == "verso" else sheet
        for sheet in sheets
    )


def adjust_both_sides(sheets: Iterable[PressSheet], printer: Printer, *, flip: str) -> tuple[PressSheet, ...]:
    """Return the sheets with rectos corrected too, as labels need it: their places on the paper are fixed."""
    # A recto goes through the printer as the verso of upright paper that is turned over its long edge does.
    moved = (replace(sheet, adjust=printer_error(printer, sheet.size, "long").inverse()) for sheet in sheets)
    return tuple(sheet if sheet.side == "recto" else adjust_versos([sheet], printer, flip=flip)[0] for sheet in moved)


def printer_error(printer: Printer, size: Size, flip: str) -> Matrix:
    """Return the matrix from where a point of a verso page should be to where the printer puts it."""
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
    # The driver turns the back only for the short edge.
    half = 0 if flip == "long" else 180
    return half if size.height >= size.width else half - 90
