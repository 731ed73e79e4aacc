"""The stamp that the names of the fields give, and sheets of several games with the same names."""

import json

import pytest

from generator.base.records import replace
from generator.load.game_loader import load
from generator.load.game_locations import data_root
from generator.scoresheets.field_names import box_fields, stamp_of_fields
from generator.scoresheets.form_extraction import extract_here
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.write.pdf.form.form_fields import ATTACHED


@pytest.fixture(scope="module")
def extracted(blank):
    return extract_here(blank, ATTACHED)


def test_stamp_is_that_of_the_attachment(extracted, game):
    stamp = stamp_of_fields(extracted, [load(data_root() / "picket"), game])

    assert stamp == json.loads(extracted.stamp) | {"language": ""}


def test_one_sheet_of_two_has_its_own_fields(extracted, game):
    boxes = [box for box in game.sheets["left"].boxes if not box.start]
    names = {name for box in boxes for name, _ in box_fields(box)}
    left = replace(extracted, fields={name: field for name, field in extracted.fields.items() if name in names})

    assert set(stamp_of_fields(left, [game])["fields"]) == names


def test_unknown_fields_are_of_no_game(extracted, game):
    half = replace(extracted, fields={"name": extracted.fields["name"]})

    assert stamp_of_fields(half, [game]) is None


def test_two_games_of_the_same_names_are_named(extracted, game):
    with pytest.raises(UnreadableFormError, match="those of 'hadrians-wall' and 'copy'; name one with --game"):
        stamp_of_fields(extracted, [game, replace(game, id="copy")])


def test_log_of_a_campaign_is_known_too(extracted, game):
    (log,) = game.logs.values()
    names = {name for box in log.boxes if not box.start for name, _ in box_fields(box)}
    form = replace(extracted, fields=dict.fromkeys(names, ("Btn", "", None)))

    assert stamp_of_fields(form, [game])["sheets"] == {log.id: log.version}
