"""The companion's words: the same keys in every language, and all that the program and the rules ask for."""

import re
import tomllib
from pathlib import Path

import pytest

from generator.base.errors import UsageError
from generator.play.rules.rules_protocol import NOUNS, WRONG
from generator.play.text.play_messages import LANGUAGES, play_messages
from generator.play.verbs import VERBS
from generator.solo.reasons import WORDS

ROOT = Path(__file__).parents[2]


def keys(language):
    def below(table, start=""):
        for key, value in table.items():
            yield from below(value, f"{start}{key}.") if isinstance(value, dict) else [(start + key, value)]

    text = (ROOT / f"templates/play/{language}.toml").read_text("utf-8")
    return {key: frozenset(re.findall(r"\{(\w+)\}", phrase)) for key, phrase in below(tomllib.loads(text))}


def test_languages_have_the_same_keys_and_names():
    assert keys("en") == keys("ja")
    assert keys("tapped.en") == keys("tapped.ja")


def test_words_for_whoever_taps_stand_over_others_and_know_the_same_names():
    every, tapped = keys("en"), keys("tapped.en")

    assert tapped.keys() <= every.keys()
    assert [key for key, names in tapped.items() if not names <= every[key]] == []
    assert "`" not in "".join((ROOT / f"templates/play/tapped.{lang}.toml").read_text("utf-8") for lang in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_has_its_help(language):
    words = play_messages(language)

    assert [verb.name for verb in VERBS if not words.section("verb").get(verb.name)] == []


def test_every_reason_of_the_rules_has_words():
    english = play_messages("en").section("reasons")

    assert {key: english[key] for key in WORDS} == WORDS


def test_everything_that_can_be_wrong_has_words():
    words = play_messages("en")

    assert {key: words.section("wrong")[key] for key in WRONG} == WRONG
    assert words.section("noun") == NOUNS


def test_every_key_in_the_code_is_there():
    code = "".join(file.read_text("utf-8") for file in (ROOT / "generator/play").rglob("*.py"))
    asked = set(re.findall(r'words\(\s*"([a-z_]+(?:\.[a-z_]+)*)"', code))

    assert len(asked) > 40
    assert asked <= keys("en").keys()


def test_unknown_language_is_told():
    with pytest.raises(UsageError, match="does not speak 'xx'; it is one of 'en', 'ja'"):
        play_messages("xx")


def test_verbs_have_names_of_their_own():
    names = [name for verb in VERBS for name in (verb.name, *verb.aliases)]

    assert len(names) == len(set(names))
