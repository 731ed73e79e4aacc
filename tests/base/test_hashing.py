import os

from generator.base.hashing import digest, file_digests, folder_stamp


def test_digest_keeps_parts_apart():
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")
    assert digest("a", b"a") == digest("a", "a")


def test_contents_follow_every_file(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "raid.csv").write_text("id\n")
    (tmp_path / "game.toml").write_text("format = 1\n")
    before = file_digests(tmp_path)

    (tmp_path / "cards" / "raid.csv").write_text("id\na\n")

    after = file_digests(tmp_path)
    assert list(before) == ["cards/raid.csv", "game.toml"]
    assert [name for name in before if before[name] != after[name]] == ["cards/raid.csv"]


def test_contents_do_not_follow_links(tmp_path):
    (tmp_path / "secret").write_text("x")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "link").symlink_to(tmp_path / "secret")

    assert file_digests(tmp_path / "game") == {}


def test_folder_stamp_sees_only_files_of_its_kind(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    before = folder_stamp(tmp_path, ".py")

    (tmp_path / "notes.txt").write_text("x")
    assert folder_stamp(tmp_path, ".py") == before

    (tmp_path / "b.py").write_text("")
    assert folder_stamp(tmp_path, ".py") != before


def test_folder_stamp_sees_a_file_of_equal_size_whose_time_was_put_back(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    os.utime(tmp_path / "a.py", (0, 0))
    before = folder_stamp(tmp_path)

    changed = (tmp_path / "a.py").stat().st_ctime_ns
    while (tmp_path / "a.py").stat().st_ctime_ns == changed:  # the clock of the file system has steps
        (tmp_path / "a.py").write_text("x = 2\n")
        os.utime(tmp_path / "a.py", (0, 0))

    assert folder_stamp(tmp_path) != before


def test_output_and_hidden_files_are_no_inputs(tmp_path):
    for name in ("output/my-game/raid.pdf", ".git/config", "art/.DS_Store", "art/output/x.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")

    assert list(file_digests(tmp_path)) == ["art/output/x.png"]


def test_file_too_large_for_an_input_is_not_read(tmp_path):
    with (tmp_path / "film.mp4").open("wb") as file:
        file.truncate(20 << 30)

    before = file_digests(tmp_path)
    os.utime(tmp_path / "film.mp4", (1, 1))

    assert file_digests(tmp_path) != before
