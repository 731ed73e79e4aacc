import json
from dataclasses import replace

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.model.form_stamp import FormStamp, rules_digest
from generator.model.sheet import Area, Box, Sheet, Track
from generator.model.text import Text

TITLE = Text.of({"en": "Wall", "ja": "長城"})


def sheet(title=TITLE, **changes):
    plain = dict.fromkeys(("needs", "gains", "one_of", "options", "tags"), ())
    box = Box("wall_01", "mark", None, (), **plain, start=0, least=0, most=0, track="wall", number=1, provenance="seed")
    track = Track("wall", title, "row", (), (replace(box, **changes),))
    return Sheet("left", title, "3", (Area("wall", title, None, (track,)),), (), (), (), (), None, ())


def test_a_stamp_is_json_that_names_every_field():
    stamp = FormStamp("picket", "en", {"left": "3"}, "abc", {"wall_01": ("wall_01", 1)}, {"total": "total"})

    assert json.loads(stamp.to_json()) == {
        "format": 1, "game": "picket", "language": "en", "sheets": {"left": "3"}, "rules": "abc",
        "fields": {"wall_01": ["wall_01", 1]}, "values": {"total": "total"},
    }  # fmt: skip


@pytest.mark.parametrize("changed", [{"gains": ("cohort",)}, {"most": 3}, {"kind": "year"}])
def test_other_rules_are_told_apart(changed):
    assert rules_digest([sheet(**changed)]) != rules_digest([sheet()])


@pytest.mark.parametrize("changed", [{"title": Text.of({"en": "Walls"})}, {"provenance": "public"}])
def test_words_are_no_rules(changed):
    assert rules_digest([sheet(**changed)]) == rules_digest([sheet()])


@pytest.mark.parametrize(
    ("game", "digest"),
    [
        ("aquileia", "57cb1154f0cd9a5b7002a572"),
        ("arena", "779cf6c01262f3fbac3a4067"),
        ("concordia", "e192d7eb07812dd3b675f544"),
        ("glory-to-rome", "c9e11261a4a5b3ba38e6e6b7"),
        ("hadrians-wall", "825b6eb8ad6cee752919fafe"),
    ],
)
def test_digest_of_shipped_sheets_stays(game, digest):
    """Forms that were printed and games that were saved hold it; it changes with the sheets' rules, not with our names."""
    assert rules_digest(load(find_game(game)).sheets.values()) == digest
