"""Japanese texts of the games and of the program: one word for one thing, and one list of punctuation."""

import re
import tomllib
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.units import MM
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.face_renderer import FaceRenderer
from generator.load.game_loader import load
from generator.model.prose import Prose
from generator.typeset.flow.paragraph_block import TextContext
from generator.typeset.flow.shaped_texts import ShapedTexts
from generator.typeset.text import paragraph as paragraphs_in_rects
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.paragraph import ParagraphStyle, fit_paragraph
from generator.typeset.text.single_line import LineStyle
from generator.typeset.text.text_markup import TextOrigin, parse

DATA = Path(__file__).parents[2] / "data"
TEMPLATES = DATA.parent / "templates"
GAMES = ("hadrians-wall", "glory-to-rome", "concordia", "arena", "aquileia")
KANA = "\u3040-\u30ff\u4e00-\u9fff"
CARD = r"(?<![山手捨値落絵])(?<!捨て)札"
AVOIDED = {
    CARD: "a card is カード; only 山札, 手札, 捨て札, 捨札, 値札, 落札 and 絵札 keep their word",
    rf"[{KANA}]\s*\u00b7|\u00b7\s*[{KANA}]": "the dot between words is ・",
    r"例[:\uff1a]?\s+|例:|\*\*例\*\*(?!：)": "an example begins with 例：",
    r"\uff5e": "a range has 〜",
    rf"(?<!\])\([^()]*[{KANA}][^()]*\)": "brackets around Japanese are full-width",
    rf"[{KANA}][:;!?](?!important)": "signs behind Japanese are full-width",
    r"運命": "fate is 命運",
}


def texts(game):
    """The lines of a game with Japanese in them, by file and number."""
    for file in sorted((DATA / game).rglob("*")):
        if file.suffix in (".toml", ".csv", ".md") and not file.name.endswith(".en.md"):
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if re.search(f"[{KANA}]", line) and not line.lstrip().startswith("#"):
                    yield f"{file.relative_to(DATA)}:{number}", line


def words():
    """The lines of the program's words with Japanese in them, by file and number; a name in English before its sign."""
    for file in sorted([*TEMPLATES.rglob("ja.toml"), *TEMPLATES.rglob("*.ja.toml"), *TEMPLATES.rglob("ja/*.toml")]):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            said = line.rpartition('" = "')[2] if line.startswith('"') else line
            if re.search(f"[{KANA}]", said) and not line.lstrip().startswith("#"):
                yield f"{file.relative_to(TEMPLATES)}:{number}", said


@pytest.mark.parametrize("avoided", [avoided for avoided in AVOIDED if avoided != CARD])
def test_words_of_the_program_are_written_in_one_way(avoided):
    seen = {place: match[0] for place, line in words() if (match := re.search(avoided, line))}

    assert seen == {}, AVOIDED[avoided]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("avoided", AVOIDED)
def test_japanese_is_written_in_one_way(game, avoided):
    seen = {place: match[0] for place, line in texts(game) if (match := re.search(avoided, line))}

    assert seen == {}, AVOIDED[avoided]


def test_templates_join_titles_as_the_language_does():
    files = [
        file for game in (*GAMES, "shared") for file in (TEMPLATES / game).rglob("*.j2") if file.name != "proof.svg.j2"
    ]

    assert [file.name for file in files if re.search(r'" · "|\}\} · \{|\} · \{\{', file.read_text("utf-8"))] == []


@pytest.fixture(scope="module")
def fonts(tmp_path_factory):
    return FontLibrary(tomllib.loads((TEMPLATES / "fonts.toml").read_text("utf-8")), tmp_path_factory.mktemp("fonts"))


def paragraphs(game):
    """The paragraphs and items of a game's Japanese texts, without figures, headings and tables."""
    for file in sorted((DATA / game / "rules").glob("*.ja.md")):
        for block in re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.|>) )", file.read_text("utf-8")):
            if not re.match(r"\s*(#|!|\||---|>?\s*<|>$)", block):
                yield file.name, re.sub(r"^\s*(?:(?:-|\d+\.|>)\s+)*|\n>?\s*", "", block)


def blank_ends(fonts, text, width):
    """The blank at the end of each line of a paragraph of rules but the last, in characters; `width` is in millimetres."""
    icons = re.findall(r"\{([\w-]+)\}", text)
    context = TextContext(Prose((), size=9.0), ShapedTexts("x.md", "ja", fonts, icons), lambda _: None)
    for placed in context.paragraph("body", text, 1, width * MM).place(0.0, 0.0):
        style = ParagraphStyle(LineStyle(language="ja", size=placed.size), leading=placed.leading, align=placed.align)
        origin, size = TextOrigin("x.md"), Size(placed.width * MM, placed.height * MM)
        ends = {}
        for run in fit_paragraph(parse(placed.text, origin), size, style, fonts, origin).place(0.0, 0.0)[0]:
            ends[round(run.y, 2)] = max(ends.get(round(run.y, 2), 0.0), run.x + run.width)
        yield from ((size.width - ends[y]) / placed.size for y in sorted(ends)[:-1])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [124, 90])
def test_lines_of_rules_are_as_wide_as_their_column(fonts, game, width):
    blanks = [(blank, name, text[:12]) for name, text in paragraphs(game) for blank in blank_ends(fonts, text, width)]
    short = [line for line in blanks if line[0] > 1]

    assert len(blanks) > 60
    assert len(short) <= 0.05 * len(blanks), short


@pytest.fixture
def uneven_lines(monkeypatch):
    """The number of lines of each text, in the order of setting, that end inside a phrase or are far too narrow."""
    counts, shape = [], paragraphs_in_rects._Layout.shape

    def counted(layout):
        counts.append(layout.uneven_lines)
        return shape(layout)

    monkeypatch.setattr(paragraphs_in_rects._Layout, "shape", counted)
    return counts


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_a_card_ends_inside_a_phrase_or_looks_lost(game, uneven_lines, tmp_path):
    cards = load(DATA / game)
    renderer, uneven = FaceRenderer(cards, game, "colour", Cache(tmp_path), "test"), []
    for part in (part for part in cards.components if part.kind == "cards"):
        for piece in part.pieces:
            before = len(uneven_lines)
            renderer.draw(FaceJob(part, piece, "front", "ja", part.trim, "key"))
            uneven += [f"{part.id}:{piece.id}"] if any(uneven_lines[before:]) else []

    assert uneven_lines
    assert uneven == []
