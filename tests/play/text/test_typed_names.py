"""Japanese names, typed as they stand on the sheets."""

import pytest

from generator.play.text.typed_names import TypedNames
from generator.play.typed_line import run_line


@pytest.fixture
def table(begun):
    table = begun("full", language="ja", seed="abc")
    list(run_line(table, "１"))
    return table


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("砦 建築家", "mark fort_01 builder"),
        ("砦　建築家", "mark fort_01 builder"),
        ("砦１　兵士", "mark fort_01 soldier"),
        ("砦建築家", "mark fort_01 builder"),
        ("mark 砦 建築家", "mark fort_01 builder"),
        ("討議会 建築家 従僕", "mark forum_01 builder servant"),
        ("商人", "mark traders_01"),
        ("ｆｏｒｔ　ｂｕｉｌｄｅｒ", "mark fort_01 builder"),
        ("終える", "stop"),
    ],
)
def test_names_are_read(table, line, action):
    before = len(table.play.actions)
    list(run_line(table, line))

    assert table.error == ""
    assert table.play.actions[before] == action


def test_name_of_a_track_and_of_a_card_means_what_can_be_done(begun):
    table = begun("full", language="ja", seed="abc")
    deck, card = table.text.names.book.solo.hand.deck, table.visible.hand[1]
    list(run_line(table, f"方針 {table.text.names.row(table.text.names.card_row(deck, card))}"))

    assert f"path {card}" in table.play.actions


@pytest.mark.parametrize("line", ["一覧 砦", "シート 砦", "なぜ 砦", "襲撃", "デッキ", "ヘルプ"])
def test_verbs_are_read(table, line):
    told = list(run_line(table, line))

    assert (table.error, bool(told)) == ("", True)


def test_word_that_is_no_name_is_told_as_it_was_typed(table):
    assert next(run_line(table, "うどん")).startswith("'うどん' は読めない")


@pytest.mark.parametrize(
    ("line", "typed", "near"),
    [
        ("why 大神殿", "大神殿", "大規模な神殿"),
        ("なぜ 大神殿", "大神殿", "大規模な神殿"),
        ("show 大神殿", "大神殿", "大規模な神殿"),
        ("シート 小庭園", "小庭園", "小規模な庭園"),
    ],
)
def test_name_that_is_nearly_right_is_quoted_as_typed_with_the_nearest_names(table, line, typed, near):
    (said,) = run_line(table, line)

    assert said.startswith(f"'{typed}' というシートの部分はない。")
    assert f"'{near}'" in said
    assert not any(letter.isascii() and letter.isalpha() for letter in said)


def test_word_of_a_move_that_is_no_name_is_quoted_as_typed(table):
    assert next(run_line(table, "mark 大神殿")).startswith("'大神殿' は読めない")
    assert "'建築化'" in next(run_line(table, "砦 建築化"))


def test_beginning_of_a_name_is_enough(table):
    assert next(run_line(table, "why 中規模な神殿の")).startswith("中規模な神殿の礼拝")


def test_part_is_shown_by_its_name(table):
    assert next(table.text.show(table.visible, "大規模な神殿")).split()[1] == "large_temple"


def test_price_in_a_reason_is_in_the_player_s_language(table):
    for _ in range(4):
        list(run_line(table, "砦 建築家"))

    assert "builder" not in table.error.partition("。")[0].replace("mark fort_02 builder", "")


@pytest.mark.parametrize(
    ("typed", "read"), [("砦", "fort"), ("砦門", "gate"), ("砦門砦", "gate fort"), ("砦 門", "fort 門")]
)
def test_longest_name_is_read(typed, read):
    names = TypedNames(None)
    names._meanings = {"砦": ("fort",), "砦門": ("gate",)}

    assert list(names.readings(typed)) == [read]
