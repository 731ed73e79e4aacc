"""Japanese texts of the games and of the program: one word for one thing, and one list of punctuation."""

import re
from pathlib import Path

import pytest

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
