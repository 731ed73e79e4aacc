import pytest

from generator.base.cache import Cache
from generator.build.faces.labels import Labels
from generator.build.text_pages.box_descriptions import BoxDescriptions
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_loader import load
from generator.load.game_locations import find_game, templates_root
from generator.model.sheet import Book
from generator.write.pdf.form.controls import FormLanguage


@pytest.fixture(scope="module")
def told():
    """What is said of a box that is called by its id."""
    game = load(find_game("hadrians-wall"))
    book = Book.of(game.sheets.values())
    labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(None))

    def of(id_, language="en", names=()):
        wording = FormLanguage(language, labels.messages(language))
        return BoxDescriptions(game, book, wording, dict(names)).of(id_, id_)

    return of


@pytest.mark.parametrize(
    ("id_", "expected"),
    [
        ("fort_01", "fort_01: costs 1 Builder or 1 Soldier"),
        ("archway", "archway: costs 1 Builder and 2 Resource; needs Renown 15; gives 2 Valour"),
        ("production_02", "production_02: gives 1 Resource every year"),
        ("forum_01", "forum_01: takes a number from 1 to 6; costs 2 worker but no soldier; "
         "gives 1 Builder or 1 Servant or 1 Civilian"),
        ("gladiator_red_02", "gladiator_red_02: costs 1 Servant or 1 Civilian; needs Ludus 1 and Performers 4; "
         "at his death gives 2 Piety; when he survives gives 1 Renown"),
        ("bribes_01", "bribes_01: takes a number from 1 to 6; costs 1 Resource; "
         "needs Baths 1 and Apparitores 3 and Current disdain 1; gives 1 disdain removed"),
        ("renown_01", "renown_01"),
        ("name", "name"),
    ],
)  # fmt: skip
def test_costs_needs_and_rewards_are_told(told, id_, expected):
    assert told(id_) == expected


def test_needed_box_is_called_as_the_form_calls_it(told):
    assert (
        told("wall_02", names={"fort_02": "Fort, box 2 of 21"}) == "wall_02: costs 1 Resource; needs Fort, box 2 of 21"
    )


def test_language_of_the_sheet_is_spoken(told):
    assert told("archway", "ja") == "archway：費用は建築家1と資源2、条件は名誉15、獲得は武勇2"
