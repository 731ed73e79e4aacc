"""The order of a deck, and the seed, leave by no door but the save file."""

import json
import random
import re
from collections import Counter

import pytest

from generator.base.rng import Stream
from generator.bots.dealer import Dealer, DrawRequest
from generator.play.commands.console import completions
from generator.play.typed_line import run_line

SEED = "only-the-save-file-knows"
RUN = 3
"""Unseen cards in the order in which they will come, which no output may hold side by side."""
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def coming(table):
    """For each deck the next cards, where their order is not that of the data by chance."""
    state, rules = table.state, table.rules
    for pile, turn in zip(table.visible.piles, turns(state), strict=True):
        every = rules.book.deck(pile.deck).names if hasattr(rules, "book") else rules._every
        order = [card for card in Stream(SEED, f"{pile.deck}/{turn}").shuffled(every) if card in pile.unseen]
        places = [every.index(card) for card in order[:RUN]]
        if len(places) == RUN and places != sorted(places):
            yield [card.casefold() for card in order[:RUN]]


def turns(state):
    return state.shuffles if hasattr(state, "shuffles") else (state.turn,)


def leaks(table, *outputs):
    """What of the hidden things stands in some outputs."""
    text = "\n".join(outputs)
    words = [word.casefold() for word in WORD.findall(text)]
    if SEED in text or SEED.encode().hex() in text:
        yield "seed"
    for cards in coming(table):
        at = [number for number, word in enumerate(words) if word == cards[0]]
        yield from (cards for number in at if words[number : number + RUN] == cards)


def outputs(table):
    """Everything that can be asked for."""
    lines = [
        line
        for typed in ("?", "moves", "show", "raid", "deck", "odds", "score", "log")
        for line in run_line(table, typed)
    ]
    document = json.dumps(table.document(), ensure_ascii=False)
    return "\n".join(lines), document, repr(table.visible), " ".join(completions(table))


@pytest.mark.parametrize("kind", ["full", "paper", "deck"])
def test_nothing_tells_what_comes(begun, play_on, long, kind):
    for game in range((200 if kind == "full" else 50) if long else 2):
        table = begun(kind, name=f"game-{game}")
        chance = random.Random(game)
        for _, told in play_on(table, seed=game, lines=120):
            looked = outputs(table) if chance.random() < 0.1 else ()

            assert table.visible.over or not list(leaks(table, "\n".join(told), *looked))
        table.play.close()


def test_leak_would_be_noticed(begun):
    table = begun("full")
    cards = next(iter(coming(table)))

    assert list(leaks(table, "next: " + ", ".join(cards))) == [cards]
    assert list(leaks(table, f"seed {SEED}")) == ["seed"]


def test_commands_tell_neither(begun, solo, play_on):
    table = begun("full", name="first")
    list(play_on(table, lines=30))
    table.play.close()
    said = [solo(verb, "first") for verb in ("show", "replay", "export", "verify")]
    said += [solo(verb, "first", "--json") for verb in ("show", "replay", "export", "verify")] + [solo("list")]

    assert not list(leaks(table, *(each.out + each.err for each in said)))


def test_wrong_file_tells_no_seed(begun, solo, sessions, play_on):
    table = begun("full", name="first")
    list(play_on(table, lines=3))
    table.play.close()
    path = sessions / "first.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"reveals":true', b'"reveals":tru3', 1))
    said = [solo(*each) for each in (("resume", "first"), ("verify", "first"), ("show", "first"), ("list",))]

    assert not any(SEED in each.out + each.err for each in said)


def test_seed_is_told_at_the_end(begun, play_on):
    table = begun("full")
    list(play_on(table))

    assert any(SEED in line for line in run_line(table, "score"))


def test_every_order_of_what_is_left_is_as_likely():
    tops = Counter(
        str(Dealer(str(seed)).action(DrawRequest("deck", "", 1, 1, ("a", "b", "c", "c", "d"), ("b", "c", "c"))))
        for seed in range(3000)
    )

    assert tops.keys() == {"reveal b", "reveal c"}
    assert 0.62 < tops["reveal c"] / 3000 < 0.71
