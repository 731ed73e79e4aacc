"""svglib into a reportlab canvas, as its manual shows: each card and each back read and drawn."""

import sys
from io import StringIO
from pathlib import Path

from card import back, fronts
from reportlab.graphics import renderPDF
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import register_font
from svglib.svglib import svg2rlg


def main(folder: Path, out: Path) -> None:
    register_font("Alegreya Sans", str(folder / "fonts" / "AlegreyaSans-Regular.ttf"))
    register_font("Alegreya Sans", str(folder / "fonts" / "AlegreyaSans-Bold.ttf"), weight="bold")
    canvas = Canvas(str(out), pagesize=A4)
    cards, reverse = fronts(folder), back(folder)
    for start in range(0, len(cards), 9):
        sheet = cards[start : start + 9]
        page(canvas, [(at % 3, card) for at, card in enumerate(sheet)])
        page(canvas, [(2 - at % 3, reverse) for at in range(len(sheet))])
    canvas.save()


def page(canvas: Canvas, slots: list) -> None:
    left, top = (A4[0] - 3 * 63 * mm) / 2, (A4[1] + 3 * 88 * mm) / 2
    for at, (column, svg) in enumerate(slots):
        drawing = svg2rlg(StringIO(svg))
        renderPDF.draw(drawing, canvas, left + column * 63 * mm, top - (at // 3 + 1) * 88 * mm)
    canvas.setLineWidth(0.3)
    for column in range(4):
        x = left + column * 63 * mm
        canvas.line(x, top + 3 * mm, x, top + 8 * mm)
        canvas.line(x, top - 3 * 88 * mm - 3 * mm, x, top - 3 * 88 * mm - 8 * mm)
    for row in range(4):
        y = top - row * 88 * mm
        canvas.line(left - 2 * mm, y, left - 7 * mm, y)
        canvas.line(left + 3 * 63 * mm + 2 * mm, y, left + 3 * 63 * mm + 7 * mm, y)
    canvas.showPage()


main(Path(sys.argv[1]), Path(sys.argv[2]))
