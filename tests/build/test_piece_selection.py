from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import UsageError
from generator.build.piece_selection import TEXT, select_pieces, split_copies, split_names
from generator.model.game import Component, Game, Piece, Row
from generator.model.prose import MarkdownSource, Prose
from generator.model.text import Text

WORDS = Text.of({"en": "Picket"})


def component(id_, *pieces, file="", prose=None):
    kinds = tuple(
        Piece(piece, f"{id_[0].upper()}{at:02}", 2, Row(piece, {}, "x.csv")) for at, piece in enumerate(pieces)
    )
    return Component(id_, "cards", WORDS, None, 0.0, 0.0, "rect", "x.svg.j2", None, file or id_, kinds, prose=prose)


@pytest.fixture
def game():
    parts = (
        component("orders", "bath", "villa", "vomitorium"),
        component("jacks", "jack", file="extras"),
        component("leader", "leader", file="extras"),
        component("rules", prose=Prose((("en", MarkdownSource("r.md", "# R")),))),
    )
    return Game("rome", Path(), WORDS, WORDS, "us", 2026, "1.0", "2026-11-21", ("en",), parts)


@pytest.mark.parametrize(
    ("only", "chosen"),
    [
        ((), {"orders": ["bath", "villa", "vomitorium"], "jacks": ["jack"], "leader": ["leader"], "rules": [TEXT]}),
        (("orders",), {"orders": ["bath", "villa", "vomitorium"]}),
        (("orders:v*",), {"orders": ["villa", "vomitorium"]}),
        (("orders:villa,bath",), {"orders": ["bath", "villa"]}),
        (("orders:O01",), {"orders": ["villa"]}),
        (("orders:*",), {"orders": ["bath", "villa", "vomitorium"]}),
        (("orders:bath", "orders"), {"orders": ["bath", "villa", "vomitorium"]}),
        (("extras:leader", "rules"), {"leader": ["leader"], "rules": [TEXT]}),
        (("orders:bath,extras:*",), {"orders": ["bath"], "jacks": ["jack"], "leader": ["leader"]}),
    ],
)
def test_pieces_that_are_asked_for(game, only, chosen):
    selection = select_pieces(game, split_names(only) if only else ())

    assert {part: list(copies) for part, copies in selection.copies.items() if copies} == chosen
    assert [part.id for part in selection.components(game)] == list(chosen)


@pytest.mark.parametrize(
    ("only", "says"),
    [
        ("order", "rome has no component 'order'; did you mean 'orders'?"),
        ("order:bath", "rome has no component 'order'; did you mean 'orders'?"),
        ("orders:bahn", "orders has no piece 'bahn'; did you mean 'bath'?"),
        (
            "orders:z[a-z]*",
            "orders has no piece 'z[a-z]*'; it is one of 'bath', 'villa', 'vomitorium'",
        ),
        ("orders:bath,jacks", "orders has no piece 'jacks'; for the component write --only orders:… --only jacks"),
        ("rules:p01", "rules is a text, which has no pieces to select; ask for all of it: --only rules"),
        ("orders:", "--only 'orders:' lacks a piece; write it like orders:bath"),
        (":bath", "--only ':bath' lacks a component; write it like orders:bath"),
        (" , ", "--only names no component; write it like --only orders,sites"),
    ],
)
def test_names_that_are_not_there(game, only, says):
    with pytest.raises(UsageError) as raised:
        select_pieces(game, split_names([only]))

    assert str(raised.value) == says


def test_copies_are_those_of_the_game(game):
    selection = select_pieces(game, ("orders:bath", "rules"))
    orders, rules = game.component("orders"), game.component("rules")

    assert (selection.copies_of(orders, "bath"), selection.copies_of(orders, "villa")) == (2, 0)
    assert selection.copies_of(rules, "p07") == 1
    assert selection.limit(orders).count == 2


@pytest.mark.parametrize(
    ("rules", "orders", "jacks", "rules_text"),
    [
        ("5", [5, 5, 5], 5, 5),
        ("x3", [6, 6, 6], 6, 3),
        ("orders=x3", [6, 6, 6], 2, 1),
        ("orders:v*=9,extras=1", [2, 9, 9], 1, 1),
        ("orders:O00=1,4", [1, 4, 4], 4, 4),
    ],
)
def test_copies_that_are_asked_for(game, rules, orders, jacks, rules_text):
    copies = select_pieces(game, rules=split_copies([rules])).copies

    assert [*copies["orders"].values()] == orders
    assert (copies["jacks"], copies["rules"]) == ({"jack": jacks}, {TEXT: rules_text})


@pytest.mark.parametrize(
    ("rule", "copies"), [("5", 0), ("x5", 0), ("orders=5", 0), ("orders:b*=5", 5), ("orders:b*=x5", 0)]
)
def test_piece_of_which_the_game_has_none_is_printed_if_it_is_named(rule, copies):
    (asked,) = split_copies([rule])

    assert asked.copies(0) == copies
    assert asked.copies(2) == (10 if "x" in rule else 5)


@pytest.mark.parametrize(
    ("only", "copies", "says"),
    [
        ((), "order=2", "rome has no component 'order'; did you mean 'orders'?"),
        ((), "orders:bahn=2", "orders has no piece 'bahn'; did you mean 'bath'?"),
        (("rules",), "orders=2", "--copies names 'orders', which --only leaves out"),
    ],
)
def test_copies_that_cannot_be_had(game, only, copies, says):
    with pytest.raises(UsageError) as raised:
        select_pieces(game, only, split_copies([copies]))

    assert str(raised.value) == says


def test_more_copies_than_can_be_printed_at_once(game):
    many = replace(game, components=tuple(component(f"part{at}", *"abcde") for at in range(5)))

    with pytest.raises(UsageError, match="rome would have 24,975 pieces; at most 20,000 are printed at once"):
        select_pieces(many, rules=split_copies(["999"]))


def test_a_piece_is_found_by_its_name_without_patterns(game, monkeypatch):
    """Each of the cards in view of a large deck is asked for among all of them."""
    monkeypatch.setattr("generator.build.piece_selection.fnmatchcase", lambda *_: pytest.fail("a pattern is tried"))

    assert select_pieces(game, ["orders:villa", "orders:O00"]).copies["orders"] == {"bath": 2, "villa": 2}


@pytest.mark.parametrize("name", ["orders:vill?", "orders:[b]ath"])
def test_only_a_star_stands_for_other_letters(game, name):
    with pytest.raises(UsageError, match="has no piece"):
        select_pieces(game, [name])


def test_further_copies_are_numbered_after_those_that_exist(game):
    orders, rules = game.component("orders"), game.component("rules")
    selection = replace(select_pieces(game), printed_before={("orders", "bath"): 3, ("rules", TEXT): 1})

    assert [*selection.numbers(orders, "bath")] == [4, 5]
    assert [*selection.numbers(orders, "villa")] == [1, 2]
    assert [*selection.numbers(rules, "p07")] == [2]
