"""The rules and the reference of a game say the same in every language, in the words of its cards."""

import csv
import re
import tomllib
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
TEMPLATES = DATA.parent / "templates"
GAMES = ("hadrians-wall", "glory-to-rome", "concordia", "arena", "aquileia")
TEXTS = [(game, text) for game in GAMES for text in ("rules", "reference") if (DATA / game / "rules").is_dir()]
BLOCKS = re.compile(
    r"#{1,3} \S|( {2,3})?- \S|( {2,3})?\d+\. \S|\| .* \|$|\|[-:|]+\|$|> \S|---$|!\[[^]]*\]\([\w/-]+( \"\d+mm\")?\)$|[^\s#>|\\]"
)
EMPHASIS = re.compile(r"(?<!\\)\*\*(.+?)\*\*")


def languages(game):
    return tomllib.loads((DATA / game / "game.toml").read_text("utf-8"))["languages"]


def lines(game, text, language):
    return (DATA / game / "rules" / f"{text}.{language}.md").read_text("utf-8").splitlines()


@pytest.fixture(scope="module", params=TEXTS, ids="/".join)
def written(request):
    """A text in every language, and its first language's lines."""
    game, text = request.param
    return game, {language: lines(game, text, language) for language in languages(game)}


def sections(rows):
    """A text cut before each of its headings: (level of the heading, lines)."""
    found = [(0, [])]
    for row in rows:
        if row.startswith("#"):
            found.append((len(row.split()[0]), []))
        found[-1][1].append(row)
    return found[1:]


def tables(rows):
    """The shape of every table: for each row its number of cells, and the alignment of its columns."""
    found, row_before = [], ""
    for row in rows:
        if row.startswith("|"):
            if not row_before.startswith("|"):
                found.append([])
            cells = row.strip("|").split("|")
            found[-1].append(row if set(row) <= set("|:-") else len(cells))
        row_before = row
    return found


def icons_of_tables(rows):
    """The icons of every row of every table, in order."""
    return [re.findall(r"\{\w+\}", row) for row in rows if row.startswith("|")]


def numbers(rows):
    """The numbers that a section names, but for those that only count the items of a list."""
    return set(re.findall(r"\d+", " ".join(re.sub(r"^ *\d+\. ", "", row) for row in rows)))


def kinds(rows):
    """The kinds of block in order: headings, bullets, numbers, boxes; paragraphs and tables by their first line."""
    marks = (re.match(r" *(#+|-(?= )|\d+\.|>|\||$)?", row)[0] for row in rows)
    return [re.sub(r"\d+", "1", mark) for mark in marks]


def differing(texts, view):
    """The sections of which a view is not the same in all languages, with what it shows."""
    for together in zip(*(sections(rows) for rows in texts.values()), strict=True):
        views = [view(rows) for _, rows in together]
        if any(other != views[0] for other in views):
            yield together[0][1][0], views


def test_all_five_games_are_written():
    assert {game for game, _ in TEXTS} == set(GAMES)


def test_headings_are_the_same(written):
    levels = [[level for level, _ in sections(rows)] for rows in written[1].values()]

    assert levels[0][0] == 1
    assert levels[0].count(1) == 1
    assert all(other == levels[0] for other in levels)


def test_blocks_follow_in_the_same_order(written):
    assert list(differing(written[1], kinds)) == []


def test_tables_have_the_same_shape(written):
    assert list(differing(written[1], tables)) == []
    for rows in written[1].values():
        assert all(len({row for row in table if isinstance(row, int)}) == 1 for table in tables(rows))
        assert all(row <= 5 for table in tables(rows) for row in table if isinstance(row, int))


def test_rows_of_tables_show_the_same_icons(written):
    assert list(differing(written[1], icons_of_tables)) == []


def test_numbers_are_the_same(written):
    assert list(differing(written[1], numbers)) == []


def test_icons_are_the_same(written):
    assert list(differing(written[1], lambda rows: sorted(set(re.findall(r"\{(\w+)\}", " ".join(rows)))))) == []


def test_every_icon_is_drawn(written):
    game, texts = written
    for rows in texts.values():
        for icon in set(re.findall(r"\{([^}]*)\}", " ".join(rows))):
            drawn = (TEMPLATES / game / "icons" / f"{icon}.svg", TEMPLATES / "icons" / f"{icon}.svg")

            assert any(path.is_file() for path in drawn), icon


def test_only_our_markup_is_used(written):
    for language, rows in written[1].items():
        for number, row in enumerate(rows, 1):
            assert not row or BLOCKS.match(row), (language, number, row)
            assert not re.search(r"<\w|https?:|`|__|~~|&\w+;|\t| $", row), (language, number, row)
            assert row.count("**") % 2 == 0, (language, number, row)
            assert "*" not in row.replace("**", "").replace("\\*", ""), (language, number, row)


def test_stars_of_bold_words_can_be_told(written):
    for language, rows in written[
        1
    ].items():  # CommonMark takes stars between a letter and an inner full stop for stars
        for number, row in enumerate(rows, 1):
            for bold in EMPHASIS.finditer(row):
                before, after = row[: bold.start()][-1:], row[bold.end() :][:1]

                assert bold[1][0].isalnum() or not before.isalnum(), (language, number, bold[0])
                assert bold[1][-1].isalnum() or not after.isalnum(), (language, number, bold[0])
                assert bold[1] == bold[1].strip(), (language, number, bold[0])


def test_english_is_typeset_and_japanese_is_full_width(written):
    english, japanese = (" ".join(written[1][language]) for language in ("en", "ja"))

    assert not re.search(r"['\"]| -- |\.\.\.|[^\x00-\x7f’“”–×·…]", english)
    assert not re.search(r"[ぁ-んァ-ン一-龥][,.:;!?()]|[,;!?()][ぁ-んァ-ン一-龥]", japanese)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_hadrians_wall_tables_follow_the_data(language):
    rows = set(lines("hadrians-wall", "rules", language))
    for table, cells in (
        ("cards/player_cards.csv", ("name", "goal", "t1", "t2", "t3")),
        ("tables/rounds.csv", ("number", "potential", "easy", "normal", "hard")),
    ):
        with (DATA / "hadrians-wall" / table).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                wanted = [row.get(cell, row.get(f"{cell}.{language}")) for cell in cells]

                assert f"| {' | '.join(wanted)} |" in rows


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_building_of_rome_is_explained(language):
    rows = lines("glory-to-rome", "rules", language)
    with (DATA / "glory-to-rome" / "cards" / "orders.csv").open(encoding="utf-8", newline="") as file:
        names = [row[f"name.{language}"] for row in csv.DictReader(file)]
    start = next(at for at, row in enumerate(rows) if row.startswith("### {material_rubble}"))
    explained = [bold[1] for row in rows[start:] if (bold := re.match(r"- \*\*(.+?)\*\*[:：]", row))]

    assert explained[:40] == names
