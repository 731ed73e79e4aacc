import pytest

from generator.imports.squib.squib_places import SquibPlaces, project_root
from generator.load.files.folder import Folder

FILES = {
    "Rakefile": "",
    "config.yml": "img_dir: img\n",
    "src/deck.rb": "",
    "src/cards.csv": "Name\n",
    "img/fox.png": "",
    "img/icons/coin.svg": "",
    "data/only.csv": "",
}


@pytest.fixture
def places(tmp_path, put_files):
    return SquibPlaces(Folder(put_files(tmp_path / "theirs", FILES)), "src/deck.rb")


def test_root_is_the_folder_with_the_files_of_a_project(tmp_path, put_files):
    root = put_files(tmp_path / "theirs", FILES)

    assert project_root(root / "src/deck.rb") == root


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("data/only.csv", "data/only.csv"),
        ("cards.csv", "src/cards.csv"),
        ("elsewhere/only.csv", "data/only.csv"),
        ("../src/cards.csv", "src/cards.csv"),
        ("../../etc/passwd", ""),
        ("/etc/passwd", ""),
    ],
)
def test_files_are_found_inside_the_project(places, path, name):
    assert places.find(path) == name


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("img/*.png", ["img/fox.png"]),
        ("img/**/*.{svg,png}", ["img/fox.png", "img/icons/coin.svg"]),
        ("./src/*.csv", ["src/cards.csv"]),
        ("../*", []),
    ],
)
def test_patterns_name_files(places, pattern, names):
    assert places.globbed(pattern) == names


def test_pictures_lie_in_the_folder_that_the_project_names(places):
    assert places.picture_folders[0] == "img"
