"""Solo Hadrian's Wall. Every number and name is in the data of the game; the procedures are here.

    setup(rulebook, settings)      the first state; it awaits a card
    legal(rulebook, state)         every action that can be done now, none when the game is over
    apply(rulebook, state, action) the next state; raises IllegalActionError with the reason
    is_over(state)                 whether the last year is done
    score(rulebook, state)         the total, its rows, the rank, the points of each path

Where `state.awaits` is not None, chance decides: the caller deals, or the player types the card turned up. Decisions
with only one way are taken at once, and everything between two decisions happens by itself.

One engine serves two kinds of play: with the sheets kept in the state, and with the sheets on paper (`on_paper`),
where the player marks the boxes and the state holds the decks, the tokens and the attack.

>>> from generator.load.game_loader import load
>>> from generator.load.game_locations import find_game
>>> from generator.load.solo_reader import read_solo_rules
>>> game = load(find_game("hadrians-wall"))
>>> rulebook = Rulebook(game, read_solo_rules(game))
>>> state = setup(rulebook, {"difficulty": "hard"})
>>> state.awaits
Await(deck='fate', reason='income', cards=1)
>>> for text in ("reveal F01", "reveal engineer", "reveal merchant"):
...     state = apply(rulebook, state, Action.parse(text))
>>> [str(action) for action in legal(rulebook, state)]
['path engineer', 'path merchant']
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.errors import UsageError, suggestion
from generator.solo.action import Action
from generator.solo.choices import do_action, legal, settle_obvious
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.reasons import IllegalActionError, why_not
from generator.solo.scoring import FinalScore, score
from generator.solo.state import OVER, State
from generator.solo.state_draft import StateDraft
from generator.solo.year import ACTIONS, next_phase

__all__ = ["FinalScore", "IllegalActionError", "apply", "is_over", "legal", "score", "setup"]


def setup(
    book: Rulebook,
    settings: Mapping[str, str] | None = None,
    *,
    items: Mapping[str, int] | None = None,
    on_paper: bool = False,
) -> State:
    """Return the state before the first card, with the defaults for settings that are not chosen.

    `items` are in hand from the start: they are spent or given back like the income of the first year. With `on_paper`
    the player keeps the sheets. Raises UsageError for an unknown setting or choice.
    """
    in_hand = items or {}
    boxes = book.boxes.start()
    full = tuple(cards.full for cards in book.decks)
    first = State(
        settings=_settings(book, settings or {}),
        year=0,
        # The phase before the first one, so that the first `next_phase` begins year 1.
        phase=book.phases[-1],
        boxes=boxes,
        levels=book.boxes.levels(boxes),
        # Boxes that a fort closes in year 1 are closed before that year begins.
        closed=book.boxes.closed(boxes) | book.closed_moves(1),
        used=bytes(len(book.boxes.limits) + len(book.gladiators)),
        items=(0,) * len(book.items) if on_paper else tuple(in_hand.get(item, 0) for item in book.items),
        unseen=full,
        discards=(0,) * len(full),
        shuffles=(1,) * len(full),
        cancelled=(0,) * len(book.directions),
        on_paper=on_paper,
    )
    draft = StateDraft(book, first)
    _settle(draft)
    return draft.freeze()


def apply(book: Rulebook, state: State, action: Action) -> State:
    """Return the state after an action and all that follows from it; raise IllegalActionError with the reason."""
    draft = StateDraft(book, state)
    # The reasons are worked out only for a refused action: they take longer than doing a legal one.
    if not do_action(draft, action):
        raise IllegalActionError(action, why_not(book, state, action), legal(book, state))
    _settle(draft)
    return draft.freeze()


def is_over(state: State) -> bool:
    """Return whether the last year is done."""
    return state.phase == OVER


def _settings(book: Rulebook, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """Return the choice for each setting, in the order of the data; raise UsageError for an unknown one."""
    for id_, choice in chosen.items():
        if id_ not in book.settings:
            raise UsageError(f"no setting called {id_!r}{suggestion(id_, tuple(book.settings))}")
        names = [option.id for option in book.solo.settings[book.settings[id_]].choices]
        if choice not in names:
            raise UsageError(f"no {id_} called {choice!r}{suggestion(choice, names)}")
    return tuple(chosen.get(setting.id, setting.default) for setting in book.solo.settings)


def _settle(draft: StateDraft) -> None:
    """Carry out gains, single-answer choices and phases until somebody has to decide, or the game is over."""
    # Gains may open choices, and choices gains, until somebody has to decide or the game is over.
    while True:
        if draft.queue:
            draft.run()
        if draft.pending:
            if not settle_obvious(draft):
                return
        elif draft.phase in (OVER, ACTIONS):
            return
        else:
            next_phase(draft)
