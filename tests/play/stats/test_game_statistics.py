"""Statistics of finished games, read from the files of sessions."""

import os

import pytest

from generator.play.session_summaries import ListedGames
from generator.play.stats.game_statistics import FinishedGame, FinishedGames, game_statistics
from generator.session.recorded_play import begin


def game(number, points, **more):
    settings = (("difficulty", more.pop("difficulty", "easy")),)
    common = {"place": "hadrians-wall", "game": "hadrians-wall", "kind": "full", "fort": ""}
    return FinishedGame(f"game-{number}", number, settings=settings, points=points, **(common | more))


@pytest.mark.parametrize(
    ("points", "trend"),
    [([10], None), ([10] * 9, None), ([10] * 5 + [16] * 5, 6.0), ([12, 8] * 5 + [4] * 5, -6.0)],
)
def test_trend_is_of_the_last_five_games(points, trend):
    (found,) = game_statistics((game(*each) for each in enumerate(points)), ListedGames("en"))

    assert found.trend == trend
    assert (found.games, found.best) == (len(points), max(points))
    assert found.mean == pytest.approx(sum(points) / len(points))
    assert found.best_name == f"game-{points.index(max(points))}"


def test_groups_are_apart_and_the_largest_comes_first():
    games = [
        game(0, 5),
        game(1, 6, kind="paper"),
        game(2, 7, difficulty="hard"),
        game(3, 8, fort="magnis", won=True),
        game(4, 9, fort="magnis", won=False),
        game(5, 1, place="gone", game="gone"),
    ]
    found = game_statistics(games, ListedGames("ja"))

    assert [(each.difficulty, each.kind, each.at_fort, each.games, each.won) for each in found] == [
        ("易しい", "full", True, 2, 1),
        ("易しい", "full", False, 1, None),
        ("易しい", "paper", False, 1, None),
        ("難しい", "full", False, 1, None),
        ("", "full", False, 1, None),
    ]
    assert found[-1].game == "gone"


def test_file_is_read_again_only_when_it_has_changed(tmp_path, head, monkeypatch):
    with begin(tmp_path / "one.jsonl", head) as play:
        play.note("score", 12)
    (tmp_path / "ash.jsonl").write_bytes(b"ash\n")
    games = FinishedGames(tmp_path)
    assert [(each.name, each.points) for each in games.oldest_first()] == [("one", 12)]

    read = []
    monkeypatch.setattr("generator.play.stats.game_statistics._finished", lambda path, _: read.append(path.stem))
    assert len(games.oldest_first()) == 1
    assert read == []
    os.utime(tmp_path / "one.jsonl", (1, 1))
    assert games.oldest_first() == ()
    assert read == ["one"]


@pytest.fixture
def head():
    from generator.session.header import Header

    settings = {"difficulty": "easy"}
    return Header("hadrians-wall", "sha256:0", "vallum 0", "seed", options={"kind": "full", "settings": settings})
