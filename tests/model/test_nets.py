"""Nets folded up in space: what is to meet meets, what is to hold holds, and what is cut is one piece of paper."""

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.units import MM
from generator.model import nets
from generator.model.nets import contains_point, die, flatten, standee, stickers, tent, tuck_box

NEAR = 0.01
PAPER = 0.3 * MM
"""What the card of a box takes from its inside, at each wall."""

SIZES = st.floats(10, 400)
BOXES = st.builds(tuck_box, st.floats(60, 400), st.floats(80, 500), st.floats(5 * MM, 250))
ANY = st.one_of(
    st.builds(die, st.floats(8 * MM, 100 * MM)),
    st.builds(standee, st.floats(5 * MM, 200 * MM), st.floats(10 * MM, 400 * MM)),
    BOXES,
)
EXAMPLES = {
    "die": die(16 * MM),
    "standee": standee(15 * MM, 25 * MM),
    "tent": tent(9 * MM, 11 * MM),
    "thin box": tuck_box(64.5 * MM, 89.5 * MM, 5 * MM),
    "thick box": tuck_box(64.5 * MM, 89.5 * MM, 45 * MM),
    "flat box": tuck_box(45.5 * MM, 69.5 * MM, 20 * MM),
}
every_net = pytest.mark.parametrize("net", EXAMPLES.values(), ids=EXAMPLES)


# The folding: the sheet lies in the plane z = 0, its printed side towards positive z.


def minus(a, b):
    return tuple(p - q for p, q in zip(a, b, strict=True))


def dot(a, b):
    return sum(p * q for p, q in zip(a, b, strict=True))


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def turned(point, hinge, degrees):
    """A point turned about a line of the sheet, away from the reader for positive degrees."""
    (ax, ay), (bx, by) = hinge
    length = math.dist((ax, ay), (bx, by))
    axis = ((bx - ax) / length, (by - ay) / length, 0.0)
    arm = minus(point, (ax, ay, 0.0))
    along, aside = dot(axis, arm), cross(axis, arm)
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    moved = (a * cos + s * sin + x * along * (1 - cos) for a, s, x in zip(arm, aside, axis, strict=True))
    return tuple(m + o for m, o in zip(moved, (ax, ay, 0.0), strict=True))


def in_space(net, panel, point):
    """Where a point of a panel comes to lie when every fold is made, the innermost first."""
    place = (*point, 0.0)
    while panel.parent:
        place = turned(place, panel.hinge, panel.bend)
        panel = net[panel.parent]
    return place


def folded(net):
    return {p.name: [in_space(net, p, point) for point in flatten(p.path)] for p in net.panels}


def corners(net, name):
    """A panel's upright rectangle in space: upper left, upper right, lower right, lower left on the sheet."""
    panel, rect = net[name], net[name].rect
    flat = (rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom)
    return [in_space(net, panel, point) for point in flat]


def outwards(net, name):
    """The direction that the printed side of a panel looks in."""
    upper_left, upper_right, _, lower_left = corners(net, name)
    normal = cross(minus(upper_right, upper_left), minus(lower_left, upper_left))
    length = math.hypot(*normal)
    return tuple(round(value / length, 6) + 0.0 for value in normal)


def middle(net, name):
    return tuple(sum(values) / 4 for values in zip(*corners(net, name), strict=True))


def edges(net, name):
    around = corners(net, name)
    return list(pairwise([around[-1], *around]))


def same(one, other):
    """Whether two edges are one edge in space, whichever way they run."""
    return any(all(math.dist(p, q) < NEAR for p, q in zip(one, way, strict=True)) for way in (other, other[::-1]))


def faces(net):
    return [panel.name for panel in net.panels if panel.role == "face"]


def area(polygon):
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([polygon[-1], *polygon])) / 2


# Flat: one sheet of paper


