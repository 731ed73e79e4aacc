"""Packs of strangers: what no pack of ours has is refused, with the name inside the pack, and nothing is written."""

import os
import re
import stat
import struct
import zipfile

import pytest

from generator.base.errors import Faults, UsageError
from generator.imports.packs import pack_reader
from generator.imports.packs.pack_reader import unpack

GAME = {"game.toml": b"format = 1\n", "cards/raid.csv": b"id\n"}


def entry(name, mode=0o100644, method=zipfile.ZIP_DEFLATED, flags=0):
    info = zipfile.ZipInfo("x")
    info.filename, info.external_attr, info.compress_type = name, mode << 16, method
    info.flag_bits |= flags
    return info


@pytest.fixture
def pack(tmp_path):
    """Write a pack of some files, and of entries that the library would not write by itself."""

    def write(files=GAME, *entries, content=b"x"):
        path = tmp_path / "trial.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data, zipfile.ZIP_DEFLATED)
            for each in entries:
                archive.writestr(each, content)
        return path

    return write


def refused(path, tmp_path):
    """The faults of a pack; nothing was written."""
    target = tmp_path / "target"
    with pytest.raises(Faults) as caught:
        unpack(path, "trial.zip", target)
    assert not list(target.rglob("*"))
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("top", ["", "my-game/"])
def test_files_lie_at_the_top_or_in_one_folder(pack, tmp_path, top):
    folder = unpack(pack({top + name: data for name, data in GAME.items()}), "trial.zip", tmp_path / "target")

    assert folder == tmp_path / "target" / (top.strip("/") or "trial")
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")} == GAME


@pytest.mark.parametrize("name", ["...zip", " .zip"])
def test_pack_without_a_name_holds_a_game_with_one(pack, tmp_path, name):
    path = pack().rename(tmp_path / name)

    assert unpack(path, name, tmp_path / "target") == tmp_path / "target" / "game"


def test_what_systems_add_to_archives_is_not_unpacked(pack, tmp_path):
    spare = {"__MACOSX/._game.toml": b"x", ".DS_Store": b"x", "cards/.raid.csv.swp": b"x", "cards/": b""}

    folder = unpack(pack(GAME | spare), "trial.zip", tmp_path / "target")

    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == ["game.toml", "raid.csv"]


class WindowsEntry(zipfile.ZipInfo):
    """An entry as programs of a Japanese Windows write it: in Shift-JIS, and without a word about it."""

    def __init__(self, name):
        super().__init__("x")
        self.filename, self.create_system = name, 0

    def _encodeFilenameFlags(self):  # noqa: N802
        return self.filename.encode("cp932"), 0


@pytest.mark.parametrize(
    ("name", "unpacked"),
    [
        ("art\\tower.png", "art/tower.png"),
        ("画像/櫓の絵.png", "画像/櫓の絵.png"),
        ("画像\\予定表.png", "画像/予定表.png"),  # 予 and 表 hold the byte of a backslash
    ],
)
def test_archives_of_windows_are_unpacked(pack, tmp_path, name, unpacked):
    folder = unpack(pack(GAME, WindowsEntry(name)), "trial.zip", tmp_path / "target")

    assert (folder / unpacked).read_bytes() == b"x"


