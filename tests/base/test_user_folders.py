from generator.base.user_folders import user_cache


def test_cache_folder_follows_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert user_cache() == tmp_path / "vallum"


def test_relative_or_missing_homes_are_no_place(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_cache() == tmp_path / ".cache" / "vallum"

    monkeypatch.setenv("HOME", "")
    assert user_cache() is None
