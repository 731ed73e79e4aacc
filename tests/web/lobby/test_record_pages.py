"""Pages about games that were played: statistics, the picture of a result, and the check of a score line."""

import html
import io
import re

import pytest
from PIL import Image

from generator.base.messages import format_signed
from generator.play.score_line import score_line
from generator.session.session_moves import delete_session

GAME = "hadrians-wall"


def group(page, difficulty):
    """What the statistics of a difficulty say, by name."""
    part = re.search(rf"<h2>{difficulty} .*?</li>", page.text, re.DOTALL)[0]
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", part, re.DOTALL)
    return {name: html.unescape(re.sub(r"<.*?>", "", value)) for name, value in pairs}


def test_statistics_are_by_difficulty_and_way(visitor, ended, services):
    assert "No game is finished yet" in visitor.get("/statistics").text
    points = [ended(f"easy-{number}", seed=f"{number}").visible.points.total for number in range(2)]
    ended("hard", settings={"difficulty": "hard"})
    fort = ended("fort", fort="segedunum", settings={"difficulty": "normal"})
    ended("paper", "paper")  # its total is not noted
    ended("going", lines=3)
    page = visitor.get("/statistics")

    easy = group(page, "Easy")
    assert (easy["Games"], easy["Mean"]) == ("2", f"{sum(points) / 2:.1f}")
    best = max(points)
    assert easy["Best"].endswith(f" easy-{points.index(best)}")
    assert easy["Trend"] == "from 10 games on"
    assert "Won" not in easy
    assert group(page, "Normal")["Won"] == str(int(fort.visible.fort.won))
    assert "Your finished games: 4" in page.text
    delete_session(services.sessions.folder, "hard")
    assert "<h2>Hard " not in visitor.get("/statistics").text


def test_picture_of_a_result_is_offered(visitor, ended):
    ended("wall")
    page = visitor.get("/play/wall").text
    address = html.unescape(re.search(r'<img class="shareable" src="([^"]*)"', page)[1])
    for language in ("en", "ja"):
        visitor.cookies["vallum-page"] = f"{language}.light.normal"
        picture = visitor.get(address)
        assert picture.headers["content-type"] == "image/png"
        assert Image.open(io.BytesIO(picture.body)).size == (1200, 630)


def test_no_picture_before_the_end(visitor, ended):
    ended("wall", lines=3)
    ended("paper", "paper")

    assert visitor.get("/play/wall/result.png").status == 404
    assert visitor.get("/play/paper/result.png").status == 404
    assert "shareable" not in visitor.get("/play/paper").text
    assert visitor.get("/play/none/result.png").status == 404


def test_ended_game_challenges_others(visitor, ended):
    first = ended("wall", settings={"difficulty": "hard"})
    address = html.unescape(re.search(r'href="(/challenge[^"]*)"', visitor.get("/play/wall").text)[1])
    page = visitor.get(address)

    assert "<dd>Hard</dd>" in page.text
    assert "differ from those" not in page.text
    assert f"seed={first.play.header.seed}" in address


def checked(page):
    section = re.search(r'<section id="verdict".*?</section>', page.text, re.DOTALL)[0]
    return html.unescape(section)


def test_score_line_is_replayed(visitor, ended):
    table = ended("wall")
    line = score_line(table)
    broken = "\n".join(line[at : at + 70] for at in range(0, len(line), 70))  # as a mail breaks it
    page = visitor.post("/verify", {"line": f"  {broken}\n"})

    assert page.status == 200
    assert "The score is true" in checked(page)
    assert f"<strong>{format_signed(table.visible.points.total)}</strong>" in checked(page)
    again = html.unescape(re.search(r'href="(/challenge[^"]*)"', page.text)[1])
    assert visitor.get(again).status == 200


def test_false_claim_is_told(visitor, ended):
    parts = score_line(ended("wall")).split("/")
    parts[6] = "99"
    page = visitor.post("/verify", {"line": "/".join(parts)})

    assert page.status == 422
    assert "could not be confirmed" in checked(page)
    assert "99" in checked(page)
    assert "<strong>99</strong>" not in page.text


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "/etc/passwd",
        "../wall.jsonl",
        "vallum1",
        "vallum1/hadrians-wall/x/dealt/strict//0/0/0/a/b/****",
        "vallum1/no-game/x/dealt/strict//0/0/0/a/b/AQ",
        "vallum1/../x/dealt/strict//0/0/0/a/b/AQ",
        "vallum1/hadrians-wall/x/dealt/strict/fort=rome/0/0/0/a/b/AQ",
        "vallum1/hadrians-wall/x/dealt/strict/difficulty=mild/0/0/0/a/b/AQ",
        "vallum1/hadrians-wall/x/dealt/strict/<b>=1/0/0/0/a/b/AQ",
        "vallum1/" + "x" * 9000,
    ],
)
def test_what_is_no_score_line_is_told(visitor, line):
    page = visitor.post("/verify", {"line": line})

    assert page.status == 422
    assert "could not be confirmed" in checked(page)
    assert "<b>=" not in page.text


def test_pages_speak_japanese(visitor, ended):
    ended("wall")
    visitor.cookies["vallum-page"] = "ja.light.normal"

    assert "成績" in visitor.get("/statistics").text
    assert "得点の行ではありません" in visitor.post("/verify", {"line": "x"}).text
