import pytest

from generator.load.sheets.box_trait_reader import parse_icon, parse_need, parse_price
from generator.model.sheet import Need


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("free", ()),
        ("servant", (("servant", 1),)),
        ("2 any_worker", (("any_worker", 2),)),
        ("servant + builder + 2 resource", (("servant", 1), ("builder", 1), ("resource", 2))),
    ],
)
def test_price_is_read(text, items):
    assert parse_price(text).items == items


@pytest.mark.parametrize(
    "text", ["", "2", "0 servant", "100 servant", "servant, builder", "servant +", "Servant", "servant + servant", "2servant"]
)  # fmt: skip
def test_no_price_is_told(text):
    with pytest.raises(ValueError, match="is not a price; write each item once, like 'servant \\+ 2 resource'"):
        parse_price(text)


def test_need_is_read():
    assert (parse_need("tower"), parse_need("wall 12")) == (Need("tower", 1), Need("wall", 12))


@pytest.mark.parametrize("text", ["", "12", "wall -1", "wall 1 2", "wall >= 2", "Wall"])
def test_no_need_is_told(text):
    with pytest.raises(ValueError, match="is not a need; write a box, or a value and a number"):
        parse_need(text)


def test_icon_is_one_word():
    assert parse_icon("scout_2") == "scout_2"
    with pytest.raises(ValueError, match="'2 scouts' is not an icon"):
        parse_icon("2 scouts")
