"""Texts of the shipped games by section, and texts written for a test."""

from types import SimpleNamespace

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import data_root, sample, shipped_games
from generator.model.prose import MarkdownSource, Prose
from generator.web.rules.rules_text import heading_ids, rules_text


@pytest.fixture
def text_of():
    """The sections of texts by language, of which the first is the game's."""

    def made(**texts):
        prose = Prose(tuple((language, MarkdownSource(f"{language}.md", text)) for language, text in texts.items()))
        part = SimpleNamespace(id="rules", prose=prose)
        game = SimpleNamespace(languages=(*texts,))
        return {language: rules_text(game, part, language, {}) for language in texts}

    return made


@pytest.mark.parametrize("folder", [*(data_root() / name for name in shipped_games()), sample()], ids=lambda f: f.name)
def test_headings_have_the_same_ids_in_every_language(folder):
    game = load(folder)

    for part in game.texts:
        ids = [[each.id for each in rules_text(game, part, language, {}).sections] for language in game.languages]
        assert all(each == ids[0] for each in ids)
        assert len(set(ids[0])) == len(ids[0]) > 3
        assert all(id_.isascii() and id_ == id_.lower() for id_ in ids[0])


def test_rules_that_others_link_to_keep_their_ids():
    game = load(data_root() / "hadrians-wall")
    ids = heading_ids(game, game.texts[0])

    assert {"a-year", "filling-boxes", "the-pict-attack", "hotel-workshop-and-road", "scoring", "solo-game"} <= {*ids}


def test_ids_are_words_in_small_letters_and_never_twice(text_of):
    text = text_of(en="# Rules\n\n## The *Hall* {coin}\n\n### Don’t wait!\n\n## The hall\n\n## Found\n\n## 始め\n")

    assert [each.id for each in text["en"].sections] == ["the-hall", "dont-wait", "the-hall-2", "found-2", "section-5"]


def test_ids_are_english_where_the_game_is(text_of):
    texts = text_of(de="# Regeln\n\n## Anfang\n\n## Ende\n\n## Mehr\n", en="# Rules\n\n## Start\n\n## End\n")

    assert [each.id for each in texts["de"].sections] == ["start", "end", "section-3"]


def test_words_before_the_first_heading_are_a_section(text_of):
    first, second = text_of(en="# Rules\n\nWelcome.\n\n## Start\n\nGo.\n")["en"].sections

    assert (first.id, first.level, first.title) == ("", 0, "Rules")
    assert [block.text for block in second.blocks] == ["Go."]
