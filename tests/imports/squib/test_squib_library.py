"""What scripts find beside Squib's methods: files, numbers and texts of Ruby's library."""

import pytest


@pytest.fixture
def words(project):
    """The words that a script works out for its only card."""

    def worked_out(expression, **files):
        script = f"Squib::Deck.new {{ text str: ({expression}).to_s }}\n"
        whole = project({"deck.rb": script, **files})
        (content,) = whole.decks[0].boxes[0].content
        return content[0] if not content[1] else whole.lost

    return worked_out


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("Math.sqrt(16).to_i", "4"),
        ("Integer('12') + Float('0.5')", "12.5"),
        ("Array.new(3, 'a').join", "aaa"),
        ("Hash.new(7)[:none]", "7"),
        ("File.join('art', 'fox.svg')", "art/fox.svg"),
        ("File.basename('art/fox.svg', '.svg')", "fox"),
        ("File.extname('art/fox.svg')", ".svg"),
        ("format('%02d of %s', 3, 'ten')", "03 of ten"),
        ("JSON.parse('{\"a\": [1, 2]}')['a'][1]", "2"),
        ("Squib::Args::UnitConversion.parse('1in').to_i", "300"),
        ("OpenStruct.new(name: 'Fox').name", "Fox"),
    ],
)
def test_functions_of_the_library(words, expression, result):
    assert words(expression) == result


def test_files_of_the_project_are_read(words):
    assert words("File.read('a.txt')", **{"a.txt": "Fox"}) == "Fox"
    assert words("YAML.load_file('a.yml')['name']", **{"a.yml": "name: Hen\n"}) == "Hen"
    assert words("File.exist?('b.txt')") == "false"
    assert words("Dir['art/*.svg'].size", **{"art/a.svg": "<svg/>", "art/b.svg": "<svg/>"}) == "2"


@pytest.mark.parametrize("expression", ["File.read('gone.txt')", "Integer('ten')", "Array.new(10**9)"])
def test_what_cannot_be_worked_out_is_told(words, expression):
    assert any("which must be worked out" in line for line in words(expression))


def test_list_of_a_file_is_a_table_of_the_project(project):
    script = "cards = YAML.load_file('a.yml')\nSquib::Deck.new(cards: cards.size) { text str: cards }\n"
    read = project({"deck.rb": script, "a.yml": "- Fox\n- Hen\n"})

    assert str(read.tables) == "1 of 1"
