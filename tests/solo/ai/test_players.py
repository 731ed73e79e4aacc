"""Our own players: they play by the rules, each after its manner, and none knows more than a person may."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from generator.base.rng import Stream
from generator.load.solo_reader import read_solo_rules
from generator.load.weights_reader import read_weights
from generator.model.weights import EvaluationWeights
from generator.solo import hadrians_wall as rules
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.game_study import play_game
from generator.solo.ai.players import PLAYERS, GreedyPlayer, RandomPlayer, SearchingPlayer
from generator.solo.state import NeutralState


@dataclass
class Counted:
    """Numbers of chance, counted."""

    stream: Stream
    drawn: int = 0

    def below(self, bound):
        self.drawn += 1
        return self.stream.below(bound)


@dataclass
class Deck:
    """Deals the first cards by one seed and all others by another."""

    first: str
    then: str
    changes: int = 10_000
    dealt: int = 0
    streams: dict = field(default_factory=dict)

    def deal(self, book, state):
        if not state.awaits:
            return None
        actions = rules.legal(book, state)
        seed = self.first if self.dealt < self.changes else self.then
        self.dealt += 1
        stream = self.streams.setdefault(seed, Stream(seed, "deal"))
        return actions[stream.below(len(actions))]


@dataclass
class Noting:
    """Another player, and what it decided."""

    player: object
    noted: list = field(default_factory=list)

    def choose(self, state, actions):
        action = self.player.choose(state, actions)
        assert action in actions
        self.noted.append((state.year, str(action)))
        return action


@pytest.fixture(scope="module")
def held(game):
    return read_weights(game, read_solo_rules(game))


@pytest.fixture
def whole(book, held):
    """A whole game of a player: its outcome and its decisions."""

    def run(name, seed="one", **how):
        player = Noting(PLAYERS[name](book, Evaluation(book, held), Stream(seed, name), **how))
        deck = Deck(seed, seed)
        first = rules.setup(book, {"difficulty": "normal"})
        return play_game(book, first, player, lambda state: deck.deal(book, state), seed), player.noted

    return run


@pytest.fixture
def first_year(book, held):
    """The decisions of a player in the first year, on the cards of a deck."""

    def run(name, deck, **how):
        player = Noting(PLAYERS[name](book, Evaluation(book, held), Stream("one", name), **how))
        state = rules.setup(book, {"difficulty": "normal"})
        while state.year < 2:
            actions = rules.legal(book, state)
            state = rules.apply(book, state, deck.deal(book, state) or player.choose(state, actions))
        return player.noted

    return run


QUICK = {"searching": {"plays": 5}, "strong": {"strength": 2}}
"""Settings with which the slower players play quickly."""


def nothing_but(**courses):
    parts = {name: {} for name in ("items", "tracks", "waiting", "paths", "counts")}
    return EvaluationWeights(
        **parts | {name: {id_: (each,) * 6 for id_, each in ids.items()} for name, ids in courses.items()}
    )


def test_random_takes_each_as_often(book, table):
    state = table.at(items={"soldier": 1, "servant": 1})
    actions = rules.legal(book, state)
    player = RandomPlayer(book, Evaluation(book, nothing_but()), Stream("any", "random"))

    taken = [player.choose(state, actions) for _ in range(100 * len(actions))]

    assert all(60 < taken.count(action) < 140 for action in actions)


def test_greedy_takes_what_is_worth_most(book, table):
    state = table.at(items={"soldier": 1, "servant": 1, "civilian": 1})
    priests = Evaluation(book, nothing_but(tracks={"mining": 1.0, "priests": 3.0, "fort": 2.0}))
    player = GreedyPlayer(book, priests, Stream("any", "greedy"))

    assert str(player.choose(state, rules.legal(book, state))) == "mark priests_01"


def test_greedy_pays_with_what_is_worth_less(book, table):
    state = table.at(items={"soldier": 1, "builder": 1})
    held = nothing_but(tracks={"fort": 9.0}, items={"soldier": 1.0, "builder": 2.0})

    assert (
        str(GreedyPlayer(book, Evaluation(book, held), None).choose(state, rules.legal(book, state)))
        == "mark fort_01 soldier"
    )


def test_greedy_does_not_stop_with_items_left(book, table, held):
    state = table.at(year=6, items={"resource": 1}, levels={"fort": 1})

    assert str(GreedyPlayer(book, Evaluation(book, held), None).choose(state, rules.legal(book, state))) != "stop"


def test_greedy_uses_a_favour_that_helps(book, table, held):
    state = table.at(boxes={"temple_favours_01": 1}, levels={"cohort_right": 2}, year=4)
    state = table.raid(state, left=1, center=1, right=2)

    assert state.pending[0].kind == "favour"
    assert GreedyPlayer(book, Evaluation(book, held), None).choose(state, rules.legal(book, state)).verb == "favour"


@pytest.mark.parametrize("name", PLAYERS)
def test_whole_games_are_legal_and_the_same_with_the_same_chance(whole, name):
    outcome, noted = whole(name, **QUICK.get(name, {}))

    assert {year for year, _ in noted} == {1, 2, 3, 4, 5, 6}
    assert len(outcome.lost) == 6
    assert whole(name, **QUICK.get(name, {})) == (outcome, noted)


@pytest.mark.parametrize("name", PLAYERS)
def test_nobody_sees_cards_to_come(first_year, name):
    begins = 5  # the cards of the first year, less those of its attack
    this, that, other = (
        first_year(name, Deck("same", then, begins), **QUICK.get(name, {})) for then in ("this", "that", "other")
    )

    assert this
    assert this == that == other


def test_searching_keeps_to_its_plan_until_a_card(book, table, held):
    state = table.at(items={"soldier": 2, "servant": 2, "builder": 2})
    chance = Counted(Stream("plan", "searching"))
    player = SearchingPlayer(book, Evaluation(book, held), chance, plays=6)

    state = rules.apply(book, state, player.choose(state, rules.legal(book, state)))
    drawn = chance.drawn
    while state.phase == "actions":
        state = rules.apply(book, state, player.choose(state, rules.legal(book, state)))

    assert chance.drawn == drawn


def test_attack_is_worth_less_the_more_comes(book, table, held):
    evaluation = Evaluation(book, held)
    plain = table.at(levels={"cohort_left": 1}, year=4)
    longer = plain._replace(neutral=(*plain.neutral, NeutralState(0, 2, 1)))
    stronger = table.at(levels={"cohort_left": 1, "cohort_center": 1}, year=4)

    assert evaluation.state_value(longer) < evaluation.state_value(plain) < evaluation.state_value(stronger)


def test_players_by_strength(whole):
    seeds, how = ("a", "b", "c"), {"strong": QUICK["strong"]}
    total = {name: sum(whole(name, seed, **how.get(name, {}))[0].total for seed in seeds) for name in PLAYERS}

    assert total["strong"] > total["searching"] > total["greedy"] > total["random"]


def test_shipped_worth_is_for_known_things(game, held):
    text = (Path(game.folder) / "worth.toml").read_text(encoding="utf-8")

    assert "[items]" in text
    assert set(held.items) == {"soldier", "builder", "servant", "civilian", "resource"}