def test_turning_is_away_from_the_reader():
    assert turned((1.0, -1.0, 0.0), ((0, 0), (1, 0)), 90) == pytest.approx((1, 0, -1))


@given(ANY)
def test_outline_encloses_exactly_the_panels(net):
    (outline,) = net.outlines

    panels = sum(area(flatten(panel.path)) for panel in net.panels)
    assert area(flatten(outline)) == pytest.approx(panels, rel=1e-6)


@given(ANY)
def test_outline_fills_the_trim(net):
    xs, ys = zip(*(point for path in net.outlines for point in flatten(path)), strict=True)

    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=NEAR)
    assert (max(xs), max(ys)) == pytest.approx((net.size.width, net.size.height))


@given(ANY, st.lists(st.tuples(st.floats(0.01, 0.99), st.floats(0.01, 0.99)), min_size=20, max_size=20))
def test_no_panel_overlaps_another(net, shares):
    polygons = [flatten(panel.path) for panel in net.panels]

    for x, y in shares:
        point = x * net.size.width, y * net.size.height
        assert sum(contains_point(polygon, point) for polygon in polygons) <= 1


@every_net
def test_hinge_lies_on_the_edge_of_its_panel(net):
    for panel in net.panels:
        if panel.parent:
            around = flatten(net[panel.parent].path)
            assert all(contains_point(around, end, near=NEAR) for end in panel.hinge)
            assert not contains_point(around, middle_of(flatten(panel.path)))


def middle_of(points):
    return tuple(sum(values) / len(points) for values in zip(*points, strict=True))


@every_net
def test_every_panel_but_the_first_is_one_fold(net):
    assert len(net.folds) == len(net.panels) - 1
    assert {fold.start for fold in net.folds} == {panel.path[0][-2:] for panel in net.panels if panel.parent}


@every_net
def test_fold_marks_lie_in_the_waste(net):
    around = flatten(net.outlines[0])

    marks = net.fold_marks(2 * MM)
    assert marks
    for start, end in marks:
        assert math.dist(start, end) == pytest.approx(1.6 * MM)
        assert not contains_point(around, middle_of([start, end]))
        assert contains_point(around, start, near=0.5 * MM)


@every_net
def test_fold_marks_prolong_folds(net):
    for start, end in net.fold_marks(2 * MM):
        ends = {point for fold in net.folds for point in (fold.start, fold.end)}
        assert min(abs(area((start, end, point))) + math.dist(start, point) for point in ends) < 0.5 * MM


def test_picture_runs_over_cuts_and_stops_at_folds():
    net = tuck_box(60, 90, 30)
    bleed = 2 * MM

    def over(name):
        rect, reach = net[name].rect, net.printed_area(net[name], bleed)
        grown = rect.x - reach.x, rect.y - reach.y, reach.right - rect.right, reach.bottom - rect.bottom
        return pytest.approx(grown)

    assert over("lid") == (bleed, 0, bleed, 0)
    assert over("back") == (bleed, 0, 0, nets.TAB_OVERPRINT)
    assert over("front") == (0, bleed, 0, 0)
    assert over("right") == (0, 0, nets.TAB_OVERPRINT, nets.TAB_OVERPRINT)


def test_tab_stays_bare_but_for_a_hair():
    tab = die(16 * MM)["tab_42"]

    bare = min(x for x, _ in tab.bare)
    assert tab.hinge[0][0] < bare <= tab.hinge[0][0] + nets.TAB_OVERPRINT
    assert tab.bare[1:-1] == tab.path[1:-1]


@pytest.mark.parametrize("edge", [12, 16, 25])
def test_die_tab_is_a_quarter_deep_and_slanted_by_half_a_right_angle(edge):
    tab = die(edge * MM)["tab_42"]

    (ax, ay), (bx, by), *_ = tab.path
    assert tab.rect.width == pytest.approx(min(edge / 4, 6) * MM)
    assert bx - ax == pytest.approx(by - ay)


