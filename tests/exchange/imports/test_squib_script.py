from generator.exchange.imports.squib_script import ScriptValue, read_script

SCRIPT = """\
require 'squib'
data = Squib.csv file: 'cards.csv'
Squib::Deck.new(cards: data['Name'].size, width: '2.5in',
                layout: ['a.yml', "b.yml"], dpi: 300) do
  background color: :white
  # text str: 'not this'
  text str: data['Name'], layout: 'title'  # nor this: 'x'
  text str: data.cost.map { |c| c, c }, layout: :cost,
       align: :center
  text(str: "it's, here", x: 75, y: '1in', color: '#abc')
  svg file: 'art.svg', layout: "art"
  %w(A B).each do |each|
    rect layout: each
  end
end

Squib::Deck.new do
  csv file: 'other.csv'
  text str: "#{1 + 1}"
end
"""


def test_plain_calls_are_understood():
    first, second = read_script(SCRIPT)

    assert first.layouts == ["a.yml", "b.yml"]
    assert first.table == "cards.csv"
    assert first.options["width"] == ScriptValue(words="2.5in")
    assert [(call.command, call.line) for call in first.calls] == [
        ("background", 5),
        ("text", 7),
        ("text", 8),
        ("text", 10),
        ("svg", 11),
        ("rect", 13),
    ]
    title, cost, here = (dict(call.options) for call in first.calls[1:4])
    assert title == {"str": ScriptValue(column="Name"), "layout": ScriptValue(words="title")}
    assert cost == {"str": ScriptValue(), "layout": ScriptValue(words="cost"), "align": ScriptValue(words="center")}
    assert here["str"] == ScriptValue(words="it's, here")
    assert here["color"] == ScriptValue(words="#abc")
    assert second.table == "other.csv"
    assert second.calls[0].options == {"str": ScriptValue()}


def test_changed_columns_are_marked():
    (deck,) = read_script(
        "Squib::Deck.new do\n  text str: data['Cost'].map { |c| c + 1 }, x: 1\n  use_layout file: 'c.yml'\nend\n"
    )

    assert deck.calls[0].options["str"] == ScriptValue(column="Cost", is_changed=True)
    assert deck.layouts == ["c.yml"]


def test_other_text_has_no_decks():
    assert read_script("puts 'Squib'\n") == []


def test_brackets_without_end_are_read():
    (deck,) = read_script("Squib::Deck.new do\n" + "  text str: (((\n" * 2000)

    assert deck.calls[0].command == "text"
