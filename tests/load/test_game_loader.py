import datetime
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.errors import printable as escaped
from generator.load.game_loader import load
from generator.model.game import PixelChoice
from generator.model.text import Text


def test_small_game_is_read_whole(game):
    found = load(game())

    assert (found.id, found.year, found.version, found.date) == ("trial", 2026, "1.0", "2026-11-21")
    assert found.title == Text((("en", "Trial"), ("ja", "試験")))
    assert found.languages == ("en", "ja")
    assert [row.id for row in found.tables["suits"]] == ["swords", "cups"]
    assert found.strings["foot.page"]["ja"] == "{n}頁"
    assert found.component("raid").count == 3
    assert found.component("raid").pieces[1].row.source == "raid.csv:3"
    assert found.component("raid").pieces[1].row.cells["suit"] is found.tables["suits"][1]
    assert not found.sample


SMALLEST = """\
format = 1
title = { de = "Füchse" }
[components.deck]
kind = "cards"
title = { de = "Karten" }
trim = ["63mm", "88mm"]
rows = "cards.csv"
front = "card.svg.j2"
columns = { name.type = "words" }
"""


def test_smallest_game_says_its_title_and_its_cards(put):
    small = load(put({"game.toml": SMALLEST, "cards.csv": "id,name.de\nfox,Fuchs\n"}))

    assert (small.languages, small.version, small.about.by) == (("de",), "1", (("de", ""),))
    assert (small.designer, small.year, small.date, small.makers) == ("", 0, "", ())
    assert small.components[0].pieces[0].row.cells == {"provenance": "", "name": Text((("de", "Fuchs"),))}


@pytest.mark.parametrize(
    ("line", "table", "choice"),
    [
        ("", "", PixelChoice()),
        ('pictures = "as pixels"\n', "", PixelChoice(refused=True)),
        ("", '[pictures]\n"art/fox.svg" = "as pixels"\n', PixelChoice(names=("art/fox.svg",))),
    ],
)
def test_drawings_are_drawn_as_pixels_where_that_is_asked_for(put, line, table, choice):
    small = load(put({"game.toml": line + SMALLEST + table, "cards.csv": "id,name.de\nfox,Fuchs\n"}))

    assert small.pixels == choice


def test_year_is_that_of_the_date(put):
    small = load(put({"game.toml": 'date = "2019-05-01"\n' + SMALLEST, "cards.csv": "id,name.de\nfox,Fuchs\n"}))

    assert (small.year, small.makers) == (2019, ("2019",))


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ('"Foxes"', "must be a phrase in each language, like { en = \"…\" }, not 'Foxes'"),
        ("{}", "no words in 'en'"),
        ('{ deutsch = "Füchse" }', "'deutsch' is not a language code; write it like 'en', 'ja' or 'pt-BR'"),
    ],
)
def test_title_without_languages_is_told(put, title, told):
    with pytest.raises(Faults) as found:
        load(put({"game.toml": SMALLEST.replace('{ de = "Füchse" }', title)}))

    assert [fault.what for fault in found.value.faults] == [told]


def test_game_crosses_to_a_worker(game):
    found = load(game())

    assert pickle.loads(pickle.dumps(found)) == found


def test_all_faults_come_at_once_in_order(game):
    folder = game(
        {
            "suits.csv": "id,name.en,name.ja\nswords,,剣\n",
            "raid.csv": "id,suit,strength,text.en,text.ja,provenance\na,swrods,9,x,y,mine\na,swords,1,x,y,house\n",
            "strings.ja.toml": 'turn = "手番"\n',
        }
    )
    with pytest.raises(Faults) as caught:
        load(folder, prefix="data/trial")

    assert str(caught.value).split("\n") == [
        "data/trial/raid.csv:2 [provenance]: no provenance called 'mine'; "
        "it is one of 'seed', 'public', 'derived', 'house'",
        "data/trial/raid.csv:2 [suit]: no suit called 'swrods'; did you mean 'swords'?",
        "data/trial/raid.csv:2 [strength]: '9' is not a whole number from 1 to 5",
        "data/trial/raid.csv:3 [id]: id 'a' given twice, lines 2 and 3",
        "data/trial/strings.ja.toml [foot.page]: no words for it; strings.en.toml:3 has some",
        "data/trial/suits.csv:2 [name.en]: empty, and 'name.ja' is not; "
        "a phrase has words in every language or in none",
    ]


def test_counts_are_not_compared_while_rows_are_faulty(spoilt):
    with pytest.raises(Faults) as caught:
        load(spoilt("raid.csv", "chief,1,cups", "chief,x,cups"))

    assert [fault.key for fault in caught.value.faults] == ["copies"]


def test_count_of_a_component_that_there_is_not_is_told(spoilt):
    with pytest.raises(Faults) as caught:
        load(spoilt("game.toml", "[expect]\nraid", "[expect]\nriad"))

    assert [str(fault).partition("[")[2] for fault in caught.value.faults] == [
        "expect.riad]: no component called 'riad'; did you mean 'raid'?"
    ]


