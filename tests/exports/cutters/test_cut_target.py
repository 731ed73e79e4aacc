import re
import sys
import xml.etree.ElementTree as ET

import pytest

from generator.base.errors import Faults
from generator.base.system.install_command import install_extra
from generator.exports.cutters import cut_outputs
from generator.load.game_locations import data_root
from generator.write.png import page_pixels
from tests.exports.conftest import made_deck
from tests.exports.cutters.conftest import is_about, svg_boxes, trims


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


@pytest.mark.parametrize(("target", "stem"), [("cut", "raid-a4"), ("silhouette", "raid-a4-standard-v5")])
def test_without_the_library_of_dxf_the_other_files_are_written_and_it_is_named(export, monkeypatch, target, stem):
    monkeypatch.setitem(sys.modules, "ezdxf", None)

    done = export("picket", target, only=["raid"])

    assert sorted(done.files) == [f"{stem}-cut.pdf", f"{stem}-cut.svg", f"{stem}.pdf", "report.txt"]
    assert [str(each) for each in done.warnings] == [
        f"{target}: DXF files are left out, as the library ezdxf is missing; "
        f"install it with: {install_extra('cutting')}"
    ]
    report = (done.folder / "report.txt").read_text()
    assert install_extra("cutting") in report
    assert f"{stem}-cut.svg, .pdf:" in report


def places(done, name):
    """The trims of each page of fronts, by place, to a tenth of a millimetre."""
    return [sorted((round(y, 1), round(x, 1)) for x, y, _, _ in page) for page in trims(done.folder / name)]


@pytest.mark.parametrize(
    ("target", "name"), [("cut", "deck-a4"), ("silhouette", "deck-a4-standard-v5"), ("cutcontour", "deck-a4")]
)
def test_places_stay_empty_on_every_sheet(export, made_game, target, name):
    game = made_game(deck=made_deck(63, 88, (30,), corner='"3mm"'))
    (full, *_) = places(export(game, target), f"{name}.pdf")

    done = export(game, target, skip=(1, 5))

    left = [place for number, place in enumerate(full, 1) if number not in {1, 5}]
    sheets = places(done, f"{name}.pdf")
    assert sheets[:-1] == [left] * (len(sheets) - 1)
    assert sum(map(len, sheets)) == 30
    assert set(sheets[-1]) <= set(left)
    assert done.folder.name == f"{target}-en-skip1-5"


def test_knife_leaves_empty_places_alone(export, made_game):
    done = export(made_game(deck=made_deck(63, 88, (7,), corner='"3mm"')), "silhouette", skip=(1,))

    (page,) = trims(done.folder / "deck-a4-standard-v5.pdf")
    (backs,) = trims(done.folder / "deck-a4-standard-v5.pdf", "back")
    assert is_about(svg_boxes(done.folder / "deck-a4-standard-v5-cut.svg"), page)
    assert len(page) == 7
    behind = sorted((x, 210 - y1) for x, _, _, y1 in backs)  # turned over the long edge
    assert behind == [pytest.approx(place, abs=0.1) for place in sorted((x, y) for x, y, _, _ in page)]


@pytest.mark.parametrize("target", ["cut", "silhouette", "cricut"])
def test_sizes_have_sheets_of_their_own_where_places_stay_empty(export, made_game, target):
    game = made_game(one=made_deck(63, 88, (2,), file='"cards"'), two=made_deck(44, 68, (2,), file='"cards"'))

    assert export(game, target, skip=(2,)).faults == ()


@pytest.mark.parametrize("target", ["cut", "silhouette", "cutcontour", "cricut"])
def test_place_that_no_sheet_has_is_a_fault(export, made_game, target):
    game = made_game(deck=made_deck(63, 88, (12,), corner='"3mm"'), board=made_deck(180, 250))

    (fault,) = export(game, target, skip=(1, 90)).faults
    assert re.fullmatch(r"--skip: no sheet has a place 90; the most that one has are \d", str(fault))


def test_board_is_printed_on_the_only_place_of_its_sheet(export, made_game):
    game = made_game(deck=made_deck(63, 88, (12,), corner='"3mm"'), board=made_deck(180, 250))
    done = export(game, "cut", skip=(1,))

    (warning,) = [str(each) for each in done.warnings if "--skip" in str(each)]
    assert "a4-180x250-1x1" in warning
    assert warning.endswith("has no other places than those of --skip, so they are used")


@pytest.mark.parametrize("target", ["cut", "silhouette", "cutcontour"])
def test_skip_of_all_places_is_refused(export, made_game, target):
    game = made_game(deck=made_deck(63, 88, (12,), corner='"3mm"'))

    with pytest.raises(Faults, match=r"--skip: leaves none of the \d places of a4-\S+; leave one at least"):
        export(game, target, skip=tuple(range(1, 10)))


@pytest.mark.parametrize("target", ["cut", "cutcontour"])
def test_skip_of_the_only_place_of_all_sheets_is_refused(export, made_game, target):
    (fault,) = export(made_game(board=made_deck(180, 250)), target, skip=(1,)).faults

    assert "every sheet has a single place" in str(fault)


def test_report_speaks_of_dxf_only_where_there_is_one(export, made_game, monkeypatch):
    game = made_game(deck=made_deck(63, 88, (12,), corner='"3mm"'))
    with_dxf = (export(game, "cut").folder / "report.txt").read_text(encoding="utf-8")
    monkeypatch.setattr(cut_outputs, "has_dxf_library", lambda: False)
    lines = (export(game, "cut").folder / "report.txt").read_text(encoding="utf-8").splitlines()
    without = "\n".join(line for line in lines if "ezdxf" not in line)

    assert "set DXF to open as is" in with_dxf
    assert "Open the files at their own size. All" in without
    assert "DXF" not in without
