"""Names of files: no two options share a word, whatever a theme or a printer is called."""

import pytest

from generator.build.file_names import READING, face_words, file_variant, sheet_words
from generator.build.options import BuildOptions
from generator.model.paper import Printer


@pytest.mark.parametrize("theme", ["mono", "ink-saver", "gapless-art", "dark2"])
def test_theme_is_named_as_it_is(theme):
    words = face_words(BuildOptions(theme=theme))

    assert words == [theme] if theme != "gapless-art" else words[0].startswith("theme-")


@pytest.mark.parametrize("theme", ["fold", "my-none", "skip3", "gap6mm", "a-bleed0mm", "size-x", "theme-a"])
def test_theme_that_reads_as_another_option_is_a_digest(theme):
    (word,) = face_words(BuildOptions(theme=theme))

    assert word.startswith("theme-")
    assert word != theme
    assert theme not in word.removeprefix("theme-")


@pytest.mark.parametrize(("name", "word"), [("home", "printer-home"), ("hp_2", "printer-hp_2")])
def test_printer_is_named_as_it_is(name, word):
    assert sheet_words(BuildOptions(printer=Printer(name))) == [word]


@pytest.mark.parametrize("name", ["at-home", "Büro", "a b"])
def test_printer_whose_name_no_file_takes_is_a_digest(name):
    (word,) = sheet_words(BuildOptions(printer=Printer(name)))

    assert word.startswith("printer-")
    assert name not in word


@pytest.mark.parametrize(
    ("name", "paper", "variant"),
    [
        ("rules-booklet-a4-en.pdf", "a4", "booklet"),
        ("score-fillable-a4-en.pdf", "a4", "fillable"),
        ("raid-a4-en.pdf", "a4", ""),
        ("booklet-a4-en.pdf", "a4", ""),
        ("rules-booklet-a3-en.pdf", "a4", ""),
        ("rules-en.pdf", "", READING),
    ],
)
def test_variant_is_told_by_the_name(name, paper, variant):
    assert file_variant(name, paper) == variant
