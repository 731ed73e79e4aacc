import pytest


def lost(project, script):
    return project({"deck.rb": script}).lost


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("width: 'wide'", "width of the deck: 'wide' is no length; what Squib takes without is taken"),
        ("height: rand(9)", "height of the deck: rand must be worked out; what Squib takes without is taken"),
        ("cards: 30_000", "cards of the deck: those after the first 20,000"),
        ("cards: 'ten'", "cards of the deck: 'ten' is no number; one card is made"),
    ],
)
def test_options_that_are_not_taken_are_told(project, options, line):
    assert line in lost(project, f"Squib::Deck.new({options}) {{ rect }}\n")


def test_calls_after_the_first_thousands_are_told(project):
    told = lost(project, "Squib::Deck.new { 5_100.times { |i| rect x: 1, y: 1, width: 5, height: 5 } }\n")

    assert "what the deck draws after the first 5,000 texts, pictures and shapes" in told


def test_cards_that_are_too_many_for_what_is_drawn_are_told(project):
    told = lost(project, "Squib::Deck.new(cards: 20_000) { 20.times { |i| rect x: i, y: 1, width: 5, height: 5 } }\n")

    assert "line 1, rect: it comes after the first 300,000 things on cards" in told


def test_lists_in_lists_without_end_are_not_drawn(project):
    script = "a = [1]\n40.times { a = [a, a] }\nSquib::Deck.new { text str: a, x: 80, y: 80, width: 90 }\n"

    assert any("its words need lists in lists" in line for line in lost(project, script))


def test_units_are_known(project):
    script = "w = Squib::Args::UnitConversion.parse('2in')\nSquib::Deck.new(width: w, height: '3in') { rect }\n"
    (deck,) = project({"deck.rb": script}).decks

    assert (deck.width, deck.height) == (50.8, 76.2)
