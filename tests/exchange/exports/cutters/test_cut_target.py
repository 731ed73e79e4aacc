import xml.etree.ElementTree as ET

import pytest

from generator.load.game_locations import data_root
from generator.write.png import page_pixels
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
        "raid-a4-cut.pdf",
        "raid-a4-cut.svg",
        "raid-a4.pdf",
        "report.txt",
        "watch-a4-cut.dxf",
        "watch-a4-cut.pdf",
        "watch-a4-cut.svg",
        "watch-a4.pdf",
    ]


def test_box_has_its_outline_and_its_folds(export):
    done = export("glory-to-rome", "cut", only=["order_box"])

    paths = ET.parse(done.folder / "order_box-a4-cut.svg").getroot()
    kinds = [path.get("id").partition("-")[0] for path in paths]
    assert kinds.count("cut") == 1
    assert kinds.count("fold") > 6


def test_strips_that_are_folded_without_a_dashed_line_have_their_fold(export):
    done = export("concordia", "cut", only=["houses"])

    paths = ET.parse(done.folder / "pieces-a4-cut.svg").getroot()
    kinds = [path.get("id").partition("-")[0] for path in paths]
    assert kinds.count("fold") == kinds.count("cut")


@pytest.mark.parametrize("target", ["cut", "cutcontour"])
def test_cards_without_bleed_do_not_touch(export, target):
    done = export(data_root() / "starters" / "prototype", target, only=["deck"])

    (page, *_) = trims(done.folder / "deck-a4.pdf")
    assert sorted({round(x, 2) for x, _, _, _ in page}) == [8.5, 73.5, 138.5]  # 3 × 63 mm and two gaps of 2 mm
    assert done.warnings == ()


def test_pdf_of_the_paths_shows_them_at_their_places(export):
    done = export("picket", "cut", only=["watch"])

    ((width, height, rows),) = page_pixels(done.folder / "watch-a4-cut.pdf", 127)
    red = {(at % width, at // width) for at in range(width * height) if rows[3 * at] > 200 and rows[3 * at + 1] < 128}
    boxes = svg_boxes(done.folder / "watch-a4-cut.svg")
    edges = min(x for x, _, _, _ in boxes), min(y for _, y, _, _ in boxes), max(x for _, _, x, _ in boxes)
    assert min(x for x, _ in red) == pytest.approx(5 * edges[0], abs=2)
    assert min(y for _, y in red) == pytest.approx(5 * edges[1], abs=2)
    assert max(x for x, _ in red) == pytest.approx(5 * edges[2], abs=2)


@pytest.mark.parametrize("target", ["cut", "cutcontour", "silhouette", "cricut"])
def test_game_without_pieces_to_cut_is_told(export, target):
    done = export("picket", target, only=["rules"])

    assert str(done.faults[0]) == f"{target}: nothing of this is cut; booklets and whole sheets of paper are not"
    assert not done.folder.exists()