@pytest.mark.parametrize("name", ["..\\evil.txt", "C:\\evil.txt", "\\\\host\\evil.txt", "art\\..\\..\\evil.txt"])
def test_archives_of_windows_lead_nowhere_else(pack, tmp_path, name):
    (fault,) = refused(pack(GAME, WindowsEntry(name)), tmp_path)

    assert fault.endswith("leads out; it must lie inside the game's folder")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../evil.txt", "'../evil.txt' leads out; it must lie inside the game's folder"),
        ("cards/../../evil.txt", "'cards/../../evil.txt' leads out; it must lie inside the game's folder"),
        ("../.evil", "'../.evil' leads out; it must lie inside the game's folder"),
        ("cards/../.evil", "'cards/../.evil' leads out; it must lie inside the game's folder"),
        (".hidden/../../evil", "'.hidden/../../evil' leads out; it must lie inside the game's folder"),
        ("__MACOSX/../evil", "'__MACOSX/../evil' leads out; it must lie inside the game's folder"),
        ("/.evil", "'/.evil' leads out; it must lie inside the game's folder"),
        ("/etc/passwd", "'/etc/passwd' leads out; it must lie inside the game's folder"),
        ("C:\\evil.txt", "'C:\\\\evil.txt' leads out; it must lie inside the game's folder"),
        ("C:evil.txt", "'C:evil.txt' leads out; it must lie inside the game's folder"),
        ("\\\\host\\evil.txt", "'\\\\\\\\host\\\\evil.txt' leads out; it must lie inside the game's folder"),
        ("cards\\evil.txt", "'cards\\\\evil.txt' has a backslash; write '/' between folders"),
        ("~/evil.txt", "'~/evil.txt' leads out; it must lie inside the game's folder"),
        ("cards//evil.txt", "a name with an empty part or a lone dot; write it like 'cards/deck.csv'"),
        ("./evil.txt", "a name with an empty part or a lone dot; write it like 'cards/deck.csv'"),
        ("aux.csv", "'aux.csv' is not portable; Windows cannot hold it, choose another name"),
        ("ab:c.csv", "'ab:c.csv' is not portable; Windows cannot hold it, choose another name"),
        ("what?.csv", "'what?.csv' is not portable; Windows cannot hold it, choose another name"),
        ("end .", "'end .' is not portable; Windows cannot hold it, choose another name"),
        ("a\x1bb", "'a\\x1bb' holds a control character U+001B; delete it"),
        ("a\u202eb", "'a\\u202eb' holds a text direction mark U+202E; delete it"),
        (
            "output/raid.pdf",
            "'output/raid.pdf' lies in the folder 'output', which the program writes; put it into another",
        ),
        ("x" * 201, "is longer than 200 characters; choose a shorter name"),
    ],
)
def test_name_is_refused(pack, tmp_path, name, why):
    (fault,) = refused(pack(GAME, entry(name)), tmp_path)

    assert fault.startswith("trial.zip/")
    assert fault.endswith(why)


