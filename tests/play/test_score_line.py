"""A finished game as one line, checked by a stranger."""

import random

import pytest

from generator.base.errors import GeneratorError, UsageError
from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.score_line import find_false_claim, parse_score_line, replay, score_line
from generator.play.session_checks import judge, judge_line
from generator.play.text.play_messages import ErrorText, play_messages


@pytest.fixture
def line(begun, play_on):
    def of(seed=0, **wish):
        table = begun("full", settings={"difficulty": "hard"}, **wish)
        list(play_on(table, seed))
        return score_line(table), table

    return of


def verdict(line):
    claimed = parse_score_line(line)
    book, digest = load_rulebook(claimed.game)
    error = find_false_claim(FullRules(book, claimed.settings), claimed, digest)
    return ErrorText(play_messages("en")).describe(error) if error else ""


@pytest.mark.parametrize("typed", [False, True])
def test_line_holds_the_whole_game(line, typed):
    text, table = line(typed=typed)
    claimed = parse_score_line(text)
    rules = FullRules(load_rulebook(claimed.game)[0], claimed.settings)

    assert verdict(text) == ""
    assert tuple(map(str, replay(rules, claimed)[1])) == table.play.actions
    assert claimed.score == table.visible.points.total


def test_changed_lines_are_refused(finished, long):
    text = finished()
    chance = random.Random(2)
    for _ in range(400 if long else 40):
        place = chance.randrange(len("vallum1/hadrians-wall/"), len(text))
        other = text[:place] + chance.choice("abcXYZ0123_-/") + text[place + 1 :]
        if other.rsplit("/", 6)[1:4] != text.rsplit("/", 6)[1:4] and other.split("/")[6] == text.split("/")[6]:
            continue  # what a line claims of take-backs is no more than a claim
        try:
            found = "" if other == text else verdict(other)
        except GeneratorError as error:
            found = str(error)
        assert found or other == text, other


def edit(number, change):
    """A line with one of its parts changed."""

    def of(text):
        parts = text.split("/")
        parts[number] = change(parts[number])
        return "/".join(parts)

    return of


@pytest.fixture(scope="module")
def played_once():
    """The lines of games that are played once for all tests."""
    return {}


@pytest.fixture
def finished(line, played_once):
    """The line of a whole game, by its words."""

    def of(**wish):
        key = (*wish.items(),)
        if key not in played_once:
            played_once[key] = line(1, **wish)[0]
        return played_once[key]

    return of


SPELLINGS = {
    "rules cut to a letter": edit(9, lambda part: part[:1]),
    "no rules": edit(9, lambda _: ""),
    "longer rules": edit(9, lambda part: part + "0"),
    "rules in capitals": edit(9, str.upper),
    "no state": edit(10, lambda _: ""),
    "state cut": edit(10, lambda part: part[:7]),
    "settings doubled": edit(5, lambda part: f"difficulty=easy,{part}"),
    "settings in another order": edit(5, lambda part: ",".join(reversed(part.split(",")))),
    "a setting left out": edit(5, lambda part: part.rpartition(",")[0]),
    "a comma more": edit(5, lambda part: f"{part},"),
    "a reward without a fort": edit(5, lambda part: f"{part},reward=yes"),
    "take-backs below none": edit(7, lambda _: "-5"),
    "take-backs in a strict game": edit(7, lambda _: "3"),
    "corrections of minus none": edit(8, lambda _: "-0"),
    "corrections with a nought": edit(8, lambda _: "00"),
    "points with a nought": edit(6, lambda part: f"0{part}" if part[0] != "-" else f"-0{part[1:]}"),
    "seed in percent signs": edit(2, lambda part: "".join(f"%{ord(letter):02X}" for letter in part)),
    "seed in small percent signs": edit(2, lambda part: part.replace("-", "%2d")),
    "the game as a folder": edit(1, lambda _: "."),
    "moves with a nought before": edit(11, lambda part: "AAAA" + part),
    "a space before": lambda text: f" {text}",
    "a line end": lambda text: f"{text}\n",
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_one_game_has_one_line(finished, name):
    text = finished()
    other = SPELLINGS[name](text)
    try:
        is_good = judge_line(other, "en").good
    except GeneratorError:
        is_good = False

    assert other != text
    assert not is_good, other


@pytest.mark.parametrize("seed", ["other", "challenge-2026-11", "0123-4567-89ab-cdef", "%20"])
def test_typed_cards_come_from_no_seed(finished, seed):
    text = finished(typed=True)
    found = judge_line(text, "en")

    assert found.good
    assert text.split("/")[2] == ""
    assert "from the seed" not in " ".join(found.lines)
    assert not judge_line(edit(2, lambda _: seed)(text), "en").good


def test_own_line_is_the_one(line):
    text, table = line(1)
    found = judge_line(text, "en")

    assert found.good
    assert found.lines[1] == "settings: difficulty=hard, reshuffle=discards, battle=any_time, sword=refused"
    assert found.document["settings"] == dict(table.visible.settings)


def test_difference_is_named(finished):
    text = finished()
    found = judge_line(SPELLINGS["a reward without a fort"](text), "en")

    assert "its part 6 is 'difficulty=hard," in found.lines[0]
    assert found.lines[0].endswith("; one game has one line")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("rules in capitals", "its part 10 is '{}', and the line of this game has '{}'"),
        ("longer rules", "its part 10 is '{}', and the line of this game has '{}'"),
        ("state in capitals", "its part 11 is '{}', and the line of this game has '{}'"),
    ],
)
def test_hash_in_another_spelling_is_no_other_game(finished, name, told):
    text = finished()
    number = 9 if "rules" in name else 10
    other = (SPELLINGS | {"state in capitals": edit(10, str.upper)})[name](text)
    (said,) = judge_line(other, "en").lines

    assert told.format(other.split("/")[number], text.split("/")[number]) in said


