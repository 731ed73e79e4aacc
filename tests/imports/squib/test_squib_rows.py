import pytest

from generator.imports.squib.squib_frames import SquibFrame
from generator.imports.squib.squib_rows import CardRows, main_frame


def frame_of(project, table, extra=""):
    """The rows that a script makes of a table."""
    script = f"d = Squib.csv file: 'd.csv'\nSquib::Deck.new(cards: d.nrows) {{ text str: d['Name']\n{extra} }}\n"
    return project({"deck.rb": script, "d.csv": table}).decks[0]


def test_rows_have_ids_of_their_names(project):
    deck = frame_of(project, "Name,Cost\nFox,2\nFox,3\nHen,1\n")

    assert [row["id"] for row in deck.rows] == ["fox", "fox_2", "hen"]
    assert deck.columns == ("name", "cost")


def test_count_becomes_copies(project):
    deck = frame_of(project, "Name,Qty\nFox,2\nHen,1\n")

    assert [(row["id"], row["copies"]) for row in deck.rows] == [("fox", "2"), ("hen", "1")]


def test_words_that_the_script_makes_are_a_column(project):
    deck = frame_of(project, "Name\nFox\nHen\n", "text str: d['Name'].map { |n| n.upcase }, y: 90")

    assert [[*row.values()][-1] for row in deck.rows] == ["FOX", "HEN"]


def test_cards_without_a_table_are_counted():
    rows = CardRows(3, None)
    column = rows.text_column({0: "a", 2: "b"}, "words")

    assert [row[column] for row in rows.written()] == ["a", "", "b"]


def test_equal_columns_are_one():
    rows = CardRows(2, None)

    assert rows.mark([1]) == rows.mark([1])
    assert rows.is_blank_elsewhere(rows.mark([1]), [1])


@pytest.mark.parametrize(("count", "found"), [(2, True), (5, False)])
def test_main_table_has_a_row_for_each_card(count, found):
    frame = SquibFrame("d.csv", {}, {"Name": ["Fox", "Hen"]})

    assert (main_frame([frame], count, [["Fox", "Hen"]]) is frame) is found


def test_column_names_pictures_or_is_text_but_never_both():
    def rows():
        return CardRows(2, SquibFrame("d.csv", {"Art": ["a.png", "b.png"]}, {"Art": ["a.png", "b.png"]}))

    files, names = {0: "a.png", 1: "b.png"}, {0: "pictures/a.png", 1: "pictures/b.png"}
    pictures_first, text_first = rows(), rows()

    assert pictures_first.picture_column(files, names, "art") == "art"
    text = pictures_first.text_column(files, "words")
    assert text != "art"
    assert [(row["art"], row[text]) for row in pictures_first.written()] == [
        ("pictures/a.png", "a.png"),
        ("pictures/b.png", "b.png"),
    ]
    assert text_first.text_column(files, "words") == text_first.text_column({1: "b.png"}, "words") == "art"
    assert text_first.picture_column(files, names, "picture") != "art"
