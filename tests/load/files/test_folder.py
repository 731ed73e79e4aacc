import os
import socket
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.load.files.folder import Folder, SearchPath, name_fault


@pytest.fixture
def folder(put, tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    return Folder(put({"raid.csv": "id\n", "cards/deep.csv": "deep", "icons/sword.svg": "<svg/>"}), "data/trial")


def refused(folder, name):
    with pytest.raises(Faults) as caught:
        folder.read(name)
    (fault,) = caught.value.faults
    assert fault.unreadable
    return str(fault)


def test_reads_files_by_plain_names(folder):
    assert folder.read("raid.csv") == b"id\n"
    assert folder.text("cards/deep.csv") == "deep"
    assert folder.has("raid.csv")
    assert not folder.has("cards")
    assert folder.place("raid.csv") == "data/trial/raid.csv"


def test_lists_regular_files(folder):
    (folder.root / ".hidden").write_text("x")
    (folder.root / "link.csv").symlink_to("raid.csv")

    assert folder.names() == ("cards/deep.csv", "icons/sword.svg", "raid.csv")
    assert folder.names("cards", ".csv") == ("cards/deep.csv",)
    assert folder.names("nowhere") == ()


@pytest.mark.parametrize(
    "name",
    ["../secret.txt", "cards/../../secret.txt", "/etc/passwd", "C:\\x", "\\\\host\\x", "~/x", "a/./../..", "file:///x"],
)
def test_names_that_lead_out_are_refused(folder, name):
    assert refused(folder, name).endswith("leads out; it must lie inside the game's folder")


@pytest.mark.parametrize("name", ["CON", "aux.png", "x.", "x ", " x", "a?b", "cards/nul.csv", "com1", 'a"b', "a\tb"])
def test_names_windows_cannot_hold_are_refused(folder, name):
    assert "is not portable" in refused(folder, name)


@pytest.mark.parametrize("name", ["", ".", "./raid.csv", "cards//deep.csv", "cards/"])
def test_crooked_names_are_refused(folder, name):
    assert not folder.has(name)


def test_name_with_an_escape_is_shown_escaped(folder):
    assert refused(folder, "a\x1b[31m") == (
        "data/trial/a\\x1b[31m: 'a\\x1b[31m' holds a control character U+001B; delete it"
    )


@pytest.mark.parametrize("target", ["raid.csv", "../secret.txt", "/dev/zero", "nowhere"])
def test_links_are_refused(folder, target):
    (folder.root / "link.csv").symlink_to(target)

    assert refused(folder, "link.csv").endswith("'link.csv' is a link; put the file itself there")


def test_linked_folders_are_refused(folder, tmp_path):
    (folder.root / "out").symlink_to(tmp_path)

    assert refused(folder, "out/secret.txt").endswith("'out' is a link; put the file itself there")
    assert not any(name.startswith("out") for name in folder.names())
    assert folder.names("out") == folder.names("..") == folder.names("cards/../..") == ()


def test_folder_that_is_a_link_itself_holds_nothing(folder, tmp_path):
    (tmp_path / "again").symlink_to(folder.root)
    linked = Folder(tmp_path / "again", "again")

    assert refused(linked, "raid.csv") == "again/raid.csv: 'again' is a link; put the folder itself there"
    assert linked.names() == ()
    assert SearchPath((linked,)).find("raid.csv") is None


def test_pipes_sockets_and_folders_are_refused(folder, monkeypatch):
    os.mkfifo(folder.root / "pipe.csv")
    monkeypatch.chdir(folder.root)
    with socket.socket(socket.AF_UNIX) as plug:
        plug.bind("plug.csv")

    for name, kind in (("pipe.csv", "a named pipe"), ("plug.csv", "a socket"), ("cards", "a folder")):
        assert refused(folder, name).endswith(f"'{name}' is {kind}; put a file there")
    assert refused(folder, "raid.csv/deep").endswith("'raid.csv' is a file; a folder is needed here")


def test_file_swapped_for_a_link_is_still_refused(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(folder.__class__, "refusal", lambda *_: None)
    (folder.root / "late.csv").symlink_to(tmp_path / "secret.txt")
    os.mkfifo(folder.root / "late.fifo")

    assert "cannot be read" in refused(folder, "late.csv")
    assert "not a regular file" in refused(folder, "late.fifo")


def test_file_over_twenty_megabytes_is_refused(folder):
    with (folder.root / "big.csv").open("wb") as file:
        file.truncate(20_000_001)

    assert refused(folder, "big.csv").endswith("'big.csv' is 20.1 MB; the limit is 20 MB")


def test_pointer_of_git_lfs_is_no_file(folder):
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 24204\n"
    (folder.root / "deck.xlsx").write_text(pointer)

    assert refused(folder, "deck.xlsx").endswith("run: git lfs pull")


def test_missing_file_names_the_nearest(folder):
    assert refused(folder, "cards/depe.csv").endswith("did you mean 'cards/deep.csv'?")
    assert refused(folder, "Raid.csv").endswith("it is spelt 'raid.csv'")


@pytest.mark.parametrize("twins", [("Card.png", "card.png"), ("caf\u00e9.png", "cafe\u0301.png")])
def test_names_that_some_systems_hold_for_one_are_refused(folder, twins):
    for name in twins:
        (folder.root / name).write_text("x")

    assert "are one name on some systems; rename one of them" in refused(folder, twins[0])


def test_text_drops_mark_and_carriage_returns(put):
    folder = Folder(put({"a.csv": b"\xef\xbb\xbfid\r\na\r\n"}))

    assert folder.text("a.csv") == "id\na\n"


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (
            b"name: \xe9",
            "a.csv:1:7: byte E9 is not UTF-8 and looks like Windows-1252; open the file as Windows-1252 in an editor and "
            "save it as UTF-8; in Excel, save it as 'CSV UTF-8'",
        ),
        (b"id\r\nab\x00", "a.csv:2:3: control character U+0000; delete it"),
        ("ab\u202ecd".encode(), "a.csv:1:3: text direction mark U+202E; delete it"),
        (b"a\rb", "a.csv:1:2: carriage return without a line feed; save the file with ordinary line ends"),
    ],
)
def test_text_names_what_is_unfit(put, data, shown):
    with pytest.raises(Faults, match=r".") as caught:
        Folder(put({"a.csv": data})).text("a.csv")

    assert str(caught.value) == shown


