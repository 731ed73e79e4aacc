import pytest

from generator.base import units
from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.toml_document import parse_toml
from generator.load.files.toml_table import TomlTable, parse_length
from generator.model.keys.key_table import Key, KeyTable, by_id


def faults(text, ask):
    report = FaultReport()
    entry = TomlTable(parse_toml(text, "a.toml"), report)
    ask(entry)
    with pytest.raises(Faults) as caught, report:
        pass
    return str(caught.value)


def test_keys_nobody_asked_for_are_told():
    assert faults('colour = "a"\ncolor = "b"', lambda entry: (entry.text("colour"), entry.close())) == (
        "a.toml:2 [color]: unknown key 'color'; did you mean 'colour'?"
    )


def test_known_keys_that_were_not_needed_are_suggested():
    assert faults('gain = "a"', lambda entry: entry.close("gains")).endswith("; did you mean 'gains'?")


KEYS = KeyTable(
    "deck",
    {
        "size": Key("integer", low=1, high=9, default=3),
        "kind": Key("choice", words=("cards", "dice")),
        "cards": by_id(KeyTable("card", {"width": Key("length", low=0, high=72, default="1in")})),
    },
)


def test_limits_words_and_defaults_are_those_of_the_description():
    text = 'size = 10\nkind = "card"\n[cards.a]\nwidth = "2in"\n[cards.b]'
    report = FaultReport()
    entry = TomlTable(parse_toml(text, "a.toml"), report, keys=KEYS)

    sizes = (
        entry.integer("size"),
        entry.choice("kind"),
        [each.length("width") for each in entry.entries("cards").values()],
    )
    assert sizes == (10, "card", [0.0, 72.0])
    with pytest.raises(Faults) as caught, report:
        pass
    assert str(caught.value).splitlines() == [
        "a.toml:1 [size]: 10 is out of range; it is 1 to 9",
        "a.toml:2 [kind]: no kind called 'card'; did you mean 'cards'?",
        "a.toml:4 [cards.a.width]: '2in' is out of range; it is 0 mm to 25.4 mm",
    ]


def test_keys_that_are_not_described_cannot_be_asked_for():
    entry = TomlTable(parse_toml("x = 1", "a.toml"), FaultReport(), keys=KEYS)

    with pytest.raises(KeyError, match="x is no key of deck"):
        entry.has("x")


def test_tables_in_a_list_are_entries():
    text = "row = [\n  { a = 1 }, { a = 2 },\n  { b = 3 },\n]"

    def ask(entry):
        first, second, third = entry.table_list("row")
        assert (first.data["a"], second.path) == (1, ("row", 1))
        second.fault("a", "bad")
        third.close()

    assert faults(text, ask) == "a.toml:2 [row.1.a]: bad\na.toml:3 [row.2.b]: unknown key 'b'"


def test_list_of_something_else_is_told():
    assert (
        faults("row = [1]", lambda entry: entry.table_list("row")) == "a.toml:1 [row]: must be a list of tables, not 1"
    )


@pytest.mark.parametrize(
    ("text", "ask", "shown"),
    [
        ("x = 1", lambda entry: entry.text("x"), "a.toml:1 [x]: must be text in quotes, not 1"),
        ('x = ""', lambda entry: entry.text("x"), "a.toml:1 [x]: x is empty"),
        ("y = 1", lambda entry: entry.text("x"), "a.toml [x]: x is missing; it is text in quotes"),
        ("x = true", lambda entry: entry.integer("x", 0, 9), "a.toml:1 [x]: must be a whole number, not True"),
        ("x = 10", lambda entry: entry.integer("x", 0, 9), "a.toml:1 [x]: 10 is out of range; it is 0 to 9"),
        ("x = 0", lambda entry: entry.flag("x"), "a.toml:1 [x]: must be true or false, not 0"),
        ("x = [1]", lambda entry: entry.text_list("x"), 'a.toml:1 [x]: must be a list of texts, like ["en", "ja"]'),
        (
            'x = { en = "a" }',
            lambda entry: entry.phrase("x", ("en", "ja", "fr")),
            "a.toml:1 [x]: no words in 'ja'\na.toml:1 [x]: no words in 'fr'",
        ),
        (
            "x = { en = 1 }",
            lambda entry: entry.phrase("x", ("en",)),
            "a.toml:1 [x]: must be text in quotes, not 1",
        ),
        ("[x]\n[x.A]\ny = 1", lambda entry: entry.entries("x"), "a.toml:2 [x.A]: 'A' is not an id;"),
    ],
)
def test_wrong_values_are_told(text, ask, shown):
    assert faults(text, ask).startswith(shown)


def test_lengths_keep_between_two_others():
    assert parse_length("10mm", 10 * units.MM, 20 * units.MM) == pytest.approx(10 * units.MM)
    with pytest.raises(ValueError, match="'9mm' is out of range; it is 10 mm to 20 mm"):
        parse_length("9mm", 10 * units.MM, 20 * units.MM)


def test_long_text_is_no_length():
    with pytest.raises(ValueError, match="is not a length"):
        parse_length("1" * 100_000 + "x", 0, 1)


def test_secondary_fault_is_told_where_its_file_has_no_other():
    def ask(entry):
        entry.add_secondary("size", "is too small")

    assert faults("size = 1", ask) == "a.toml:1 [size]: is too small"
    assert faults("size = 1\nx = 2", lambda entry: (ask(entry), entry.fault("x", "is odd"))) == "a.toml:2 [x]: is odd"
