"""A calibrated printer: what it will do wrong is taken back on every verso, by exactly the numbers of its profile."""

import json
import math

import pytest

EXACT = 0.002
"""Millimetres; the numbers in a file are rounded to a ten-thousandth of a point and a millionth."""
ERROR = {"dx": 2.0, "dy": -1.0, "angle": 0.4, "scale": 1.004}
"""Points, points downwards, degrees clockwise, and a factor: as a printer errs on the back of an upright sheet."""


@pytest.fixture(scope="module")
def crooked(vallum, home):
    """Two printers: one that only shifts, as the player read it off the test sheet, and one that does everything."""
    vallum("calibrate", "--printer", "shifting", "--read", 1, -0.5, 1, -0.5)
    file = home / "config/vallum/printers.json"
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | {"crooked": ERROR}), encoding="utf-8")


def sides(prints, flip, *options):
    """Plain and adjusted files, with their rectos and versos."""
    layout = ("glory-to-rome", "--only", "extras,sites", "--flip", flip)
    yield from zip(prints(*layout), prints(*layout, *options), strict=True)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("printer", ["shifting", "crooked"])
def test_rectos_stay_as_they_are(prints, crooked, flip, printer):
    for plain, adjusted in sides(prints, flip, "--printer", printer):
        for number in range(0, len(plain.pages), 2):
            contents = [file.pdf.pages[number].Contents.read_bytes() for file in (plain, adjusted)]

            assert contents[0] == contents[1]


@pytest.mark.parametrize(("flip", "right", "up"), [("long", 1.0, -0.5), ("short", -1.0, 0.5)])
def test_shift_moves_every_back_by_the_numbers_read(prints, crooked, flip, right, up):
    """Seen through the paper the cross lay 1 mm to the right and 0.5 mm above: on the back's own page 1 mm to the left
    where it is turned over its side, and with head and foot exchanged below where it is turned over its foot.
    """
    for plain, adjusted in sides(prints, flip, "--printer", "shifting"):
        for piece, back in plain.backs.items():
            moved = adjusted.backs[piece]

            for (x, y), there in zip(back.corners, moved.corners, strict=True):
                assert there == pytest.approx((x + right, y + up), abs=EXACT)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_error_of_the_printer_brings_every_back_home(prints, crooked, flip):
    for plain, adjusted in sides(prints, flip, "--printer", "crooked"):
        for piece, back in plain.backs.items():
            size = plain.pages[back.page].paper.size
            printed = [erring(x, y, size, flip) for x, y in adjusted.backs[piece].corners]

            for here, there in zip(printed, back.corners, strict=True):
                assert here == pytest.approx(there, abs=EXACT)


def erring(x, y, size, flip):
    """Where the printer puts a point: it errs in the same direction of its own, so on a page that was turned round
    for the short edge the other way.
    """
    half = 1 if flip == "long" else -1
    x, y = half * (x - size[0] / 2), half * (size[1] / 2 - y)
    sin, cos = math.sin(math.radians(ERROR["angle"])), math.cos(math.radians(ERROR["angle"]))
    point = 25.4 / 72
    across = ERROR["scale"] * (cos * x - sin * y) + ERROR["dx"] * point
    down = ERROR["scale"] * (sin * x + cos * y) + ERROR["dy"] * point
    return size[0] / 2 + half * across, size[1] / 2 - half * down


def test_marked_trims_and_boxes_are_those_of_the_finished_card(prints, crooked):
    for plain, adjusted in sides(prints, "long", "--printer", "crooked"):
        for before, after in zip(plain.pages, adjusted.pages, strict=True):
            assert [spot.trim for spot in after.spots] == [spot.trim for spot in before.spots]
            assert (after.trim_box, after.bleed_box) == (before.trim_box, before.bleed_box)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_crosses_lie_behind_the_middles_of_the_graphs(vallum, reader, tmp_path, paper, flip):
    vallum("calibrate", "--paper", paper, "--flip", flip, "--out", tmp_path)
    recto, verso = reader(tmp_path / f"calibration-{paper}-en.pdf").pages
    width, height = recto.paper.size
    graphs, crosses = middles(recto, 20), middles(verso, 27)
    behind = [(width - x, y) if flip == "long" else (x, height - y) for x, y in crosses]

    assert len(graphs) == len(crosses) == 2
    assert sorted(behind) == [pytest.approx(graph, abs=EXACT) for graph in sorted(graphs)]


@pytest.mark.referee
@pytest.mark.parametrize("language", ["en", "ja"])
def test_qpdf_finds_nothing_wrong_with_the_test_sheet(vallum, referee, tmp_path, language):
    vallum("calibrate", "--lang", language, "--out", tmp_path)

    assert "No syntax or stream" in referee("qpdf", "--check", tmp_path / f"calibration-a4-{language}.pdf")


def middles(page, length):
    """The middle of all lines of a length (millimetres), in the upper half of a page and in the lower one."""
    halves = {}
    for (x, y), (x2, y2) in page.marks:
        if math.isclose(math.hypot(x2 - x, y2 - y), length, abs_tol=0.01):
            halves.setdefault(y + y2 > page.paper.top, []).append(((x + x2) / 2, (y + y2) / 2))
    return [tuple(sum(values) / len(half) for values in zip(*half, strict=True)) for half in halves.values()]
