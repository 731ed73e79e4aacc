from generator.base.cache import Cache, digest, file_digests, program_stamp, user_cache


def test_keeps_and_finds(tmp_path):
    cache = Cache(tmp_path)

    cache.put("faces/raid-en", {"a": (1, 2)})

    assert cache.get("faces/raid-en") == {"a": (1, 2)}
    assert cache.get("faces/raid-ja") is None


def test_damaged_entry_is_a_miss(tmp_path):
    cache = Cache(tmp_path)
    cache.put("x", "value")
    data = bytearray((tmp_path / "x").read_bytes())

    for place in (0, len(data) // 2, len(data) - 1):
        hurt = data.copy()
        hurt[place] ^= 1
        (tmp_path / "x").write_bytes(hurt)
        assert cache.get("x") is None


def test_without_a_folder_nothing_is_kept():
    cache = Cache(None)

    cache.put("x", 1)

    assert cache.get("x") is None


def test_unwritable_folder_costs_only_time(tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file")

    cache.put("x", 1)

    assert cache.get("x") is None


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


def test_program_stamp_sees_only_code(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    before = program_stamp(tmp_path)

    (tmp_path / "notes.txt").write_text("x")
    assert program_stamp(tmp_path) == before

    (tmp_path / "b.py").write_text("")
    assert program_stamp(tmp_path) != before


def test_cache_folder_follows_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert user_cache() == tmp_path / "vallum"


def test_relative_or_missing_homes_are_no_place(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_cache() == tmp_path / ".cache" / "vallum"

    monkeypatch.setenv("HOME", "")
    assert user_cache() is None
