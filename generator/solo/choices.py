"""The choices that a game waits for: the actions each one offers, and what an action does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from generator.solo.action import SHUFFLE, STOPPED, Action
from generator.solo.attack import favours_matter
from generator.solo.availability import (
    AnyState,
    favour_actions,
    is_dead,
    open_gaps,
    open_moves,
    places,
    unused_by_direction,
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
from generator.solo.state_draft import StateDraft
from generator.solo.year import discard_attack, end_attack, next_phase

Actions: TypeAlias = tuple[Action, ...]


def legal_actions(book: Rulebook, state: State) -> Actions:
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


def do_action(draft: StateDraft, action: Action) -> bool:
    """Do an action; false where it is not legal, and then the draft is spoilt."""
    if draft.pending:
        head = draft.pending[0]
        return _EFFECTS[head.kind](draft, head, action)
    if draft.phase == OVER:
        return False
    return act_on_paper(draft, action) if draft.on_paper else _act(draft, action)


# what is offered


def _reveals(book: Rulebook, state: AnyState, head: Reveal) -> Actions:
    deck = book.deck_index[head.deck]
    return select(book.decks[deck].reveals, state.unseen[deck])


def _shuffles(_: Rulebook, __: AnyState, head: Shuffle) -> Actions:
    return (Action(SHUFFLE, (head.deck,)),)


def _paths(book: Rulebook, state: AnyState, _: ChoosePath) -> Actions:
    paths = book.deck(book.solo.hand.deck).paths
    return tuple(paths[card] for card in state.hand)


def _icons(book: Rulebook, _: AnyState, head: ChooseIcon) -> Actions:
    return tuple(book.choices[icon] for icon in dict.fromkeys(head.icons))


def _tracks(book: Rulebook, state: AnyState, head: ChooseTrack) -> Actions:
    """The tracks that an icon can fill."""
    boxes = book.boxes
    tracks = [track for track in boxes.fills[head.icon] if state.levels[track] < boxes.lengths[track]]
    return tuple(book.choices[boxes.tracks[track].id] for track in tracks)


def _options(book: Rulebook, state: AnyState, head: ChooseOption) -> Actions:
    """The options of a choice box that no other of its kind has."""
    box = book.boxes.index[head.box]
    taken = {state.boxes[book.boxes.index[other]] for other in book.apart.get(head.box, ())}
    options = book.boxes.boxes[box].options
    return tuple(book.choices[option.id] for number, option in enumerate(options, 1) if number not in taken)


def _sources(book: Rulebook, state: AnyState, _: ChooseSource) -> Actions:
    """Where the number of a good can come from."""
    deck = book.solo.neutral.deck
    names = [book.name(deck, neutral.card) for neutral in state.neutral]
    return tuple(book.sources[name] for name in (book.solo.market.deck, *names))


def _places(book: Rulebook, state: AnyState, _: PlacePattern) -> Actions:
    return places(book, state)


def _favours(book: Rulebook, state: AnyState, _: UseFavours) -> Actions:
    return (*favour_actions(book, state), STOPPED)


def _numbers(_: Rulebook, __: AnyState, ___: Pending) -> Actions:
    """Numbers are told as they are, and not listed."""
    return ()


def _next(_: Rulebook, __: AnyState, ___: Pending) -> Actions:
    return (GO_ON,)


_OFFERS: Mapping[str, Callable[[Rulebook, AnyState, Any], Actions]] = {
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


def _act(draft: StateDraft, action: Action) -> bool:
    """An action of the player in the actions of a year."""
    if action == STOPPED:
        next_phase(draft)
        return True
    number = draft.rules.move_of.get(action, -1)
    if number < 0 or not (open_moves(draft.book, draft) & draft.rules.paid_moves(draft.items)) >> number & 1:
        return False
    move = draft.rules.moves[number]
    box, pays = move.box, move.pays
    draft.pay(pays)
    if draft.rules.track_of[box] == draft.book.market:
        draft.pending.append(ChooseSource(draft.rules.boxes[box].id))
    else:
        _mark(draft, box, pays)
    return True


def _mark(draft: StateDraft, box: int, pays: tuple[tuple[int, int], ...]) -> None:
    """A box is filled, and what its track is for begins."""
    book, track = draft.book, draft.rules.track_of[box]
    paid = tuple(book.items[item] for item, _ in pays) if track in book.exchange else ()
    draft.mark_all((box,), without=paid)
    if track in book.answers:
        answer = draft.rules.starts[book.answers[track]] + box - draft.rules.starts[track]
        draft.pending.append(ChooseOption(draft.rules.boxes[answer].id))
    for gladiator in book.gladiators:
        if track == gladiator.trained:
            draft.used[gladiator.flag] = 1
        elif track == gladiator.battles:
            draft.pending.append(Reveal(book.solo.fights.deck, "battle", 1, draft.rules.tracks[track].id))


def _reveal(draft: StateDraft, head: Reveal, action: Action) -> bool:
    """A card comes up."""
    deck = draft.book.deck_index[head.deck]
    cards = draft.book.decks[deck]
    card = cards.index.get(action.words[0], -1) if action.words else -1
    if card < 0 or action != cards.reveals[card] or not draft.unseen[deck] >> card & 1:
        return False
    draft.draw(deck, card)
    draft.pending[:1] = [Reveal(head.deck, head.reason, head.cards - 1, head.target)] if head.cards > 1 else []
    _COMES[head.reason](draft, deck, card, head)
    return True


def _income_comes(draft: StateDraft, deck: int, card: int, _: Reveal) -> None:
    draft.discard(deck, card)
    draft.gain_items(draft.book.decks[deck].items[card])


def _hand_comes(draft: StateDraft, _: int, card: int, __: Reveal) -> None:
    draft.hand = (*draft.hand, card)


def _neutral_comes(draft: StateDraft, _: int, card: int, __: Reveal) -> None:
    draft.neutral = (*draft.neutral, NeutralState(card, 0, 0))


def _good_comes(draft: StateDraft, deck: int, card: int, head: Reveal) -> None:
    draft.discard(deck, card)
    if head.target:
        draft.mark_all((draft.rules.index[head.target],), chosen=draft.book.goods[head.deck][card])


def _battle_comes(draft: StateDraft, deck: int, card: int, head: Reveal) -> None:
    """The gladiator is wounded; it dies or survives, and the last box trained says what that brings (L-G2 to L-G5)."""
    draft.discard(deck, card)
    if not head.target:
        return
    track = draft.rules.track_index[head.target]
    gladiator = next(each for each in draft.book.gladiators if each.battles == track)
    for _ in range(draft.book.damage[card]):
        draft.refill(gladiator.trained)
    fights = draft.book.solo.fights
    last = draft.rules.boxes[draft.rules.starts[gladiator.trained] + draft.levels[gladiator.trained] - 1]
    for icon in last.outcome(fights.dies if is_dead(draft.book, draft, gladiator) else fights.survives):
        draft.gain(*draft.rules.effect(icon))


def _attack_comes(draft: StateDraft, _: int, card: int, __: Reveal) -> None:
    draft.attack = (*draft.attack, card)


_COMES: Mapping[str, Callable[[StateDraft, int, int, Reveal], None]] = {
    "income": _income_comes,
    "hand": _hand_comes,
    "neutral": _neutral_comes,
    "goods": _good_comes,
    "battle": _battle_comes,
    "attack": _attack_comes,
}


def _shuffle(draft: StateDraft, head: Shuffle, action: Action) -> bool:
    """An empty deck is made anew."""
    if action != Action(SHUFFLE, (head.deck,)):
        return False
    deck = draft.book.deck_index[head.deck]
    draft.shuffle(deck, every=draft.book.is_so(draft.book.decks[deck].deck.all_again, draft.settings))
    del draft.pending[0]
    return True


def _path(draft: StateDraft, head: ChoosePath, action: Action) -> bool:
    """One card becomes the path of the year, the other the prospect, which gives its items."""
    legal_actions = _paths(draft.book, draft, head)
    if action not in legal_actions:
        return False
    cards = draft.book.deck(draft.book.solo.hand.deck)
    path = draft.hand[legal_actions.index(action)]
    draft.prospect = next(card for card in draft.hand if card != path)
    draft.hand = ()
    box = draft.rules.starts[draft.book.paths] + draft.year - 1
    options = [option.id for option in draft.rules.boxes[box].options]
    draft.mark(box, chosen=options.index(cards.rows[path].id) + 1)
    draft.gain_items(cards.items[draft.prospect])
    del draft.pending[0]
    return True


def _choose(draft: StateDraft, head: ChooseIcon, action: Action) -> bool:
    """One of some icons is gained."""
    if action not in _icons(draft.book, draft, head):
        return False
    del draft.pending[0]
    draft.gain(*draft.rules.effect(action.words[0], head.box))
    return True


def _choose_track(draft: StateDraft, head: ChooseTrack, action: Action) -> bool:
    """The next box of a track is filled."""
    if action not in _tracks(draft.book, draft, head):
        return False
    del draft.pending[0]
    draft.gain(FILL, draft.rules.track_index[action.words[0]])
    return True


def _choose_option(draft: StateDraft, head: ChooseOption, action: Action) -> bool:
    """A choice box is answered."""
    if action not in _options(draft.book, draft, head):
        return False
    box = draft.rules.index[head.box]
    options = [option.id for option in draft.rules.boxes[box].options]
    del draft.pending[0]
    draft.mark(box, chosen=options.index(action.words[0]) + 1)
    return True


def _choose_source(draft: StateDraft, head: ChooseSource, action: Action) -> bool:
    """A good is bought: the top card of the deck says which, or a neutral card, which keeps what was paid."""
    if action not in _sources(draft.book, draft, head):
        return False
    box, source = draft.rules.index[head.box], action.words[0]
    del draft.pending[0]
    market, neutral = draft.book.solo.market, draft.book.solo.neutral
    if source == market.deck:
        draft.pending.insert(0, Reveal(market.deck, "goods", 1, head.box))
        return True
    card = draft.book.deck(neutral.deck).index[source]
    draft.add_token(card, goods=1)
    draft.mark_all((box,), chosen=draft.book.goods[neutral.deck][card])
    return True


def _place(draft: StateDraft, _: PlacePattern, action: Action) -> bool:
    """A pattern is laid on the map; that of a neutral card leaves the soldier there."""
    if action not in places(draft.book, draft):
        return False
    source, *cells = action.words
    card = -1 if source == OWN else draft.book.deck(draft.book.solo.neutral.deck).index[source]
    draft.add_token(card, scouts=1)
    start = draft.rules.starts[draft.book.map]
    del draft.pending[0]
    draft.mark_all(tuple(start + int(cell) - 1 for cell in cells))
    return True


def _favour(draft: StateDraft, _: UseFavours, action: Action) -> bool:
    """A favour cancels a card of a direction, or none does any more."""
    if action == STOPPED:
        _resolve(draft)
        return True
    if action not in favour_actions(draft.book, draft):
        return False
    direction = draft.book.directions.index(action.words[0])
    draft.refill(draft.rules.track_index[action.words[1]])
    draft.cancelled = tuple(gone + (number == direction) for number, gone in enumerate(draft.cancelled))
    return True


def _resolve(draft: StateDraft) -> None:
    """Disdain for what was let through, up to the potential of the year; valour for the rest of it."""
    _, disdain, valour = end_attack(draft).outcome
    for _ in range(disdain):
        draft.fill(draft.book.disdain)
    draft.gain(*draft.rules.effect(draft.book.solo.attack.gains), valour)
    discard_attack(draft)
    del draft.pending[0]


_EFFECTS: Mapping[str, Callable[[StateDraft, Any, Action], bool]] = {
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


def settle_obvious(draft: StateDraft) -> bool:
    """Do what waits first where there is nothing to decide about it; false where there is."""
    head = draft.pending[0]
    if isinstance(head, Reveal):
        return _is_dealt(draft, head)
    if isinstance(head, UseFavours):
        return _is_resolved(draft)
    if head.kind not in _SETTLED:
        return False
    actions = _OFFERS[head.kind](draft.book, draft, head)
    if len(actions) > 1:
        return False
    if actions:
        _EFFECTS[head.kind](draft, head, actions[0])
    else:
        del draft.pending[0]
    return True


def _is_dealt(draft: StateDraft, head: Reveal) -> bool:
    """Ask for an empty deck to be shuffled first; nothing comes where there is no card at all.

    The rules do not say what happens to an empty deck: edge case EC-01 is a setting.
    """
    deck = draft.book.deck_index[head.deck]
    if draft.unseen[deck] and head.cards > 0:
        return False
    is_all = draft.book.is_so(draft.book.decks[deck].deck.all_again, draft.settings)
    if head.cards > 0 and (draft.discards[deck] or is_all):
        draft.pending.insert(0, Shuffle(head.deck))
    else:
        del draft.pending[0]
    return True


def _is_resolved(draft: StateDraft) -> bool:
    """Settle an attack that favours cannot change (edge cases EC-15 and EC-16)."""
    potential = draft.book.years[draft.year - 1].potential
    if favours_matter(open_gaps(draft.book, draft), *unused_by_direction(draft.book, draft), potential):
        return False
    _resolve(draft)
    return True
