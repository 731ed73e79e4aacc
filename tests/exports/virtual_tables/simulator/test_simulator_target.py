import re
from collections import Counter

import pytest
from PIL import Image

from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.model.virtual_tables.piece_stock import LAID_KINDS

GAMES = ["aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall"]
DPI = 50


def pixels(picture):
    return picture.size, picture.convert("RGB").tobytes()


def face_names(folder):
    """The faces of `--to pictures` by their pixels: component, piece and side."""
    found = {}
    for path in folder.rglob("*.png"):
        piece, side = re.fullmatch(r"\d+-(.*?)(?:-x\d+)?-(front|back)", path.stem).groups()
        with Image.open(path) as picture:
            found.setdefault(pixels(picture), set()).add((path.parent.name, piece, side))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_cards_backs_and_counts_are_those_of_the_data(export, read_table, name):
    game = load(find_game(name))
    cards = [part for part in game.components if part.kind == "cards"]
    table = read_table(export(name, "tts", dpi=DPI).folder)
    faces = face_names(export(name, "pictures", dpi=DPI, bleed=0.0, only=[part.id for part in cards]).folder)

    laid = Counter()
    for card in table.cards():
        front, back = (faces[pixels(side)] for side in table.sides(card))
        ((component, piece, _),) = {each for each in front if each[2] == "front"}
        assert (component, piece, "back") in back
        laid[component, piece] += 1
    assert laid == Counter({(part.id, piece.id): piece.copies for part in cards for piece in part.pieces})
    pieces = table.pieces()
    others = [part for part in game.components if part.kind in LAID_KINDS and part.kind != "cards"]
    for part in others:
        for piece in part.pieces:
            assert pieces[f"{part.id}-{piece.id}".replace("_", "-")] == piece.copies


@pytest.mark.parametrize("name", ["glory-to-rome"])
def test_a_card_in_a_hand_shows_others_no_front(export, read_table, name):
    table = read_table(export(name, "tts", dpi=DPI, only=["sites", "orders", "leader"]).folder)

    fronts = {pixels(table.sides(card)[0]) for card in table.cards()}
    assert not fronts & {pixels(table.hidden(card)) for card in table.cards()}
    sites = [card for card in table.cards() if not next(iter(card["CustomDeck"].values()))["BackIsHidden"]]
    assert len(sites) == 36
    assert len({pixels(table.hidden(card)) for card in sites}) == 1


GAME = """format = 1
title = { en = "Two backs" }
[components.deck]
kind = "cards"
title = { en = "Cards" }
trim = ["63mm", "88mm"]
rows = "cards.csv"
front = "card.svg.j2"
back = "back.svg.j2"
columns = { side = { type = "word", one_of = ["day", "night"] }, name.type = "words" }
"""
SIDE = '{% from "shared/card.svg.j2" import svg, ground, title %}{% call svg(face) %}INK{% endcall %}'
FRONT = '{{ ground(face, "#ffffff") }}{{ title("name", card.name, "", 5, 6, 53, 12, 20, "#22303a") }}'
BACK = '{{ ground(face, "#e4c46a" if card.side == "day" else "#22303a") }}'


@pytest.fixture
def two_backs(tmp_path, put_files):
    """A game with one deck of cards, whose backs are day or night."""

    def made(*rows, is_one_sided=False):
        game = GAME.replace('back = "back.svg.j2"\n', "") if is_one_sided else GAME
        files = {"game.toml": game, "cards.csv": "\n".join(["id,copies,side,name.en", *rows, ""])}
        inks = {"card": FRONT, "back": BACK}
        templates = {f"templates/{name}.svg.j2": SIDE.replace("INK", ink) for name, ink in inks.items()}
        return put_files(tmp_path / "data" / "pairs", files | templates)

    return made


def views(table):
    """What others see of each card in a hand, by the names of the cards that they see so."""
    seen = {}
    for card in table.cards():
        seen.setdefault(pixels(table.hidden(card)), set()).add(card["Nickname"])
    return seen


def test_mixed_deck_shows_others_only_the_back(two_backs, export, read_table):
    game = two_backs("fox,3,day,Fox", "hen,2,day,Hen", "wolf,3,night,Wolf", "bat,1,night,Bat")
    table = read_table(export(game, "tts", dpi=DPI).folder)

    seen = views(table)
    assert sorted(map(sorted, seen.values())) == [["Bat", "Wolf"], ["Fox", "Hen"]]
    assert {pixels(table.sides(card)[1]) for card in table.cards()} == seen.keys()
    (deck,) = [thing for thing in table.things if thing["Name"] == "DeckCustom"]
    assert len(deck["CustomDeck"]) == 2
    assert len(deck["DeckIDs"]) == 9


