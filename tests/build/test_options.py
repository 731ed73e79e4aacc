import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import OutputError, UsageError
from generator.build.options import (
    FIRST_LANGUAGE,
    BuildOptions,
    check_options,
    check_output_folder,
    game_folders,
    options_by_game,
)
from generator.build.papers import find_paper
from generator.build.pipeline import build, estimate
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder


def test_no_names_mean_every_game_but_the_sample():
    shown = [place.shown for place in game_folders([])]

    assert {"glory-to-rome", "hadrians-wall"} <= set(shown)
    assert "picket" not in shown


def test_game_named_twice_is_one_place():
    (picket,) = game_folders(["picket", "picket"])

    assert picket.folder.name == "picket"


@pytest.mark.parametrize(
    ("asked", "printed"),
    [((FIRST_LANGUAGE,), ("ja",)), ((), ("ja", "en")), (("en",), ("en",)), (("en", "ja"), ("en", "ja"))],
)
def test_game_is_printed_in_its_first_language_unless_others_are_asked_for(asked, printed):
    (place,) = game_folders(["picket"])
    game = replace(load(place.folder), languages=("ja", "en"))

    assert BuildOptions(languages=asked).languages_of(game) == printed


def test_parts_are_divided_among_games():
    games = game_folders(["picket", "hadrians-wall", "glory-to-rome"])

    orders = options_by_game(BuildOptions(only=("fate", "raid")), games)

    assert [(place.shown, options.only) for place, options in orders] == [
        ("picket", ("raid",)),
        ("hadrians-wall", ("fate",)),
    ]


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"jobs": 8}, True),
        ({"strict": True}, True),
        ({"svg": True, "png": 300}, True),
        ({"only": ("raid",)}, True),
        ({"languages": ("ja",)}, True),
        ({"combined_languages": (("en", "ja"),)}, True),
        ({"out": Path("elsewhere")}, True),
        ({"gap": 6.0}, False),
        ({"flip": "short"}, False),
        ({"skip": 1}, False),
        ({"date": "2026-01-01"}, False),
    ],
    ids=str,
)
def test_sheets_depend_on_how_they_are_printed(change, same):
    assert (replace(BuildOptions(), **change).sheet_settings == BuildOptions().sheet_settings) is same


@pytest.mark.parametrize(
    ("out", "apart"),
    [
        (".", False),
        ("mine/x", False),
        ("mine", False),
        ("mine/art/output", False),
        ("output", True),
        ("mine/output", True),
        ("mine/output/letter", True),
    ],
)
def test_output_keeps_apart_from_the_game(tmp_path, out, apart):
    place = GameFolder(tmp_path / "mine", "mine")

    if apart:
        check_output_folder([place], tmp_path / out)
    else:
        with pytest.raises(OutputError, match="lies in the folder of the game itself"):
            check_output_folder([place], tmp_path / out)


@pytest.mark.parametrize("link", ["output", "output/mine", "output/mine/png"])
def test_output_is_not_written_through_a_link(tmp_path, monkeypatch, link):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / link).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / link).symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OutputError, match=f"{link}: is a link; name the folder it leads to with --out"):
        check_output_folder([GameFolder(tmp_path / "mine", "mine")], Path("output"))


