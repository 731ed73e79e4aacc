"""What tests of the lobby share."""

import pytest

from generator.session.recorded_play import resume


@pytest.fixture
def header(services):
    """How a session was begun."""

    def read(name):
        with resume(services.sessions.path(name), writing=False) as play:
            return play.header

    return read
