"""The choices that a game waits for: the actions each one offers, and what an action does.

A path is a card kept for points at the end, and the prospect is the other card of the hand, which gives its items.
Neutral cards stand for neighbours. A cohort is a track of soldiers against one direction of the attack, a favour
cancels one of its cards, and disdain is the penalty for cards that get through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from generator.solo import availability
from generator.solo import state as states
from generator.solo.action import SHUFFLE, STOPPED, Action
from generator.solo.attack import favours_matter
from generator.solo.compiled.boxes import FILL, select
from generator.solo.compiled.rulebook import OWN, Rulebook
from generator.solo.paper_sheets import GO_ON, act_on_paper, go_on, paper_actions, tell_cohorts, tell_favours
from generator.solo.state_draft import StateDraft
from generator.solo.year import discard_attack, end_attack, next_phase

Actions: TypeAlias = tuple[Action, ...]


def legal(book: Rulebook, state: states.State) -> Actions:
    """Return every action that can be done now; where a card is awaited, the actions of chance.

    Numbers that the player tells of sheets on paper are not listed.
    """
    # A pending choice comes before everything else.
    if state.pending:
        head = state.pending[0]
        return _CHOICES[head.kind].actions(book, state, head)
    if state.phase == states.OVER:
        return ()
    if state.on_paper:
        return paper_actions(book, state)
    mask = availability.open_moves(book, state) & book.boxes.paid_moves(state.items)
    return (*select(book.boxes.actions, mask), STOPPED)


def do_action(draft: StateDraft, action: Action) -> bool:
    """Do an action on a draft; return False if it is not legal, and then the draft is of no use any more."""
    if not draft.pending:
        return draft.phase != states.OVER and (act_on_paper if draft.on_paper else _act)(draft, action)
    head = draft.pending[0]
    choice = _CHOICES[head.kind]
    if choice.checks:
        return bool(choice.effect(draft, head, action))
    if action not in choice.actions(draft.book, draft, head):
        return False
    del draft.pending[0]
    choice.effect(draft, head, action)
    return True


# offered actions by kind of choice


def _reveals(book: Rulebook, state: availability.AnyState, head: states.Reveal) -> Actions:
    """Return the actions for the cards that may be turned up."""
    deck = book.deck_index[head.deck]
    return select(book.decks[deck].reveals, state.unseen[deck])


def _paths(book: Rulebook, state: availability.AnyState, _: states.ChoosePath) -> Actions:
    """Return the actions that keep a card of the hand as path."""
    paths = book.deck(book.solo.hand.deck).paths
    return tuple(paths[card] for card in state.hand)


def _tracks(book: Rulebook, state: availability.AnyState, head: states.ChooseTrack) -> Actions:
    """Return the actions that choose a track for an icon to fill.

    A full track cannot be chosen (rules, "Rulings": cohort full).
    """
    boxes = book.boxes
    tracks = [track for track in boxes.fills[head.icon] if state.levels[track] < boxes.lengths[track]]
    return tuple(book.choices[boxes.tracks[track].id] for track in tracks)


def _options(book: Rulebook, state: availability.AnyState, head: states.ChooseOption) -> Actions:
    """Return the actions that answer a choice box, without options taken by other boxes of its group.

    Each diplomat so serves a cohort of its own.
    """
    box = book.boxes.index[head.box]
    chosen_options = {state.boxes[book.boxes.index[other]] for other in book.apart.get(head.box, ())}
    options = book.boxes.boxes[box].options
    return tuple(book.choices[option.id] for number, option in enumerate(options, 1) if number not in chosen_options)


def _sources(book: Rulebook, state: availability.AnyState, _: states.ChooseSource) -> Actions:
    """Return the actions that choose where a good comes from: the market's deck, or a neutral card."""
    deck = book.solo.neutral.deck
    names = [book.name(deck, neutral.card) for neutral in state.neutral]
    return tuple(book.sources[name] for name in (book.solo.market.deck, *names))


# effects of actions


