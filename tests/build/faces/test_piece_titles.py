"""Names of pieces: from their own row, or from one that it refers to, before any rule."""

import pytest

from generator.build.faces.piece_titles import piece_name
from generator.model.game import Row
from generator.model.text import Text

SUIT = Row("swords", {"name": Text.of({"en": "Swords", "ja": "剣"})}, "suits.csv:2")
RULE = Text.of({"en": "Take {money}2.", "ja": "{money}2を得る。"})
NAME = Text.of({"en": "Scouts", "ja": "斥候"})


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({"rule": RULE, "suit": SUIT}, "剣"),
        ({"suit": SUIT, "rule": RULE, "name": NAME}, "斥候"),
        ({"rule": RULE, "points": 2}, "{money}2を得る。"),
        ({"points": 2}, ""),
    ],
)
def test_piece_is_called_by_a_name_rather_than_by_its_rule(cells, expected):
    assert piece_name(Row("scouts", cells, "raid.csv:2", rich=("rule",)), "ja") == expected
