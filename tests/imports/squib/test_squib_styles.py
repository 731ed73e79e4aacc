import pytest

from generator.imports.ruby.values.ruby_values import RubyRange, RubyText, RubyUnknown
from generator.imports.squib.squib_deck import DrawCall
from generator.imports.squib.squib_styles import StyleSorter


@pytest.fixture
def sort():
    """The styles of calls on three cards, and what is lost."""

    def styles(*calls, layouts=None, count=3):
        lost = []
        sorter = StyleSorter(count, layouts or {}, lambda _, reason: lost.append(reason))
        return sorter.styles(calls), lost

    return styles


def call(command="rect", place="line 1", doubt="", **options):
    return DrawCall(command, options, place, doubt)


def test_options_that_differ_are_styles_of_their_own(sort):
    styles, _ = sort(call(x=[1, 2, 1], width=5))

    assert [(style.options["x"], style.cards) for style in styles] == [(1, (0, 2)), (2, (1,))]


def test_words_and_colours_that_differ_are_contents(sort):
    (style,), _ = sort(call("text", str=["a", "b", "c"], color=["red", "blue", "red"]))

    assert style.contents["str"] == {0: "a", 1: "b", 2: "c"}
    assert style.contents["color"][1] == "blue"


def test_colour_of_all_cards_is_an_option(sort):
    (style,), _ = sort(call("text", str="a", color=["red", "red", "red"]))

    assert style.options["color"] == "red"


def test_layout_gives_what_a_call_leaves_out(sort):
    layouts = {"name": {"x": 5, "width": 9}}
    (style,), _ = sort(call(layout=RubyText("name"), width=7), layouts=layouts)

    assert (style.layout, style.options["x"], style.options["width"]) == ("name", 5, 7)


def test_layout_that_is_not_there_is_told(sort):
    styles, lost = sort(call(layout=RubyText("nmae")))

    assert (styles, lost) == ([], ["no layout entry called 'nmae'"])


@pytest.mark.parametrize(
    ("value", "cards"),
    [
        (None, (0, 1, 2)),
        (RubyText("all"), (0, 1, 2)),
        (1, (1,)),
        (-1, (2,)),
        ([0, 2, 9], (0, 2)),
        (RubyRange(1, None, False), (1, 2)),
        (RubyRange(0, 2, True), (0, 1)),
        (RubyText("2"), (2,)),
    ],
)
def test_ranges_are_cards(sort, value, cards):
    (style,), _ = sort(call(range=value, x=1))

    assert style.cards == cards


def test_range_that_is_not_known_is_all_cards_and_told(sort):
    (style,), lost = sort(call(range=RubyUnknown("camera"), x=1))

    assert style.cards == (0, 1, 2)
    assert lost == ["range needs camera, which must be worked out; it is drawn on all cards"]


def test_turns_of_a_loop_become_one_style(sort):
    styles, _ = sort(*(call("text", str=word, range=card) for card, word in enumerate("abc")))

    assert [style.contents["str"] for style in styles] == [{0: "a", 1: "b", 2: "c"}]


def test_turns_with_something_drawn_between_stay_apart(sort):
    styles, _ = sort(call(range=0, x=1), call(place="line 2", x=2), call(range=1, x=1))

    assert len(styles) == 3


def test_doubt_is_told(sort):
    _, lost = sort(call(x=1, doubt="rand"))

    assert lost == ["it stands in a condition, rand, that must be worked out, and is drawn on all cards"]