def _act(draft: StateDraft, action: Action) -> bool:
    """Fill a box at a price, or stop; return False if the action is not legal.

    The whole price and all needs are checked before anything is paid (rules, "Filling boxes").
    """
    book, rules = draft.book, draft.rules
    if action == STOPPED:
        next_phase(draft)
        return True
    # An unknown action has no number; it is refused here, and `why_not` finds the reason.
    number = rules.move_of.get(action, -1)
    if number < 0 or not availability.is_open_move(book, draft, number):
        return False
    box, pays, _ = rules.moves[number]
    # The price is checked against what is in hand now, before anything is paid or marked.
    for item, count in pays:
        if draft.items[item] < count:
            return False
    draft.pay(pays)
    # Goods are marked only when their source is chosen: the card that comes says which number is written.
    if rules.track_of[box] == book.market:
        draft.pending.append(states.ChooseSource(rules.boxes[box].id))
    else:
        _mark(draft, box, pays)
    return True


def _mark(draft: StateDraft, box: int, pays: tuple[tuple[int, int], ...]) -> None:
    """Fill a paid box, and begin the effect of its track: an exchange, a choice, a training, a battle."""
    book, rules = draft.book, draft.rules
    track = rules.track_of[box]
    # the worker that the forum gives differs from those returned (rules, "Rulings")
    paid = tuple(book.items[item] for item, _ in pays) if track in book.exchange else ()
    draft.mark_all((box,), without=paid)
    if track in book.answers:
        # The choice box of a track has the same place on its own track.
        option_box = rules.starts[book.answers[track]] + box - rules.starts[track]
        draft.pending.append(states.ChooseOption(rules.boxes[option_box].id))
    for gladiator in book.gladiators:
        if track == gladiator.trained:
            draft.used[gladiator.flag] = 1
        elif track == gladiator.battles:
            draft.pending.append(states.Reveal(book.solo.fights.deck, "battle", 1, rules.tracks[track].id))


def _reveal(draft: StateDraft, head: states.Reveal, action: Action) -> bool:
    """Turn up a card that chance has chosen; return False if it cannot come."""
    deck = draft.book.deck_index[head.deck]
    cards = draft.book.decks[deck]
    # An action may name any word: a card of another deck, or one that came already, is not legal here.
    card = cards.index.get(action.words[0], -1) if action.words else -1
    if card < 0 or action != cards.reveals[card] or not draft.unseen[deck] >> card & 1:
        return False
    draft.take(deck, card)
    # Several cards come one by one, so that each is an action of its own in the session.
    draft.pending[:1] = [states.Reveal(head.deck, head.reason, head.cards - 1, head.target)] if head.cards > 1 else []
    _use_card(draft, deck, card, head)
    return True


def _use_card(draft: StateDraft, deck: int, card: int, head: states.Reveal) -> None:
    """Put a card that was turned up to use: into the hand, the attack or the row of neutral cards, or for its gains."""
    match head.reason:
        case "hand":
            draft.hand = (*draft.hand, card)
        case "neutral":
            draft.neutral = (*draft.neutral, states.NeutralState(card, 0, 0))
        case "attack":
            draft.attack = (*draft.attack, card)
        case reason:
            draft.discard(deck, card)
            if reason == "income":
                _gain_income(draft, deck, card, head)
            elif head.target:  # with sheets on paper the player marks goods and battles
                (_buy if reason == "goods" else _battle)(draft, deck, card, head.target)


def _gain_income(draft: StateDraft, deck: int, card: int, head: states.Reveal) -> None:
    """Gain the items of the income card; at some forts a card does not count, and another one is turned up."""
    if draft.book.gives_income(card, draft.year):
        draft.gain_items(draft.book.decks[deck].items[card])
    else:
        # The same request again, before all others: another card is turned up in its place.
        draft.pending.insert(0, head)


def _buy(draft: StateDraft, deck: int, card: int, box: str) -> None:
    """Write the number of a good, given by a card, into a box of the market."""
    good = draft.book.goods[draft.book.decks[deck].deck.id][card]
    draft.mark_all((draft.rules.index[box],), chosen=good)


