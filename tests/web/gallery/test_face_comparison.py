"""Faces beside those of the start, or of another language."""

import re

import pytest

RAID = "/gallery/mine?part=raid"
CARD = "/gallery/mine/card?part=raid&card=scouts"


def pairs(page):
    """The two pictures of each figure that is compared, by its way."""
    return re.findall(r'<span class="twin as-(\w+)"><img src="([^"]+)".*?<img src="([^"]+)"', page.text, re.DOTALL)


def changed(file, old, new):
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def picture(visitor):
    return re.search(r'id="face-scouts-front".*?src="([^"]+)"', visitor.get(RAID).text, re.DOTALL)[1]


def test_changed_face_stands_beside_the_one_of_the_start(visitor, game):
    before = picture(visitor)
    assert pairs(visitor.get(RAID + "&with=earlier")) == []
    changed(game / "cards/raid.csv", "Scouts", "Spies")
    changed(game / "cards/raid.csv", "Spies", "Moles")
    (way, now, then), *others = pairs(visitor.get(RAID + "&with=earlier"))

    assert (way, now, then, others) == ("beside", picture(visitor), before, [])
    assert now != before
    assert visitor.get(then).status == 200
    assert pairs(visitor.get(CARD + "&with=earlier&how=difference")) == [("difference", now, then)]


def test_start_is_now_when_it_is_taken_so(visitor, game):
    visitor.get(RAID)
    changed(game / "cards/raid.csv", "Scouts", "Spies")
    page = visitor.get(RAID + "&with=earlier")
    assert 'action="/gallery/mine/restart"' in page.text
    answer = visitor.post("/gallery/mine/restart", {"part": "raid"}, ("origin", "http://127.0.0.1:8475"))

    assert (answer.status, answer.headers["location"]) == (303, "/gallery/mine?part=raid")
    assert pairs(visitor.get(RAID + "&with=earlier")) == []


def test_every_face_stands_beside_its_own_in_another_language(visitor):
    found = pairs(visitor.get(RAID + "&language=en&with=ja&how=over"))

    assert [way for way, _, _ in found] == ["over"] * 7
    japanese = re.findall(r'<img src="([^"]+)"', visitor.get(RAID + "&language=ja").text)
    assert [other for _, _, other in found] == japanese


@pytest.mark.parametrize("query", ["&with=fr", "&with=en&language=en", "&how=over"])
def test_nothing_to_compare_with_is_no_comparison(visitor, query):
    page = visitor.get(RAID + query)

    assert page.status == 200
    assert pairs(page) == []