@pytest.mark.parametrize(
    ("spoil", "char"),
    [
        (lambda text: f"{text[:40]}\n{text[40:]}", r"41 is '\n'"),
        (lambda text: f"{text[:40]} {text[40:]}", "41 is ' '"),
        (lambda text: f"{text}\r\n", r" is '\r'"),
        (edit(2, lambda _: "７７"), " is '７'"),
        (lambda text: text.replace("/", "／"), "8 is '／'"),
    ],
)
def test_character_of_no_line_is_named(finished, spoil, char):
    with pytest.raises(UsageError, match="which no score line has") as caught:
        judge_line(spoil(finished()), "en")

    assert char in str(caught.value)


@pytest.mark.parametrize("spoil", [lambda text: f" {text}", str.upper, lambda text: text.replace("vallum1", "VALLUM1")])
def test_line_with_blanks_or_capitals_at_its_start_is_told_of(finished, spoil, tmp_path):
    with pytest.raises(UsageError, match="begins with vallum1/"):
        judge(spoil(finished()), tmp_path, "en")


def test_moves_of_another_seed_are_bad(finished):
    texts = [edit(2, lambda seed, letter=letter: seed + letter)(finished()) for letter in "abcdefgh"]
    verdicts = [judge_line(text, "en") for text in texts]

    assert not any(verdict.good for verdict in verdicts)
    assert any("are not those of a game with the cards of its seed" in verdict.lines[0] for verdict in verdicts)


def test_game_without_solo_play_is_told_of(finished):
    with pytest.raises(UsageError, match="picket, which has no solo play"):
        judge_line(edit(1, lambda _: "picket")(finished()), "en")


def test_line_at_a_fort_names_it(begun, play_on):
    table = begun("full", fort="condercum", start={"resource": 2})
    list(play_on(table, 1))
    text = score_line(table)
    found = judge_line(text, "en")

    assert found.good
    assert "played at the fort condercum of the campaign, begun with the reward of the fort before" in found.lines
    assert not judge_line(text.replace(",reward=yes", ",reward=no"), "en").good


@pytest.mark.parametrize(
    "text", ["", "vallum1", "vallum1/" + "/" * 10, "vallum2/a/b/dealt/strict//1/0/0/a/b/AQ", "vallum1/" + "x" * 9000]
)
def test_what_is_no_line_is_told(text):
    with pytest.raises(UsageError, match=r"no score line|damaged"):
        parse_score_line(text)


@pytest.mark.parametrize(
    ("score", "is_read"),
    [("123456", True), ("-12345", True), ("1234567", False), ("1" * 5000, False), ("1_0", False), (" 1", False)],
)
def test_score_is_a_short_number(score, is_read):
    text = f"vallum1/a/b/dealt/strict//{score}/0/0/a/b/AQ"

    if is_read:
        assert parse_score_line(text).score == int(score)
        return
    with pytest.raises(UsageError, match=r"damaged|no score line has"):
        parse_score_line(text)


def test_more_points_are_refused(line):
    text, table = line(3)
    parts = text.split("/")
    parts[6] = str(table.visible.points.total + 1)

    assert f"come to {table.visible.points.total} points" in verdict("/".join(parts))
