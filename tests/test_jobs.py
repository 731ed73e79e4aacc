from dataclasses import replace
from pathlib import Path

import pytest

from generator.errors import UsageError
from generator.geometry import Size
from generator.inputs import Inputs
from generator.jobs import PROOF, face_jobs
from generator.model.game import Component, Game, Piece, Row
from generator.model.paper import Paper
from generator.model.text import Text
from generator.order import Order

A4, LETTER = Paper("a4", Size(595, 842), 14), Paper("letter", Size(612, 792), 14)
ORDER = Order(papers=(A4, LETTER), languages=("en", "ja"))
INPUTS = Inputs("everything", "drawing")


CARD = Size(100, 140)


def component(id_="raid", trim: Size | None = CARD, back="back.svg.j2", rows=("a", "b")):
    pieces = tuple(Piece(row, row.upper(), 2, Row(row, {"n": 1}, f"{id_}.csv:2")) for row in rows)
    title = Text.of({"en": id_, "ja": id_})
    return Component(id_, "cards", title, trim, 8.5, 0.0, "rect", "front.svg.j2", back, id_, pieces)


def game(*components):
    title = Text.of({"en": "Picket", "ja": "見張り"})
    return Game("picket", Path(), title, title, "us", 2026, "1.0", "2026-11-21", ("en", "ja"), components)


def names(jobs):
    return [f"{job.language} {job.piece.id} {job.side}{' ' + job.paper if job.paper else ''}" for job in jobs]


def test_each_face_once_a_language():
    jobs = face_jobs(game(component()), replace(ORDER, languages=("ja",)), INPUTS)

    assert names(jobs) == ["ja a front", "ja a back", "ja b front", "ja b back"]


def test_backs_are_left_out_when_not_printed():
    jobs = face_jobs(game(component()), replace(ORDER, languages=("en",), backs="none"), INPUTS)

    assert names(jobs) == ["en a front", "en b front"]


def test_sheets_are_drawn_for_each_paper():
    jobs = face_jobs(game(component(trim=None, back=None, rows="a")), replace(ORDER, languages=("en",)), INPUTS)

    assert names(jobs) == ["en a front a4", "en a front letter"]
    assert all(job.trim.width == paper.size.width - 28 for job, paper in zip(jobs, (A4, LETTER), strict=True))


def test_only_what_is_asked_for():
    jobs = face_jobs(game(component("raid"), component("watch", rows="w")), replace(ORDER, only=("watch",)), INPUTS)

    assert {job.component.id for job in jobs} == {"watch"}


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (replace(ORDER, only=("raids",)), "picket has no component 'raids'; did you mean 'raid'?"),
        (replace(ORDER, languages=("fr",)), "picket has no language 'fr'; it is one of 'en', 'ja'"),
    ],
)
def test_unknown_words_are_named(order, says):
    with pytest.raises(UsageError) as raised:
        face_jobs(game(component()), order, INPUTS)

    assert str(raised.value) == says


def test_keys_follow_what_is_drawn():
    def keys(part, inputs=INPUTS, **changes):
        return {job.key for job in face_jobs(game(part), replace(ORDER, **changes), inputs)}

    plain = keys(component())
    moved = replace(
        component(), pieces=tuple(replace(p, row=replace(p.row, source="raid.csv:9")) for p in component().pieces)
    )

    assert len(plain) == 8
    assert keys(moved) == plain
    assert not keys(component(), theme="ink-saver") & plain
    assert not keys(component(), inputs=Inputs("everything", "other")) & plain
    assert not keys(replace(component(), front="other.svg.j2")) & plain
    assert keys(component(), backs="none") < plain


def test_proof_faces_share_one_template():
    jobs = face_jobs(game(component()), replace(ORDER, proof=True), INPUTS)

    assert {job.template for job in jobs} == {PROOF}
