"""Every back lies behind its front, the right way up: held against the light, each point of the card meets its own.

A back is looked at as a page of its own. Turned over an upright edge, left and right change places; over a level edge,
head and foot do. The edge is long or short by the page as it lies, so a page on its side turns the other way.
"""

import pytest

EXACT = 0.01
"""Millimetres."""
LAYOUTS = [
    ("glory-to-rome", "--flip", "long"),
    ("glory-to-rome", "--flip", "short"),
    ("hadrians-wall", "--flip", "long"),
    ("hadrians-wall", "--flip", "short"),
    ("picket", "--flip", "short"),
    ("glory-to-rome", "--flip", "long", "--gap", "6mm"),
    ("glory-to-rome", "--flip", "short", "--gap", "6mm"),
    ("glory-to-rome", "--flip", "short", "--skip", "4", "--only", "extras"),
]


def turned(paper, flip):
    """Where a point of one side lies on the other."""
    width, height = paper.size
    if (flip == "long") == (height >= width):
        return lambda x, y: (width - x, y)
    return lambda x, y: (x, height - y)


def assert_behind(front, back, over):
    """Each corner of the back behind the corner that is its neighbour on the front: a card turned like a leaf."""
    upper_left, upper_right, lower_left, lower_right = (over(*corner) for corner in back.corners)

    for here, there in zip(front.corners, (upper_right, upper_left, lower_right, lower_left), strict=True):
        assert here == pytest.approx(there, abs=EXACT), front.piece
    left, bottom, right, top = front.clip
    clip = (*over(left, bottom), *over(right, top))
    assert sorted(clip) == pytest.approx(sorted(back.clip), abs=EXACT), front.piece


@pytest.mark.parametrize("layout", LAYOUTS, ids=" ".join)
def test_every_back_lies_behind_its_front(prints, layout):
    for file in prints(*layout):
        if file.backs:
            assert list(file.backs) == list(file.fronts)
            for piece, back in file.backs.items():
                front = file.fronts[piece]

                assert (front.page % 2, back.page) == (0, front.page + 1)
                assert_behind(front, back, turned(file.pages[front.page].paper, layout[2]))


def test_marks_lie_behind_marks(prints):
    for file in with_backs(prints("glory-to-rome", "--flip", "short")):
        over = turned(file.pages[0].paper, "short")
        rectos, versos = ({rounded(mark) for mark in file.pages[page].marks} for page in (0, 1))

        assert {rounded([over(*end) for end in mark]) for mark in file.pages[0].marks} == versos
        assert len(rectos) == len(versos) > 0 or file.stem == "chips"


def rounded(mark):
    return tuple(sorted((round(x, 2), round(y, 2)) for x, y in mark))


BACKS = {"Leader": "THE ROLES", "Rome demands": "THE MATERIALS", "Jack": "GLORY TO ROME"}


@pytest.mark.parametrize("flip", ["long", "short"])
def test_each_card_of_a_mixed_deck_has_its_own_back(prints, flip):
    for file in prints("glory-to-rome", "--only", "extras", "--flip", flip):
        over = turned(file.pages[0].paper, flip)
        for front in (spot for spot in file.fronts.values() if spot.component != "chips"):
            name = file.said(0, front.placed).splitlines()[0].strip()

            assert BACKS[name] in file.said(1, behind(front.placed, over))


def behind(box, over):
    return type(box).about([over(*box[:2]), over(*box[2:])])


@pytest.mark.parametrize("flip", ["long", "short"])
def test_each_site_and_each_set_has_its_own_back(prints, flip):
    for game, stem in (("glory-to-rome", "sites"), ("hadrians-wall", "player_cards")):
        for file in prints(game, "--flip", flip):
            for front in file.fronts.values() if file.stem == stem else ():
                name = file.said(front.page, front.placed)[: 1 if stem == "player_cards" else None].split()[0]
                over = turned(file.pages[front.page].paper, flip)

                assert name in file.said(front.page + 1, behind(front.placed, over)).split(), front.piece


FOLD = "--backs", "fold", "--only"
FOLDED = [("glory-to-rome", *FOLD, "orders,sites,extras"), ("hadrians-wall", *FOLD, "player_cards")]


@pytest.mark.parametrize("layout", FOLDED, ids=" ".join)
def test_folded_halves_meet_at_the_fold_line(prints, layout):
    for file in prints(*layout):
        assert list(file.backs) == list(file.fronts)
        for page in file.pages:
            over = folded(page)
            fronts, backs = ({s.piece: s for s in page.spots if s.side == side} for side in ("front", "back"))

            assert list(fronts) == list(backs)
            for piece, front in fronts.items():
                assert_behind(front, backs[piece], over)


def with_backs(files):
    """Boards, boxes and score pads have none, so their sheets are not folded."""
    return [file for file in files if file.stem not in {"player_boards", "score_pad", "order_box", "site_box"}]


def folded(page):
    """Where a point comes to lie when the page is folded at its dashed line."""
    ends = [end for line in page.creases for end in line]
    xs, ys = ({round(end[axis], 2) for end in ends} for axis in (0, 1))
    if len(xs) == 1:
        return lambda x, y: (2 * min(xs) - x, y)
    (fold,) = ys
    return lambda x, y: (x, 2 * fold - y)


def test_folded_sheet_keeps_fronts_and_backs_apart(prints):
    for file in prints(*FOLDED[0]):
        for page in file.pages:
            over = folded(page)
            side_of = {spot.side: set() for spot in page.spots}
            for spot in page.spots:
                (x, y), (x2, y2) = spot.placed[:2], over(*spot.placed[:2])
                side_of[spot.side].add((x < x2, y < y2))

            assert len(side_of["front"]) == len(side_of["back"]) == 1
            assert side_of["front"] != side_of["back"]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_split_files_pair_like_a_duplex_file(prints, flip):
    whole = prints("glory-to-rome", "--only", "extras", "--flip", flip)
    backs, fronts = [], []
    for file in prints("glory-to-rome", "--only", "extras", "--split", "--flip", flip):
        (backs if file.path.stem.endswith("-backs") else fronts).append(file)

    assert len(backs) == len(fronts) == len(whole) == 2
    for one, other, both in zip(fronts, backs, whole, strict=True):
        assert not one.backs
        assert not other.fronts
        assert [spot.placed for spot in one.spots + other.spots] == [spot.placed for spot in both.spots]


def test_split_files_say_how_to_turn_the_stack(prints):
    for file in prints("glory-to-rome", "--only", "extras", "--split", "--flip", "short"):
        assert "short edge" in " ".join(file.texts[0].get_text_range().split())


def test_fronts_alone_lie_where_they_lie_with_backs(prints):
    alone = prints("glory-to-rome", "--backs", "none")
    for file, both in zip(alone, prints("glory-to-rome", "--flip", "long"), strict=True):
        assert not file.backs
        assert len(file.pages) == len(both.pages) // (2 if both.backs else 1)
        assert [(s.piece, s.placed) for s in file.spots] == [(p, s.placed) for p, s in both.fronts.items()]


def test_skipped_places_stay_empty_on_both_sides(prints):
    shared = "--flip", "short", "--gap", "0mm"
    whole = prints("glory-to-rome", *shared, "--only", "orders")
    skipped = prints("glory-to-rome", *shared, "--skip", "4", "--only", "jacks,leader,rome_demands")
    for file, full in zip(skipped, whole, strict=True):
        for page in (0, 1):
            places = [spot.placed for spot in full.pages[page].spots]

            assert [spot.placed for spot in file.pages[page].spots] == places[4:]
            assert [spot.placed for spot in file.pages[page + 2].spots] == places[:3]
