"""Rooms of playingcards.io: every piece once, in the room, with its own pictures."""

import json
import zipfile
from collections import Counter
from io import BytesIO

import pytest
from PIL import Image

from generator.exports.virtual_tables.web_room.room_pictures import LARGEST_FILE
from generator.load.game_loader import load
from generator.load.game_locations import find_game


class Room:
    """A file as a reader of it sees it."""

    def __init__(self, path):
        archive = zipfile.ZipFile(path)
        self.files = {name: archive.read(name) for name in archive.namelist()}
        self.all = json.loads(self.files["widgets.json"])

    def of(self, kind):
        return [widget for widget in self.all if widget["type"] == kind]

    @property
    def decks(self):
        return {deck["id"]: deck for deck in self.of("cardDeck")}

    def face(self, card):
        return self.decks[card["deck"]]["cardTypes"][card["cardType"]]["image"]

    def back(self, card):
        return self.decks[card["deck"]]["backTemplate"]["objects"][0]["value"]

    def pictures(self):
        faces = [each["image"] for deck in self.decks.values() for each in deck["cardTypes"].values()]
        return faces + [self.back({"deck": id_}) for id_ in self.decks] + [it["boardImage"] for it in self.of("board")]


@pytest.fixture
def room(export_once):
    def read(name, **options):
        done = export_once(name, "playingcards", **options)
        return Room(done.folder / f"{name}.pcio")

    return read


def test_pieces_of_a_game_lie_in_its_room(room):
    made, game = room("arena"), load(find_game("arena"))

    cards = Counter((card["deck"].rpartition("-")[0], card["cardType"]) for card in made.of("card"))
    parts = [it for it in game.components if it.kind in {"cards", "tokens"}]
    assert cards == Counter({(it.id, piece.id): piece.copies for it in parts for piece in it.pieces})
    assert len(made.of("spinner")) == 7
    assert made.of("spinner")[0]["options"] == ["one", "two", "three", "four", "five", "six"]
    assert len(made.of("board")) == 1  # the score pad
    ids = [widget["id"] for widget in made.all]
    assert len({*ids}) == len(ids)


def test_everything_stands_in_the_room_above_the_hand(room):
    made = room("picket")

    sizes = {id_: (deck["cardWidth"], deck["cardHeight"]) for id_, deck in made.decks.items()}
    for widget in made.of("card") + made.of("cardPile") + made.of("board"):
        width, height = sizes.get(widget.get("deck")) or (widget["width"], widget["height"])
        assert widget["x"] >= 0 <= widget["y"]
        assert widget["x"] + width <= 1600
        assert widget["y"] + height <= 820


def test_pictures_are_there_once_and_small_enough(room):
    made = room("picket")

    names = {f"package://{name}" for name in made.files} - {"package://widgets.json"}
    assert {*made.pictures()} == names
    assert all(len(data) < LARGEST_FILE for data in made.files.values())
    for name, data in made.files.items():
        if name != "widgets.json":
            Image.open(BytesIO(data)).verify()


def test_cards_of_a_pile_lie_on_it_in_order(room):
    made = room("picket")

    (pile,) = made.of("cardPile")
    cards = [card for card in made.of("card") if card.get("parent") == pile["id"]]
    assert len(cards) == 9
    assert {(card["x"] - pile["x"], card["y"] - pile["y"]) for card in cards} == {(4, 4)}
    assert len({card["z"] for card in cards}) == 9
    assert not any(card["faceup"] for card in cards)
    assert all(deck["parent"] == pile["id"] for deck in made.decks.values() if deck["id"].startswith("raid"))


def test_hands_are_piles_that_show_backs_alone(room):
    made = room("arena")

    hands = [pile for pile in made.of("cardPile") if pile["label"].startswith("Hand ")]
    assert [pile["label"] for pile in hands] == ["Hand 1", "Hand 2"]
    held = [card for card in made.of("card") if card.get("parent") in {pile["id"] for pile in hands}]
    assert len(held) == 10
    assert not any(card["faceup"] for card in held)
    assert not {made.face(card) for card in held} & {made.back(card) for card in held}


def test_only_games_with_hands_speak_of_hands(export_once):
    spoken = [" ".join(export_once(name, "playingcards").lines) for name in ("arena", "picket")]
    assert ["into your hand" in lines for lines in spoken] == [True, False]


def test_same_game_makes_the_same_bytes(export):
    first, again = ((export("picket", "playingcards").folder / "picket.pcio").read_bytes() for _ in range(2))

    assert first == again


def test_part_of_a_game_makes_a_room_of_it(room):
    made = room("picket", only=["raid"])

    assert len(made.of("card")) == 9
    assert not made.of("board")


def test_places_have_a_tenth_of_a_dot(room):
    places = [card[axis] for card in room("picket").of("card") for axis in ("x", "y")]

    assert places == [round(place, 1) for place in places]
