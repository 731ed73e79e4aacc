import pytest

from generator.play.session_library import SessionRequest
from generator.web.app.services import Services
from generator.web.sessions.turn_view import turn_view


@pytest.mark.parametrize(
    ("mode", "panels"),
    [("full", ("log", "deck", "odds", "score", "hint")), ("paper", ("log", "deck", "odds", "score"))],
)
def test_panels_are_those_of_the_game(home, tmp_path, mode, panels):
    services = Services([], tmp_path / "out", tmp_path / "sessions")
    try:
        name = services.sessions.create("hadrians-wall", SessionRequest(name="game", seed="a seed", kind=mode))

        assert turn_view(services.sessions.open(name, "en")).panels == panels
    finally:
        services.close()
