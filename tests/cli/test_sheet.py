"""`vallum sheet read` and `vallum sheet fill` from the command line."""

import io
import json

import numpy as np
import pytest

from generator.base.terminal_text import text_width
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, find_game
from generator.scoresheets.form_filling import SheetMarks, build_blank_forms
from generator.scoresheets.photos.blank_page import blank_pages
from tests.scoresheets.photos.doubtful_rows import photo_of_doubtful_row
from tests.scoresheets.photos.photographer import EASY, fill_in, photograph, random_marks

MARKS = {"fort_01": 1, "wall_01": 1, "path_1": "fighter", "name": "Ann"}
BAD = {"wall_02": 1}


@pytest.fixture
def filled(vallum, desk):
    """A filled sheet on the desk."""

    def one(marks, *options):
        (desk / "marks.json").write_text(json.dumps({"game": "hadrians-wall", "marks": marks}), "utf-8")
        said = vallum("sheet", "fill", "marks.json", "--json", *options)
        assert said.code == 0, said.err
        (file,) = said.json["files"]
        return file

    return one


def test_filled_sheet_reads_back(vallum, filled):
    said = vallum("sheet", "read", filled(MARKS), "--json")
    document = said.json

    assert (said.code, document["ok"], document["flaws"]) == (0, True, [])
    assert document["marks"] == MARKS | {"small_granary": 1, "production_01": 1}
    assert (document["game"], document["sheets"], document["rank"]) == (
        "hadrians-wall",
        {"left": "1", "right": "1"},
        "Miles",
    )


def test_reading_can_be_filled_in_again(vallum, filled, desk):
    first = filled(MARKS, "--lang", "ja", "--paper", "letter")
    (desk / "again.json").write_text(vallum("sheet", "read", first, "--json").out, "utf-8")
    (second,) = vallum("sheet", "fill", "again.json", "--out", "more", "--paper", "letter", "--json").json["files"]

    assert (desk / first).read_bytes() == (desk / second).read_bytes()
    assert second == "more/hadrians-wall/sheets-filled-again-letter-ja.pdf"


def test_illegal_sheet_ends_with_1(vallum, filled):
    said = vallum("sheet", "read", filled(BAD))

    assert said.code == 1
    assert "wall_02: Wall, section 1, box 2 of 7: is marked, but not Wall, section 1, box 1 of 7; this" in said.out


def test_illegal_sheet_as_json(vallum, filled):
    document = vallum("sheet", "read", filled(BAD), "--json").json

    assert not document["ok"]
    assert {(flaw["kind"], *flaw["boxes"]) for flaw in document["flaws"]} == {("gap", "wall_02"), ("chain", "wall_02")}


def test_words_are_in_the_language_asked_for(vallum, filled):
    assert "長城 第1区 7枠中2番" in vallum("sheet", "read", filled(BAD), "--lang", "ja").out


def test_columns_of_japanese_stand_below_each_other(vallum, filled):
    lines = vallum("sheet", "read", filled(MARKS), "--lang", "ja").out.splitlines()
    scores = lines[lines.index("", 2) + 1 : -1]

    assert len(scores) > 5
    assert {text_width(line) for line in scores} == {text_width(scores[0])}


def test_flat_sheet_cannot_be_read(vallum, filled):
    said = vallum("sheet", "read", filled(MARKS, "--flat"))

    assert (said.code, said.out) == (3, "")
    assert said.err.count("\n") == 1
    assert "was flattened" in said.err


@pytest.mark.parametrize("name", ["none.pdf", "."])
def test_unreadable_file_ends_with_3(vallum, desk, name):
    said = vallum("sheet", "read", name)

    assert (said.code, said.out, said.err.count("\n")) == (3, "", 1)


def test_unreadable_file_as_json(vallum, desk):
    (desk / "x.pdf").write_bytes(b"hello")
    said = vallum("sheet", "read", "x.pdf", "--json")

    (fault,) = said.json["faults"]
    assert (said.code, said.json["ok"]) == (3, False)
    assert fault.startswith("x.pdf: is not a PDF; fill in a ")