def test_stickers_are_apart_and_smaller_than_their_die():
    sheet = stickers(16 * MM)

    rects = [panel.rect for panel in sheet.panels]
    assert [panel.name for panel in sheet.panels] == list(nets.FACES)
    assert {round(rect.width / MM, 6) for rect in rects} == {round(rect.height / MM, 6) for rect in rects} == {14}
    assert [round((after.x - before.right) / MM, 6) for before, after in pairwise(rects)] == [2] * 5
    assert len(sheet.outlines) == 6


def test_pictures_stand_upright_after_folding():
    net = tuck_box(60, 90, 30)

    for name in ("front", "left", "right", "back"):
        assert net[name].matrix.apply(0, 0) == pytest.approx((net[name].rect.x, net[name].rect.y))
    lid = net["lid"]
    assert lid.matrix.apply(0, 0) == pytest.approx((lid.rect.right, lid.rect.bottom))
    assert lid.matrix.apply(lid.rect.width, lid.rect.height) == pytest.approx((lid.rect.x, lid.rect.y))


# Folded: a solid thing


@given(ANY)
def test_every_tab_meets_an_edge_of_its_partner(net):
    for tab in (panel for panel in net.panels if panel.role == "tab"):
        partner = net[tab.partner]
        onto = net[tab.parent]
        joint = next(edge for edge in edges(net, onto.name) if touches(edge, hinge_in_space(net, tab)))
        assert any(same(joint, edge) for edge in edges(net, partner.name)), tab.name


def hinge_in_space(net, panel):
    return [in_space(net, net[panel.parent], end) for end in panel.hinge]


def touches(edge, points):
    """Whether points lie on an edge in space."""
    length = math.dist(*edge)
    return all(abs(math.dist(edge[0], p) + math.dist(p, edge[1]) - length) < NEAR for p in points)


@given(ANY)
def test_tabs_and_flaps_lie_flat_under_their_partners(net):
    for panel in (panel for panel in net.panels if panel.partner):
        upper_left, upper_right, _, lower_left = corners(net, panel.partner)
        right, down = minus(upper_right, upper_left), minus(lower_left, upper_left)
        for point in folded(net)[panel.name]:
            arm = minus(point, upper_left)
            assert abs(dot(arm, outwards(net, panel.partner))) < NEAR, panel.name
            assert -NEAR <= dot(arm, right) / math.hypot(*right) <= math.hypot(*right) + NEAR, panel.name
            assert -NEAR <= dot(arm, down) / math.hypot(*down) <= math.hypot(*down) + NEAR, panel.name


@given(st.one_of(st.builds(die, SIZES), BOXES))
def test_solid_closes_with_equal_edges(net):
    sides = [edge for name in faces(net) for edge in edges(net, name)]

    assert len(sides) == 24
    for edge in sides:
        assert sum(same(edge, other) for other in sides) == 2
    assert len({tuple(round(value, 2) + 0.0 for value in point) for edge in sides for point in edge}) == 8


@given(st.one_of(st.builds(die, SIZES), BOXES))
def test_printed_sides_look_out_of_the_solid(net):
    centre = middle_of([middle(net, name) for name in faces(net)])

    assert len({outwards(net, name) for name in faces(net)}) == 6
    for name in faces(net):
        assert dot(outwards(net, name), minus(middle(net, name), centre)) > 0


OPPOSITE = {("face1", "face6"), ("face2", "face5"), ("face3", "face4")}


def opposite(net):
    """The pairs of faces that look away from each other, as they come to lie when the net is folded."""
    return {
        (one, other)
        for one, other in combinations(sorted(faces(net)), 2)
        if outwards(net, one) == tuple(-value + 0.0 for value in outwards(net, other))
    }


@given(st.floats(8 * MM, 100 * MM))
def test_opposite_faces_follow_the_order_of_the_data(edge):
    net = die(edge)

    assert opposite(net) == OPPOSITE
    for one, other in OPPOSITE:
        assert math.dist(middle(net, one), middle(net, other)) == pytest.approx(edge)


