"""`vallum export`: folders, exit codes, and one line for what is wrong."""

import os
from pathlib import Path

import pytest

from tests.made_files import edit


def test_export_is_told_and_its_report_stands_in_the_folder(vallum, desk):
    said = vallum("export", "picket", "--to", "pictures", "--only", "raid", "--dpi", "72")

    folder = desk / "output" / "picket" / "pictures-en-only-raid-72dpi"
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0] == "output/picket/pictures-en-only-raid-72dpi: 13 files"
    assert len([*folder.rglob("*.png")]) == 12
    assert said.out.splitlines()[1].strip() in (folder / "report.txt").read_text()


def test_json_is_one_document(vallum):
    said = vallum("export", "picket", "--to", "pictures", "--only", "raid", "--dpi", "72", "--lang", "ja", "--json")

    assert said.json["ok"]
    (export,) = said.json["exports"]
    assert (export["game"], export["target"], export["language"]) == ("picket", "pictures", "ja")
    assert (export["faults"], export["warnings"]) == ([], [])
    assert all(os.path.exists(os.path.join(export["folder"], name)) for name in export["files"])  # noqa: PTH110, PTH118


def test_targets_are_listed_in_both_languages(vallum):
    english, japanese = vallum("export", "--list"), vallum("export", "--list", "--lang", "ja", "--json")

    assert "pictures " in english.out
    assert [each["name"] for each in japanese.json["targets"]] == [
        line.split()[0] for line in english.out.splitlines() if line[:2] == "  " and line[2] != " "
    ]
    assert {"name": "pictures", "title": "画像"}.items() <= japanese.json["targets"][0].items()


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (("picket",), 2, "nothing says where to export to; add --to TARGET, vallum export --list names them"),
        (("picket", "--to", "pictuers"), 2, "no target called 'pictuers'; did you mean 'pictures'?"),
        (("picket", "--to", "pictures", "--under", "a.pdf"), 2, "--under means nothing to pictures; leave it out"),
        (("picket", "--to", "pictures", "--paper", "a3"), 2, "--paper means nothing to pictures; leave it out"),
        (
            ("picket", "--to", "silhouette", "--paper", "avery-5371"),
            2,
            "--paper avery-5371 has no room for registration marks; choose a plain paper such as a4",
        ),
        (
            ("picket", "--to", "cricut", "--under", "."),
            2,
            "--under .: is a folder; name the PDF that Design Space's page was printed to",
        ),
        (("picket", "--to", "pictures", "--lang", "xx"), 2, "picket has no language 'xx'; it is one of 'en', 'ja'"),
        (("picket", "--to", "pictures", "--only", "raids"), 2, "picket has no component 'raids'; did you mean 'raid'?"),
        (("pickit", "--to", "pictures"), 2, "no game called 'pickit'; did you mean 'picket'?"),
    ],
)
def test_wrong_command_line_is_one_line_and_writes_nothing(vallum, desk, words, code, expected):
    said = vallum("export", *words)

    assert (said.code, said.out, said.err) == (code, "", f"{expected}\n")
    assert not (desk / "output").exists()


def test_findings_of_several_games_name_their_game(vallum, desk):
    said = vallum("export", "aquileia", "picket", "--to", "mpc,pictures", "--only", "servi,raid", "--dpi", "300")

    assert said.code == 1
    assert said.err.startswith("aquileia: mpc: servi: is 44 × 68 mm; ")
    folders = {line.split(": ")[0]: line.split(": ")[1] for line in said.out.splitlines() if line[0] != " "}
    assert folders.pop("output/aquileia/mpc-en-only-servi").startswith("nothing is written")
    assert {*folders} == {each.as_posix() for each in Path("output").glob("*/*")}


def test_target_that_is_its_own_place_is_named_once(vallum):
    said = vallum("export", "picket", "--to", "japan", "--only", "raid:*", "--theme", "mono")

    assert said.err == "warning: japan: colours are converted for FOGRA39, as no free profile of JC200103 is known\n"


def test_faults_of_a_game_write_nothing_of_it(vallum, my_game, desk):
    template = my_game / "templates" / "raid.svg.j2"
    edit(template, "card.name", "card.nmae")

    said = vallum("export", "my-game", "picket", "--to", "pictures", "--only", "raid", "--dpi", "72")

    assert said.code == 3
    assert "raid.svg.j2:" in said.err
    assert [each.name for each in (desk / "output").rglob("pictures*")] == ["pictures-en-only-raid-72dpi"]
    assert (desk / "output" / "picket").is_dir()


def test_pack_is_exported_like_its_folder(vallum_process, vallum, my_game, desk):
    assert vallum("pack", "my-game").code == 0

    said = vallum_process("export", "my-game.zip", "--to", "pictures", "--only", "raid", "--dpi", "72")

    assert said.returncode == 0
    assert len([*(desk / "output").rglob("*.png")]) == 12


def test_file_in_the_way_is_told_by_the_name_of_the_folder(vallum, desk):
    (desk / "output").write_text("mine")

    said = vallum("export", "picket", "--to", "pictures", "--only", "raid")

    assert (said.code, (desk / "output").read_text()) == (5, "mine")
    assert said.err == (
        "output/picket/pictures-en-only-raid: a file stands where a folder is needed; "
        "move it away or choose another folder with --out\n"
    )
