from types import SimpleNamespace

import pytest

from generator.build.text_pages.plain_page import plain_page
from generator.model.prose import ListItem


@pytest.mark.parametrize(
    ("mark", "depth", "line"), [("1.", 0, "1. Draw a card."), ("", 0, "  Draw a card."), ("•", 1, "  • Draw a card.")]
)
def test_item_stands_behind_its_sign(page, mark, depth, line):
    picket = page("picket", "en")
    item = ListItem(mark, depth, "Draw a card.", 1)
    section = SimpleNamespace(**{name: getattr(picket.sections[0], name) for name in picket.sections[0].__match_args__})
    section.blocks = (item,)
    shown = SimpleNamespace(
        **{name: getattr(picket, name) for name in picket.__match_args__} | {"sections": (section,)}
    )

    assert line in plain_page(shown).decode().split("\n")