def _battle(draft: StateDraft, _: int, card: int, track: str) -> None:
    """Wound a gladiator, and give the gains that its last trained box has for dying or surviving.

    Damage fills circled boxes, at most as many as there are (rules, "Ludus and gladiators").
    """
    book, rules = draft.book, draft.rules
    gladiator = next(gladiator for gladiator in book.gladiators if gladiator.battles == rules.track_index[track])
    for _ in range(book.damage[card]):
        draft.refill(gladiator.trained)
    fights = book.solo.fights
    # The level of strength says which box is the last one trained, and that box has the gains of the battle.
    last = rules.boxes[rules.starts[gladiator.trained] + draft.levels[gladiator.trained] - 1]
    for icon in last.outcome(fights.dies if availability.is_dead(book, draft, gladiator) else fights.survives):
        draft.gain(*rules.effect(icon))


def _shuffle(draft: StateDraft, head: states.Shuffle, _: Action) -> None:
    """Shuffle a deck: its discards, or all its cards where a setting says so."""
    deck = draft.book.deck_index[head.deck]
    draft.shuffle(deck, every=draft.book.applies(draft.book.decks[deck].deck.all_again, draft.settings))


def _keep_path(draft: StateDraft, _: states.ChoosePath, action: Action) -> None:
    """Keep one card as path of the year (scored at the end); the other is the prospect and gives its items."""
    cards = draft.book.deck(draft.book.solo.hand.deck)
    path = cards.index[action.words[0]]
    # Two cards are drawn, and the one that is not the path is the prospect.
    draft.prospect = next(card for card in draft.hand if card != path)
    draft.hand = ()
    # Paths have a box for each year.
    _mark_option(draft, draft.rules.starts[draft.book.paths] + draft.year - 1, cards.rows[path].id)
    draft.gain_items(cards.items[draft.prospect])


def _mark_option(draft: StateDraft, box: int, option: str) -> None:
    """Fill a choice box with one of its options, by the option's id."""
    options = [box_option.id for box_option in draft.rules.boxes[box].options]
    draft.mark(box, chosen=options.index(option) + 1)


def _choose_source(draft: StateDraft, head: states.ChooseSource, action: Action) -> None:
    """Buy a good: turn up a card of the market's deck, or take the number of a neutral card, which keeps the resource.

    See the rules, "Solo game".
    """
    (source,) = action.words
    market, neutral = draft.book.solo.market.deck, draft.book.solo.neutral.deck
    if source == market:
        draft.pending.insert(0, states.Reveal(market, "goods", 1, head.box))
    else:
        card = draft.book.deck(neutral).index[source]
        draft.add_token(card, goods=1)
        _buy(draft, draft.book.deck_index[neutral], card, head.box)


def _place(draft: StateDraft, _: states.PlacePattern, action: Action) -> None:
    """Lay a scouting pattern on the map; a neutral card keeps the soldier paid for its pattern."""
    source, *cells = action.words
    if source != OWN:
        draft.add_token(draft.book.deck(draft.book.solo.neutral.deck).index[source], scouts=1)
    start = draft.rules.starts[draft.book.map]
    draft.mark_all(tuple(start + int(cell) - 1 for cell in cells))


def _use_favour(draft: StateDraft, head: states.UseFavours, action: Action) -> None:
    """Cancel a card of one direction by a favour, or end the attack."""
    if action == STOPPED:
        _resolve_attack(draft)
        return
    direction, track = action.words
    draft.refill(draft.rules.track_index[track])
    draft.cancelled = tuple(
        count + (name == direction) for count, name in zip(draft.cancelled, draft.book.directions, strict=True)
    )
    # The attack goes on until it is stopped or nothing is left to cancel.
    draft.pending.insert(0, head)


