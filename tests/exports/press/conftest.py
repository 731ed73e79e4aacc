"""A game whose cards are blended from dark colours."""

import pytest

GAME = """format = 1
title = { en = "Shade" }
languages = ["en"]

[components.cards]
kind = "cards"
title = { en = "Cards" }
trim = ["30mm", "30mm"]
bleed = "3mm"
rows = "cards.csv"
front = "card.svg.j2"
columns = { name.type = "words" }
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" width="36mm" height="36mm" viewBox="-3 -3 36 36">
<rect x="-3" y="-3" width="36" height="36" fill="#402010"/>
<rect x="5" y="5" width="20" height="10" fill="#203060" style="mix-blend-mode:multiply"/>
<text x="15" y="25" font-family="text" font-size="8pt" fill="#ffffff" text-anchor="middle">{{ card.name }}</text>
</svg>
"""


@pytest.fixture
def blended_game(tmp_path, put_files):
    files = {"game.toml": GAME, "cards.csv": "id,name.en\none,Shade\n", "templates/card.svg.j2": CARD}
    return put_files(tmp_path / "shade", files)
