"""CairoSVG, a sheet at a time, the sheets put into one file by pikepdf."""

import re
import sys
from io import BytesIO
from pathlib import Path

import cairosvg
import pikepdf
from card import back, fronts

LEFT, TOP = (210 - 3 * 63) / 2, (297 - 3 * 88) / 2
SHEET = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="210mm" height="297mm" '
    'viewBox="0 0 210 297">{inside}</svg>'
)


def main(folder: Path, out: Path) -> None:
    cards, reverse = [inner(card) for card in fronts(folder)], inner(back(folder))
    with pikepdf.new() as whole:
        for start in range(0, len(cards), 9):
            sheet = cards[start : start + 9]
            append(whole, [(at % 3, card) for at, card in enumerate(sheet)])
            append(whole, [(2 - at % 3, reverse) for at in range(len(sheet))])
        whole.save(out)


def inner(svg: str) -> str:
    return re.sub(r"</?svg[^>]*>", "", svg)


def append(whole: pikepdf.Pdf, slots: list) -> None:
    placed = [
        f'<g transform="translate({LEFT + column * 63} {TOP + at // 3 * 88})">{svg}</g>'
        for at, (column, svg) in enumerate(slots)
    ]
    pdf = cairosvg.svg2pdf(bytestring=SHEET.format(inside="".join([*placed, marks()])).encode())
    with pikepdf.open(BytesIO(pdf)) as sheet:
        whole.pages.extend(sheet.pages)


def marks() -> str:
    bottom, right = TOP + 3 * 88, LEFT + 3 * 63
    upright = [f"M{LEFT + at * 63} {TOP - 3}v-5 M{LEFT + at * 63} {bottom + 3}v5" for at in range(4)]
    across = [f"M{LEFT - 2} {TOP + at * 88}h-5 M{right + 2} {TOP + at * 88}h5" for at in range(4)]
    return f'<path d="{" ".join(upright + across)}" stroke="#000000" stroke-width="0.1"/>'


main(Path(sys.argv[1]), Path(sys.argv[2]))
