import pytest

from generator.base.errors import Faults

CARD = "Squib::Deck.new(cards: 2) do\n  text str: 'Hail', x: 100, y: 100, width: 300\nend\n"


def test_deck_of_a_method_that_nothing_calls_is_worked_out(project):
    found = project({"events.rb": f"module Events\n  def self.run(lang = nil)\n{CARD}end\nend\n"})

    assert [box.kind for box in found.decks[0].boxes] == ["text"]
    assert "Events.run: nothing calls it; it is worked out without arguments" in found.lost


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (f"def run(lang)\n{CARD}end\n", "nothing calls the method in which it stands"),
        (
            f"x = 'ab'\n99.times {{ x = x + x }}\n{CARD}",
            "'deck.rb': it makes too much text; what comes after is left out",
        ),
        (f"x = ((((\n{CARD}", "left out"),
    ],
)
def test_script_without_a_deck_says_why(project, script, reason):
    with pytest.raises(Faults) as raised:
        project({"deck.rb": script})

    assert raised.value.faults[0].what.startswith("its Squib::Deck.new cannot be worked out: ")
    assert raised.value.faults[0].what.endswith(reason)


def test_other_files_are_worked_out_once(project):
    files = {"deck.rb": f"require_relative 'sizes'\nload 'sizes.rb'\n{CARD}", "sizes.rb": "require_relative 'deck'\n"}

    assert len(project(files).decks) == 1


def test_deck_that_draws_nothing_is_told(project):
    found = project({"deck.rb": "Squib::Deck.new(cards: 2) do\nend\n"})

    assert found.lost[0] == "deck: the script draws nothing on its cards"
    assert found.lost_kinds == ["boxes"]


def test_end_of_a_long_script_is_told(project):
    found = project({"deck.rb": CARD + "#" * 1_000_000})

    assert "'deck.rb': what comes after the first 1,000,000 letters" in found.lost