def test_output_may_go_through_links_that_are_named_from_the_root(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")

    check_output_folder([GameFolder(tmp_path / "mine", "mine")], tmp_path / "link" / "output")


def test_name_too_long_for_a_folder_is_left_to_the_writing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    check_output_folder([GameFolder(tmp_path / "mine", "mine")], Path("a" * 300))


A4 = (find_paper("a4"),)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"backs": "doubled"}, "--backs has no choice 'doubled'; did you mean 'duplex'?"),
        ({"flip": "sideways"}, "--flip has no choice 'sideways'; it is one of 'long', 'short'"),
        ({"booklet_flip": "longg"}, "--flip has no choice 'longg'; did you mean 'long'?"),
        ({"marks": "none?"}, "--marks has no choice 'none?'; did you mean 'none'?"),
        ({"order": "piles"}, "--order has no choice 'piles'; it is one of 'rows', 'stack'"),
        ({"dice": "nets"}, "--dice has no choice 'nets'; did you mean 'net'?"),
        ({"gap": -30.0}, "--gap -10.5833mm is out of range; between 0mm and 25.4mm is possible"),
        ({"bleed": float("nan")}, "--bleed nanmm is out of range; between 0mm and 25.4mm is possible"),
        ({"margin": "5mm"}, "--margin '5mm' is out of range; between 0mm and 25.4mm is possible"),
        ({"overlap": 1.0}, "--overlap 0.352778mm is out of range; between 4mm and 25.4mm is possible"),
        ({"skip": -1}, "--skip -1 is out of range; between 0 and 999 is possible"),
        ({"png": 9000}, "--png 9000 is out of range; between 36 and 600 is possible"),
        ({"png": 20}, "--png 20 is out of range; between 36 and 600 is possible"),
        ({"art_dpi": 99}, "--art-dpi 99 is out of range; between 100 and 2400 is possible"),
        ({"skip": 1.5}, "--skip 1.5 is out of range; between 0 and 999 is possible"),
        ({"ids": "no"}, "--ids takes True or False, not 'no'"),
        ({"theme": 3}, "--theme takes a text, not 3"),
        (
            {"simulate": ("gray",)},
            "--simulate has no choice 'gray'; did you mean 'grey'?",
        ),
        ({"jobs": 0}, "--jobs 0 is out of range; between 1 and 999 is possible"),
        ({"papers": ("a4",)}, "--paper has 'a4', which is no Paper; find_paper makes one of a name"),
        ({"out": "x_out"}, "--out has 'x_out', which is no Path; make one of it"),
        (
            {"split": True, "backs": "fold"},
            "--split is for --backs duplex; with --backs fold the paper has one side only",
        ),
        ({"proof": True, "ids": True}, "--proof prints outlines and ids as it is; leave out --ids"),
        (
            {"order": "stack", "skip": 3},
            "--order stack cuts all sheets at once, so none can be half used; leave out --skip",
        ),
        (
            {"papers": (find_paper("avery-5371"),), "backs": "fold"},
            "--backs fold is for paper that is cut; with avery-5371 use duplex or none",
        ),
        (
            {"plan": True, "proof": True},
            "--plan is for prints of whole pieces; with --proof there is none, leave it out",
        ),
        (
            {"plan": True, "papers": (find_paper("full"),)},
            "--plan is for paper that is cut; with full there is none, leave it out",
        ),
        ({"languages": ("fr",)}, "picket has no language 'fr'; it is one of 'en', 'ja'"),
        ({"theme": "nope"}, "no theme called 'nope'; it is one of 'colour', 'ink-saver', 'light', 'mono'"),
    ],
    ids=lambda value: str(value)[:40],
)
@pytest.mark.parametrize("work", [build, estimate])
def test_wrong_options_of_a_program_are_refused_as_on_the_command_line(work, wrong, says, tmp_path):
    (place,) = game_folders(["picket"])
    options = replace(BuildOptions(papers=A4, only=("raid",), out=tmp_path / "out"), **wrong)

    with pytest.raises(UsageError) as refused:
        work(place, options)

    assert str(refused.value) == says
    assert not (tmp_path / "out").exists()


def test_usual_options_are_right():
    check_options(BuildOptions(papers=A4))


@pytest.mark.parametrize(
    "chosen", [{}, {"only": ("raid",), "plan": True}, {"only": ("raid",)}, {"proof": True}], ids=str
)
def test_estimate_counts_every_file_that_a_build_writes(chosen, tmp_path):
    (place,) = game_folders(["picket"])
    options = replace(BuildOptions(papers=A4, out=tmp_path), **chosen)
    estimated, built = estimate(place, options), build(place, options)

    assert {file.path.name: (file.pages, file.paper_sheets) for file in estimated.files} == {
        file.path.name: (file.pages, file.paper_sheets) for file in built.files
    }