def test_opposite_faces_of_a_numbered_die_add_up_to_seven():
    pips = dict(zip(nets.FACES, range(1, 7), strict=True))

    assert {pips[one] + pips[other] for one, other in opposite(die(16 * MM))} == {7}


def test_metals_pair_up_as_their_row_orders_them():
    row = dict(zip(nets.FACES, ("gold", "silver", "bronze", "bronze", "silver", "gold"), strict=True))

    assert sorted((row[one], row[other]) for one, other in opposite(die(16 * MM))) == [
        ("bronze", "bronze"),
        ("gold", "gold"),
        ("silver", "silver"),
    ]


def test_one_two_three_run_anticlockwise_about_their_corner():
    one, two, three = (outwards(die(16 * MM), f"face{n}") for n in (1, 2, 3))

    # y points down the page and z to the reader: a left-handed space, in which anticlockwise is negative
    assert dot(cross(one, two), three) < 0


@given(st.floats(5 * MM, 200 * MM), st.floats(10 * MM, 400 * MM))
def test_standee_folds_flat_and_its_flaps_share_a_floor(width, height):
    net = standee(width, height)

    front, back = corners(net, "front"), corners(net, "back")
    assert [math.dist(p, q) < NEAR for p, q in zip(front, [back[3], back[2], back[1], back[0]], strict=True)] == [1] * 4
    assert outwards(net, "back") == (0, 0, -1)
    for flap, side in (("foot", 1), ("heel", -1)):
        assert outwards(net, flap) == (0, -1, 0)
        assert middle(net, flap)[1] == pytest.approx(front[2][1])
        assert middle(net, flap)[2] * side > 0


@pytest.mark.parametrize("net", [standee(15 * MM, 25 * MM), tent(15 * MM, 25 * MM)])
def test_standee_reads_upright_on_both_sides(net):

    for name in ("front", "back"):
        panel = net[name]
        top_left, top_right = (in_space(net, panel, panel.matrix.apply(x, 0)) for x in (0, 15 * MM))
        foot_left = in_space(net, panel, panel.matrix.apply(0, 25 * MM))
        assert foot_left[1] - top_left[1] > 15 * MM
        seen = cross(minus(top_right, top_left), minus(foot_left, top_left))
        assert dot(seen, outwards(net, name)) > 0


@pytest.mark.parametrize(("width", "height"), [(63, 88), (59, 92), (44, 68), (70, 120)])
@pytest.mark.parametrize("copies", [9, 55, 144])
def test_deck_fits_its_box(width, height, copies):
    clearance, deck = 1.5 * MM, (width * MM, height * MM, copies * 0.3 * MM)
    net = tuck_box(*(side + clearance for side in deck))

    (ax, ay, az), (bx, by, bz) = (
        [pick(values) for values in zip(*(p for name in faces(net) for p in corners(net, name)), strict=True)]
        for pick in (min, max)
    )
    inside = bx - ax, by - ay, bz - az
    assert inside == pytest.approx([side + clearance for side in deck])
    assert all(room - 2 * PAPER > side for room, side in zip(inside, deck, strict=True))


@given(BOXES)
def test_notch_is_cut_as_deep_as_it_says(net):
    front, rect, deep = flatten(net["front"].path), net["front"].rect, net["front"].hollow

    assert not contains_point(front, (rect.centre[0], rect.y + deep - 1))
    assert contains_point(front, (rect.centre[0], rect.y + deep + 1))
    assert deep <= min(9 * MM, rect.height / 4 + NEAR)


@given(BOXES)
def test_dust_flaps_do_not_meet_under_the_lid(net):
    wide = net["front"].rect.width

    assert net["dust_left"].rect.height + net["dust_right"].rect.height < wide
    assert net["tab_left"].rect.height + net["tab_right"].rect.height < wide
