"""Decks of finished pictures: their size, their bleed, and which backs belong to which fronts."""

import io
import tomllib

import pytest
from PIL import Image

from generator.base.errors import Faults, UsageError
from generator.imports.decks import finished_cards
from generator.imports.decks.finished_cards import deck_of_cards
from generator.imports.decks.pdf_cards import cards_of_pdf
from generator.imports.decks.picture_folder import cards_of_folder
from generator.load.card_format_reader import known_formats

SIZES = [each.size for each in known_formats().sizes.values()]


def picture(colour="#336699", size=(248, 346), kind="PNG"):
    packed = io.BytesIO()
    Image.new("RGB", size, colour).save(packed, kind)
    return packed.getvalue()


@pytest.fixture
def folder(tmp_path, put_files):
    return lambda *names: put_files(tmp_path, {name: picture(f"#{n:02x}6699") for n, name in enumerate(names)})


def pairs(cards):
    return [(card.front.place.rpartition("/")[2], card.back and card.back.place.rpartition("/")[2]) for card in cards]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            ["a.png", "a_back.png", "b-front.png", "b-back.png"],
            [("a.png", "a_back.png"), ("b-front.png", "b-back.png")],
        ),
        (["a.png", "b.png", "back.png"], [("a.png", "back.png"), ("b.png", "back.png")]),
        (["a.png", "b.png"], [("a.png", None), ("b.png", None)]),
        (["f/1.png", "f/2.png", "backs/x.png", "backs/y.png"], [("1.png", "x.png"), ("2.png", "y.png")]),
        (["a.png", "a_back.png", "b.png", "back.png"], [("a.png", "a_back.png"), ("b.png", "back.png")]),
        (["狐.png", "狐裏.png"], [("狐.png", "狐裏.png")]),
    ],
)
def test_backs_are_found_by_name_and_by_order(folder, names, expected):
    assert pairs(cards_of_folder(folder(*names))) == expected


def test_copies_stand_in_names(folder):
    assert [(card.front.name, card.copies) for card in cards_of_folder(folder("fox x3.png", "hare.png"))] == [
        ("fox", 3),
        ("hare", 1),
    ]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["a.png", "b_back.png", "c_back.png"], "1 fronts and 2 backs, more backs than fronts"),
        (["a.png", "a_back.png", "b_back.png"], "b_back.png: a back without a front; name its front 'b.png'"),
        (["a 1 front.png", "a 1 back.png", "a 2 back.png"], "name its front 'a 2 front.png'"),
        (["a_back.png"], "1 backs, and no front"),
        (["a.txt"], "no picture is here; give a folder"),
        (["a.svg", "b.pdf"], "no picture is here; save its drawings as PNG, with bleed"),
    ],
)
def test_backs_without_fronts_are_told(folder, names, shown):
    with pytest.raises(Faults) as caught:
        cards_of_folder(folder(*names))

    assert shown in str(caught.value)


def test_bleed_is_repeated_from_the_edge_where_it_lacks(folder):
    made = deck_of_cards(cards_of_folder(folder("a.png", "back.png")), SIZES, "x", "T")
    part = tomllib.loads(made.files["game.toml"].decode())["components"]["deck"]

    assert (part["trim"], part["bleed"], part["back"]) == (["63mm", "88mm"], "3mm", "back.svg.j2")
    with Image.open(io.BytesIO(made.files["art/a.png"])) as drawn:
        assert drawn.size == (248 + 24, 346 + 24)
        assert drawn.getpixel((0, 0)) == drawn.getpixel((100, 100)) == (0, 0x66, 0x99)
    assert made.files["deck.csv"] == b"id,copies,front,back\na,1,a.png,back.png\n"


def test_pictures_with_bleed_stay_as_they_are(tmp_path):
    data = picture(size=(822, 1122))
    (tmp_path / "a.png").write_bytes(data)

    made = deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T")

    assert made.files["art/a.png"] == data
    assert made.remarks == ("deck: 1 card of 63.5 × 88.9 mm, with their bleed; no backs",)


def test_cards_of_two_sizes_are_two_components(tmp_path, put_files):
    put_files(tmp_path, {"a.png": picture(), "b.png": picture(size=(700, 1200))})

    made = deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T")

    assert list(tomllib.loads(made.files["game.toml"].decode())["components"]) == ["deck", "deck_2"]


def test_picture_that_is_none_is_told(tmp_path):
    (tmp_path / "a.png").write_bytes(b"no picture")

    with pytest.raises(Faults, match=r"a\.png: cannot be read as a picture: it is none, or damaged"):
        deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T")


def trims(files):
    parts = tomllib.loads(files["game.toml"].decode())["components"]
    return [part["trim"] for part in parts.values()]


def test_size_that_is_asked_for_is_taken_or_refused(folder, tmp_path, put_files):
    poker = [known_formats().sizes["poker"].size]

    assert trims(deck_of_cards(cards_of_folder(folder("a.png")), poker, "x", "X").files) == [["63.5mm", "88.9mm"]]
    put_files(tmp_path, {"b.png": picture(size=(300, 300)), "c.png": b"no picture"})
    with pytest.raises(Faults) as caught:
        deck_of_cards(cards_of_folder(tmp_path), poker, "x", "X")
    assert [fault.what[:30] for fault in caught.value.faults] == [
        "has other proportions than --s",
        "cannot be read as a picture: i",
    ]