def test_mixed_deck_whose_backs_tell_the_card_shows_others_nothing(two_backs, export, read_table):
    table = read_table(export(two_backs("fox,3,day,Fox", "wolf,3,night,Wolf"), "tts", dpi=DPI).folder)

    assert [*views(table).values()] == [{"Fox", "Wolf"}]
    assert len({pixels(table.sides(card)[1]) for card in table.cards()}) == 2


def test_cards_with_one_side_have_a_blank_back(two_backs, export, read_table):
    game = two_backs("fox,3,day,Fox", "wolf,3,night,Wolf", is_one_sided=True)
    table = read_table(export(game, "tts", dpi=DPI).folder)

    assert [*views(table).values()] == [{"Fox", "Wolf"}]
    assert {pixels(table.hidden(card)) for card in table.cards()} == {
        pixels(table.sides(card)[1]) for card in table.cards()
    }


def test_name_of_a_token_does_not_tell_what_lies_face_down(export, read_table):
    table = read_table(export("concordia", "tts", dpi=DPI, only=["bonus_markers", "goods"]).folder)

    names = {}
    for thing in table.things:
        if "CustomImage" in thing:
            image = thing["CustomImage"]
            sides = image["ImageURL"] == image["ImageSecondaryURL"]
            names.setdefault(sides, set()).add(thing["Nickname"])
    assert names[False] == {"Bonus markers", "Cloth"}  # the marker for cloth has a back of its own
    assert len(names[True]) == 5
    bags = {thing["Nickname"] for thing in table.things if thing["Name"] == "Bag"}
    assert "Goods: Wine" in bags  # all bags look alike


def test_board_that_is_too_large_is_drawn_coarser(export, read_table):
    done = export("aquileia", "tts", dpi=300, only=["city"])

    assert [str(each) for each in done.warnings] == [
        "city: is drawn at 186 dpi; a picture of Tabletop Simulator has at most 4096 pixels a side"
    ]
    (board,) = [thing for thing in read_table(done.folder).things if thing["Name"] == "Custom_Tile"]
    assert read_table.picture(board["CustomImage"]["ImageURL"]).size == (4096, 2926)
    assert board["Locked"]


def test_every_object_has_an_id_of_its_own_that_stays(export, read_table):
    first = read_table(export("picket", "tts", dpi=DPI).folder)
    again = read_table(export("picket", "tts", dpi=DPI).folder)

    ids = [thing["GUID"] for thing in first.things]
    assert len({*ids}) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{6}", each) for each in ids)
    assert first.save == again.save


def test_hosted_pictures_are_below_the_prefix(export, read_table):
    done = export("picket", "tts", dpi=DPI, url_prefix="https://example.org/games/")
    table = read_table(done.folder)

    addresses = re.findall(r'"((?:https|file)://[^"]+)"', (done.folder / "table.json").read_text())
    assert addresses
    assert all(each.startswith("https://example.org/games/") for each in addresses)
    assert {each.removeprefix("https://example.org/games/") for each in addresses} <= {*done.files}
    assert table.save["SaveName"]


@pytest.mark.parametrize(
    "prefix", ["http://example.org", "example.org", "https://", "https://a b", "https://a?b", "file:///x"]
)
def test_prefix_without_https_is_a_finding(export, prefix):
    done = export("picket", "tts", url_prefix=prefix)

    assert [str(each) for each in done.faults] == [
        f"--url-prefix: {prefix!r} is no address to load from; write one like https://example.org/game"
    ]
    assert not done.folder.exists()


def test_pieces_are_the_same_in_a_bag(export, read_table):
    done = export("picket", "tts", dpi=DPI)
    table, pieces = read_table(done.folder), read_table(done.folder, "pieces.json")

    (bag,) = pieces.save["ObjectStates"]
    assert bag["Name"] == "Bag"
    kept = [thing["GUID"] for thing in table.save["ObjectStates"] if thing["Name"] != "HandTrigger"]
    assert [thing["GUID"] for thing in bag["ContainedObjects"]] == kept
