"""Other programs on the inputs of the growth benchmark: `growth.py PROGRAM SERIES FOLDER PDF`."""

import sys
from pathlib import Path

MM = 72 / 25.4
SHEET = """\
#set page(width: 210mm, height: 297mm, margin: 10.5mm)
#let files = sys.inputs.files.split(",")
#grid(columns: 3, ..files.map(file => image(file, width: 63mm, height: 88mm, fit: "stretch")))
"""
BOARD = '#set page(width: 210mm, height: 297mm, margin: 15mm)\n#image("board.svg", width: 180mm)\n'


def typst_cards(folder, pdf):
    import typst

    fonts = {"font_paths": [folder / "fonts"], "ignore_system_fonts": True}
    typst.compile(folder / "deck.typ", output=pdf, root=folder, **fonts)


def typst_art(folder, pdf):
    import typst

    (folder / "art.typ").write_text(SHEET)
    files = ",".join(f"game/art/{file.name}" for file in sorted((folder / "game/art").iterdir()))
    typst.compile(folder / "art.typ", output=pdf, root=folder, sys_inputs={"files": files})


def reportlab_art(folder, pdf):
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(pdf), pagesize=(210 * MM, 297 * MM))
    for number, file in enumerate(sorted((folder / "game/art").iterdir())):
        if number and number % 9 == 0:
            canvas.showPage()
        at = (10.5 + 63 * (number % 3)) * MM, (16.5 + 88 * (number // 3 % 3)) * MM
        canvas.drawImage(str(file), *at, 63 * MM, 88 * MM)
    canvas.save()


def typst_cells(folder, pdf):
    import typst

    (folder / "board.typ").write_text(BOARD)
    typst.compile(folder / "board.typ", output=pdf, root=folder)


def svglib_cells(folder, pdf):
    from reportlab.graphics import renderPDF
    from svglib.svglib import svg2rlg

    renderPDF.drawToFile(svg2rlg(str(folder / "board.svg")), str(pdf))


def reportlab_boxes(folder, pdf):
    from reportlab.pdfgen.canvas import Canvas

    count = (folder / "game/sheets/tally.toml").read_text().count("{ id = ")
    canvas = Canvas(str(pdf), pagesize=(210 * MM, 297 * MM))
    for number in range(count):
        x, y = 30 + number % 20 * 26, 40 + number // 20 * 30
        canvas.acroForm.checkbox(name=f"b{number:05}", x=x, y=y, size=14)
        canvas.setFont("Helvetica", 6)
        canvas.drawString(x, y - 8, str(number))
    canvas.save()


def main(program, series, folder, pdf):
    globals()[f"{program}_{series}"](Path(folder), Path(pdf))


main(*sys.argv[1:])
