"""Nets in templates: layers to cut and crease, and places for pictures, in millimetres from the trim's corner."""

import re
from xml.etree import ElementTree

import pytest

from generator.base.units import MM, to_mm
from generator.model import nets
from generator.render.draw_functions import DrawFunctions, _function
from generator.render.net_drawings import LINES, PLACES
from generator.render.ornament import DRAWINGS
from generator.render.templates.budget import TemplateError
from generator.render.templates.lookups import NoCache

LENGTHS = {"die_net": (16,), "die_stickers": (16,), "standee": (15, 25), "tuck_box": (64.5, 89.5, 20)}
NETS = {"die_net": nets.die, "die_stickers": nets.stickers, "standee": nets.standee, "tuck_box": nets.tuck_box}
WHERE = {"die_places": "die_net", "sticker_places": "die_stickers"}
LENGTHS["tent"], NETS["tent"] = (9, 11), nets.tent
every_net = pytest.mark.parametrize("name", LINES)


def drawn(name, **how):
    """The paths of a net by their layer; marks have none."""
    text = LINES[name](*LENGTHS[name], **how).replace("pnp:layer", "layer")
    return [(path.get("layer", "marks"), path.get("d")) for path in ElementTree.fromstring(text).iter("path")]


def net_of(name):
    return NETS[name](*(length * MM for length in LENGTHS[name]))


def points(path):
    numbers = [float(word) for word in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@every_net
def test_cut_fills_the_trim(name):
    xs, ys = zip(*(point for layer, path in drawn(name) if layer == "cut" for point in points(path)), strict=True)

    size = net_of(name).size
    assert (min(xs), min(ys)) == (0, 0)
    assert (max(xs), max(ys)) == pytest.approx((to_mm(size.width), to_mm(size.height)), abs=0.001)


@every_net
def test_every_fold_is_a_line_of_its_own(name):
    folds = [path for layer, path in drawn(name) if layer in {"fold", "score"}]

    assert len(folds) == len(net_of(name).folds)
    assert all(len(points(path)) == 2 for path in folds)


@every_net
def test_cuts_are_closed(name):
    assert all(path.endswith("Z") and path.count("M") == 1 for layer, path in drawn(name) if layer == "cut")


def test_fold_marks_reach_as_far_as_the_bleed():
    xs = [x for layer, path in drawn("standee", bleed=1) if layer == "marks" for x, _ in points(path)]

    assert (min(xs), max(xs)) == (-1, 16)


def test_no_bleed_leaves_no_fold_marks():
    assert {layer for layer, _ in drawn("standee", bleed=0)} == {"cut", "fold"}


def test_tuck_flap_and_notch_are_round():
    (cut,) = [path for layer, path in drawn("tuck_box") if layer == "cut"]

    assert cut.count("C") == 4


def test_places_of_a_die_are_its_faces_and_tabs():
    places = PLACES["die_places"](16)

    assert {name for name, place in places.items() if place["role"] == "face"} == {*nets.FACES}
    assert sum(place["role"] == "tab" for place in places.values()) == 7
    assert places["face1"]["transform"] == "matrix(1 0 0 1 16 0)"
    assert (places["face1"]["width"], places["face1"]["height"]) == (16, 16)


def test_picture_of_the_lid_stands_on_its_head_on_the_sheet():
    lid = PLACES["tuck_box_places"](60, 90, 20)["lid"]

    assert lid["transform"] == "matrix(-1 0 0 -1 60 33)"
    assert (lid["width"], lid["height"]) == (60, 20)
    assert lid["clip"] == {"x": -2, "y": 0, "width": 64, "height": 20}


def test_words_run_along_the_longer_side_of_a_tab():
    places = PLACES["tuck_box_places"](60, 90, 5)

    for tab in (place for place in places.values() if place["role"] == "tab"):
        assert tab["width"] >= tab["height"]
    assert places["tab_seam"]["transform"].startswith("matrix(0 -1 1 0 ")


def test_front_of_a_box_says_how_deep_its_notch_is():
    places = PLACES["tuck_box_places"](60, 90, 20)

    assert {name: place["hollow"] for name, place in places.items() if place["hollow"]} == {"front": 9}


def test_sticker_runs_over_its_cut_by_half_the_gap():
    clip = PLACES["sticker_places"](16)["face3"]["clip"]

    assert clip == {"x": -1, "y": -1, "width": 16, "height": 16}


@pytest.mark.parametrize("name", PLACES)
def test_places_lie_inside_the_trim(name):
    net = WHERE.get(name, name.removesuffix("_places"))
    size = net_of(net).size

    for place in PLACES[name](*LENGTHS[net]).values():
        xs, ys = zip(*points(place["outline"]), strict=True)
        assert min(xs) >= 0
        assert min(ys) >= 0
        assert max(xs) <= to_mm(size.width) + 0.001
        assert max(ys) <= to_mm(size.height) + 0.001


@pytest.mark.parametrize(("edge", "said"), [(0, "measures 1 to 2000 mm, not 0"), (-16, "not -16"), (9999, "not 9999")])
def test_impossible_lengths_are_refused(edge, said):
    with pytest.raises(ValueError, match=said):
        LINES["die_net"](edge)


@pytest.mark.parametrize("edge", ["16mm", None, True])
def test_what_is_no_number_is_refused(edge):
    with pytest.raises(ValueError, match="measured in numbers of mm"):
        LINES["die_net"](edge)


def test_same_call_gives_same_net():
    assert LINES["die_net"](16) == LINES["die_net"](16) != LINES["die_net"](17)


@pytest.mark.parametrize("name", ["_cached", "__class__"])
def test_private_names_are_no_functions(name):
    with pytest.raises(KeyError):
        DrawFunctions(NoCache(), lambda name: None).compute(name)


def test_drawings_and_nets_are_found_by_name():
    assert [_function(name).__name__ for name in DRAWINGS] == [drawing.__name__ for drawing in DRAWINGS.values()]
    assert {_function(name) for name in LINES} == {*LINES.values()}
    with pytest.raises(TemplateError, match="'lorel' is unknown; did you mean 'laurel'"):
        _function("lorel")
