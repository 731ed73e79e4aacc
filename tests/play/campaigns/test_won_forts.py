"""Games that won forts, played again by their seeds and decisions; with `--long`, forts played until they are won."""

from pathlib import Path

import pytest

from generator.bots.dealer import Dealer, draw_request
from generator.load.weights_reader import read_weights
from generator.play.game_data import campaign_of, fort_rulebook, load_rulebook
from generator.solo import hadrians_wall as rules
from generator.solo.action import Action
from generator.solo.fort_goals import judge_fort
from tests.play.campaigns.fort_player import play_fort

GAMES = [line.split(": ", 1) for line in Path(__file__).with_name("won_forts.txt").read_text("utf-8").splitlines()]
ATTEMPTS = 20


@pytest.fixture(scope="module")
def at_fort():
    book, digest = load_rulebook("hadrians-wall")
    return lambda fort: fort_rulebook(book, digest, fort)[0]


@pytest.mark.parametrize(("about", "decided"), GAMES, ids=[about.split()[0] for about, _ in GAMES])
def test_game_that_won_a_fort_wins_it_again(at_fort, about, decided):
    fort, seed, total = about.split()
    book, dealer, decisions = at_fort(fort), Dealer(seed), iter(decided.split("; "))
    state = rules.setup(book, {"difficulty": "normal"})
    while not rules.is_over(state):
        draw = draw_request(book, state)
        state = rules.apply(book, state, dealer.action(draw) if draw else Action.parse(next(decisions)))

    assert judge_fort(book, book.fort.fort, state).is_won
    assert rules.score(book, state).total == int(total)
    assert next(decisions, None) is None


def test_forts_are_won_by_a_player_who_plays_for_their_goals(at_fort, long):
    if not long:
        pytest.skip("plays hundreds of games; --long does")
    forts = [fort.id for fort in campaign_of(load_rulebook("hadrians-wall")[0]).forts]
    attempts = {fort: _attempts(at_fort(fort), fort) for fort in forts}

    assert sum(bool(count) for count in attempts.values()) >= 3, attempts


def _attempts(book, fort):
    """How many games it took to win a fort; 0 where none of ATTEMPTS games did."""
    weights = read_weights(book.game, book.solo)
    for number in range(1, ATTEMPTS + 1):
        result, *_ = play_fort(book, weights, {"difficulty": "normal"}, {}, f"whole/{fort}/{number}", strength=2)
        if result.is_won:
            return number
    return 0
