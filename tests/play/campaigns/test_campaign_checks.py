"""`campaign verify` names every file that it leaves out, and why."""

import pytest

from generator.base.errors import DamagedError
from generator.play.campaigns.campaign_checks import judge_campaign
from generator.play.campaigns.campaign_record import session_name
from generator.play.session_library import SessionRequest, start_solo
from generator.session.record import chain, read

GAME, FORT = "hadrians-wall", "segedunum"


@pytest.fixture
def folder(tmp_path):
    begin(tmp_path, session_name("wall", 1, FORT), {"name": "wall", "game": 1})
    return tmp_path


def begin(folder, name, campaign=None):
    request = SessionRequest("full", name=name, fort=FORT, campaign=campaign)
    with start_solo(GAME, request, folder):
        pass


def left_out(folder):
    verdict = judge_campaign("wall", folder, "en")
    assert verdict.good, verdict.lines
    assert [each["file"] for each in verdict.document["left_out"]] == [
        line.split(": ")[1] for line in verdict.lines[1:]
    ]
    return [line.removeprefix("left out: ") for line in verdict.lines[1:]]


def test_campaign_alone_leaves_nothing_out(folder):
    begin(folder, "another-game")
    begin(folder, "wall-2-01-segedunum", {"name": "wall-2", "game": 1})

    assert left_out(folder) == []


def test_files_and_reasons_are_named(folder):
    begin(folder, "a-copy", {"name": "wall", "game": 1})
    begin(folder, "wall-01-again", {"name": "wall", "game": 1})
    begin(folder, "wall-02-other", {"name": "road", "game": 1})
    begin(folder, "wall-02-plain")
    (folder / "wall-02-torn.jsonl").write_bytes(b"{}\n")
    path = folder / "wall-02-odd.jsonl"
    begin(folder, path.stem, {"name": "wall", "game": 2})
    head = dict(read(path.read_bytes()).events[0].body)
    path.write_bytes(chain([{**head, "options": {**head["options"], "campaign": "wall"}}]))

    assert left_out(folder) == [
        "a-copy.jsonl: its header says that it is of wall, and its name does not begin so",
        "wall-01-again.jsonl: its header claims the number of wall-01-segedunum, which has the right name",
        "wall-02-odd.jsonl: its header says nothing that can be read of its campaign",
        "wall-02-other.jsonl: its header says that it is of the campaign road",
        "wall-02-plain.jsonl: its header names no campaign",
        "wall-02-torn.jsonl: its first line is not that of a session",
    ]


def test_game_that_was_renamed_is_named(folder):
    for path in folder.glob("wall-01-segedunum.*"):
        path.rename(path.with_stem("my-first"))
    after = {"session": "wall-01-segedunum", "event": 0, "hash": "0" * 32}
    begin(folder, session_name("wall", 2, FORT), {"name": "wall", "game": 2, "after": after})

    with pytest.raises(DamagedError, match="game 1 of it is called 'my-first'; rename it to 'wall-01-segedunum'"):
        judge_campaign("wall", folder, "en")
