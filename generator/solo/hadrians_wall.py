"""Solo Hadrian's Wall: what is no box. Every number and name is in the data; these are the procedures.

    setup(rulebook, settings)      the first state; it awaits a card
    legal(rulebook, state)         every action that can be done now, none when the game is over
    apply(rulebook, state, action) the next state; raises IllegalActionError with the reason
    is_over(state)                 whether the last year is done
    score(rulebook, state)         the total, its rows, the rank, what each path came to

Where `state.awaits` is not None, chance decides: the caller deals, or the player types the card turned up. Decisions
with only one way are taken at once. Between two decisions everything else happens by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from generator.base.errors import UsageError, suggestion
from generator.solo.action import SHUFFLE, STOPPED, Action
from generator.solo.attack import matters, outcome
from generator.solo.boxes import FILL, select
from generator.solo.openings import (
    Standing,
    favour_actions,
    is_dead,
    open_gaps,
    open_moves,
    places,
    tied_and_free,
)
from generator.solo.reasons import IllegalActionError, why_not
from generator.solo.rulebook import OWN, Rulebook
from generator.solo.scoring import FinalScore, score
from generator.solo.state import OVER, NeutralState, Pending, State
from generator.solo.turn import Turn

ACTIONS = "actions"
"""The phase in which the player is free to act."""

__all__ = ["FinalScore", "IllegalActionError", "apply", "is_over", "legal", "score", "setup"]

Actions: TypeAlias = tuple[Action, ...]


def setup(book: Rulebook, settings: Mapping[str, str] | None = None) -> State:
    """The state before the first card, with the defaults for settings that are not given.

    Raises UsageError for a setting or a choice that there is not.
    """
    chosen = _settings(book, settings or {})
    boxes = book.boxes.start()
    full = tuple(cards.full for cards in book.decks)
    nothing = tuple(0 for _ in full)
    first = State(
        settings=chosen,
        year=0,
        phase=book.phases[-1],
        pending=(),
        boxes=boxes,
        levels=book.boxes.levels(boxes),
        closed=book.boxes.closed(boxes),
        used=bytes(len(book.boxes.limits) + len(book.gladiators)),
        items=tuple(0 for _ in book.items),
        unseen=full,
        discards=nothing,
        shuffles=tuple(1 for _ in full),
        hand=(),
        prospect=-1,
        neutral=(),
        attack=(),
        cancelled=tuple(0 for _ in book.directions),
    )
    turn = Turn(book, first)
    _settle(turn)
    return turn.freeze()


def legal(book: Rulebook, state: State) -> Actions:
    """Every action that can be done now; those of chance where a card is awaited."""
    if state.pending:
        head = state.pending[0]
        return _OFFERS[str(head[0])](book, state, head)
    if state.phase == OVER:
        return ()
    mask = open_moves(book, state) & book.boxes.paid_moves(state.items)
    return (*select(book.boxes.actions, mask), STOPPED)


def apply(book: Rulebook, state: State, action: Action) -> State:
    """The state after an action and all that follows from it; raises IllegalActionError with the reason."""
    turn = Turn(book, state)
    head: Pending = state.pending[0] if state.pending else ()
    does = _DOES[str(head[0])] if head else _act
    if state.phase == OVER and not head:
        raise _illegal(book, state, action)
    if not does(turn, head, action):
        raise _illegal(book, state, action)
    _settle(turn)
    return turn.freeze()


def is_over(state: State) -> bool:
    """Whether the last year is done."""
    return state.phase == OVER


def _illegal(book: Rulebook, state: State, action: Action) -> IllegalActionError:
    return IllegalActionError(action, why_not(book, state, action), legal(book, state))


def _settings(book: Rulebook, given: Mapping[str, str]) -> tuple[str, ...]:
    for id_, choice in given.items():
        if id_ not in book.settings:
            raise UsageError(f"no setting called {id_!r}{suggestion(id_, tuple(book.settings))}")
        known = [each.id for each in book.solo.settings[book.settings[id_]].choices]
        if choice not in known:
            raise UsageError(f"no {id_} called {choice!r}{suggestion(choice, known)}")
    return tuple(given.get(setting.id, setting.default) for setting in book.solo.settings)


# a year


def _settle(turn: Turn) -> None:
    """Go on to the next thing that somebody has to decide."""
    while True:
        turn.run()
        if turn.pending:
            if not _needs_nobody(turn):
                return
        elif turn.phase in (OVER, ACTIONS):
            return
        else:
            _next_phase(turn)


def _next_phase(turn: Turn) -> None:
    """The phase after this one, of the next year after the last one."""
    phases = turn.book.phases
    number = (phases.index(turn.phase) + 1) % len(phases)
    if number == 0 and turn.year == len(turn.book.years):
        turn.phase = OVER
        turn.items = [0] * len(turn.items)
        return
    turn.phase = phases[number]
    _PHASES[turn.phase](turn)


def _fate(turn: Turn) -> None:
    """A new year begins: its card is turned up."""
    turn.year += 1
    turn.used = bytearray(len(turn.used))
    turn.pending.append(("reveal", turn.book.solo.income, "income", 1))


def _cards(turn: Turn) -> None:
    """Two cards are drawn, one is kept as path, one as prospect; then neutral cards are turned up."""
    hand, neutral = turn.book.solo.hand, turn.book.solo.neutral
    if turn.prospect >= 0:
        turn.discard(turn.book.deck_index[hand.deck], turn.prospect)
    turn.prospect = -1
    turn.pending.append(("reveal", hand.deck, "hand", hand.cards))
    turn.pending.append(("path",))
    turn.pending.append(("reveal", neutral.deck, "neutral", neutral.cards))


def _income(turn: Turn) -> None:
    """What filled boxes pay each year; where they pay one of several, it is chosen."""
    for box, effects, one_of in turn.book.yearly:
        if turn.boxes[box]:
            turn.queue.extend((kind, arg, box) for kind, arg in effects)
            if one_of:
                turn.choose(box, one_of)


def _actions(_: Turn) -> None:
    """The player acts until they stop."""


def _clean_up(turn: Turn) -> None:
    """Items left over go back; what lies on neutral cards stays."""
    turn.items = [0] * len(turn.items)


def _attack(turn: Turn) -> None:
    """As many cards as the board says are turned up, and one for everything on neutral cards; then favours."""
    tokens = sum(neutral.goods + neutral.scouts for neutral in turn.neutral)
    cards = turn.book.attackers(turn.settings, turn.year) + tokens
    turn.pending.append(("reveal", turn.book.solo.attack.deck, "attack", cards))
    turn.pending.append(("favour",))


def _end(turn: Turn) -> None:
    """Neutral cards go away with what lies on them."""
    deck = turn.book.deck_index[turn.book.solo.neutral.deck]
    for neutral in turn.neutral:
        turn.discard(deck, neutral.card)
    turn.neutral = ()


_PHASES: Mapping[str, Callable[[Turn], None]] = {
    "fate": _fate,
    "cards": _cards,
    "income": _income,
    ACTIONS: _actions,
    "clean_up": _clean_up,
    "attack": _attack,
    "end": _end,
}


# what is offered


def _reveals(book: Rulebook, now: Standing, head: Pending) -> Actions:
    deck = book.deck_index[str(head[1])]
    return select(book.decks[deck].reveals, now.unseen[deck])


def _shuffles(_: Rulebook, __: Standing, head: Pending) -> Actions:
    return (Action(SHUFFLE, (str(head[1]),)),)


def _paths(book: Rulebook, now: Standing, _: Pending) -> Actions:
    paths = book.deck(book.solo.hand.deck).paths
    return tuple(paths[card] for card in now.hand)


def _icons(book: Rulebook, _: Standing, head: Pending) -> Actions:
    return tuple(book.choices[str(word)] for word in dict.fromkeys(head[2:]))


def _tracks(book: Rulebook, now: Standing, head: Pending) -> Actions:
    """The tracks that an icon can fill."""
    boxes = book.boxes
    tracks = [track for track in boxes.fills[str(head[1])] if now.levels[track] < boxes.lengths[track]]
    return tuple(book.choices[boxes.tracks[track].id] for track in tracks)


def _answers(book: Rulebook, now: Standing, head: Pending) -> Actions:
    """The options of a choice box that no other of its kind has."""
    box = book.boxes.index[str(head[1])]
    taken = {now.boxes[book.boxes.index[other]] for other in book.apart.get(str(head[1]), ())}
    options = book.boxes.boxes[box].options
    return tuple(book.choices[option.id] for number, option in enumerate(options, 1) if number not in taken)


def _sources(book: Rulebook, now: Standing, _: Pending) -> Actions:
    """Where the number of a good can come from."""
    deck = book.solo.neutral.deck
    names = [book.name(deck, neutral.card) for neutral in now.neutral]
    return tuple(book.sources[name] for name in (book.solo.market.deck, *names))


def _places(book: Rulebook, now: Standing, _: Pending) -> Actions:
    return places(book, now)


def _favours(book: Rulebook, now: Standing, _: Pending) -> Actions:
    return (*favour_actions(book, now), STOPPED)


_OFFERS: Mapping[str, Callable[[Rulebook, Standing, Pending], Actions]] = {
    "reveal": _reveals,
    "shuffle": _shuffles,
    "path": _paths,
    "choose": _icons,
    "icon": _tracks,
    "answer": _answers,
    "source": _sources,
    "place": _places,
    "favour": _favours,
}


# what is done; each says whether it was legal


def _act(turn: Turn, _: Pending, action: Action) -> bool:
    """An action of the player in the actions of a year."""
    if action == STOPPED:
        _next_phase(turn)
        return True
    number = turn.of.move_of.get(action, -1)
    if number < 0 or not (open_moves(turn.book, turn) & turn.of.paid_moves(turn.items)) >> number & 1:
        return False
    move = turn.of.moves[number]
    box, pays = move.box, move.pays
    turn.pay(pays)
    if turn.of.track_of[box] == turn.book.market:
        turn.pending.append(("source", turn.of.boxes[box].id))
    else:
        _mark(turn, box, pays)
    return True


def _mark(turn: Turn, box: int, pays: tuple[tuple[int, int], ...]) -> None:
    """A box is filled, and what its track is for begins."""
    book, track = turn.book, turn.of.track_of[box]
    paid = tuple(book.items[item] for item, _ in pays) if track in book.exchange else ()
    turn.mark_all((box,), without=paid)
    if track in book.answers:
        answer = turn.of.starts[book.answers[track]] + box - turn.of.starts[track]
        turn.pending.append(("answer", turn.of.boxes[answer].id))
    for gladiator in book.gladiators:
        if track == gladiator.trained:
            turn.used[gladiator.flag] = 1
        elif track == gladiator.battles:
            turn.pending.append(("reveal", book.solo.fights.deck, "battle", 1, turn.of.tracks[track].id))


def _reveal(turn: Turn, head: Pending, action: Action) -> bool:
    """A card comes up."""
    deck = turn.book.deck_index[str(head[1])]
    cards = turn.book.decks[deck]
    card = cards.index.get(action.words[0], -1) if action.words else -1
    if card < 0 or action != cards.reveals[card] or not turn.unseen[deck] >> card & 1:
        return False
    turn.draw(deck, card)
    left = int(head[3]) - 1
    turn.pending[:1] = [(*head[:3], left, *head[4:])] if left else []
    _COMES[str(head[2])](turn, deck, card, head)
    return True


def _income_comes(turn: Turn, deck: int, card: int, _: Pending) -> None:
    turn.discard(deck, card)
    turn.gain_items(turn.book.decks[deck].items[card])


def _hand_comes(turn: Turn, _: int, card: int, __: Pending) -> None:
    turn.hand = (*turn.hand, card)


def _neutral_comes(turn: Turn, _: int, card: int, __: Pending) -> None:
    turn.neutral = (*turn.neutral, NeutralState(card, 0, 0))


def _good_comes(turn: Turn, deck: int, card: int, head: Pending) -> None:
    turn.discard(deck, card)
    turn.mark_all((turn.of.index[str(head[4])],), chosen=turn.book.goods[str(head[1])][card])


def _battle_comes(turn: Turn, deck: int, card: int, head: Pending) -> None:
    """The gladiator is wounded; it dies or survives, and the last box trained says what that brings."""
    turn.discard(deck, card)
    track = turn.of.track_index[str(head[4])]
    gladiator = next(each for each in turn.book.gladiators if each.battles == track)
    for _ in range(turn.book.damage[card]):
        turn.refill(gladiator.trained)
    fights = turn.book.solo.fights
    last = turn.of.boxes[turn.of.starts[gladiator.trained] + turn.levels[gladiator.trained] - 1]
    for icon in last.outcome(fights.dies if is_dead(turn.book, turn, gladiator) else fights.survives):
        turn.gain(*turn.of.effect(icon))


def _attack_comes(turn: Turn, _: int, card: int, __: Pending) -> None:
    turn.attack = (*turn.attack, card)


_COMES: Mapping[str, Callable[[Turn, int, int, Pending], None]] = {
    "income": _income_comes,
    "hand": _hand_comes,
    "neutral": _neutral_comes,
    "goods": _good_comes,
    "battle": _battle_comes,
    "attack": _attack_comes,
}


def _shuffle(turn: Turn, head: Pending, action: Action) -> bool:
    """An empty deck is made anew."""
    if action != Action(SHUFFLE, (str(head[1]),)):
        return False
    deck = turn.book.deck_index[str(head[1])]
    turn.shuffle(deck, every=turn.book.is_so(turn.book.decks[deck].deck.all_again, turn.settings))
    del turn.pending[0]
    return True


def _path(turn: Turn, head: Pending, action: Action) -> bool:
    """One card becomes the path of the year, the other the prospect, which gives its items."""
    offered = _paths(turn.book, turn, head)
    if action not in offered:
        return False
    cards = turn.book.deck(turn.book.solo.hand.deck)
    path = turn.hand[offered.index(action)]
    turn.prospect = next(card for card in turn.hand if card != path)
    turn.hand = ()
    box = turn.of.starts[turn.book.paths] + turn.year - 1
    options = [option.id for option in turn.of.boxes[box].options]
    turn.mark(box, chosen=options.index(cards.rows[path].id) + 1)
    turn.gain_items(cards.items[turn.prospect])
    del turn.pending[0]
    return True


def _choose(turn: Turn, head: Pending, action: Action) -> bool:
    """One of some icons is gained."""
    if action not in _icons(turn.book, turn, head):
        return False
    del turn.pending[0]
    turn.gain(*turn.of.effect(action.words[0], str(head[1])))
    return True


def _choose_track(turn: Turn, head: Pending, action: Action) -> bool:
    """The next box of a track is filled."""
    if action not in _tracks(turn.book, turn, head):
        return False
    del turn.pending[0]
    turn.gain(FILL, turn.of.track_index[action.words[0]])
    return True


def _answer(turn: Turn, head: Pending, action: Action) -> bool:
    """A choice box is answered."""
    if action not in _answers(turn.book, turn, head):
        return False
    box = turn.of.index[str(head[1])]
    options = [option.id for option in turn.of.boxes[box].options]
    del turn.pending[0]
    turn.mark(box, chosen=options.index(action.words[0]) + 1)
    return True


def _from(turn: Turn, head: Pending, action: Action) -> bool:
    """A good is bought: the top card of the deck says which, or a neutral card, which keeps what was paid."""
    if action not in _sources(turn.book, turn, head):
        return False
    box, source = turn.of.index[str(head[1])], action.words[0]
    del turn.pending[0]
    market, neutral = turn.book.solo.market, turn.book.solo.neutral
    if source == market.deck:
        turn.pending.insert(0, ("reveal", market.deck, "goods", 1, str(head[1])))
        return True
    card = turn.book.deck(neutral.deck).index[source]
    turn.neutral = tuple(each._replace(goods=each.goods + 1) if each.card == card else each for each in turn.neutral)
    turn.mark_all((box,), chosen=turn.book.goods[neutral.deck][card])
    return True


def _place(turn: Turn, _: Pending, action: Action) -> bool:
    """A pattern is laid on the map; that of a neutral card leaves the soldier there."""
    if action not in places(turn.book, turn):
        return False
    source, *cells = action.words
    card = -1 if source == OWN else turn.book.deck(turn.book.solo.neutral.deck).index[source]
    turn.neutral = tuple(each._replace(scouts=each.scouts + 1) if each.card == card else each for each in turn.neutral)
    start = turn.of.starts[turn.book.map]
    del turn.pending[0]
    turn.mark_all(tuple(start + int(cell) - 1 for cell in cells))
    return True


def _favour(turn: Turn, _: Pending, action: Action) -> bool:
    """A favour cancels a card of a direction, or none does any more."""
    if action == STOPPED:
        _resolve(turn)
        return True
    if action not in favour_actions(turn.book, turn):
        return False
    direction = turn.book.directions.index(action.words[0])
    turn.refill(turn.of.track_index[action.words[1]])
    turn.cancelled = tuple(gone + (number == direction) for number, gone in enumerate(turn.cancelled))
    return True


def _resolve(turn: Turn) -> None:
    """Disdain for what was let through, up to the potential of the year; valour for the rest of it."""
    book = turn.book
    result = outcome(open_gaps(book, turn), book.years[turn.year - 1].potential)
    for _ in range(result.disdain):
        turn.fill(book.disdain)
    turn.gain(*turn.of.effect(book.solo.attack.gains), result.valour)
    deck = book.deck_index[book.solo.attack.deck]
    for card in turn.attack:
        turn.discards[deck] |= (1 << card) & ~turn.unseen[deck]
    turn.attack = ()
    turn.cancelled = tuple(0 for _ in turn.cancelled)
    del turn.pending[0]


_DOES: Mapping[str, Callable[[Turn, Pending, Action], bool]] = {
    "reveal": _reveal,
    "shuffle": _shuffle,
    "path": _path,
    "choose": _choose,
    "icon": _choose_track,
    "answer": _answer,
    "source": _from,
    "place": _place,
    "favour": _favour,
}


# what nobody has to decide


def _needs_nobody(turn: Turn) -> bool:
    """Do what waits first where there is nothing to decide about it; false where there is."""
    head = turn.pending[0]
    if head[0] == "reveal":
        return _is_dealt(turn, head)
    if head[0] == "favour":
        return _is_resolved(turn)
    if head[0] not in ("choose", "icon", "answer", "source"):
        return False
    offered = _OFFERS[str(head[0])](turn.book, turn, head)
    if len(offered) > 1:
        return False
    if offered:
        _DOES[str(head[0])](turn, head, offered[0])
    else:
        del turn.pending[0]
    return True


def _is_dealt(turn: Turn, head: Pending) -> bool:
    """Ask for an empty deck to be shuffled first; nothing comes where there is no card at all."""
    deck = turn.book.deck_index[str(head[1])]
    if turn.unseen[deck] and int(head[3]) > 0:
        return False
    is_all = turn.book.is_so(turn.book.decks[deck].deck.all_again, turn.settings)
    if int(head[3]) > 0 and (turn.discards[deck] or is_all):
        turn.pending.insert(0, ("shuffle", str(head[1])))
    else:
        del turn.pending[0]
    return True


def _is_resolved(turn: Turn) -> bool:
    """Settle an attack that favours cannot change."""
    potential = turn.book.years[turn.year - 1].potential
    if matters(open_gaps(turn.book, turn), *tied_and_free(turn.book, turn), potential):
        return False
    _resolve(turn)
    return True
