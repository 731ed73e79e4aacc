import xml.etree.ElementTree as ET

import pytest

from generator.base.errors import UsageError
from generator.base.units import MM
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.exports.cutters.silhouette_target import check_options
from generator.exports.export_options import ExportOptions
from generator.load.game_locations import data_root
from tests.exports.conftest import made_deck
from tests.exports.cutters.conftest import is_about, svg_boxes, trims

A4_STANDARD = [(x, y) for y in (16.43, 105.66) for x in (20.66, 84.92, 149.18, 213.44)]


def test_cards_lie_where_the_published_template_cuts(export):
    done = export("picket", "silhouette", only=["raid"])

    (page, *_) = trims(done.folder / "raid-a4-standard-v5.pdf")
    assert sorted((x, y) for x, y, _, _ in page) == [pytest.approx(place, abs=0.05) for place in sorted(A4_STANDARD)]
    assert is_about(svg_boxes(done.folder / "raid-a4-standard-v5-cut.svg"), page)
    assert "a4-standard-v5.studio3" in (done.folder / "report.txt").read_text()


@pytest.mark.parametrize(("target", "shapes"), [("silhouette", 2), ("silhouette-4", 4)])
def test_marks_are_on_the_fronts_only(export, target, shapes):
    pdf = pytest.importorskip("pypdfium2")
    done = export("picket", target, only=["raid:scouts"])

    file = pdf.PdfDocument(done.folder / "raid-a4-standard-v5.pdf")
    dark = [corners_printed(page.render(scale=4).to_pil().convert("L")) for page in file]
    assert dark == [[True, True, shapes == 4, True], [False] * 4]


def corners_printed(picture):
    """Whether there is black 10 mm from both edges of each corner, from the top left clockwise."""
    at = round(10 * MM * 4)
    right, foot = picture.width - at, picture.height - at
    return [picture.getpixel(place) < 60 for place in ((at, at), (right, at), (right, foot), (at, foot))]


def test_pieces_of_other_sizes_stay_clear_of_the_marks(export):
    done = export("hadrians-wall", "silhouette", only=["player_boards", "soldiers", "resources"])

    for pdf in [file for file in done.folder.glob("*.pdf") if "-cut" not in file.name]:
        root = ET.parse(next(done.folder.glob(f"{pdf.stem}-cut*.svg"))).getroot()
        width, height = (float(word) for word in root.get("viewBox").split()[2:])
        for page in trims(pdf):
            for x0, y0, x1, y1 in page:
                beside = min(x0, width - x1) - 10, min(y0, height - y1) - 10
                assert min(beside) >= 0
                # The square, half of the line around it, and what is kept clear.
                assert max(beside) >= 5 + 0.5 + 1.5, (pdf.name, beside)


def test_cards_within_a_millimetre_are_scaled_for_a_template_that_is_asked_for(export):
    done = export("picket", "silhouette", only=["raid"], product="letter-poker-v4")

    (page, *_) = trims(done.folder / "raid-letter-poker-v4.pdf")
    assert [(x1 - x0, y1 - y0) for x0, y0, x1, y1 in page] == [pytest.approx((63.5, 88.9), abs=0.001)] * 8


def test_template_that_takes_no_piece_is_a_fault_and_nothing_is_written(export):
    done = export("picket", "silhouette", product="a4-tarot-v3")

    assert [str(each) for each in done.faults] == [
        "a4-tarot-v3: no piece is cut by it, 69.85x120.65 mm; leave out --product for cut files of any size"
    ]
    assert (done.files, done.folder.exists()) == ((), False)


def test_other_corners_than_those_of_the_template_are_told(export):
    done = export(data_root() / "starters" / "poker", "silhouette")

    assert "its corners have a radius of 3.2 mm, a4-poker-v3 cuts 3 mm" in str(done.warnings[0])


def test_circles_are_cut_by_templates_for_circles_only(export):
    done = export("glory-to-rome", "silhouette", only=["chips"], product="letter-25mm_circle-v1")

    assert "extras-letter-25mm_circle-v1.pdf" in done.files
    assert done.warnings == ()


def test_piece_larger_than_the_sheet_between_the_marks_is_told(export):
    done = export("glory-to-rome", "silhouette", only=["order_box"])

    assert "comes in parts, which are cut straight" in str(done.warnings[0])


@pytest.mark.parametrize(
    ("product", "paper", "told"),
    [
        ("a4-standart-v5", "a4", "no product called 'a4-standart-v5'; did you mean 'a4-standard-v5'"),
        ("x", "letter", "such as letter-standard-borderless-v2 or letter-standard-v6"),
        ("a4-standard-v5", "letter", "is for a4, not for letter; leave out --paper"),
    ],
)
def test_unknown_templates_and_those_for_other_papers(product, paper, told):
    options = ExportOptions(BuildOptions((find_paper(paper),), ()), product=product)

    with pytest.raises(UsageError, match=told):
        check_options(options)


def test_page_of_a_borderless_template_is_declared_larger(export):
    done = export("picket", "silhouette", only=["raid"], product="a4-standard-borderless-v2")

    (page, *_) = trims(done.folder / "raid-a4-standard-borderless-v2.pdf")
    report = (done.folder / "report.txt").read_text()
    assert min(page)[:2] == pytest.approx((9.23, 15.24), abs=0.05)
    assert "page 223 × 310 mm" in report
    assert "13 mm wider and higher than the paper" in report


def test_places_of_borderless_templates_for_a3_are_those_published(export, made_game):
    done = export(
        made_game(deck=made_deck(54, 80, (26,), corner='"3mm"')),
        "silhouette",
        product="a3-catan-borderless-v2",
        language="en",
    )

    first, second = trims(done.folder / "deck-a3-catan-borderless-v2.pdf")
    assert (len(first), len(second)) == (25, 1)
    assert min(first)[:2] == pytest.approx((10.92, 7.45), abs=0.02)
    assert "page 310 × 433 mm, length 6.69 mm" in (done.folder / "report.txt").read_text()
    assert done.warnings == ()
