import json
from dataclasses import replace

import pytest

from generator.model.form_stamp import FormStamp, rules
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

    assert json.loads(stamp.written()) == {
        "format": 1, "game": "picket", "language": "en", "sheets": {"left": "3"}, "rules": "abc",
        "fields": {"wall_01": ["wall_01", 1]}, "values": {"total": "total"},
    }  # fmt: skip


@pytest.mark.parametrize("changed", [{"gains": ("cohort",)}, {"most": 3}, {"kind": "year"}])
def test_other_rules_are_told_apart(changed):
    assert rules([sheet(**changed)]) != rules([sheet()])


@pytest.mark.parametrize("changed", [{"title": Text.of({"en": "Walls"})}, {"provenance": "public"}])
def test_words_are_no_rules(changed):
    assert rules([sheet(**changed)]) == rules([sheet()])
