"""How all texts of a game fit."""

import re
from dataclasses import astuple
from types import SimpleNamespace

from generator.web.gallery.fit_report import text_summaries

FIT = "/gallery/mine/fit"


def rows(page):
    """Of each text of the second table: piece, text, used size, share of its size, overflow."""
    body = page.partition('id="fit-texts"')[2]
    cells = r'<a href="([^"]+)">([^<]+)</a>[^<]*</td><td>([^<]+)</td><td>[^<]+</td><td>([^<]+)</td>.*?(\d+) %</td>'
    return re.findall(cells + r"<td>\d+</td><td>([^<]*)</td>", body)


def too_long(game):
    file = game / "cards/raid.csv"
    text = file.read_text("utf-8")
    file.write_text(text.replace("Two shadows by the ditch.", "Two shadows by the ditch. " * 60), "utf-8")


def test_worst_text_comes_first_with_a_link_to_its_card(visitor, game):
    too_long(game)
    first, *others = rows(visitor.get(FIT + "?part=raid").text)

    assert first[1:3] == ("R1", "text")
    assert first[0].endswith("#face-scouts-front")
    assert float(first[5]) > 10
    assert all(row[5] == "" for row in others)
    kept = [int(row[4]) for row in others]
    assert kept == sorted(kept)


def test_texts_of_one_name_are_summed_up_and_chosen(visitor, game):
    too_long(game)
    page = visitor.get(FIT + "?part=raid&text=name").text

    assert {row[2] for row in rows(page)} == {"name"}
    assert re.search(r'class="over-full"><td><a [^>]*>text</a></td><td>6</td><td>1</td><td>1</td>', page)


def test_whole_game_is_told_without_a_component(visitor):
    part, whole = (visitor.get(FIT + query).text for query in ("?part=raid", ""))

    totals = [int(re.search(r"Texts: (\d+)", page)[1]) for page in (part, whole)]
    assert 0 < totals[0] < totals[1]


def test_faces_that_cannot_be_drawn_are_counted(visitor, game):
    file = game / "templates/raid.svg.j2"
    file.write_text(file.read_text("utf-8").replace("card.name", "card.nmae", 1), "utf-8")

    assert "faces that cannot be drawn: 6" in visitor.get(FIT + "?part=raid").text


def test_text_of_a_single_face_is_not_summed_up():
    fit = SimpleNamespace(is_tight=False, overflow=0.0, used=9.0)
    rows = [SimpleNamespace(fit=SimpleNamespace(element=name, **vars(fit)), kept=100) for name in ("a", "b", "b")]

    assert [(summary[0], summary[1]) for summary in map(astuple, text_summaries(rows))] == [("b", 2)]
