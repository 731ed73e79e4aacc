import pytest

from generator.base.fault_groups import group_faults


def test_mistake_of_several_rows_is_said_once():
    said = [f"cards/raid.csv:{line} [suit]: no suit called 'x'" for line in (2, 3, 7)]

    assert group_faults(said) == ["cards/raid.csv:2 [suit]: no suit called 'x' (and on lines 3, 7 of cards/raid.csv)"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.csv:2 [suit]: empty", "a.csv:2 [name]: empty"),
        ("a.csv:2 [suit]: empty", "b.csv:2 [suit]: empty"),
        ("a.csv:2 [suit]: empty", "a.csv:3 [suit]: 'x' is no suit"),
        ("a.csv:2 → x.svg.j2 [text#a]: too long", "a.csv:3 → y.svg.j2 [text#a]: too long"),
        ("t.svg.j2:5 [scouts, a.csv:2]: as [b.csv:3]", "t.svg.j2:5 [scouts, a.csv:5]: as [b.csv:4]"),
        ("t.svg.j2:5 [scouts, a.csv:2]: 'x' is unknown", "t.svg.j2:6 [scouts, a.csv:2]: 'x' is unknown"),
    ],
)
def test_different_mistakes_stay_apart(one, other):
    assert group_faults([one, other]) == [one, other]


def test_row_is_found_behind_a_template():
    said = [f"t.svg.j2:5 [{piece}, a.csv:{line}]: 'x' is unknown" for piece, line in (("scouts", 2), ("climber", 5))]

    assert group_faults(said) == ["t.svg.j2:5 [scouts, a.csv:2]: 'x' is unknown (and on line 5 of a.csv)"]


def test_path_with_spaces_is_named_whole():
    said = [f"own dir/my-game/cards/raid.csv:{line} [suit]: empty" for line in (2, 3)]
    drawn = [f"t.svg.j2:5 [scouts, own dir/a.csv:{line}]: 'x' is unknown" for line in (2, 5)]

    assert group_faults(said) == [f"{said[0]} (and on line 3 of own dir/my-game/cards/raid.csv)"]
    assert group_faults(drawn) == [f"{drawn[0]} (and on line 5 of own dir/a.csv)"]


def test_row_in_the_words_of_a_fault_is_no_place():
    said = [f"game.toml: 'a' is in a.csv:{line} as well" for line in (2, 3)]

    assert group_faults(said) == said


def test_row_is_named_once_for_both_sides():
    said = ["a.csv:2 → x.svg.j2: small", "a.csv:3 → x.svg.j2: small", "a.csv:3 → x.svg.j2: small"]

    assert group_faults(said) == ["a.csv:2 → x.svg.j2: small (and on line 3 of a.csv)"]


def test_many_rows_are_counted():
    (line,) = group_faults([f"a.csv:{line}: empty" for line in range(2, 22)])

    assert line.endswith(" (and on lines 3, 4, 5, 6, 7, 8, 9, 10 and 11 more of a.csv)")


def test_warnings_of_several_faces_are_counted():
    said = [f"raid/{piece} front (en): art/x.png: is animated" for piece in ("a", "b", "c")]

    assert group_faults(said) == ["raid/a front (en): art/x.png: is animated (and 2 more like it)"]


def test_order_is_kept():
    assert group_faults(["b: one", "a: two", "b: one"]) == ["b: one (and 1 more like it)", "a: two"]


def test_row_in_several_languages_is_named_once():
    said = [
        f"tiles/{id_} front ({lang}): a.csv:{line} → x.svg.j2: small"
        for lang in ("en", "ja")
        for id_, line in (("a", 2), ("b", 3))
    ]

    assert group_faults(said) == [f"{said[0]} (and on line 3 of a.csv)"]
    assert group_faults([said[0], said[2]]) == [said[0]]
