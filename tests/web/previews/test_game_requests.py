"""What all pages about a game have in common."""

import re

import pytest

PAGES = (
    "/gallery/mine?",
    "/gallery/mine/card?part=raid&card=scouts",
    "/gallery/mine/fit?",
    "/print/mine?",
    "/print/mine/sheets?",
)


@pytest.mark.parametrize("address", PAGES)
def test_faults_of_a_game_are_shown_anew_when_others_take_their_place(visitor, game, address):
    file, keys = game / "game.toml", []
    good = file.read_text("utf-8")
    for wrong in ("titel", "titl"):
        file.write_text(good.replace("title", wrong, 1), "utf-8")
        page = visitor.get(address).text
        assert 'data-live="/gallery/mine/live"' in page
        keys += re.findall(r'id="faults" [^>]*data-key="([^"]+)"', page)

    assert len(set(keys)) == 2