def test_of_a_game_of_a_newer_format_nothing_else_is_told(spoilt):
    with pytest.raises(Faults) as caught:
        load(spoilt("game.toml", "format = 1", "format = 2\nnovelty = 1"))

    assert [(fault.key, fault.unreadable) for fault in caught.value.faults] == [("format", True)]


def test_date_may_be_one_of_toml(spoilt):
    assert load(spoilt("game.toml", '"2026-11-21"', "2026-11-21")).date == str(datetime.date(2026, 11, 21))


def test_sample_is_marked(spoilt):
    assert load(spoilt("game.toml", "format = 1", "format = 1\nsample = true")).sample


@pytest.mark.parametrize(
    "name", ["My Game", "3raids", "raid_cards", "ゲーム", "Spiel #1 {x} [neu]", "a.b", "עברית", "🎲"]
)
def test_folder_may_have_any_name_that_all_systems_know(game, tmp_path, name):
    assert load(game().rename(tmp_path / name)).id == name


def test_accents_of_a_folder_name_are_those_of_other_systems(game, tmp_path):
    assert load(game().rename(tmp_path / "e\u0301")).id == "\u00e9"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("con", "the folder cannot name a game: 'con' is not portable; Windows cannot hold it, choose another name"),
        ("a" * 61, "cannot name a game; it is longer than 60 characters"),
        ("-x", "'-x' cannot name a game; it begins with a hyphen, as an option does"),
        (".x", "the folder cannot name a game: '.x' is hidden; give it a name that begins with no dot"),
        ("a\u202eb", "the folder cannot name a game: 'a\\u202eb' holds a text direction mark U+202E"),
    ],
)
def test_folder_name_must_be_portable(game, tmp_path, name, why):
    folder = game().rename(tmp_path / name)

    with pytest.raises(Faults, match=re.escape(why)):
        load(folder, prefix="x")


def test_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(Faults, match="x: no such folder"):
        load(tmp_path / "nowhere", prefix="x")


def test_folder_without_a_game_is_told(put):
    with pytest.raises(Faults, match=r"game\.toml: no file 'game\.toml'"):
        load(put({"raid.csv": ""}))


def test_folder_reached_through_a_link_is_read(game, tmp_path):
    folder = game()
    (tmp_path / "shortcut").symlink_to(folder)

    assert load(tmp_path / "shortcut").folder == folder.resolve()


def test_rows_through_a_link_are_refused(game, tmp_path):
    folder = game()
    (folder / "raid.csv").rename(tmp_path / "raid.csv")
    (folder / "raid.csv").symlink_to(tmp_path / "raid.csv")

    with pytest.raises(Faults) as caught:
        load(folder)
    assert str(caught.value) == ("game.toml:22 [components.raid.rows]: 'raid.csv' is a link; put the file itself there")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "raid.json",
            '[{"id": "a", "copies": 3, "suit": "cups", "strength": 1.0, "text": {"en": "x", "ja": "y"}, '
            '"provenance": "house"}]',
        ),
        (
            "raid.toml",
            '[[row]]\nid = "a"\ncopies = 3\nsuit = "cups"\nstrength = 1\ntext.en = "x"\ntext.ja = "y"\n'
            'provenance = "house"\n',
        ),
        (
            "raid.tsv",
            "id\tcopies\tsuit\tstrength\ttext.en\ttext.ja\tprovenance\na\t3\tcups\t1\tx\ty\thouse\n",
        ),
    ],
)
def test_rows_may_come_from_any_kind_of_file(spoilt, name, content):
    folder = spoilt("game.toml", '"raid.csv"', f'"{name}"')
    (folder / name).write_text(content, encoding="utf-8")

    (piece,) = load(folder).components[0].pieces

    assert (piece.id, piece.copies, piece.row.cells["strength"]) == ("a", 3, 1)


def test_wall_of_wrong_references_is_told_quickly(game):
    wrong = "".join(f"a{number},1,suit{number},1,x,y,house\n" for number in range(5_000))
    suits = "id,name.en,name.ja\n" + "".join(f"s{number},x,y\n" for number in range(5_000))
    raid = "id,copies,suit,strength,text.en,text.ja,provenance\n" + wrong

    with pytest.raises(Faults) as caught:
        load(game({"raid.csv": raid, "suits.csv": suits}))
    assert len(caught.value.faults) == 5_000


SCRAPS = [
    '"',
    "'",
    "\n",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "0",
    "-1",
    "nan",
    "true",
    "#",
    "\x00",
    "\ud800",
    "　",
    "rows",
]


@given(place=st.tuples(st.integers(0, 4), st.integers(0, 2_000), st.integers(0, 8)), scrap=st.sampled_from(SCRAPS))
def test_no_damage_gets_past_as_another_error(game, place, scrap):
    number, at, cut = place
    folder = game()
    file = sorted(folder.glob("*.*"))[number]
    text = file.read_text("utf-8")
    at %= len(text)
    file.write_bytes((text[:at] + scrap + text[at + cut :]).encode("utf-8", "surrogatepass"))
    shown = ""
    try:
        load(folder)
    except Faults as error:
        shown = str(error)

    assert escaped(shown.replace("\n", "")) == shown.replace("\n", "")
