import re
import xml.etree.ElementTree as ET

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.base.errors import UsageError
from generator.base.geometry import Rect
from generator.base.units import MM
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.exports.cutters.cricut_page import cricut_rules
from generator.exports.cutters.cricut_target import check_options
from generator.exports.export_options import ExportOptions
from generator.write.png import page_pixels
from tests.exports.conftest import made_deck
from tests.exports.cutters.conftest import svg_boxes, trims

MAGENTA = (1, 0, 1)


def design_space_page(path, boxes, *, colour=MAGENTA, spread=1.5, scale=1.0, landscape=False):
    """A page with a frame for a mark and shapes, moved by (-5, 7) mm and spread by a bleed, as Design Space prints it."""
    width, height = (297, 210) if landscape else (210, 297)
    canvas = Canvas(str(path), pagesize=(width * MM, height * MM))
    canvas.rect(12 * MM, 12 * MM, (width - 24) * MM, (height - 24) * MM)
    canvas.setFillColorRGB(*colour)
    for box in boxes:
        x0, y0, x1, y1 = (scale * value for value in box)
        left, foot = x0 - 5 - spread, height - y1 - 7 - spread
        canvas.rect(left * MM, foot * MM, (x1 - x0 + 2 * spread) * MM, (y1 - y0 + 2 * spread) * MM, stroke=0, fill=1)
    canvas.save()
    return path


@pytest.fixture
def boxes(export):
    """The boxes of the shapes of the cut file for the raid cards."""
    done = export("picket", "cricut", only=["raid"])
    return svg_boxes(done.folder / "raid-a4-cut.svg")


def test_cut_file_is_filled_for_print_then_cut_and_its_size_told(export):
    done = export("picket", "cricut", only=["raid"])

    paths = ET.parse(done.folder / "raid-a4-cut.svg").getroot()
    assert {path.get("fill") for path in paths} == {"#ff00ff"}
    assert sorted(done.files) == ["raid-a4-cut.svg", "report.txt"]
    assert re.search(r"all paths: [\d.]+ × [\d.]+ mm", (done.folder / "report.txt").read_text())


def test_cards_lie_over_the_shapes_and_backs_behind_them(export, boxes, tmp_path):
    width = 297 if max(x1 for *_, x1, _ in boxes) > 185 else 210
    base = design_space_page(tmp_path / "base.pdf", boxes, landscape=width == 297)

    done = export("picket", "cricut", only=["raid"], under=base)

    moved = sorted((x0 - 5, y0 + 7, x1 - 5, y1 + 7) for x0, y0, x1, y1 in boxes)
    first = sorted(trims(done.folder / "raid-a4.pdf")[0])
    assert first == [pytest.approx(box, abs=0.15) for box in moved]
    back = sorted(trims(done.folder / "raid-a4.pdf", "back")[0])
    assert back == [pytest.approx(box, abs=0.15) for box in sorted(behind(box, width) for box in moved)]
    assert magenta(done.folder / "raid-a4.pdf") == [0, 0]


def behind(box, width):
    """Where a back lies on the page, when the paper is turned over its long edge."""
    x0, y0, x1, y1 = box
    height = 507 - width
    return (width - x1, y0, width - x0, y1) if width < height else (x0, height - y1, x1, height - y0)


def magenta(pdf):
    """How many pixels of each page have the colour of the shapes."""
    pages = []
    for _, _, rows in page_pixels(pdf, 50):
        pages.append(sum(rows[at : at + 3] == b"\xff\x00\xff" for at in range(0, len(rows), 3)))
    return pages[:2]


