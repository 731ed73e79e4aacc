"""Tables that scripts read by libraries of Ruby, or write into the script."""

import pytest

from generator.imports.squib.squib_frames import BLANK, csv_lines, csv_value

DECK = "Squib::Deck.new(cards: 2) { text str: names, x: 80, y: 80, width: 300 }\n"


@pytest.mark.parametrize(
    "reading",
    [
        "names = CSV.read('cards.csv', headers: true).map { |row| row['Name'] }",
        "names = CSV.table('cards.csv', headers: true)['Name']",
        "names = CSV.read('cards.csv')[1..].map(&:first)",
        "names = []\nCSV.foreach('cards.csv', headers: true) { |row| names << row['Name'] }",
        "names = CSV.parse(File.read('cards.csv'), headers: true).map { |row| row['Name'] }",
        "names = Squib.csv(file: 'cards.csv').name",
        "names = csv(data: \"Name\\nFox\\nHare\\n\")['Name']",
    ],
)
def test_tables_are_read(project, reading):
    found = project({"deck.rb": f"{reading}\n{DECK}", "cards.csv": "Name,Cost\nFox,1\nHare,2\n"})

    (deck,) = found.decks
    column = deck.boxes[0].content[0][0]
    assert [row[column] for row in deck.rows] == ["Fox", "Hare"]
    assert str(found.tables) == "1 of 1"


def test_rows_are_as_many_as_their_count_says(project):
    script = "data = csv file: 'cards.csv'\nSquib::Deck.new(cards: data.nrows) { text str: data.name }\n"
    (deck,) = project({"deck.rb": script, "cards.csv": "Name,Qty\nFox,3\nHare,1\n"}).decks

    assert [(row["id"], row["copies"]) for row in deck.rows] == [("fox", "3"), ("hare", "1")]


def test_cells_are_values_as_ruby_reads_them():
    assert [csv_value(cell) for cell in ("12", "1_000", "2.5", "")] == [12, 1000, 2.5, None]
    assert csv_value(BLANK).value == ""
    assert csv_lines('a;""\n;b\n', ";", '"') == [["a", BLANK], ["", "b"]]