WRONG = {
    "a word that no option takes": ({"backs": "doubled"}, "--backs has no choice 'doubled'"),
    "a negative gap": ({"gap": "-30mm"}, "--gap -30mm is out of range"),
    "split backs on folded paper": ({"split": True, "backs": "fold"}, "--split is for --backs duplex"),
    "a proof that asks for ids": ({"proof": True, "ids": True}, "--proof prints outlines and ids"),
    "skipped places in stacks": ({"order": "stack", "skip": 3}, "--order stack"),
    "an edge that paper does not have": ({"flip": "sideways"}, "--flip has no choice 'sideways'"),
    "marks of another kind": ({"marks": "crosses"}, "--marks has no choice 'crosses'"),
    "paper that nobody sells": ({"paper": "a44"}, "a44"),
    "an option that there is not": ({"gapp": "2mm"}, "--gapp is no option of a build; did you mean 'gap'?"),
    "a length without a unit": ({"gap": "2"}, "--gap: '2' has no unit"),
    "a card size that there is not": ({"size": "pokr"}, "pokr"),
    "a number for a name": ({"only": 3}, "--only takes a text or a list of texts, not 3"),
    "a number among names": ({"lang": ["en", 3]}, "--lang takes a text or a list of texts, not ['en', 3]"),
    "a tick for a number of copies": ({"copies": True}, "--copies takes a text or a list of texts, not True"),
    "a list of folders": ({"out": ["a", "b"]}, "--out takes a text, not ['a', 'b']"),
}


@pytest.mark.parametrize(("words", "message"), WRONG.values(), ids=WRONG)
def test_wrong_option_is_refused_in_words(words, message):
    with pytest.raises(UsageError) as error:
        BuildOptions.of(**words)

    assert message in str(error.value)


def test_number_of_copies_may_be_a_number():
    assert BuildOptions.of(copies=2) == BuildOptions.of(copies="2")


def test_pictures_and_their_finest_resolution_can_be_switched_off():
    check_options(BuildOptions(papers=A4, png=0, art_dpi=0))


def test_words_stand_for_settings():
    options = BuildOptions.of(paper="a4", lang="en+ja", only=["raid", "watch"], gap="2mm", out="printed", flip="short")

    assert [paper.id for paper in options.papers] == ["a4"]
    assert (options.languages, options.combined_languages) == (("en", "ja"), (("en", "ja"),))
    assert options.only == ("raid", "watch")
    assert options.gap == pytest.approx(2 * 72 / 25.4)
    assert (options.out, options.flip, options.booklet_flip) == (Path("printed"), "short", "short")


def test_booklets_are_turned_over_the_short_edge_unless_an_edge_is_named():
    options = BuildOptions.of()

    assert (options.flip, options.booklet_flip) == ("long", "short")


@pytest.mark.parametrize(
    ("words", "papers", "languages"),
    [
        ({"paper": "a4,letter", "lang": "en,ja"}, ["a4", "letter"], ("en", "ja")),
        ({"paper": ["a3, a4", "a4"], "lang": ["ja"]}, ["a3", "a4"], ("ja",)),
    ],
)
def test_several_papers_and_languages_stand_in_one_word(words, papers, languages):
    options = BuildOptions.of(**words)

    assert [paper.id for paper in options.papers] == papers
    assert options.languages == languages


@pytest.mark.parametrize(
    ("paper", "fault"),
    [("a4,leter", "no paper called 'leter'; did you mean 'letter'?"), ("a4,letter,a3x", "no paper called 'a3x'; did")],
)
def test_each_paper_of_a_list_is_judged(paper, fault):
    with pytest.raises(UsageError, match=re.escape(fault)):
        BuildOptions.of(paper=paper)


@pytest.mark.parametrize(
    ("lang", "languages", "combined"),
    [
        ("ja", ("ja",), ()),
        ("en,ja", ("en", "ja"), ()),
        ("en+ja", ("en", "ja"), (("en", "ja"),)),
        ("en+ja,en", ("en", "ja"), (("en", "ja"),)),
        (["en+ja", "en+ja"], ("en", "ja"), (("en", "ja"),)),
        ("en+en", ("en",), ()),
        ((), (FIRST_LANGUAGE,), ()),
    ],
)
def test_languages_share_files_where_a_plus_joins_them(lang, languages, combined):
    options = BuildOptions.of(lang=lang)

    assert (options.languages, options.combined_languages) == (languages, combined)


@pytest.mark.parametrize(
    ("change", "is_part", "has_plan"),
    [
        ({}, False, True),
        ({"only": ("raid",)}, False, False),
        ({"only": ("raid",), "plan": True}, False, True),
        ({"only": ("raid:scouts",)}, True, False),
        ({"only": ("watch", "raid:scouts"), "plan": True}, True, True),
        ({"changed_since": Path("old")}, True, False),
        ({"proof": True}, False, False),
    ],
    ids=str,
)
def test_plan_is_of_whole_games_and_a_part_says_so(change, is_part, has_plan):
    options = replace(BuildOptions(), **change)

    assert (options.shows_a_part, options.has_plan) == (is_part, has_plan)
