"""Folders of games: any name, built from inside, and output that goes nowhere else."""

import pypdfium2
import pytest


@pytest.fixture
def inside(vallum, desk, monkeypatch):
    """A game whose folder has a name of several words, as the folder that is worked in."""
    assert vallum("new", "My Game").code == 0
    monkeypatch.chdir(desk / "My Game")
    return desk / "My Game"


def test_game_is_built_from_inside_its_folder(vallum, inside):
    built = vallum("build", ".", "--paper", "a4", "--only", "raid", "--json")
    again = vallum("build", ".", "--paper", "a4", "--only", "raid", "--json")

    assert built.files == ["output/My Game/raid-a4-en.pdf"]
    assert (inside / built.files[0]).is_file()
    assert [file["fresh"] for file in again.json["files"]] == [False]


def test_output_inside_the_game_is_no_part_of_it(vallum, inside):
    (inside / "output").mkdir()
    (inside / "output" / "x.png").write_bytes(b"")
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">{}</svg>'
    picture = '<image href="output/x.png" x="0" y="0" width="9" height="9"/>'
    (inside / "templates" / "raid.svg.j2").write_text(frame.format(picture))

    checked = vallum("check", ".", "--only", "raid")

    assert checked.code == 1
    assert "'output/x.png' lies in the folder 'output', which the program writes; put it into another" in checked.err


def test_other_folders_of_the_game_are_not_written(vallum, inside):
    assert "lies in the folder of the game itself" in vallum("build", ".", "--out", "art").err


def test_link_in_the_place_of_the_output_is_refused(vallum, inside, tmp_path):
    (inside / "output").symlink_to(tmp_path)

    built = vallum("build", ".")

    assert (built.code, built.err) == (5, "output: is a link; name the folder it leads to with --out, or remove it\n")


def test_print_plan_names_the_folder_as_a_shell_takes_it(vallum, inside):
    assert vallum("build", ".", "--paper", "a4", "--only", "watch", "--plan").code == 0

    plan = pypdfium2.PdfDocument(inside / "output/My Game/print-plan-watch-a4-en.pdf")
    text = " ".join(page.get_textpage().get_text_bounded() for page in plan)
    assert "vallum build 'My Game' --only watch" in " ".join(text.split())


def test_full_width_digits_are_digits(vallum, my_game):
    options = "--paper", "２１０x２９７ｍｍ", "--only", "raid:scouts", "--copies", "１２", "--skip", "１"

    built = vallum("build", "my-game", *options, "--json")

    assert built.code == 0
    assert built.json["files"][0]["pieces"] == 12