def _resolve_attack(draft: StateDraft) -> None:
    """End the attack: add disdain (penalty) for cards let through, valour for the rest, and discard its cards."""
    _, disdain, valour = end_attack(draft).outcome
    # Disdain is filled box by box, as boxes of that track may give something themselves.
    for _ in range(disdain):
        draft.fill(draft.book.disdain)
    draft.gain(*draft.rules.effect(draft.book.solo.attack.gains), valour)
    discard_attack(draft)


class _Choice(NamedTuple):
    """The legal actions of a kind of choice, and the effect of an action."""

    actions: Callable[[Rulebook, availability.AnyState, Any], Actions]
    """The legal actions; none where numbers are told."""
    effect: Callable[[StateDraft, Any, Action], bool | None]
    checks: bool = False
    """Whether the effect itself checks the action, and returns False if it is not legal."""


_CHOICES: Mapping[str, _Choice] = {
    "reveal": _Choice(_reveals, _reveal, checks=True),
    "shuffle": _Choice(lambda _, __, head: (Action(SHUFFLE, (head.deck,)),), _shuffle),
    "path": _Choice(_paths, _keep_path),
    "choose": _Choice(
        lambda book, _, head: tuple(book.choices[icon] for icon in dict.fromkeys(head.icons)),
        lambda draft, head, action: draft.gain(*draft.rules.effect(action.words[0], head.box)),
    ),
    "icon": _Choice(_tracks, lambda draft, _, action: draft.gain(FILL, draft.rules.track_index[action.words[0]])),
    "answer": _Choice(
        _options, lambda draft, head, action: _mark_option(draft, draft.rules.index[head.box], action.words[0])
    ),
    "source": _Choice(_sources, _choose_source),
    "place": _Choice(lambda book, state, _: availability.places(book, state), _place),
    "favour": _Choice(lambda book, state, _: (*availability.favour_actions(book, state), STOPPED), _use_favour),
    "cohorts": _Choice(lambda *_: (), tell_cohorts, checks=True),
    "favours": _Choice(lambda *_: (), tell_favours, checks=True),
    "result": _Choice(lambda *_: (GO_ON,), go_on),
}


# choices with one way


_SETTLED = frozenset(("choose", "icon", "answer", "source"))
"""Kinds of choices that are taken at once where there is only one way."""


def settle_obvious(draft: StateDraft) -> bool:
    """Take the first pending choice if it has only one way; return False if there is something to decide."""
    head = draft.pending[0]
    if isinstance(head, states.Reveal):
        return _skip_reveal(draft, head)
    if isinstance(head, states.UseFavours):
        return _skip_favours(draft)
    if head.kind not in _SETTLED:
        return False
    choice = _CHOICES[head.kind]
    actions = choice.actions(draft.book, draft, head)
    # Two actions are a decision; with one it is taken, with none the gain is lost.
    if len(actions) > 1:
        return False
    del draft.pending[0]
    if actions:
        choice.effect(draft, head, actions[0])
    return True


def _skip_reveal(draft: StateDraft, head: states.Reveal) -> bool:
    """Ask for a shuffle before a card of an empty deck is turned up; drop the card if there are no cards at all.

    Returns False for a deck with cards. The meaning of an empty deck is a setting, because the sources differ (rules,
    "Rulings": fate deck empty).
    """
    deck = draft.book.deck_index[head.deck]
    if draft.unseen[deck] and head.cards > 0:
        return False
    is_all = draft.book.applies(draft.book.decks[deck].deck.all_again, draft.settings)
    # Without discards there is nothing to shuffle, and the card does not come at all.
    if head.cards > 0 and (draft.discards[deck] or is_all):
        draft.pending.insert(0, states.Shuffle(head.deck))
    else:
        del draft.pending[0]
    return True


def _skip_favours(draft: StateDraft) -> bool:
    """End an attack that favours cannot change (rules, "Rulings": useless favours); return False if they can."""
    gaps, potential = availability.open_gaps(draft.book, draft), draft.book.years[draft.year - 1].potential
    if favours_matter(gaps, *availability.unused_by_direction(draft.book, draft), potential):
        return False
    del draft.pending[0]
    _resolve_attack(draft)
    return True
