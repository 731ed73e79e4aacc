import pytest

from generator.base.errors import UsageError
from generator.build.label_fit import check_label_sheets
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.load.game_loader import load
from generator.load.game_locations import data_root


@pytest.fixture(scope="module")
def game():
    return load(data_root() / "glory-to-rome")


@pytest.mark.parametrize(
    ("only", "paper", "said"),
    [
        ("orders", "avery-5371", "too large for the cards of avery-5371 (88.9x50.8 mm): orders (63x88 mm); "),
        ("orders", "avery-5371", "; avery-5388 would do"),
        ("chips", "avery-5293", ""),
        ("orders", "avery-5293", "the cards of avery-5293 (ø 41.3 mm): orders"),
        ("rules", "avery-7414", "rules (148x210 mm); choose with --only what fits, since no label sheet that is known"),
        ("", "sigel-lp800", "orders (63x88 mm), sites (63x88 mm), jacks (63x88 mm) and "),
        ("orders", "a4", ""),
    ],
)
def test_what_does_not_fit_is_named_with_what_would(game, only, paper, said):
    options = BuildOptions(papers=(find_paper(paper),), only=(only,) if only else ())

    if not said:
        check_label_sheets(game, options)
        return
    with pytest.raises(UsageError) as caught:
        check_label_sheets(game, options)
    assert said in str(caught.value)


@pytest.mark.parametrize(("count", "end"), [(1, "orders (63x88 mm)"), (3, "jacks (63x88 mm)"), (4, " and 1 more")])
def test_three_are_named_and_others_counted(game, count, end):
    names = ("orders", "sites", "jacks", "leader")[:count]

    with pytest.raises(UsageError) as caught:
        check_label_sheets(game, BuildOptions(papers=(find_paper("sigel-lp800"),), only=names))
    assert str(caught.value).partition(";")[0].endswith(end)