def test_marks_are_told_apart_from_a_sheet(vallum, desk):
    (desk / "marks.json").write_text('{"fort_01": 1}')
    said = vallum("sheet", "read", "marks.json")

    assert said.err == "marks.json: is JSON and not a PDF; 'vallum sheet fill' writes such marks on a sheet\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sheet", "eat"), "no command called 'eat'"),
        (("sheet", "read"), "the following arguments are required: FILE"),
        (("sheet", "fill", "m.json", "--paper", "a9"), "no paper called 'a9'"),
        (("sheet", "fill", "m.json", "--game", "chess"), "no game called 'chess'"),
        (("sheet", "read", "m.json", "--flat"), "'--flat' is not known here"),
        (("sheet", "read", "m.json", "--lang", "xx"), "no game has words in 'xx'"),
    ],
)
def test_wrong_command_line_ends_with_2(vallum, desk, arguments, words):
    (desk / "m.json").write_text('{"fort_01": 1}' if "chess" in arguments else '{"game": "hadrians-wall", "marks": {}}')
    said = vallum(*arguments)

    assert (said.code, words in said.err) == (2, True), said.err


def test_sheet_of_a_game_of_ones_own(vallum, desk, my_game):
    (desk / "m.json").write_text('{"night_1": 5, "night_2": 7}', "utf-8")
    (file,) = vallum("sheet", "fill", "m.json", "--game", "my-game", "--json").json["files"]

    assert "which is not here; name its folder with --game" in vallum("sheet", "read", file).err
    said = vallum("sheet", "read", file, "--game", "my-game", "--json")
    assert (said.code, said.json["values"], said.json["flaws"]) == (0, {"total": 12}, [])


def test_every_shipped_pad_reads_back_blank(vallum, desk):
    (desk / "m.json").write_text("{}")
    games = [game["id"] for game in vallum("games", "--json").json["games"]]
    files = [
        file for game in games for file in vallum("sheet", "fill", "m.json", "--game", game, "--json").json["files"]
    ]

    assert len(files) >= len(games)
    for file in files:
        assert vallum("sheet", "read", file).code == 0


