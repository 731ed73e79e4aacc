"""The messages of play: the same keys in every language, and all that the program and the rules ask for."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from generator.base.errors import UsageError
from generator.play.text.play_messages import LANGUAGES, play_messages
from generator.play.verbs import VERBS

ROOT = Path(__file__).parents[2]
PLACES = ("play", "solo", "web/play", "web/sheets")
"""Packages whose strings are keys of messages of play."""


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


def keys_in(folder, pattern):
    code = "".join(file.read_text("utf-8") for file in sorted((ROOT / folder).rglob("*.py")))
    return set(re.findall(pattern, code))


def test_every_reason_of_the_rules_has_words():
    asked = keys_in("generator/solo", r'Reason\(\s*"(\w+)"')
    english = play_messages("en").section("reasons")

    assert len(asked) > 15
    assert asked | {"act", "choose", "source", "place", "favour"} <= english.keys()


def test_everything_that_can_be_wrong_has_words():
    asked, english = keys_in("generator/play", r'\bkey="(\w+)"'), play_messages("en").section("wrong")
    nouns = keys_in("generator/play", r'(?:match_word|_card)\(.*?"((?:action|part|card_\w+))"')

    assert len(asked) > 25
    assert asked <= english.keys()
    assert {"action", "card_in_deck", "card_on_table"} <= nouns <= play_messages("en").section("noun").keys()


def patterns():
    """The strings of the code as patterns; a value in an f-string may be anything."""
    files = [file for folder in PLACES for file in (ROOT / "generator" / folder).rglob("*.py")]
    for node in (node for file in sorted(files) for node in ast.walk(ast.parse(file.read_text("utf-8")))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z_]+" for part in node.values]
            if any(isinstance(part, ast.Constant) and re.search(r"[a-z][._]", part.value) for part in node.values):
                yield "".join(parts)


def test_every_message_is_used():
    known = re.compile("|".join(f"(?:{pattern})" for pattern in set(patterns())))
    by_last_word = ("wrong.", "reasons.", "noun.", "listing.", "verb.", "usage.", "phase.", "typed.")
    unused = [key for key in keys("en") if not known.fullmatch(key)]

    assert [key for key in unused if not key.startswith(by_last_word) or not known.fullmatch(key.split(".")[1])] == []
    assert not known.fullmatch("done.filled")


def test_every_key_in_the_code_is_there():
    code = "".join(file.read_text("utf-8") for file in (ROOT / "generator/play").rglob("*.py"))
    asked = set(re.findall(r'messages\(\s*"([a-z_]+(?:\.[a-z_]+)*)"', code))

    assert len(asked) > 40
    assert asked <= keys("en").keys()


def test_unknown_language_is_told():
    with pytest.raises(UsageError, match="no messages in 'xx'; it is one of 'en', 'ja'"):
        play_messages("xx")


def test_verbs_have_names_of_their_own():
    names = [name for verb in VERBS for name in (verb.name, *verb.aliases)]

    assert len(names) == len(set(names))