def pdf(*colours, size=(248, 346)):
    first, *others = (Image.new("RGB", size, colour) for colour in colours)
    packed = io.BytesIO()
    first.save(packed, "PDF", save_all=True, append_images=others, resolution=100)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("colours", "backs", "expected"),
    [
        (["red", "black", "blue", "black"], "auto", [(1, 2), (3, 4)]),
        (["red", "blue", "black", "black"], "auto", [(1, 3), (2, 4)]),
        (["red", "blue", "green"], "auto", [(1, None), (2, None), (3, None)]),
        (["red", "blue", "green", "black"], "pages", [(1, 2), (3, 4)]),
        (["red", "blue", "black"], "last", [(1, 3), (2, 3)]),
        (["black", "red", "blue"], "first", [(2, 1), (3, 1)]),
    ],
)
def test_pages_are_fronts_and_backs(colours, backs, expected):
    cards = cards_of_pdf(pdf(*colours), "cards.pdf", backs)

    def page(side):
        return int(side.name.removeprefix("page ")) if side else None

    assert [(page(card.front), page(card.back)) for card in cards] == expected


def test_size_of_pages_is_that_of_the_cards():
    made = deck_of_cards(cards_of_pdf(pdf("red"), "cards.pdf"), SIZES, "x", "T")

    assert 'trim = ["63mm", "88mm"]' in made.files["game.toml"].decode()


@pytest.mark.parametrize(
    ("data", "backs", "shown"),
    [
        (b"none", "auto", "cards.pdf: cannot be read as a PDF"),
        (pdf("red", "blue", "green"), "pages", "3 pages are no pairs of fronts and backs"),
        (pdf("red", size=(827, 1169)), "auto", "page 1: is 210 × 297 mm, a sheet; give a PDF with a card on each page"),
        (pdf("red"), "fist", "--backs has no way called 'fist'; did you mean 'first'?"),
    ],
)
def test_pages_that_are_no_cards_are_told(data, backs, shown):
    with pytest.raises((Faults, UsageError)) as caught:
        cards_of_pdf(data, "cards.pdf", backs)

    assert shown in str(caught.value)


def test_nearly_equal_proportions_are_one_deck(tmp_path, put_files):
    put_files(
        tmp_path,
        {"a.png": picture(size=(744, 1039)), "b.png": picture(size=(744, 1039)), "c.png": picture(size=(150, 210))},
    )

    made = deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T")

    assert made.remarks == ("deck: 3 cards of 63 × 88 mm, bleed repeated from their edges; no backs",)


NARROW, LOW = (630, 960), (630, 820)


@pytest.mark.parametrize(("size", "grown"), [(NARROW, (753, 1026)), (LOW, (690, 940))])
def test_rare_picture_of_other_proportions_is_filled_at_its_edges(tmp_path, put_files, size, grown):
    cards = {f"{name}.png": picture(f"#66{number}{number}99", (630, 880)) for number, name in enumerate("abcd")}
    put_files(tmp_path, {**cards, "odd.png": picture("#996600", size), "back.png": picture(size=(630, 880))})

    made = deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T")

    assert trims(made.files) == [["63mm", "88mm"]]
    assert made.remarks[1:] == ("deck: other proportions, filled at their edges: odd.png",)
    with Image.open(io.BytesIO(made.files["art/odd.png"])) as drawn:
        assert drawn.size == pytest.approx(grown, abs=2)
        assert abs(drawn.width / drawn.height * 94 / 69 - 1) < 0.01
        assert drawn.getcolors() == [(drawn.width * drawn.height, (0x99, 0x66, 0))]


def test_many_cards_of_similar_proportions_are_a_deck_of_their_own(tmp_path, put_files):
    put_files(
        tmp_path, {f"{name}.png": picture(size=size) for name, size in zip("abcd", [(630, 880), LOW] * 2, strict=True)}
    )

    assert len(trims(deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T").files)) == 2


def test_size_that_is_asked_for_takes_pictures_that_can_be_filled(tmp_path, put_files):
    put_files(tmp_path, {"a.png": picture(size=NARROW)})

    made = deck_of_cards(cards_of_folder(tmp_path), [known_formats().sizes["poker"].size], "x", "T")

    assert trims(made.files) == [["63.5mm", "88.9mm"]]
    assert made.remarks[1:] == ("deck: other proportions, filled at their edges: a.png",)


@pytest.mark.parametrize(
    ("files", "shown"),
    [
        (
            {"a.png": picture(), "odd.png": picture(size=(300, 300)), "back.png": picture()},
            ["odd.png: has other proportions than its back", "give it a back of its own, like 'odd_back.png'"],
        ),
        (
            {"a.png": picture(), "a_back.png": picture(size=(300, 300)), "b.png": picture(), "c.png": picture()},
            ["a_back.png: has other proportions than its front", "x: no back for 'b.png', 'c.png'; add back.png"],
        ),
    ],
)
def test_sides_that_do_not_go_together_are_told_at_once(tmp_path, put_files, files, shown):
    put_files(tmp_path, files)

    with pytest.raises(Faults) as caught:
        deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T")

    assert all(words in str(caught.value) for words in shown)


def test_back_of_many_cards_is_measured_once(tmp_path, put_files, monkeypatch):
    put_files(
        tmp_path, {f"{name}.png": picture(colour) for name, colour in (("a", "red"), ("b", "green"), ("back", "blue"))}
    )
    measured, measures = [], finished_cards._measures
    monkeypatch.setattr(finished_cards, "_measures", lambda side: measured.append(side.place) or measures(side))

    deck_of_cards(cards_of_folder(tmp_path), SIZES, "x", "T")

    assert len(measured) == len({*measured}) == 3