def test_marks_of_the_page_are_on_fronts_only(export, boxes, tmp_path):
    landscape = max(x1 for *_, x1, _ in boxes) > 185
    base = design_space_page(tmp_path / "base.pdf", boxes, landscape=landscape)

    done = export("picket", "cricut", only=["raid"], under=base)

    with pikepdf.open(done.folder / "raid-a4.pdf") as file:
        fronts = [b"/Side(front)" in page.Contents.read_bytes() for page in file.pages]
    frames = []
    for width, height, rows in page_pixels(done.folder / "raid-a4.pdf", 127):
        row = rows[3 * width * (height // 2) : 3 * width * (height // 2) + 3 * 70]  # the left 14 mm
        frames.append(min(row) < 128)
    assert frames == fronts


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ({"scale": 0.9}, "set the size in Design Space, and do not turn them"),
        ({"colour": (0, 0.6, 0)}, "has the colour #ff00ff of cut files"),
    ],
)
def test_page_that_is_not_of_the_cut_file_is_a_fault(export, boxes, tmp_path, page, told):
    base = design_space_page(tmp_path / "base.pdf", boxes, landscape=True, **page)

    done = export("picket", "cricut", only=["raid"], under=base)

    assert told in str(done.faults[0])
    assert not done.folder.exists()


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"no pdf", "cannot be read as a PDF"), (None, "larger than any mat")],
)
def test_damaged_and_huge_pages_are_refused(export, tmp_path, data, told):
    base = tmp_path / "base.pdf"
    if data is None:
        canvas = Canvas(str(base), pagesize=(14400, 14400))
        canvas.showPage()
        canvas.save()
    else:
        base.write_bytes(data)

    done = export("picket", "cricut", only=["raid"], under=base)

    assert told in str(done.faults[0])


def test_page_with_a_password_is_told_as_such(export, tmp_path):
    with pikepdf.new() as file:
        file.add_blank_page()
        file.save(tmp_path / "base.pdf", encryption=pikepdf.Encryption(owner="o", user="u"))

    done = export("picket", "cricut", only=["raid"], under=tmp_path / "base.pdf")

    assert "opens with a password only" in str(done.faults[0])


def test_further_pages_of_the_base_are_told(export, boxes, tmp_path):
    base = design_space_page(tmp_path / "base.pdf", boxes, landscape=True)
    with pikepdf.open(base, allow_overwriting_input=True) as file:
        file.add_blank_page()
        file.save()

    done = export("picket", "cricut", only=["raid"], under=base)

    assert [str(each) for each in done.warnings] == [
        "--under: has 2 pages, of which the first is used; print each page to a PDF of its own"
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"under": "nothing.pdf"}, "there is no such file"),
        ({"paper": "full"}, "has no room for registration marks"),
        ({"paper": "avery-5371"}, "has no room for registration marks"),
        ({"paper": "hagaki", "fits": True}, ""),
        ({"paper": "60x75mm"}, "is too small for registration marks"),
    ],
)
def test_options_that_cannot_work_are_refused_at_once(tmp_path, options, told):
    under = tmp_path / options["under"] if "under" in options else None
    asked = ExportOptions(BuildOptions((find_paper(options.get("paper", "a4")),), ()), under=under)

    if options.get("fits"):
        check_options(asked)
        return
    with pytest.raises(UsageError, match=told):
        check_options(asked)


def test_what_print_then_cut_takes_at_once_is_told(export, made_game):
    done = export(made_game(deck=made_deck(60, 78, (8,)), few=made_deck(60, 78, (4,))), "cricut", language="en")

    assert [str(each) for each in done.warnings] == [
        "deck-a4: all paths together measure 244.5 × 157.5 mm, and Print Then Cut takes 235 × 171 mm at most; "
        "choose a smaller --paper such as letter, or fewer pieces with --only"
    ]
    assert "235 × 171 mm" in (done.folder / "report.txt").read_text()


@pytest.mark.parametrize(
    ("width", "height", "fits"), [(234, 171, True), (171, 234, True), (172, 230, False), (236, 100, False)]
)
def test_print_then_cut_takes_an_area_upright_or_lying(width, height, fits):
    assert cricut_rules().takes(Rect(0, 0, width * MM, height * MM)) == fits
