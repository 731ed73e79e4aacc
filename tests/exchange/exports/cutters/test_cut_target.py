import xml.etree.ElementTree as ET

import pytest

from generator.exchange.exports.cutters.cut_outputs import number_ranges
from tests.exchange.exports.cutters.conftest import is_about, svg_boxes, trims


def test_knife_follows_the_trims_of_the_printed_cards(export):
    done = export("picket", "cut", only=["raid"])

    (page, *_) = trims(done.folder / "raid-a4.pdf")
    assert len(page) == 9
    assert is_about(svg_boxes(done.folder / "raid-a4-cut.svg"), page)


def test_every_kind_of_piece_has_a_cut_file_but_sheets_and_booklets(export):
    done = export("picket", "cut")

    assert sorted(done.files) == [
        "raid-a4-cut.dxf",
        "raid-a4-cut.svg",
        "raid-a4.pdf",
        "report.txt",
        "watch-a4-cut.dxf",
        "watch-a4-cut.svg",
        "watch-a4.pdf",
    ]


def test_box_has_its_outline_and_its_folds(export):
    done = export("glory-to-rome", "cut", only=["order_box"])

    paths = ET.parse(done.folder / "order_box-a4-cut.svg").getroot()
    kinds = [path.get("id").partition("-")[0] for path in paths]
    assert kinds.count("cut") == 1
    assert kinds.count("fold") > 6


@pytest.mark.parametrize(
    ("numbers", "text"), [((1,), "1"), ((1, 2), "1–2"), ((1, 3), "1, 3"), ((2, 3, 4, 9), "2–4, 9")]
)
def test_sheet_numbers_are_drawn_together(numbers, text):
    assert number_ranges(numbers) == text
