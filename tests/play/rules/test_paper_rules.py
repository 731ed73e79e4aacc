"""The decks beside printed sheets."""

import random

import pytest

from generator.play.game_data import load_rulebook
from generator.play.rules.paper_rules import PaperRules
from generator.play.rules.rules_protocol import PlayError
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.solo_text import SoloText
from generator.solo.action import Action
from generator.solo.reasons import IllegalActionError
from generator.solo.state import NeutralState


@pytest.fixture
def said(book):
    """What was wrong, in English."""
    return SoloText(ItemNames(book, play_messages("en"), "en")).describe_error


def after(rules, state, action):
    """The state after an action, given as text."""
    return rules.apply(state, Action.parse(action))


@pytest.fixture(scope="module")
def book():
    return load_rulebook("hadrians-wall")[0]


@pytest.fixture
def rules(book):
    return PaperRules(book, {"difficulty": "normal"})


def played(rules, chance):
    """States of a game by chance, from its first to its last."""
    state = rules.start()
    yield state
    while not rules.visible_state(state).over:
        phase = rules.visible_state(state).phase
        if phase == "cohorts":
            action = "cohorts " + " ".join(str(chance.randint(0, 6)) for _ in range(3))
        elif phase == "favours":
            action = "favours 0 0 0"
        else:
            action = str(chance.choice(rules.legal(state)))
        state = after(rules, state, action)
        yield state


def bits(mask):
    return mask.bit_count()


@pytest.mark.parametrize("seed", range(8))
def test_cards_are_conserved(rules, seed):
    for state in played(rules, random.Random(seed)):
        fate, own, neutral = range(3)
        assert not state.unseen[fate] & state.discards[fate]
        assert bits(state.unseen[fate]) + bits(state.discards[fate]) + len(state.attack) == 48
        kept = len(state.hand) + len(rules.visible_state(state).paths) + (state.prospect >= 0)
        assert bits(state.unseen[own]) + bits(state.discards[own]) + kept == 12
        assert bits(state.unseen[neutral]) + bits(state.discards[neutral]) + len(state.neutral) == 12


def test_every_year_has_its_cards(rules):
    *_, last = played(rules, random.Random(1))

    assert [report.year for report in last.attacks] == [1, 2, 3, 4, 5, 6]
    assert len(rules.visible_state(last).paths) == 6


def at_attack(rules, *actions):
    """The end of the first year, after some actions; three cards at most come, all from known directions."""
    state = rules.start()
    for action in (
        "reveal F01",
        "reveal engineer",
        "reveal merchant",
        "path engineer",
        "reveal ranger",
        "reveal pontiff",
    ):
        state = after(rules, state, action)
    for action in actions:
        state = after(rules, state, action)
    return after(rules, state, "stop")


def test_tokens_lengthen_the_attack(rules):
    state = at_attack(rules, "goods ranger", "scout ranger", "scout pontiff")

    assert (rules.draw(state).reason, rules.draw(state).count) == ("attack", 4)


@pytest.mark.parametrize(
    ("cohorts", "favours", "result"),
    [
        ("cohorts 1 0 1", None, (0, 1)),
        ("cohorts 0 0 1", "favours 1 0 0", (0, 1)),
        ("cohorts 0 6 1", "favours 0 0 0", (1, 0)),
    ],
)
def test_attack_is_split_into_loss_and_gain(rules, cohorts, favours, result):
    state = at_attack(rules, "scout ranger")
    for action in filter(None, ("reveal F04", "reveal F02", cohorts, favours, "next")):
        state = after(rules, state, action)

    assert state.attacks[-1].outcome[1:] == result
    assert (state.year, rules.visible_state(state).phase) == (2, "income")


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("1 2", "'1 2' is not 3 whole numbers"),
        ("7 0 0", "7 for Left is too many; 0 to 6"),
        ("-1 0 0", "whole numbers"),
    ],
)
def test_wrong_numbers_say_what_would_do(said, rules, typed, what):
    state = after(rules, at_attack(rules), "reveal F04")

    with pytest.raises((PlayError, IllegalActionError)) as error:
        rules.apply(state, rules.read(state, typed))
    assert what in said(error.value)


def test_favours_cancel_no_more_than_came(said, rules):
    state = after(rules, after(rules, at_attack(rules), "reveal F04"), "cohorts 0 0 0")

    with pytest.raises(IllegalActionError) as error:
        after(rules, state, "favours 0 0 1")
    assert "1 for Right is too many; 0 to 0" in said(error.value)


