"""Each target can be loaded, and is described in both languages."""

import pytest

from generator.base.errors import UsageError
from generator.exports.export_options import OWN_OPTIONS
from generator.exports.export_words import export_words
from generator.exports.targets import GROUPS, SHORT_NAMES, TARGETS, find_target


@pytest.mark.parametrize("name", TARGETS)
def test_target_is_complete(name):
    target = find_target(name)
    module = target.load()

    assert callable(module.check_options)
    assert callable(module.write)
    assert target.options <= set(OWN_OPTIONS)
    assert bool(target.products()) == ("product" in target.options)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_are_the_same_in_both_languages(language):
    words, english = export_words(language), export_words("en")

    assert words.by_key.keys() == english.by_key.keys()
    assert all(f"targets.{name}.{key}" in words.by_key for name in TARGETS for key in ("title", "about"))
    assert all(f"groups.{name}" in words.by_key for name in GROUPS)
    if language == "ja":
        same = [key for key, text in words.by_key.items() if text == english.by_key[key]]
        assert [key for key in same if not key.endswith(".title")] == []  # names of shops are the same


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("makeplayingcards", "mpc"),
        ("PrinterStudio", "mpc"),
        ("Tabletop Simulator", "tts"),
        ("cameo", "silhouette-4"),
        ("tgx", "tgc"),
        ("pcoi", "playingcards"),
        ("dtcc", "drivethrucards"),
        ("silhuette", "silhouette"),
    ],
)
def test_target_is_found_by_the_name_of_its_place(typed, meant):
    with pytest.raises(UsageError) as raised:
        find_target(typed)

    assert str(raised.value) == f"no target called {typed!r}; did you mean {meant!r}?"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *[(name.upper(), name) for name in TARGETS],
        *[(name.replace("-", ""), name) for name in TARGETS],
        *SHORT_NAMES.items(),
        ("DTC", "drivethrucards"),
        ("tabletop", "tts"),
        ("pdf", "pdfx-4"),
        ("svg", "cut"),
        ("playingcards.io", "playingcards"),
        ("PDF/X-4", "pdfx-4"),
        ("Silhouette_4", "silhouette-4"),
    ],
)
def test_short_names_and_capitals_will_do(typed, meant):
    assert find_target(typed).name == meant


def test_short_names_hide_no_target():
    assert not {name.replace("-", "") for name in TARGETS} & SHORT_NAMES.keys()
    assert set(SHORT_NAMES.values()) <= TARGETS.keys()


@pytest.mark.parametrize("typed", ["", "-", "/", "x" * 1000, "\n", "no-such-place"])
def test_what_is_near_nothing_is_sent_to_the_list(typed):
    with pytest.raises(UsageError, match="; vallum export --list names them"):
        find_target(typed)


def test_unknown_target_is_told_with_the_nearest_one():
    with pytest.raises(UsageError, match="no target called 'pictuers'; did you mean 'pictures'"):
        find_target("pictuers")
