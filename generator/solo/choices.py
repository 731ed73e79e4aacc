"""The choices that a game waits for: the actions each one offers, and what an action does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from generator.solo.action import SHUFFLE, STOPPED, Action
from generator.solo.attack import matters
from generator.solo.availability import (
    Standing,
    favour_actions,
    is_dead,
    open_gaps,
    open_moves,
    places,
    tied_and_free,
)
from generator.solo.compiled.boxes import FILL, select
from generator.solo.compiled.rulebook import OWN, Rulebook
from generator.solo.paper_sheets import GO_ON, act_on_paper, go_on, paper_actions, tell_cohorts, tell_favours
from generator.solo.state import (
    OVER,
    ChooseIcon,
    ChooseOption,
    ChoosePath,
    ChooseSource,
    ChooseTrack,
    NeutralState,
    Pending,
    PlacePattern,
    Reveal,
    Shuffle,
    State,
    UseFavours,
)
from generator.solo.state_draft import Turn
from generator.solo.year import discard_attack, next_phase, report

Actions: TypeAlias = tuple[Action, ...]


def offered(book: Rulebook, state: State) -> Actions:
    """Every action that can be done now."""
    if state.pending:
        head = state.pending[0]
        return _OFFERS[head.kind](book, state, head)
    if state.phase == OVER:
        return ()
    if state.on_paper:
        return paper_actions(book, state)
    mask = open_moves(book, state) & book.boxes.paid_moves(state.items)
    return (*select(book.boxes.actions, mask), STOPPED)


def do(turn: Turn, action: Action) -> bool:
    """Do an action; false where it is not legal, and then the turn is spoilt."""
    if turn.pending:
        head = turn.pending[0]
        return _EFFECTS[head.kind](turn, head, action)
    if turn.phase == OVER:
        return False
    return act_on_paper(turn, action) if turn.on_paper else _act(turn, action)


# what is offered


def _reveals(book: Rulebook, now: Standing, head: Reveal) -> Actions:
    deck = book.deck_index[head.deck]
    return select(book.decks[deck].reveals, now.unseen[deck])


def _shuffles(_: Rulebook, __: Standing, head: Shuffle) -> Actions:
    return (Action(SHUFFLE, (head.deck,)),)


def _paths(book: Rulebook, now: Standing, _: ChoosePath) -> Actions:
    paths = book.deck(book.solo.hand.deck).paths
    return tuple(paths[card] for card in now.hand)


def _icons(book: Rulebook, _: Standing, head: ChooseIcon) -> Actions:
    return tuple(book.choices[icon] for icon in dict.fromkeys(head.icons))


def _tracks(book: Rulebook, now: Standing, head: ChooseTrack) -> Actions:
    """The tracks that an icon can fill."""
    boxes = book.boxes
    tracks = [track for track in boxes.fills[head.icon] if now.levels[track] < boxes.lengths[track]]
    return tuple(book.choices[boxes.tracks[track].id] for track in tracks)


def _options(book: Rulebook, now: Standing, head: ChooseOption) -> Actions:
    """The options of a choice box that no other of its kind has."""
    box = book.boxes.index[head.box]
    taken = {now.boxes[book.boxes.index[other]] for other in book.apart.get(head.box, ())}
    options = book.boxes.boxes[box].options
    return tuple(book.choices[option.id] for number, option in enumerate(options, 1) if number not in taken)


def _sources(book: Rulebook, now: Standing, _: ChooseSource) -> Actions:
    """Where the number of a good can come from."""
    deck = book.solo.neutral.deck
    names = [book.name(deck, neutral.card) for neutral in now.neutral]
    return tuple(book.sources[name] for name in (book.solo.market.deck, *names))


def _places(book: Rulebook, now: Standing, _: PlacePattern) -> Actions:
    return places(book, now)


def _favours(book: Rulebook, now: Standing, _: UseFavours) -> Actions:
    return (*favour_actions(book, now), STOPPED)


def _numbers(_: Rulebook, __: Standing, ___: Pending) -> Actions:
    """Numbers are told as they are, and not listed."""
    return ()


def _next(_: Rulebook, __: Standing, ___: Pending) -> Actions:
    return (GO_ON,)


_OFFERS: Mapping[str, Callable[[Rulebook, Standing, Any], Actions]] = {
    "reveal": _reveals,
    "shuffle": _shuffles,
    "path": _paths,
    "choose": _icons,
    "icon": _tracks,
    "answer": _options,
    "source": _sources,
    "place": _places,
    "favour": _favours,
    "cohorts": _numbers,
    "favours": _numbers,
    "result": _next,
}


# what is done; each effect says whether the action was legal


def _act(turn: Turn, action: Action) -> bool:
    """An action of the player in the actions of a year."""
    if action == STOPPED:
        next_phase(turn)
        return True
    number = turn.of.move_of.get(action, -1)
    if number < 0 or not (open_moves(turn.book, turn) & turn.of.paid_moves(turn.items)) >> number & 1:
        return False
    move = turn.of.moves[number]
    box, pays = move.box, move.pays
    turn.pay(pays)
    if turn.of.track_of[box] == turn.book.market:
        turn.pending.append(ChooseSource(turn.of.boxes[box].id))
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
        turn.pending.append(ChooseOption(turn.of.boxes[answer].id))
    for gladiator in book.gladiators:
        if track == gladiator.trained:
            turn.used[gladiator.flag] = 1
        elif track == gladiator.battles:
            turn.pending.append(Reveal(book.solo.fights.deck, "battle", 1, turn.of.tracks[track].id))


def _reveal(turn: Turn, head: Reveal, action: Action) -> bool:
    """A card comes up."""
    deck = turn.book.deck_index[head.deck]
    cards = turn.book.decks[deck]
    card = cards.index.get(action.words[0], -1) if action.words else -1
    if card < 0 or action != cards.reveals[card] or not turn.unseen[deck] >> card & 1:
        return False
    turn.draw(deck, card)
    turn.pending[:1] = [Reveal(head.deck, head.reason, head.cards - 1, head.target)] if head.cards > 1 else []
    _COMES[head.reason](turn, deck, card, head)
    return True


def _income_comes(turn: Turn, deck: int, card: int, _: Reveal) -> None:
    turn.discard(deck, card)
    turn.gain_items(turn.book.decks[deck].items[card])


def _hand_comes(turn: Turn, _: int, card: int, __: Reveal) -> None:
    turn.hand = (*turn.hand, card)


def _neutral_comes(turn: Turn, _: int, card: int, __: Reveal) -> None:
    turn.neutral = (*turn.neutral, NeutralState(card, 0, 0))


def _good_comes(turn: Turn, deck: int, card: int, head: Reveal) -> None:
    turn.discard(deck, card)
    if head.target:
        turn.mark_all((turn.of.index[head.target],), chosen=turn.book.goods[head.deck][card])


def _battle_comes(turn: Turn, deck: int, card: int, head: Reveal) -> None:
    """The gladiator is wounded; it dies or survives, and the last box trained says what that brings (L-G2 to L-G5)."""
    turn.discard(deck, card)
    if not head.target:
        return
    track = turn.of.track_index[head.target]
    gladiator = next(each for each in turn.book.gladiators if each.battles == track)
    for _ in range(turn.book.damage[card]):
        turn.refill(gladiator.trained)
    fights = turn.book.solo.fights
    last = turn.of.boxes[turn.of.starts[gladiator.trained] + turn.levels[gladiator.trained] - 1]
    for icon in last.outcome(fights.dies if is_dead(turn.book, turn, gladiator) else fights.survives):
        turn.gain(*turn.of.effect(icon))


def _attack_comes(turn: Turn, _: int, card: int, __: Reveal) -> None:
    turn.attack = (*turn.attack, card)


_COMES: Mapping[str, Callable[[Turn, int, int, Reveal], None]] = {
    "income": _income_comes,
    "hand": _hand_comes,
    "neutral": _neutral_comes,
    "goods": _good_comes,
    "battle": _battle_comes,
    "attack": _attack_comes,
}


def _shuffle(turn: Turn, head: Shuffle, action: Action) -> bool:
    """An empty deck is made anew."""
    if action != Action(SHUFFLE, (head.deck,)):
        return False
    deck = turn.book.deck_index[head.deck]
    turn.shuffle(deck, every=turn.book.is_so(turn.book.decks[deck].deck.all_again, turn.settings))
    del turn.pending[0]
    return True


def _path(turn: Turn, head: ChoosePath, action: Action) -> bool:
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


def _choose(turn: Turn, head: ChooseIcon, action: Action) -> bool:
    """One of some icons is gained."""
    if action not in _icons(turn.book, turn, head):
        return False
    del turn.pending[0]
    turn.gain(*turn.of.effect(action.words[0], head.box))
    return True


def _choose_track(turn: Turn, head: ChooseTrack, action: Action) -> bool:
    """The next box of a track is filled."""
    if action not in _tracks(turn.book, turn, head):
        return False
    del turn.pending[0]
    turn.gain(FILL, turn.of.track_index[action.words[0]])
    return True


def _choose_option(turn: Turn, head: ChooseOption, action: Action) -> bool:
    """A choice box is answered."""
    if action not in _options(turn.book, turn, head):
        return False
    box = turn.of.index[head.box]
    options = [option.id for option in turn.of.boxes[box].options]
    del turn.pending[0]
    turn.mark(box, chosen=options.index(action.words[0]) + 1)
    return True


def _choose_source(turn: Turn, head: ChooseSource, action: Action) -> bool:
    """A good is bought: the top card of the deck says which, or a neutral card, which keeps what was paid."""
    if action not in _sources(turn.book, turn, head):
        return False
    box, source = turn.of.index[head.box], action.words[0]
    del turn.pending[0]
    market, neutral = turn.book.solo.market, turn.book.solo.neutral
    if source == market.deck:
        turn.pending.insert(0, Reveal(market.deck, "goods", 1, head.box))
        return True
    card = turn.book.deck(neutral.deck).index[source]
    turn.add_token(card, goods=1)
    turn.mark_all((box,), chosen=turn.book.goods[neutral.deck][card])
    return True


def _place(turn: Turn, _: PlacePattern, action: Action) -> bool:
    """A pattern is laid on the map; that of a neutral card leaves the soldier there."""
    if action not in places(turn.book, turn):
        return False
    source, *cells = action.words
    card = -1 if source == OWN else turn.book.deck(turn.book.solo.neutral.deck).index[source]
    turn.add_token(card, scouts=1)
    start = turn.of.starts[turn.book.map]
    del turn.pending[0]
    turn.mark_all(tuple(start + int(cell) - 1 for cell in cells))
    return True


def _favour(turn: Turn, _: UseFavours, action: Action) -> bool:
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
    _, disdain, valour = report(turn).outcome
    for _ in range(disdain):
        turn.fill(turn.book.disdain)
    turn.gain(*turn.of.effect(turn.book.solo.attack.gains), valour)
    discard_attack(turn)
    del turn.pending[0]


_EFFECTS: Mapping[str, Callable[[Turn, Any, Action], bool]] = {
    "reveal": _reveal,
    "shuffle": _shuffle,
    "path": _path,
    "choose": _choose,
    "icon": _choose_track,
    "answer": _choose_option,
    "source": _choose_source,
    "place": _place,
    "favour": _favour,
    "cohorts": tell_cohorts,
    "favours": tell_favours,
    "result": go_on,
}


# what nobody has to decide


_SETTLED = frozenset(("choose", "icon", "answer", "source"))
"""Kinds of choices that are taken at once where there is only one way."""


def settle_head(turn: Turn) -> bool:
    """Do what waits first where there is nothing to decide about it; false where there is."""
    head = turn.pending[0]
    if isinstance(head, Reveal):
        return _is_dealt(turn, head)
    if isinstance(head, UseFavours):
        return _is_resolved(turn)
    if head.kind not in _SETTLED:
        return False
    actions = _OFFERS[head.kind](turn.book, turn, head)
    if len(actions) > 1:
        return False
    if actions:
        _EFFECTS[head.kind](turn, head, actions[0])
    else:
        del turn.pending[0]
    return True


def _is_dealt(turn: Turn, head: Reveal) -> bool:
    """Ask for an empty deck to be shuffled first; nothing comes where there is no card at all.

    The rules do not say what happens to an empty deck: edge case EC-01 is a setting.
    """
    deck = turn.book.deck_index[head.deck]
    if turn.unseen[deck] and head.cards > 0:
        return False
    is_all = turn.book.is_so(turn.book.decks[deck].deck.all_again, turn.settings)
    if head.cards > 0 and (turn.discards[deck] or is_all):
        turn.pending.insert(0, Shuffle(head.deck))
    else:
        del turn.pending[0]
    return True


def _is_resolved(turn: Turn) -> bool:
    """Settle an attack that favours cannot change (edge cases EC-15 and EC-16)."""
    potential = turn.book.years[turn.year - 1].potential
    if matters(open_gaps(turn.book, turn), *tied_and_free(turn.book, turn), potential):
        return False
    _resolve(turn)
    return True
