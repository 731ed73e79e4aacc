"""Options that change a component in a file, or leave it as it is."""

from types import SimpleNamespace

import pytest

from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.build.file_names import BOOKLET, FILLABLE
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.reach.file_part import FilePart
from generator.build.reach.option_rules import RULES, _has_other_size
from generator.load.game_loader import load
from generator.load.game_locations import find_game

BY_FLAG = {rule.flag: rule for rule in RULES}


@pytest.fixture(scope="module")
def card():
    return load(find_game("picket"), prefix="picket").component("raid")


@pytest.mark.parametrize(
    ("bleed", "variant", "is_changed"),
    [
        (None, "", False),
        (0.0, "", True),
        (2.9, "", True),
        (2.9, BOOKLET, True),
        (2.9, FILLABLE, False),
        (3.0, "", False),
        (9.0, "", False),
    ],
)
def test_bleed_is_changed_only_where_it_becomes_less(card, bleed, variant, is_changed):
    part = FilePart(replace(card, bleed=3 * MM), find_paper("a4"), variant)
    options = BuildOptions(bleed=None if bleed is None else bleed * MM)

    assert BY_FLAG["--bleed"].is_obeyed(part, options) == is_changed


@pytest.mark.parametrize(("paper", "is_changed"), [("a4", True), ("full", False), ("avery-5371", False)])
def test_margin_is_that_of_papers_with_an_edge(card, paper, is_changed):
    assert BY_FLAG["--margin"].is_obeyed(FilePart(card, find_paper(paper)), BuildOptions()) == is_changed


def test_option_is_asked_if_it_has_another_value_and_is_told_as_it_is_typed():
    rule = BY_FLAG["--bleed"]

    assert (rule.is_asked(BuildOptions()), rule.is_asked(BuildOptions(bleed=2 * MM))) == (False, True)
    assert rule.typed(BuildOptions(bleed=2 * MM)) == "--bleed 2mm"


@pytest.mark.parametrize(
    ("width", "height", "is_other"), [(63, 88, False), (63, 89, True), (64, 88, True), (63.001, 88, False)]
)
def test_size_is_another_one_where_a_side_is(width, height, is_other):
    part = SimpleNamespace(part=SimpleNamespace(trim=Size(63 * MM, 88 * MM), drawn=None))
    options = SimpleNamespace(size=SimpleNamespace(of=lambda _: Size(width * MM, height * MM)))

    assert _has_other_size(part, options) is is_other
