"""Rules of printed terms: each is found by its names in both languages, and an unknown one is quoted as typed."""

import re

import pytest

from generator.play.explain.rule_terms import RuleTerms, short_rules_of
from generator.play.typed_line import run_line


def told(table, line):
    return "\n".join(run_line(table, line))


def is_whole(lines, language):
    """Whether lines are in one language, but for ids and commands, which are typed alike in both."""
    plain = re.sub(r"[(（][a-z0-9_]+[)）]|`.*?`|^[a-z]+ .*?— ", "", lines, flags=re.MULTILINE)
    return not re.search(r"[A-Za-z]{3,}" if language == "ja" else r"[ぁ-んァ-ヶ一-鿿]", plain)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_short_rule_is_told_by_its_title_and_its_id(begun, language):
    table = begun("full", language=language)
    terms = RuleTerms(table.text.names)
    rules = short_rules_of(table.text.book)

    assert len(terms.terms) == len(tuple(rules.all())) > 60
    for term in terms.terms:
        for word in (term.title, term.words[0]):
            assert any(told.title for told in terms.find(word)), word
        assert term in terms.find(term.title) or term.text in {same.text for same in terms.find(term.title)}
        for verb in ("rules", "help", "why"):
            for word in (term.title, term.words[0]):
                lines = told(table, f"{verb} {word}")
                assert lines
                assert not table.error, (verb, word)
                assert is_whole(lines, language), (verb, word, lines)


def test_titles_are_in_the_players_language(begun):
    titles = [term.title for term in RuleTerms(begun("full", language="ja").text.names).terms]

    assert [title for title in titles if title.isascii()] == []


@pytest.mark.parametrize(
    ("language", "word", "rule"),
    [
        ("en", "砦", "Fort: "),
        ("ja", "fort", "砦："),
        ("ja", "ｆｏｒｔ", "砦："),
        ("en", "left gate", ""),
        ("en", "wall_guard", "Wall guard: "),
    ],
)
def test_names_of_both_languages_lead_to_a_rule(begun, language, word, rule):
    table = begun("full", language=language)

    assert told(table, f"rules {word}").startswith(rule)
    assert bool(table.error) == (not rule)


@pytest.mark.parametrize("word", ["path", "prospect", "展望", "neutral", "pattern", "raid", "attack"])
def test_words_of_the_questions_have_a_rule(begun, word):
    table = begun("full")

    assert told(table, f"rules {word}")
    assert not table.error


def test_name_of_an_area_is_no_beginning_of_a_box(begun):
    table = begun("full")

    assert told(table, "why cohorts") == told(table, "rules cohorts")
    assert told(table, "why cohorts").startswith("Cohorts: ")
    assert "First diplomat" in told(table, "why cohort of the first diplomat")


def test_boxes_and_tracks_lead_to_the_rule_of_their_area(begun):
    table = begun("paper")

    assert told(table, "rules large granary") == told(table, "rules granaries")
    assert told(table, "rules renown").startswith("Attributes: ")


@pytest.mark.parametrize("verb", ["rules", "why", "show"])
def test_unknown_word_is_quoted_as_typed_with_printed_names(begun, verb):
    table = begun("full", language="ja")
    line = told(table, f"{verb} 砦砦")

    assert "'砦砦'" in line
    assert line.endswith("'砦' のことか")
    assert "_" not in line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rules merchant", "Merchant: as path: Goods collected"),
        ("help 貿易商", "Merchant: as path: Goods collected"),
        ("why Merchant", "Merchant: as path: Goods collected"),
        ("rules F01", "F01: as attack from: Centre; damage 2"),
        ("rules f1", "F01: as attack from: Centre; damage 2"),
        ("rules legatus", "Legatus legionis: A rank, from 70 points."),
        ("rules miles", "Miles: The lowest rank."),
        ("rules fort 3", "Fort: 1 Builder or 1 Soldier"),
        ("rules fort_03", "Fort: 1 Builder or 1 Soldier"),
    ],
)
def test_cards_ranks_and_numbered_boxes_have_a_rule(begun, line, said):
    table = begun("full")

    assert told(table, line).startswith(said)
    assert not table.error


def test_path_card_is_told_with_its_printed_text_in_both_languages(begun):
    assert "Count the filled goods boxes of your market" in told(begun("paper"), "rules merchant")
    lines = told(begun("paper", language="ja"), "rules 貿易商")
    assert lines.startswith("貿易商：方針なら：市場の交易品")
    assert "市場の埋まった交易品のマスを数える" in lines
    assert is_whole(lines.replace("パターンO", ""), "ja")


def test_word_within_rules_leads_to_them(begun):
    lines = list(run_line(begun("full"), "rules damage"))

    assert lines[0] == "'damage' stands in the rules of: Ludus, Gladiator"
    assert [line.partition(":")[0] for line in lines[1:]] == ["Ludus", "Gladiator"]


def test_word_within_many_rules_lists_their_terms_only(begun):
    (line,) = run_line(begun("full"), "rules fills")

    assert line.startswith("'fills' stands in the rules of: Mining & foresting, ")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("rules zzz", "no term of the rules 'zzz'; `rules` lists them all"),
        ("why zzz", "no part of the sheets 'zzz'; `show` lists them all"),
        ("help zzz", "no help for 'zzz'; `help` lists what can be typed, `rules` the words of the game"),
        ("help undp", "no help for 'undp'; did you mean 'undo'?"),
        ("help soldeir", "no term of the rules 'soldeir'; did you mean 'Soldier'?"),
        ("why soldeir", "no term of the rules 'soldeir'; did you mean 'Soldier'?"),
    ],
)
def test_unknown_word_is_answered_with_near_names_or_the_list_of_all(begun, line, error):
    table = begun("full")

    assert told(table, line) == error
    assert table.error == error


def test_word_inside_several_names_lists_them(begun):
    assert told(begun("full"), "why gate") == (
        "'gate' can be 'Gate of the medium granary', 'Gate of the large granary'; type more of it"
    )


def test_list_of_terms_needs_no_word(begun):
    lines = list(run_line(begun("paper"), "rules"))

    assert "Wall guard" in lines[1]
    assert "Infrastructure" in lines[2]
    assert [line.partition(":")[0] for line in lines[1:4]] == ["On the sheets", "Icons", "Other words"]
    assert lines[4:] == [
        "Fate cards: F01–F48",
        "Player cards: Engineer, Merchant, Ranger, Forager, Pontiff, Trainer, Defender, Fighter, Architect, Aristocrat, "
        "Planner, Vanguard",
        "Ranks: Miles, Centurion, Primus Pilus, Praefectus castrorum, Legatus legionis",
    ]


def test_deck_has_no_rules(begun):
    table = begun("deck")

    assert "no help for 'fort'" in told(table, "help fort")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("word", ["renown", "Renown", "名誉"])
def test_name_of_a_track_tells_its_rule_and_that_of_its_icon(begun, language, word):
    names = begun("full", language=language).text.names
    rules = short_rules_of(names.book)
    expected = [names.text(rule.text) for rule in (rules.areas["attributes"], rules.icons["renown"])]

    assert [term.text for term in RuleTerms(names).find(word)] == expected


def test_word_of_another_language_leads_to_the_rules_that_have_it(begun):
    lines = list(run_line(begun("full", language="ja"), "rules damage"))

    assert lines[0] == "'damage' が出てくるルール：闘技場、剣闘士"
    assert lines[2].startswith("剣闘士：")
