"""Sheets of labels and cards to tear apart: where their cards lie in the PDF, to the twentieth of a millimetre."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest

from generator.base.units import MM, parse_length
from generator.build.faces.face_batch import FaceSet
from generator.build.faces.packed_faces import FacePacker
from generator.build.papers import find_paper
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords
from generator.impose.press_sheets import impose
from generator.model.face import Drawing, Face
from generator.model.press_sheet import PressDocument
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import pdf

# Card, how many across and down, first card from the left and upper edge, from one to the next; in mm.
TABLE = """
avery-5371      letter  88.9x50.8 2x5 19.05/12.7  88.9/50.8   Avery 5371
avery-8373      letter  88.9x50.8 2x4 12.7/19.05  101.6/63.5  Avery 8373
southworth-bc554 letter 88.9x50.8 2x5 12.7/12.7   101.6/50.8  Southworth BC554
avery-5388      letter  127x76.2  1x3 44.45/25.4  127/76.2    Avery 5388
avery-c32011-10 a4      85x54     2x5 15/13.5     95/54       Avery C32011-10
avery-7414      a4      90x52     2x5 15/18.5     90/52       Avery 7414
sigel-lp800     a4      85x55     2x5 15/10       95/55       Sigel LP 800
avery-32015     a4      85x54     2x4 17/31.5     91/60       Avery 32015
a-one-72110     a4      91x55     2x5 14/11       91/55
a-one-29221     a4      89x53     2x5 15/12       91/55
a-one-75210     a4      86.4x50.8 2x5 18.6/21.2   86.4/50.8
avery-3274.1    letter  63.5x63.5 3x3 7.94/31.75  68.26/76.2  Avery 3274.1
avery-5293      letter  41.3x41.3 4x6 10.56/13.94 51.17/42.05 Avery 5293
"""
ROWS = [line.split(None, 6) for line in TABLE.strip().splitlines()]
TEMPLATES = next(iter(Path("/usr/share").glob("libglabels-*/templates")), None)


def numbers(text):
    return tuple(float(number) for number in re.split("[x/]", text))


@pytest.mark.parametrize(("name", "paper", "card", "count", "at", "pitch"), [row[:6] for row in ROWS])
def test_cards_lie_where_the_maker_has_them(name, paper, card, count, at, pitch):
    sheet = find_paper(name)
    (width, height), (across, down), (x0, y0), (dx, dy) = map(numbers, (card, count, at, pitch))
    boxes, page = measured(sheet, int(across * down))

    assert sheet.size == find_paper(paper).size
    assert page == pytest.approx((sheet.size.width / MM, sheet.size.height / MM), abs=0.01)
    expected = [(x0 + dx * i, y0 + dy * j, width, height) for j in range(int(down)) for i in range(int(across))]
    assert len(boxes) == len(expected)
    for box, wanted in zip(boxes, expected, strict=True):
        assert box == pytest.approx(wanted, abs=0.05)


def measured(sheet, count):
    """Left, top, width and height of each trim in a PDF of cards of the sheet's size, and the page's size, in mm."""
    face = Face("card", sheet.cells.card, 3 * MM, Drawing.of(()), "M 0 0 L 1 1 Z" if sheet.cells.round else "")
    pieces = [PieceToPrint(f"deck/card#{number}", face) for number in range(count)]
    words = SlugWords("Picket", "Deck", "version 1", "sheet {} of {}".format)
    imposed = impose(pieces, sheet, ImpositionOptions(), words, lambda *_: ())
    document = PressDocument("", "", "", "en", "2026-01-01", imposed.sheets)
    faces = FaceSet()
    faces.add(face.key, FacePacker().pack(face, compile_face(face, {})))
    with pikepdf.open(io.BytesIO(pdf(document, faces.forms, {}))) as written:
        (page,) = written.pages
        _, _, right, top = (float(edge) for edge in page.MediaBox)
        trims = re.findall(rb"/Trim\s*\[([^\]]*)\]", page.Contents.read_bytes())
        boxes = [[float(number) / MM for number in trim.split()] for trim in trims]
    return [(x, top / MM - y2, x2 - x, y2 - y) for x, y, x2, y2 in boxes], (right / MM, top / MM)


@pytest.fixture(scope="module")
def templates():
    """The templates of glabels by brand and part, as card, count, first place and pitch in mm."""
    found, alike = {}, {}
    for file in sorted(TEMPLATES.glob("*-templates.xml")):
        for each in ElementTree.parse(file).findall(".//{*}Template"):
            name = f"{each.get('brand')} {each.get('part')}"
            if each.get("equiv"):
                alike[name] = f"{each.get('brand')} {each.get('equiv')}"
            elif (figures := _figures(each)) is not None:
                found[name] = figures
    return found | {name: found[other] for name, other in alike.items() if other in found}


def _figures(template):
    label = next((each for each in template if each.tag.endswith(("Label-rectangle", "Label-round"))), None)
    if label is None or (layout := label.find("{*}Layout")) is None:
        return None
    if label.tag.endswith("Label-round"):
        card = (2 * _mm(label.get("radius")),) * 2
    else:
        card = tuple(_mm(label.get(key)) for key in ("width", "height"))
    at, pitch = ([_mm(layout.get(key)) for key in pair] for pair in (("x0", "y0"), ("dx", "dy")))
    return card, (int(layout.get("nx")), int(layout.get("ny"))), at, pitch


def _mm(text):
    number, unit = re.fullmatch("(.*?)(mm|in|pt)?", text or "0").groups()
    return float(number) * parse_length(f"1{unit or 'pt'}") / MM


@pytest.mark.referee
@pytest.mark.skipif(TEMPLATES is None, reason="glabels-data is not installed")
@pytest.mark.parametrize(("name", "part"), [(row[0], row[6]) for row in ROWS if len(row) > 6])
def test_glabels_has_the_same_figures(templates, name, part):
    cells = find_paper(name).cells
    card, count, at, pitch = templates[part]

    assert count == (cells.across, cells.down)
    assert (cells.card.width / MM, cells.card.height / MM) == pytest.approx(card, abs=0.05)
    assert [value / MM for value in cells.at] == pytest.approx(at, abs=0.05)
    assert [value / MM for value, many in zip(cells.pitch, count, strict=True) if many > 1] == pytest.approx(
        [value for value, many in zip(pitch, count, strict=True) if many > 1], abs=0.05
    )
