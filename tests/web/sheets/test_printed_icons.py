"""Where the icons of a sheet stand, and to which part of it each belongs."""

from generator.base.geometry import Matrix, Rect, Size
from generator.model.face import Drawing, Face, Group, Part, Shape, Use
from generator.model.solo.short_rules import ShortRule
from generator.model.text import Text
from generator.web.sheets.printed_icons import PrintedIcon, icons_by_part, printed_icons
from generator.web.sheets.sheet_parts import SheetPart

COIN = Part("coin-key", Rect(0, 0, 10, 10), (), icon="coin")
TEXT = Text({"en": "Coins"})


def part(id_, place):
    return SheetPart(id_, TEXT, ShortRule(TEXT, ""), place)


def places(found):
    return {each.part.id if each.part else None: dict(each.places) for each in found}


def test_icons_are_found_in_groups_and_in_parts_that_show_them():
    row = Part("row-key", Rect(0, 0, 100, 10), (Use("coin-key", Matrix.translation(20, 0)), Shape("M 0 0 Z")))
    ink = (
        Use("coin-key", Matrix.translation(5, 5)),
        Group((Use("coin-key", Matrix.scaling(2)),), Matrix.translation(50, 0)),
        Use("row-key", Matrix.translation(0, 40)),
    )
    face = Face("key", Size(100, 100), 0, Drawing.of(ink, (COIN, row)))

    assert printed_icons(face) == (
        PrintedIcon("coin", Rect(5, 5, 10, 10)),
        PrintedIcon("coin", Rect(50, 0, 20, 20)),
        PrintedIcon("coin", Rect(20, 40, 10, 10)),
    )


def test_icon_belongs_to_the_smallest_part_around_it():
    spot, first, second = Rect(12, 2, 4, 4), Rect(12, 12, 4, 4), Rect(22, 12, 4, 4)
    icons = [PrintedIcon("coin", first), PrintedIcon("coin", second), PrintedIcon("coin", spot)]
    parts = [part("large", Rect(0, 0, 100, 100)), part("small", Rect(10, 10, 20, 20))]

    assert places(icons_by_part(icons, parts, (), {"coin"})) == {
        "large": {"coin": (spot,)},
        "small": {"coin": (first, second)},
    }


def test_icon_of_a_box_or_without_a_rule_is_left_to_what_is_below():
    icons = [PrintedIcon("coin", Rect(2, 2, 4, 4)), PrintedIcon("odd", Rect(20, 20, 4, 4))]

    assert icons_by_part(icons, (), [Rect(0, 0, 10, 10)], {"coin"}) == ()


def test_icon_outside_all_parts_is_kept():
    place = Rect(50, 50, 4, 4)

    assert places(icons_by_part([PrintedIcon("coin", place)], [part("far", Rect(0, 0, 9, 9))], (), {"coin"})) == {
        None: {"coin": (place,)}
    }
