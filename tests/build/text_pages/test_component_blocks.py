import shutil

import pytest

from generator.load.game_locations import data_root
from generator.model.prose import Paragraph, TableBlock


@pytest.fixture
def mine(tmp_path):
    """The sample, without titles for its columns."""
    folder = shutil.copytree(data_root() / "picket", tmp_path / "mine")
    for file in folder.glob("strings.*.toml"):
        file.write_text(file.read_text("utf-8").partition("\n[column]")[0] + "\n", "utf-8")
    return folder


@pytest.fixture
def raid(page):
    """The table of the raid cards of a game, as lists."""

    def found(folder, component="raid", language="en"):
        (section,) = [each for each in page.__wrapped__(folder, language).sections if each.id == component]
        (table,) = [block for block in section.blocks if isinstance(block, TableBlock)]
        return [list(table.head), *map(list, table.rows)]

    return found


def add_strings(folder, text):
    for file in folder.glob("strings.*.toml"):
        file.write_text(file.read_text("utf-8") + text, "utf-8")


def test_columns_without_titles_are_called_by_their_ids(mine, raid):
    head, first, *others = raid(mine)

    assert head == ["Piece", "Copies", "Suit", "Strength", "Text"]
    assert first == ["Scouts (R1)", "2", "Swords", "1", "Two shadows by the ditch."]
    assert len(others) == 5


def test_titles_choose_the_columns(mine, raid):
    add_strings(mine, '[column]\nstrength = "Blades"\n[column.raid]\ntext = ""\n[column.watch]\nawake = "Front"\n')

    assert raid(mine)[0] == ["Piece", "Copies", "Blades"]
    assert raid(mine, "watch") == [["Piece", "Front", "Asleep"], ["The watch (W1)", "Awake", "Asleep"]]


def test_words_of_a_column_are_told(mine, raid):
    table = mine / "cards/raid.csv"
    rows = table.read_text("utf-8").splitlines()
    table.write_text(
        "\n".join([f"{rows[0]},side,open,odds", *(f"{row},far_left,yes,2 4" for row in rows[1:])]), "utf-8"
    )
    columns = 'side = { type = "word" }\nopen = { type = "yes" }\nodds = { type = "list", of = "number" }\nstrength = {'
    game = mine / "game.toml"
    game.write_text(game.read_text("utf-8").replace("strength = {", columns), "utf-8")
    assert raid(mine)[0] == ["Piece", "Copies", "Suit", "Open", "Strength", "Text"]

    add_strings(mine, '[column]\nside = "Side"\nodds = "Odds"\nopen = "Open"\n[word]\nfar_left = "on the left"\n')

    assert raid(mine)[1] == ["Scouts (R1)", "2", "on the left", "yes", "2, 4", "Two shadows by the ditch."]


def test_markup_is_read_only_in_rich_columns(mine, page):
    table = mine / "cards/raid.csv"
    table.write_text(table.read_text("utf-8").replace("Two shadows", "Two *dark* {coin}"), "utf-8")
    made = page.__wrapped__(mine, "en")
    cells = [
        cell
        for section in made.sections
        for block in section.blocks
        if isinstance(block, TableBlock)
        for row in block.rows
        for cell in row
    ]

    assert "Two *dark* {coin} by the ditch." in [
        "".join(span.text for span in made.icons.spans(cell)) for cell in cells
    ]


def test_sets_for_each_player_are_told_once(page):
    (section,) = [each for each in page("hadrians-wall", "en").sections if each.id == "player_cards"]
    note, table = section.blocks

    assert isinstance(note, Paragraph)
    assert note.text.startswith("One set for each of: Blue set, ")
    assert (len(table.rows), table.rows[0][0]) == (12, "Engineer")
