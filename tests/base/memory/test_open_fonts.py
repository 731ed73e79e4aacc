import shutil
from pathlib import Path

import fontpkg_alegreya_sans
import pytest
import uharfbuzz

from generator.base.memory.open_fonts import open_font

FOLDER = Path(fontpkg_alegreya_sans.__file__).parent / "files"


def test_file_is_opened_once():
    path = str(FOLDER / "AlegreyaSans-Regular.ttf")

    assert open_font(path) is open_font(path)


def test_changed_file_is_opened_anew(tmp_path):
    path = tmp_path / "own.ttf"
    shutil.copy(FOLDER / "AlegreyaSans-Regular.ttf", path)
    regular = open_font(str(path))
    other = tmp_path / "other.ttf"
    shutil.copy(FOLDER / "AlegreyaSans-Bold.ttf", other)
    other.replace(path)

    assert uharfbuzz.Font(open_font(str(path))).get_style_value(uharfbuzz.StyleTag.WEIGHT) == 700
    assert uharfbuzz.Font(regular).get_style_value(uharfbuzz.StyleTag.WEIGHT) == 400


def test_missing_file_is_told_as_the_library_does(tmp_path):
    with pytest.raises((uharfbuzz.HarfBuzzError, OSError)):
        open_font(str(tmp_path / "none.ttf"))
