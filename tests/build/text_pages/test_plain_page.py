from types import SimpleNamespace

import pytest

from generator.build.text_pages.plain_page import plain_page
from generator.model.prose import BoxBlock, ListItem, Paragraph


@pytest.fixture
def lines(page):
    """The lines of the only section of a page that has a block."""
    picket = page("picket", "en")

    def shown(block):
        section = SimpleNamespace(
            **{name: getattr(picket.sections[0], name) for name in picket.sections[0].__match_args__}
        )
        section.blocks = (block,)
        one = SimpleNamespace(
            **{name: getattr(picket, name) for name in picket.__match_args__} | {"sections": (section,)}
        )
        return plain_page(one).decode().split("\n")

    return shown


def test_lines_of_a_box_are_indented(lines):
    box = BoxBlock((Paragraph("Beware.", 1), Paragraph("And run.", 2)), 1)
    found = lines(box)
    start = found.index("  Beware.")

    assert found[start : start + 3] == ["  Beware.", "", "  And run."]


@pytest.mark.parametrize(
    ("mark", "depth", "line"), [("1.", 0, "1. Draw a card."), ("", 0, "  Draw a card."), ("•", 1, "  • Draw a card.")]
)
def test_item_stands_behind_its_sign(lines, mark, depth, line):
    assert line in lines(ListItem(mark, depth, "Draw a card.", 1))