@given(st.text(alphabet="./\\~:* \x00\ud800aéC" + string.ascii_lowercase[:2], max_size=12) | st.text())
def test_no_name_reaches_outside(tmp_path_factory, name):
    outside = tmp_path_factory.getbasetemp() / "reach"
    root = outside / "in"
    if not root.exists():
        (root / "a").mkdir(parents=True)
        for place in (outside / "a", outside / "b", root / "a" / "b"):
            place.mkdir() if place.name == "a" else place.write_text(str(place.relative_to(outside)))
        (root / "b").symlink_to(outside)
    try:
        found = Folder(root).read(name)
    except Faults:
        return

    assert found == b"in/a/b"
    assert name == "a/b"


class TestSearch:
    @pytest.fixture
    def search(self, tmp_path):
        for name in ("own/card.svg", "ours/card.svg", "ours/icons/soldier.svg"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(name)
        return SearchPath((Folder(tmp_path / "own", "own"), Folder(tmp_path / "ours", "ours")))

    def test_first_folder_wins(self, search):
        assert search.find("card.svg") == ("own/card.svg", b"own/card.svg")
        assert search.text("icons/soldier.svg") == ("ours/icons/soldier.svg", "ours/icons/soldier.svg")
        assert search.find("nothing.svg") is None
        assert search.text("nothing.svg") is None

    def test_every_file_of_a_name(self, search):
        assert [place for place, _ in search.find_all("card.svg")] == ["own/card.svg", "ours/card.svg"]

    def test_names_of_all_folders(self, search):
        assert search.names("", ".svg") == ("card.svg", "icons/soldier.svg")

    def test_missing_file_is_not_refused(self, search):
        assert search.refusal("icons/soldeir.svg") is None

    def test_refused_file_is_not_looked_for_elsewhere(self, search, tmp_path):
        (tmp_path / "own" / "icons").symlink_to(tmp_path / "ours" / "icons")

        assert search.find("icons/soldier.svg") is None
        assert search.refusal("icons/soldier.svg") == "'icons' is a link; put the file itself there"

    def test_name_that_leads_out_is_told(self, search):
        assert search.find("../own/card.svg") is None
        assert search.refusal("../own/card.svg") == name_fault("../own/card.svg")


def test_deep_folders_are_not_walked_for_ever(tmp_path):
    deep = tmp_path.joinpath(*["d"] * 30)
    deep.mkdir(parents=True)
    Path(deep, "a.csv").write_text("x")

    assert Folder(tmp_path).names() == ()


def test_folder_that_is_not_there_lacks_every_file(tmp_path):
    gone = Folder(tmp_path / "gone", "gone")

    assert gone.lacks("raid.csv")
    assert gone.lacks("cards/raid.csv")
    assert not gone.has("raid.csv")
    assert gone.names() == ()