def test_name_with_a_nul_is_not_cut(pack, tmp_path):
    path = pack(GAME, entry("art/x_png"))
    path.write_bytes(path.read_bytes().replace(b"art/x_png", b"art/x\0png"))

    assert refused(path, tmp_path) == [
        "trial.zip/art/x\\x00png: 'art/x\\x00png' holds a control character U+0000; delete it"
    ]


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        (stat.S_IFLNK | 0o777, "is a link; a pack holds files alone"),
        (stat.S_IFIFO | 0o644, "is no regular file; a pack holds files alone"),
        (stat.S_IFCHR | 0o644, "is no regular file; a pack holds files alone"),
    ],
)
def test_kind_is_refused(pack, tmp_path, mode, why):
    assert refused(pack(GAME, entry("art/x", mode), content=b"/etc/passwd"), tmp_path) == [f"trial.zip/art/x: {why}"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("art/tower.png", "art/tower.png"),
        ("art/tower.png", "art/Tower.PNG"),
        ("ART/a.png", "art/b.png"),
        ("art/caf\u00e9.png", "art/cafe\u0301.png"),
        ("art", "art/tower.png"),
        ("art/tower.png", "art"),
        ("stra\u00dfe", "STRASSE"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_that_are_one_somewhere_are_refused(pack, tmp_path, first, second):
    (fault,) = refused(pack(GAME, entry(first), entry(second)), tmp_path)

    assert "has the same name on some systems; a pack holds each name once" in fault


def test_encrypted_file_is_refused(pack, tmp_path):
    path = pack(GAME, entry("art/x"))
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\1\2")
    data[at + 8] |= 1
    path.write_bytes(data)

    assert refused(path, tmp_path) == ["trial.zip/art/x: is encrypted; a pack has no password"]


def test_unusual_method_is_refused(pack, tmp_path):
    found = refused(pack(GAME, entry("art/x", method=zipfile.ZIP_LZMA)), tmp_path)

    assert found == ["trial.zip/art/x: is packed by a method that is not read; pack it as an ordinary ZIP file"]


def test_bomb_is_refused(pack, tmp_path):
    found = refused(pack(GAME, entry("art/x"), content=bytes(2_000_000)), tmp_path)

    assert found == ["trial.zip/art/x: unpacks to more than 100 times its size"]


def test_bomb_of_many_small_files_is_refused(pack, tmp_path):
    found = refused(pack(GAME | {f"art/{n}": bytes(999_000) for n in range(20)}), tmp_path)

    assert found == ["trial.zip: unpacks to more than 100 times its size"]


def test_too_much_is_refused(pack, tmp_path, monkeypatch):
    monkeypatch.setattr(pack_reader, "MOST_BYTES", 2_000_000)
    noise = os.urandom(20_000) * 60

    (fault,) = refused(pack(GAME | {"a": noise, "b": noise}), tmp_path)

    assert fault == "trial.zip: 2 MB when it is unpacked; the limit is 2 MB"


def test_too_many_files_are_refused(pack, tmp_path):
    assert refused(pack(GAME | {f"a{n}": b"" for n in range(5000)}), tmp_path) == [
        "trial.zip: holds more than 5,000 files"
    ]


def test_number_of_files_that_is_not_true_is_refused(pack, tmp_path):
    path = pack(GAME)
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\5\6")
    data[at:at] = b"PK\6\7" + bytes(16)
    path.write_bytes(data)

    assert refused(path, tmp_path) == ["trial.zip: holds more than 5,000 files"]


def test_file_larger_than_it_says_is_refused(pack, tmp_path):
    path = pack(GAME)
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\1\2")
    size = struct.unpack_from("<I", data, at + 24)[0]
    struct.pack_into("<I", data, at + 24, size - 1)
    path.write_bytes(data)

    with pytest.raises(Faults, match=re.escape("trial.zip/cards/raid.csv: is damaged in the pack")):
        unpack(path, "trial.zip", tmp_path / "target")


@pytest.mark.parametrize(
    "spoil",
    [lambda d: d[:-5], lambda d: b"", lambda d: b"PK\5\6" + bytes(18), lambda d: b"%PDF-1.7" * 99],
)
def test_no_archive_is_refused(pack, tmp_path, spoil):
    path = pack(GAME)
    path.write_bytes(spoil(path.read_bytes()))

    assert len(refused(path, tmp_path)) == 1


def test_every_damaged_byte_is_refused_or_harmless(pack, tmp_path):
    path = pack(GAME)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        target = tmp_path / f"target-{at}"
        try:
            folder = unpack(path, "trial.zip", target)
        except Faults:
            continue
        assert folder.is_relative_to(target)


def test_pack_without_a_game_is_refused(pack, tmp_path):
    for files in ({"a/x": b""}, {"a/game.toml": b"", "b/game.toml": b""}, {}):
        (fault,) = refused(pack(files), tmp_path)
        assert fault.startswith("trial.zip: has no game.toml at its top or in its only folder")


def test_names_without_an_encoding_are_utf_8_or_refused(pack, tmp_path):
    path = pack(GAME | {"art/\u00e9.png": b"x"})
    data = path.read_bytes()
    for signature, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        head = data.rindex(signature)
        data = data[: head + at] + b"\0\0" + data[head + at + 2 :]
    path.write_bytes(data)
    assert (unpack(path, "trial.zip", tmp_path / "good") / "art" / "\u00e9.png").is_file()

    path.write_bytes(data.replace("\u00e9".encode(), b"\x82\xa0"))
    (fault,) = refused(path, tmp_path)
    assert fault.endswith("its name is not UTF-8; pack the game with: vallum pack FOLDER")


def test_what_is_no_file_is_told(tmp_path):
    with pytest.raises(UsageError, match=r"no file 'trial\.zip'; a pack is made with: vallum pack FOLDER"):
        unpack(tmp_path / "trial.zip", "trial.zip", tmp_path)
    os.mkfifo(tmp_path / "trial.zip")
    with pytest.raises(Faults, match=r"trial\.zip: cannot be read: not a regular file"):
        unpack(tmp_path / "trial.zip", "trial.zip", tmp_path)
