"""`vallum pack`, and packs where a game is asked for."""

import zipfile

import pytest

A4 = "--paper", "a4", "--only", "raid"


@pytest.fixture
def packed(vallum, desk, my_game):
    assert vallum("pack", "my-game").code == 0
    return desk / "my-game.zip"


def spoil(pack, name, old, new):
    """Change a file inside a pack."""
    with zipfile.ZipFile(pack) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    files[name] = files[name].replace(old, new)
    with zipfile.ZipFile(pack, "w") as archive:
        for each, data in files.items():
            archive.writestr(each, data)


def test_pack_is_told_with_what_is_left_out(vallum, my_game):
    (my_game / ".git").mkdir()

    said = vallum("pack", "my-game")

    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0].startswith("my-game.zip: ")
    assert said.out.splitlines()[1:] == ["left out: .git (hidden)"]
    assert vallum("pack", "my-game", "--json").json["left_out"] == [{"name": ".git", "why": "hidden"}]


def test_pack_is_built_like_its_folder(vallum, vallum_process, packed, desk):
    assert vallum("build", "my-game", *A4).code == 0

    built = vallum_process("build", "my-game.zip", *A4, "--out", "other")

    assert (built.returncode, built.stderr) == (0, b"")
    name = "my-game/raid-a4-en.pdf"
    assert (desk / "other" / name).read_bytes() == (desk / "output" / name).read_bytes()


def test_fault_names_the_file_inside_the_pack(vallum_process, packed):
    spoil(packed, "my-game/cards/raid.csv", b"swords", b"swrods")

    checked = vallum_process("check", "my-game.zip")

    assert checked.returncode == 1
    assert checked.stderr.decode().startswith("my-game.zip/cards/raid.csv:2 [suit]: no suit called 'swrods'")


def test_pack_that_is_refused_is_one_fault(vallum_process, packed):
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("../evil.txt", "x")

    for command in ("check", "build"):
        said = vallum_process(command, "my-game.zip", "--json")
        assert said.returncode == 3
        assert b'"faults": ["my-game.zip/../evil.txt: ' in said.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("build", "none.zip"), "no file 'none.zip'; a pack is made with: vallum pack FOLDER"),
        (("build", "my-game.zip", "--watch"), "--watch waits for changes in a folder; unpack the pack"),
        (("serve", "my-game.zip"), "'my-game.zip' is a pack; build, check and gallery read it, or unpack it"),
        (("pack", "nowhere/x"), "no folder 'nowhere/x'; start a game of your own with: vallum new FOLDER"),
    ],
)
def test_what_packs_are_not_for_is_told(vallum_process, packed, words, said):
    done = vallum_process(*words)

    assert (done.returncode, done.stderr.decode()) == (2, f"{said}\n")


def test_folder_with_the_name_of_a_pack_is_a_game(vallum, desk, my_game):
    my_game.rename(desk / "my-game.zip")

    assert vallum("check", "my-game.zip").code == 0
    assert vallum("build", "my-game.zip", *A4).code == 0