def test_photos_are_read_asked_for_and_saved(vallum, desk):
    game = load(find_game("hadrians-wall"), prefix="x")
    marks = SheetMarks(GameFolder(game.folder, "x"), game, game.sheets, "en", {})
    page = next(blank_pages(next(iter(build_blank_forms(marks, "a4").values()))))
    rng = np.random.default_rng(7)
    state, kinds = random_marks(game.sheets["left"], page, rng)
    years = {"training_grounds_01": 2, "training_grounds_02": 3, "forum_01": 1, "forum_02": 4, "forum_03": 6}
    state, kinds = state | years, kinds | dict.fromkeys(years, "year")
    (desk / "left.jpg").write_bytes(photograph(fill_in(page, state, kinds, rng, "black"), EASY, rng))

    said = vallum("sheet", "read", "left.jpg", "--game", "hadrians-wall", "--json", "--set", "training_grounds_01=2")

    document = said.json
    marks = {id_: value for id_, value in state.items() if value and id_ not in document["asked"]}
    assert document["marks"].items() >= marks.items()
    assert len(document["asked"]) <= 6
    assert "training_grounds_01" in marks
    read = document["read"]
    assert {id_: state[id_] for id_ in read} == read
    assert read.keys().isdisjoint({*document["asked"], "training_grounds_01"})
    assert ("output/hadrians-wall/left-numbers.png" in document["files"]) == bool(read)
    assert document["files"][-1] == "output/hadrians-wall/sheets-filled-left-a4-en.pdf"
    again = vallum("sheet", "read", document["files"][-1], "--json").json["marks"]
    assert again.items() >= marks.items()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["left.jpg"], "a photo names no game; add --game GAME"),
        (["left.jpg", "--game", "hadrians-wall", "--set", "fort_1=1"], "no box called 'fort_1'"),
        (["a.pdf", "b.pdf"], "only photos are read several at a time; give one PDF"),
        (["a.pdf", "--set", "fort_01=1"], "--set and --paper are for photos of sheets; leave them out for a PDF"),
    ],
)
def test_wrong_words_about_photos_are_refused(vallum, desk, arguments, message):
    (desk / "left.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(64))

    said = vallum("sheet", "read", *arguments)

    assert said.code == 2
    assert message in said.err


def test_sheet_in_another_language_than_the_report_is_read(vallum, desk):
    (desk / "row.jpg").write_bytes(photo_of_doubtful_row("renown"))

    said = vallum("sheet", "read", "row.jpg", "--game", "hadrians-wall", "--paper", "a4", "--lang", "ja", "--json")

    assert said.json["asked"] == ["renown_05", "renown_06", "renown_07"]
    assert said.json["marks"]["renown_04"] == 1
    assert "output/hadrians-wall/sheets-filled-row-a4-ja.pdf" in said.json["files"]


def test_programs_answer_for_each_box_of_a_row(vallum, desk):
    (desk / "row.jpg").write_bytes(photo_of_doubtful_row("renown"))
    answers = ("--set", "renown_05=1", "--set", "renown_06=0")

    said = vallum("sheet", "read", "row.jpg", "--game", "hadrians-wall", "--paper", "a4", "--json", *answers)

    assert said.json["asked"] == ["renown_07"]
    assert said.json["marks"].get("renown_05") == 1


@pytest.mark.parametrize(
    ("language", "range_", "misfit"),
    [
        ("en", "1 if it is marked; Enter alone if it is empty", "“one” does not fit here: 1 if it is marked"),
        ("ja", "印があるなら1。空ならEnterだけ", "「one」はここに入らない。印があるなら1"),
    ],
)
def test_answer_that_does_not_fit_is_answered_with_those_that_do(vallum, desk, monkeypatch, language, range_, misfit):
    (desk / "row.jpg").write_bytes(photo_of_doubtful_row("renown"))
    monkeypatch.setattr("sys.stdin", io.StringIO("one\n\n"))
    answers = ("--set", "renown_05=1", "--set", "renown_06=0", "--lang", language)

    said = vallum("sheet", "read", "row.jpg", "--game", "hadrians-wall", "--paper", "a4", *answers)

    lines = said.out.splitlines()
    prompts = [line for line in lines if line.startswith(("1 of 1", "1/1"))]
    assert [range_ in prompt for prompt in prompts] == [True, True]
    assert [line for line in lines if line.startswith(misfit)] == lines[
        lines.index(prompts[0]) + 1 : lines.index(prompts[1])
    ]


def test_count_that_does_not_fit_a_row_is_answered_with_the_counts_that_do(vallum, desk, monkeypatch):
    (desk / "row.jpg").write_bytes(photo_of_doubtful_row("renown"))
    monkeypatch.setattr("sys.stdin", io.StringIO("9\n5\n"))

    said = vallum("sheet", "read", "row.jpg", "--game", "hadrians-wall", "--paper", "a4")

    assert "“9” does not fit here: how many boxes of this row are filled, from its start? 4 to 7\n" in said.out


def test_boxes_that_nobody_tells_of_are_listed_by_the_number_of_their_picture(vallum, desk, monkeypatch):
    (desk / "row.jpg").write_bytes(photo_of_doubtful_row("renown"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    said = vallum("sheet", "read", "row.jpg", "--game", "hadrians-wall", "--paper", "a4", "--lang", "en")

    lines = said.out.splitlines()
    assert lines[0].startswith(
        "questions about boxes in doubt: 1; they are shown in output/hadrians-wall/row-questions"
    )
    told = [line for line in lines if "not told yet; " in line]
    assert [line.partition(": ")[0] for line in told] == [f"1 = renown_{number:02}" for number in (5, 6, 7)]
    assert told[0].endswith(": not told yet; add --set renown_05=…")
    assert [line for line in lines if line.startswith("Renown ") and line.endswith(" not known yet")]


@pytest.mark.parametrize(("players", "is_said"), [(1, True), (2, False)])
def test_players_are_asked_for_where_neighbours_may_have_paid(vallum, filled, players, is_said):
    file = filled({"path_1": "pontiff", **{f"wall_guard_{number:02}": 1 for number in range(1, 15)}})

    said = vallum("sheet", "read", file, "--players", players)

    assert "; nothing is paid that was not there\n" in said.out
    assert ("where neighbours paid, read the sheet with --players" in said.out) == is_said


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("text.jpg", b"Dear sir,\n", "is no picture that can be read here; save the photo as JPEG"),
        ("TEXT.PNG", b"Dear sir,\n", "is no picture that can be read here; save the photo as JPEG"),
        ("empty.jpg", b"", "is empty; save or copy it again"),
    ],
)
def test_file_that_is_called_a_photo_is_not_asked_to_be_a_form(vallum, desk, name, content, sentence):
    (desk / name).write_bytes(content)

    said = vallum("sheet", "read", name, "--game", "hadrians-wall")

    assert (said.code, said.out, said.err.strip()) == (3, "", f"{name}: {sentence}")
