"""Japanese texts of the games: one word for one thing, and one list of punctuation."""

import re
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
GAMES = ("hadrians-wall", "glory-to-rome", "concordia", "arena", "aquileia")
KANA = "\u3040-\u30ff\u4e00-\u9fff"
AVOIDED = {
    r"(?<![山手捨値落絵])(?<!捨て)札": "a card is カード; only 山札, 手札, 捨て札, 捨札, 値札, 落札 and 絵札 keep their word",
    rf"[{KANA}]\s*\u00b7|\u00b7\s*[{KANA}]": "the dot between words is ・",
    r"例[:\uff1a]?\s+|例:": "an example begins with 例：",
    rf"[{KANA}][:;!?]": "signs behind Japanese are full-width",
    r"運命": "fate is 命運",
}


def texts(game):
    """The lines of a game with Japanese in them, by file and number."""
    for file in sorted((DATA / game).rglob("*")):
        if file.suffix in (".toml", ".csv", ".md") and not file.name.endswith(".en.md"):
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if re.search(f"[{KANA}]", line) and not line.lstrip().startswith("#"):
                    yield f"{file.relative_to(DATA)}:{number}", line


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("avoided", AVOIDED)
def test_japanese_is_written_in_one_way(game, avoided):
    seen = {place: match[0] for place, line in texts(game) if (match := re.search(avoided, line))}

    assert seen == {}, AVOIDED[avoided]
