"""Rules and reference sheets: every word of their Markdown is on the pages, in its order, and stands as it should."""

import re
from collections import Counter

import pikepdf
import pytest

from generator.load.game_locations import data_root

GAMES = ("picket", "hadrians-wall", "glory-to-rome", "concordia", "arena", "aquileia")
LANGUAGES = ("en", "ja")
BOTH = ("--lang", "en", "--lang", "ja")
MARKUP = re.compile(
    r"^\s*(?:#+|>|-|\d+\.)\s+|^\|?[-:| ]+$|(?<!\\)(?:\*|\^\^|\{\w+\})|\\(?=[*^{\\])|\||^> ?", re.MULTILINE
)
PAGE = 148, 210

FIGURE = re.compile(r"!\[(.*)\]\(.*\)")
"""A figure, of which the caption is set."""


def squeezed(text):
    return re.sub(r"[\s\x02\xad•–\-]+", "", text).casefold()


def paragraphs(game, stem, language):
    """Every block of a text, every item and every cell, as words alone."""
    text = (data_root() / game / "rules" / f"{stem}.{language}.md").read_text("utf-8")
    for line in re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.|\||>)\s)|(?<!\\)\|", text):
        caption = FIGURE.fullmatch(line.strip())
        words = MARKUP.sub("", MARKUP.sub("", caption[1] if caption else line.strip()))
        yield from filter(None, [squeezed(words)])


def read(file, part=None):
    """The words of a file in the order of its content, page by page, without those of the waste edge."""
    return [
        squeezed(file.said(page.number, spot.trim))
        for page in file.pages
        for spot in page.spots
        if part is None or spot.side == part
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_is_on_the_pages_in_order(texts, game, language):
    for (stem, _, spoken), file in texts(game, *BOTH).items():
        if spoken == language and "booklet" not in stem:
            said, at = "".join(read(file)), 0
            for words in paragraphs(game, stem, language):
                start = words[:16]
                assert start in said[at:], (file.path.name, words)
                at = said.index(start, at) + len(start)
            wanted = Counter("".join(paragraphs(game, stem, language)))

            assert wanted - Counter(said) == Counter(), (stem, file.paper)


@pytest.mark.parametrize("game", GAMES)
def test_booklet_holds_the_same_pages(texts, game):
    files = texts(game, *BOTH)
    for (stem, _, language), booklet in files.items():
        if stem == "rules-booklet":
            plain = {spot.piece: spot.form for spot in files["rules", None, language].spots}

            assert {spot.piece for spot in booklet.spots} == set(plain)
            assert len(booklet.pages) == 2 * -(-len(plain) // 4)


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_numbered_in_reading_order(texts, game):
    for (stem, paper, _), file in texts(game, *BOTH).items():
        numbers = range(1, len(file.spots) + 1)
        if stem == "rules" and paper:
            sides = [(f"s{at - (at + 1) % 2:02}", ("back", "front")[at % 2]) for at in numbers]
            assert [(spot.row, spot.side) for spot in file.spots] == sides
        elif "booklet" not in stem:
            assert [spot.row for spot in file.spots] == [f"p{at:02}" for at in numbers]


@pytest.mark.parametrize("game", GAMES)
def test_rules_to_read_have_pages_of_their_own_size_and_sheets_fill_their_paper(texts, game):
    for (stem, paper, _), file in texts(game, *BOTH).items():
        for spot in file.spots:
            if "booklet" in stem:
                continue
            if paper:
                assert spot.trim.size[0] > file.pages[0].paper.size[0] - 15
            else:
                assert spot.trim.size == pytest.approx(PAGE, abs=0.1)
                assert file.pages[0].paper.size == pytest.approx(PAGE, abs=0.1)


@pytest.mark.parametrize("game", GAMES)
def test_whole_sheets_take_less_paper_than_pages(texts, game):
    files = texts(game, *BOTH)
    for (stem, paper, language), file in files.items():
        if stem == "rules" and paper:
            pages = len(files["rules", None, language].pages)

            assert len(file.pages) <= pages / 2 + 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_are_in_the_outline(texts, game, language):
    text = (data_root() / game / "rules" / f"rules.{language}.md").read_text("utf-8")
    wanted = [MARKUP.sub("", line).strip() for line in text.splitlines() if line.startswith(("## ", "### "))]
    files = texts(game, *BOTH)

    for paper in (None, "a4", "letter"):
        with pikepdf.open(files["rules", paper, language].path) as pdf, pdf.open_outline() as outline:
            found = [entry.title for top in outline.root for entry in (top, *top.children)]
        assert [squeezed(title) for title in found] == [squeezed(title) for title in wanted]
    with pikepdf.open(files["rules-booklet", "a4", language].path) as pdf:
        assert "/Outlines" not in pdf.Root


@pytest.mark.parametrize("game", GAMES)
def test_reference_is_one_page_a_language(texts, game):
    for (stem, paper, language), file in texts(game, *BOTH).items():
        if stem == "reference":
            assert len(file.pages) == 1, (paper, language)


def test_both_languages_are_two_sides_of_a_sheet(texts):
    files = texts("picket", "--lang", "en+ja")

    for paper in ("a4", "letter"):
        file = files["reference", paper, "en+ja"]
        assert [(spot.piece, spot.side) for spot in file.spots] == [
            ("reference/p01#1", "front"),
            ("reference/p01#1", "back"),
        ]
        assert "tworaidersormore" not in read(file, "front")[0]
        assert "anight" in read(file, "front")[0]
        assert "一夜の流れ" in read(file, "back")[0]
        with pikepdf.open(file.path) as pdf:
            assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"


def test_other_files_stay_one_a_language(prints, texts):
    names = {(file.stem, file.language) for file in prints("picket", "--lang", "en+ja")}

    assert names == {(part, language) for part in ("raid", "watch", "score") for language in LANGUAGES}
    assert {("rules", None, "en"), ("rules", "a4", "ja")} < set(texts("picket", "--lang", "en+ja"))


@pytest.mark.referee
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_poppler_reads_the_rules_in_order(texts, referee, game, language):
    for (stem, _, spoken), file in texts(game, *BOTH).items():
        if spoken == language and stem == "rules":
            said, at = squeezed(file.raw(referee)), 0
            for words in paragraphs(game, stem, language):
                start = words[:24]
                assert start in said[at:], (file.path.name, words)
                at = said.index(start, at) + len(start)
