"""Every trim is as large as the data says, and the marks and boxes around it are where the knife needs them."""

import pytest

GAMES = ("glory-to-rome", "hadrians-wall", "picket")
TOLERANCE = 0.1
"""Millimetres: what a sheet of paper allows."""
EXACT = 0.001
"""Millimetres: the rounding of numbers in the file."""
MM = 72 / 25.4
DPI = 600
BOXES = {"fate_box", "player_box", "order_box", "site_box"}
"""Files whose folds are lines on the piece."""
UNCUT = {"pieces", "watch", "score", "sheets", "campaign_log", *BOXES}
"""Files without crop marks: tokens and boxes have an outline, pages are not cut."""
ABOVE = 0.8
"""Millimetres above the upper bleed: all that is drawn there is crop marks."""


@pytest.fixture(params=GAMES)
def files(request, prints):
    return prints(request.param, "--lang", "en")


def test_every_trim_is_true_to_size(files, decks):
    for file in files:
        wanted = {id_: deck.trim for id_, deck in decks(file.game).items() if deck.trim}
        for spot in file.spots:
            if spot.component in wanted:
                assert spot.trim.size == pytest.approx(wanted[spot.component], abs=TOLERANCE)
                assert spot.placed.size == pytest.approx(wanted[spot.component], abs=TOLERANCE)


def test_every_trim_is_where_its_face_is_drawn(files):
    for file in files:
        for spot in file.spots:
            assert spot.placed == pytest.approx(spot.trim, abs=EXACT)


def test_pages_have_the_size_of_the_paper(files):
    sizes = {"a4": (210, 297), "letter": (215.9, 279.4)}
    for file in files:
        for page in file.pages:
            assert sorted(page.paper.size) == pytest.approx(sizes[file.paper], abs=EXACT)


def test_boxes_are_around_all_trims_and_bleeds(files):
    for file in files:
        for page in file.pages:
            trims, clips = [spot.placed for spot in page.spots], [spot.clip for spot in page.spots]

            assert page.trim_box == pytest.approx(trims[0].around(*trims), abs=EXACT)
            assert page.bleed_box == pytest.approx(clips[0].around(*clips), abs=EXACT)


def test_nothing_is_placed_where_printers_cannot_reach(files):
    for file in files:
        for page in file.pages:
            reach = page.paper.expand(-5 + EXACT)

            assert page.bleed_box.around(reach) == reach


def test_crop_marks_prolong_every_cut_and_nothing_else(files):
    for file in files:
        for page in file.pages:
            if file.stem in UNCUT:
                continue
            for across in (0, 1):
                cuts = {round(spot.placed[side], 3) for spot in page.spots for side in (across, across + 2)}
                marks = {round(start[across], 3) for start, end in page.marks if start[across] == end[across]}

                assert marks == cuts


def test_crop_marks_lie_outside_every_trim_and_bleed(files):
    for file in (file for file in files if file.stem not in BOXES):
        for page in file.pages:
            for (x, y), (x2, y2) in page.marks:
                for spot in page.spots:
                    left, bottom, right, top = spot.clip
                    beside = max(x, x2) < left or min(x, x2) > right

                    assert beside or max(y, y2) < bottom or min(y, y2) > top


@pytest.mark.parametrize(("game", "stem"), [("glory-to-rome", "chips"), ("picket", "watch")])
def test_outline_of_a_round_piece_fits_its_trim(prints, game, stem):
    for file in prints(game, "--only", stem, "--tokens", "outline"):
        if file.stem == stem:
            recto = file.pages[0]
            circles = [type(recto.paper).about(path) for path in recto.paths if len(path) > 8]
            trims = {spot.placed for spot in recto.spots}
            fitted = {trim for trim in trims for circle in circles if circle == pytest.approx(trim, abs=TOLERANCE)}

            assert fitted == trims
            assert all(any(circle == pytest.approx(trim, abs=TOLERANCE) for trim in trims) for circle in circles)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("page", [0, 1])
def test_crop_marks_seen_in_a_picture_are_true(prints, paper, page):
    (file,) = (file for file in prints("glory-to-rome", "--lang", "en") if (file.stem, file.paper) == ("orders", paper))
    seen = list(dark_columns(file, page))
    trims = [spot.trim for spot in file.pages[page].spots]
    cuts = sorted({round(x, 2) for trim in trims for x in (trim.left, trim.right)})

    assert seen == pytest.approx(cuts, abs=TOLERANCE)


def dark_columns(file, page):
    """The middles of what is black in one row of pixels above the cards, in millimetres."""
    sheet = file.pages[page]
    row = sheet.bleed_box.top + ABOVE
    crop = (0, row * MM, 0, (sheet.paper.top - row - 0.2) * MM)
    image = file.pdfium[page].render(scale=DPI / 72, crop=crop, grayscale=True).to_pil()
    levels = [255 - level for level in image.crop((0, 0, image.width, 1)).tobytes()]
    start = 0
    for at, level in enumerate([*levels, 0]):
        if level == 0:
            weight = sum(levels[start:at])
            if weight:
                yield sum((x + 0.5) * levels[x] for x in range(start, at)) / weight * 25.4 / DPI
            start = at + 1
