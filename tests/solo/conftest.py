"""The solo rules of the printed game, states made by hand, and games played by chance."""

import random
from pathlib import Path

import pytest

from generator.base.rng import Stream
from generator.load.game_loader import load
from generator.load.solo_reader import read_solo_rules
from generator.load.weights_reader import read_weights
from generator.solo import hadrians_wall as rules
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.paired_playouts import Playouts, QuickPlayer
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.notation import read_action
from generator.solo.state import ChooseIcon, NeutralState, Reveal, State
from generator.solo.state_digest import state_document

ROOT = Path(__file__).parents[2]


PENDING = {"reveal": Reveal, "choose": lambda box, *icons: ChooseIcon(box, icons)}


def from_json(book, data):
    """The state that `to_json` wrote."""
    boxes = bytes(data["boxes"].get(box.id, 0) for box in book.boxes.boxes)
    hand, neutral, attack = (
        book.deck(each.deck).index for each in (book.solo.hand, book.solo.neutral, book.solo.attack)
    )
    index = book.boxes.index
    used = [sum(boxes[index[box]] == data["year"] for box in limit.boxes) for limit in book.boxes.limits]
    unseen, discards = (
        tuple(sum(1 << cards.index[name] for name in data[which][cards.deck.id]) for cards in book.decks)
        for which in ("unseen", "discards")
    )
    return State(
        settings=tuple(data["settings"][setting] for setting in book.settings),
        year=data["year"],
        phase=data["phase"],
        pending=tuple(PENDING[kind](*values) for kind, *values in data["pending"]),
        boxes=boxes,
        levels=book.boxes.levels(boxes),
        closed=book.boxes.closed(boxes) | book.closed_moves(data["year"]),
        used=bytes([*used, *(data["trained"][track] for track, _ in book.solo.fights.gladiators)]),
        items=tuple(data["items"][item] for item in book.items),
        unseen=unseen,
        discards=discards,
        shuffles=tuple(data["shuffles"][deck] for deck in book.deck_index),
        hand=tuple(hand[name] for name in data["hand"]),
        prospect=-1 if data["prospect"] is None else hand[data["prospect"]],
        neutral=tuple(NeutralState(neutral[name], *paid) for name, *paid in data["neutral"]),
        attack=tuple(attack[name] for name in data["attack"]),
        cancelled=tuple(data["cancelled"][direction] for direction in book.directions),
    )


@pytest.fixture(scope="session")
def game():
    return load(ROOT / "data/hadrians-wall")


@pytest.fixture(scope="session")
def book(game):
    return Rulebook(game, read_solo_rules(game))


@pytest.fixture(scope="session")
def evaluation(book):
    return Evaluation(book, read_weights(book.game, book.solo))


@pytest.fixture
def quick_playouts(book, evaluation):
    """Games on cards that a seed shuffles."""

    def of(seed):
        return Playouts(
            book, QuickPlayer(book, evaluation), lambda name, count: Stream(seed, name).shuffled(range(count))
        )

    return of


class Table:
    """Makes states and plays on from them, by words."""

    def __init__(self, book):
        self.book = book

    def at(self, *, levels=None, boxes=None, settings=None, **changes):
        """A state in the actions of a year: so many boxes of some tracks, what stands in others, and what is changed."""
        data = state_document(self.book, rules.setup(self.book, settings or {}))
        data |= {"year": 1, "phase": "actions", "pending": []}
        for track, level in (levels or {}).items():
            data["boxes"] |= {box.id: 1 for box in self.book.boxes.book.tracks[track].boxes[:level]}
        data["boxes"] |= boxes or {}
        data["items"] |= changes.pop("items", {})
        return from_json(self.book, data | changes)

    def do(self, state, *lines):
        """The state after some actions, as they are typed."""
        for line in lines:
            state = rules.apply(self.book, state, read_action(self.book, state, line))
        return state

    def legal(self, state, *verbs):
        """The legal actions as text; of some verbs only where they are given."""
        return [str(action) for action in rules.legal(self.book, state) if not verbs or action.verb in verbs]

    def marks(self, state):
        """The boxes that can be marked."""
        return {line.split()[1] for line in self.legal(state, "mark")}

    def items(self, state):
        """The items that there are any of."""
        return {item: count for item, count in zip(self.book.items, state.items, strict=True) if count}

    def level(self, state, track):
        """How many boxes of a track are marked."""
        return self.book.boxes.book.level(track, self.boxes(state))

    def levels(self, state, *tracks):
        """The levels of some tracks."""
        return [self.level(state, track) for track in tracks]

    def boxes(self, state):
        """What stands in every box that is not empty."""
        return state_document(self.book, state)["boxes"]

    def cards(self, column, *wanted):
        """Fate cards whose column says so, each another."""
        rows = [(name, row) for name, row in zip(self.book.decks[0].names, self.book.decks[0].rows, strict=True)]
        found = []
        for value in wanted:
            fits = (name for name, row in rows if name not in found and _cell(row, column) == value)
            found.append(next(fits))
        return found

    def raid(self, state, **attack):
        """Stop, and turn up so many cards of each direction."""
        directions = [direction for direction, count in attack.items() for _ in range(count)]
        return self.do(state, "stop", *(f"reveal {card}" for card in self.cards("direction", *directions)))


def _cell(row, column):
    return getattr(row.cells[column], "id", row.cells[column])


@pytest.fixture
def table(book):
    return Table(book)


@pytest.fixture(scope="session")
def played(book):
    """Every state and action of a whole game by a player who takes anything; `rich` gives so much of each item a year."""

    def play(seed, settings=None, *, idle=0.02, rich=0):
        chance = random.Random(seed)
        state = rules.setup(book, settings or {"difficulty": chance.choice(("easy", "normal", "hard"))})
        while actions := rules.legal(book, state):
            busy = [action for action in actions if action.verb != "stop"]
            action = chance.choice(actions if not busy or chance.random() < idle else busy)
            yield state, actions, action
            before, state = state, rules.apply(book, state, action)
            if rich and before.phase != "actions" == state.phase:
                state = state._replace(items=(rich,) * len(state.items))
        yield state, (), None

    return play


@pytest.fixture
def golden(request):
    """Compare a text with a file beside the tests, or write it there with `pytest tests/solo --golden`."""

    def compare(name, text):
        file = Path(__file__).parent / name
        if request.config.getoption("--golden"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()

    return compare