@pytest.mark.parametrize(("how", "left"), [("discards", 2), ("all", 48)])
def test_empty_deck_is_shuffled_as_agreed(book, how, left):
    rules = PaperRules(book, {"reshuffle": how})
    state = at_attack(rules, "scout ranger")._replace(unseen=(0b100, 0, 0), discards=(0b11, 0, 0))
    state = after(rules, state, "reveal F03")

    assert tuple(map(str, rules.legal(state))) == ("shuffle fate",)
    assert len(rules.draw(after(rules, state, "shuffle fate")).unseen) == left


def test_card_that_comes_twice_is_discarded_once(book):
    """Where the whole deck is shuffled during an attack, a card of it can come again."""
    rules = PaperRules(book, {"reshuffle": "all"})
    state = at_attack(rules, "scout ranger")._replace(unseen=(0b100, 0, 0))
    for action in ("reveal F03", "shuffle fate", "reveal F03", "cohorts 6 6 6", "next"):
        state = after(rules, state, action)

    assert (state.unseen[0].bit_count(), state.discards[0]) == (47, 0b100)


@pytest.mark.parametrize("action", ["", "stop", "goods fate", "battle", "path engineer", "cohorts 0 0 0"])
def test_illegal_actions_are_refused(said, rules, action):
    with pytest.raises(IllegalActionError) as error:
        after(rules, rules.start(), action)
    assert "the game now asks you to turn up a card of the Fate deck; legal now: reveal F01" in said(error.value)


def test_unknown_card_is_refused(said, rules):
    with pytest.raises(IllegalActionError) as error:
        after(rules, rules.start(), "reveal F99")
    assert "turn up a card of: Fate deck; legal now: reveal F01" in said(error.value)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("goods", "goods fate"),
        ("g ran", "goods ranger"),
        ("battle", "battle"),
        ("scout pon", "scout pontiff"),
        ("st", "stop"),
    ],
)
def test_actions_are_read_by_their_beginnings(rules, typed, action):
    state = rules.start()
    for step in (
        "reveal F01",
        "reveal engineer",
        "reveal merchant",
        "path engineer",
        "reveal ranger",
        "reveal pontiff",
    ):
        state = after(rules, state, step)

    assert str(rules.read(state, typed)) == action


def in_the_year(rules):
    """The first year's actions."""
    state = rules.start()
    for step in ("F01", "engineer", "merchant"):
        state = after(rules, state, f"reveal {step}")
    for step in ("path engineer", "reveal ranger", "reveal pontiff"):
        state = after(rules, state, step)
    return state


def test_attack_takes_no_more_cards_than_there_are(rules):
    state = in_the_year(rules)._replace(neutral=(NeutralState(0, 90, 0), NeutralState(1, 0, 0)))
    state = after(rules, state, "stop")
    while rules.draw(state):
        action = str(rules.legal(state)[0])
        assert len(state.attack) < 48
        state = after(rules, state, action)

    assert (rules.visible_state(state).phase, len(state.attack)) == ("cohorts", 48)


@pytest.mark.parametrize(
    ("action", "most", "what"),
    [("goods ranger", 8, "the sheets have 8 boxes for goods"), ("scout ranger", 5, "the sheets have 5 scouts")],
)
def test_sheets_have_room_for_so_many(said, rules, action, most, what):
    state = in_the_year(rules)
    for _ in range(most):
        state = after(rules, state, action)

    assert action not in tuple(map(str, rules.legal(state)))
    with pytest.raises(IllegalActionError) as error:
        after(rules, state, action)
    assert what in said(error.value)


@pytest.mark.parametrize(
    ("actions", "typed", "what"),
    [
        ((), "engineer", "'engineer' is of another deck (Your deck); asked for is: Fate deck"),
        (("F01",), "F02", "'F02' is of another deck (Fate deck); asked for is: Your deck"),
        ((), "stop", "'stop' is not asked for now: first turn up a card and type it (Fate deck)"),
        (("F01",), "next", "'next' is not asked for now: first turn up a card and type it (Your deck)"),
        (("F01", "engineer"), "engineer", "'engineer' has come already; still in the deck: 'merchant'"),
        (("F01", "engineer", "merchant"), "cohorts 0 0 0", "'cohorts' is for the cohorts, after the attack; asked for now"),
        (("F01", "engineer", "merchant"), "stop", "'stop' is for the year's actions; asked for now: the choice of the path"),
    ],
)  # fmt: skip
def test_wrong_card_or_time_is_named(said, rules, actions, typed, what):
    state = rules.start()
    for card in actions:
        state = after(rules, state, f"reveal {card}")

    with pytest.raises(PlayError) as error:
        rules.read(state, typed)
    assert what in said(error.value)
