"""Makers of pictures as lines, for the ends of booklets and for games in words."""

import pytest

from generator.base.messages import Messages
from generator.base.records import replace
from generator.build.faces.credit_lines import booklet_credits, credit_blocks, credit_lines
from generator.load.game_loader import load
from generator.load.game_locations import sample, templates_root
from generator.model.game import PictureCredit

FOX, OWL, HARE = (PictureCredit(f"art/{name}.png", "A. Smith", "credits.toml:2") for name in ("fox", "owl", "hare"))
OWL = replace(OWL, words="冬野、CC0")
EMPTY = PictureCredit("art/none.png", "", "credits.toml:5")


def words(language):
    return Messages.read([("words", (templates_root() / f"words/{language}.toml").read_bytes())])


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["art/fox.png, art/hare.png: A. Smith", "art/owl.png: 冬野、CC0"]),
        ("ja", ["art/fox.png、art/hare.png：A. Smith", "art/owl.png：冬野、CC0"]),
    ],
)
def test_pictures_of_one_maker_stand_together(language, lines):
    assert [*credit_lines((FOX, OWL, EMPTY, HARE), words(language))] == lines


def test_no_heading_stands_above_no_credits():
    assert credit_blocks((EMPTY,), words("en")) == ()


def test_long_words_alone_can_be_broken():
    address = replace(FOX, words="https://example.org/a_b and Donaudampfschifffahrtsgesellschaft")
    _, item = credit_blocks((address,), words("en"))

    assert item.text.split(" ")[1:] == [
        "https:/\u200b/\u200bexample.\u200borg/\u200ba_\u200bb",
        "and",
        "Donaudampfschifffahr\u200btsgesellschaft",
    ]
    assert "\u200b" not in item.text.split(" ")[0]


def test_first_booklet_alone_prints_the_credits():
    game = load(sample(), prefix="picket")
    no_booklet = replace(game, components=tuple(part for part in game.components if part.id != "rules"))

    assert booklet_credits(game) == {}
    assert booklet_credits(replace(game, credits=(EMPTY,))) == {}
    assert booklet_credits(replace(game, credits=(FOX,))) == {"rules": (FOX,)}
    assert booklet_credits(replace(no_booklet, credits=(FOX,))) == {}
