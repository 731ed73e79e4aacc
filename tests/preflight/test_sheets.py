"""Sheets to cut at home that are sent to a shop which takes one card a page."""

import pytest

from tests.preflight.test_bleed_table import crop_marks
from tests.preflight.test_crop_marks import marks_around
from tests.preflight.tiny_pdf import MM, form, image, tiny_pdf

A4 = [0, 0, 210 * MM, 297 * MM]
LETTER = [0, 0, 612, 792]
SHOPS = ("drivethrucards", "mbprint", "house-1a")


def places(columns, rows, size, gap=0.0, corner=(10.5, 16.5)):
    """Return the lower left corners of a grid of cards, and their size, in millimetres."""
    width, height = size
    return [
        (corner[0] + column * (width + gap), corner[1] + row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def rects(grid, operator="f"):
    return " ".join(f"{x * MM} {y * MM} {width * MM} {height * MM} re {operator}" for x, y, width, height in grid)


def sheet(content, media=A4, **more):
    return tiny_pdf(content, art="", pages=1, media=media, TrimBox=None, BleedBox=None, **more)


def pictures(grid):
    drawn = " ".join(f"q {width * MM} 0 0 {height * MM} {x * MM} {y * MM} cm /I Do Q" for x, y, width, height in grid)
    return sheet(drawn, resources={"XObject": {"I": image(20, 28)}})


def one_picture(grid):
    """Return a sheet that is one picture, in which cards lie apart."""
    width, height = 210, 297
    data = bytearray(4 * width * height)
    for x, y, across, up in grid:
        for row in range(round(y), round(y + up)):
            start = 4 * (row * width + round(x))
            data[start : start + 4 * round(across)] = b"\x60" * 4 * round(across)
    picture = image(width, height, data=bytes(data))
    return sheet(f"q {A4[2]} 0 0 {A4[3]} 0 0 cm /I Do Q", resources={"XObject": {"I": picture}})


def clipped(grid):
    return sheet(" ".join(f"q {rects([place], 'W n')} 0.4 0 0 0 k 0 0 999 999 re f Q" for place in grid))


def forms(grid):
    card = form("0.4 0 0 0 k 0 0 999 999 re f", BBox=[0, 0, grid[0][2] * MM, grid[0][3] * MM])
    drawn = " ".join(f"q 1 0 0 1 {x * MM} {y * MM} cm /F Do Q" for x, y, *_ in grid)
    return sheet(drawn, resources={"XObject": {"F": card}})


def lines_across(xs, ys):
    upright = " ".join(f"{x * MM} 0 m {x * MM} {A4[3]} l" for x in xs)
    level = " ".join(f"0 {y * MM} m {A4[2]} {y * MM} l" for y in ys)
    return sheet(f"0.25 w {upright} {level} S")


def marks_in_margins(xs, ys):
    """Return marks in the margins of a sheet whose cards are not seen."""
    upright = " ".join(f"{x * MM} {y * MM} m {x * MM} {(y + 5) * MM} l" for x in xs for y in (2, 290))
    level = " ".join(f"{x * MM} {y * MM} m {(x + 5) * MM} {y * MM} l" for y in ys for x in (2, 203))
    return sheet(f"0.25 w {upright} {level} S BT ET 0.4 0 0 0 k 20 20 99 3 re f")


def marks_beside(card, gap=3):
    """Return a sheet with a white card and marks beside its corners."""
    x, y, width, height = (length * MM for length in card)
    marks = " ".join(
        f"{u} {v} m {w} {z} l" for (u, v), (w, z) in marks_around(x, y, width, height, gap * MM, length=12)
    )
    return sheet(f"0.25 w {marks} S 0.4 0 0 0 k {x + 20} {y + 20} 60 99 re f")


OURS = b"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:vallum="https://vallum.example/"><vallum:game>picket</vallum:game></rdf:Description>
</rdf:RDF></x:xmpmeta>"""
"""Metadata as our sheets have it."""
STANDARD, POKER = (63, 88), (63.5, 88.9)
SHEETS = {
    "nine pictures side by side": lambda: pictures(places(3, 3, STANDARD)),
    "eight pictures with gaps": lambda: pictures(places(2, 4, (88, 63), gap=5)),
    "two pictures": lambda: pictures(places(2, 1, POKER)),
    "pictures whose bleed overlaps": lambda: pictures(places(2, 3, (69, 94), gap=-6)),
    "filled rectangles": lambda: sheet(rects(places(3, 3, STANDARD))),
    "stroked rectangles in one path": lambda: sheet(rects(places(3, 3, STANDARD), "") + " S"),
    "cards that are clipped": lambda: clipped(places(3, 2, STANDARD, gap=2)),
    "forms": lambda: forms(places(3, 3, STANDARD)),
    "cards of no usual size": lambda: sheet(rects(places(3, 3, (50, 80), gap=3))),
    "a last row that is not full": lambda: pictures(places(3, 3, STANDARD)[:7]),
    "cards in one picture of the whole sheet": lambda: one_picture(places(2, 2, STANDARD, gap=8)),
    "lines across the sheet": lambda: lines_across([10, 73, 136, 199], [16, 104, 192, 280]),
    "crop marks alone": lambda: marks_in_margins([10, 73, 136, 199], [16, 104, 192, 280]),
    "one card with crop marks": lambda: marks_beside(places(1, 1, POKER, corner=(70, 100))[0]),
    "one card with crop marks that lie far away": lambda: marks_beside(places(1, 1, (57, 87), corner=(9, 9))[0], gap=5),
    "one card in the middle": lambda: pictures(places(1, 1, (69.5, 94.9), corner=(70, 100))),
    "two cards with crop marks": lambda: marks_in_margins([40, 103, 166], [100, 188]),
}
CARDS = {
    "a card": tiny_pdf,
    "a card with equal pictures on it": lambda: tiny_pdf(rects(places(2, 2, (26, 30), corner=(6, 8)))),
    "a large card with two small cards drawn on it": lambda: tiny_pdf(
        rects(places(1, 2, (63, 44), corner=(10, 10))), media=[0, 0, 83 * MM, 115 * MM], TrimBox=None, BleedBox=None
    ),
    "a card with crop marks on a large page": lambda: tiny_pdf(crop_marks(12), media=[-200, -200, 400, 500]),
    "a page of text": lambda: sheet(rects([(20, 20 + 5 * row, 170, 2) for row in range(50)])),
    "a board": lambda: sheet(f"0.4 0 0 0 k 0 0 {A4[2]} {A4[3]} re f {rects(places(8, 8, (20, 20)))}"),
    "a page with a picture of no card": lambda: pictures(places(1, 1, (120, 94), corner=(40, 100))),
    "a map with crosses": lambda: marks_beside((30, 40, 150, 200)),
    "a page with a small frame of marks": lambda: marks_beside((30, 40, 20, 20), gap=1),
    "a page with two pictures": lambda: pictures(places(1, 2, (150, 100), gap=10)),
}


def sheet_flaws(report):
    return [flaw for flaw in report.flaws if flaw.check == "sheet"]


@pytest.mark.parametrize("name", SHEETS)
def test_sheet_of_a_stranger_is_told_first(check, name):
    report = check(SHEETS[name](), "drivethrucards")

    assert len(sheet_flaws(report)) == 1
    assert report.flaws[0].check == "sheet"
    assert report.flaws[0].message.endswith("; DriveThruCards takes one a page, so make a page for each side of a card")


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("shop", SHOPS)
def test_page_with_one_card_is_no_sheet(check, name, shop):
    assert sheet_flaws(check(CARDS[name](), shop)) == []


@pytest.mark.parametrize("rules", ["netprint", "pdfx-1a", "pdfx-4", None])
def test_sheet_is_right_where_no_cards_are_made(check, rules):
    assert sheet_flaws(check(pictures(places(3, 3, STANDARD)), rules)) == []


def test_cards_on_a_sheet_are_counted(check):
    counts = {
        check(make(), "mbprint").flaws[0].message.split(";")[0]
        for make in (SHEETS["nine pictures side by side"], SHEETS["forms"], SHEETS["lines across the sheet"])
    }

    assert counts == {"the page is a sheet with 9 pieces"}


def test_what_follows_from_a_sheet_is_left_out(check):
    checks = {flaw.check for flaw in check(pictures(places(3, 3, STANDARD)), "drivethrucards").flaws}

    assert {"sheet", "image-resolution", "pdfx"} <= checks
    assert checks.isdisjoint({"trim-box", "bleed", "page-size", "page-count"})


@pytest.mark.parametrize(("shop", "target"), [("mbprint", "mbprint"), ("house-1a", "pdfx-1a"), ("house-4", "pdfx-4")])
def test_sheet_of_ours_is_told_with_the_export(check, shop, target):
    pdf = sheet(rects(places(3, 3, STANDARD)))
    marks = [f"/Piece <</ID (raid/a#{n}) /Side (front) /Trim [{n} 0 {n + 9} 9]>> BDC EMC" for n in range(9)]
    pdf.pages[0].Contents = pdf.make_stream("\n".join(marks).encode() + b" 0 0 9 9 re f")
    pdf.Root.Metadata = pdf.make_stream(OURS)
    report = check(pdf, shop)

    assert report.flaws[0].message.endswith(f"so export the deck with vallum export picket --to {target}")
    assert "with 9 pieces" in report.flaws[0].message
