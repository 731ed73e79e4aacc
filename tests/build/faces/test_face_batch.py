from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.records import replace
from generator.build.faces import face_batch
from generator.build.faces.face_batch import FaceBatch
from generator.build.faces.face_jobs import PACK, FaceJob
from generator.build.faces.packed_faces import FacePacker
from generator.model.face import Drawing, Face, Shape
from generator.model.game import Component, Piece, Row
from generator.model.text import Text
from generator.write.pdf.compiled_face import compile_face

SQUARE = Size(72, 72)


class Renderer:
    """Draws a square with the piece's label as its key, and counts."""

    keep_ink, is_warm, warnings = False, True, ()

    def __init__(self):
        self.drawn = []

    def preload(self, _):
        pass

    def draw(self, job):
        self.drawn.append(job.key)
        drawing = Drawing.of((Shape("M 0 0 L 9 0 L 9 9 Z", "#ff0000"),))
        face = Face(f"{job.side} {job.piece.label}", SQUARE, 0.0, drawing, warnings=self.warnings)
        return replace(face, ink=Drawing.omitted()), compile_face(face, {}), {}


def jobs(count, back="common", **labels):
    ids = [f"p{at}" for at in range(count)]
    pieces = tuple(Piece(id_, labels.get(id_, id_), 1, Row(id_, {}, "x.csv:2")) for id_ in ids)
    title = Text.of({"en": "Deck"})
    part = Component("deck", "cards", title, SQUARE, 0.0, 0.0, "rect", "x.svg.j2", "y.svg.j2", "deck", pieces)
    backs = (replace(piece, label=back) for piece in pieces)
    return [
        FaceJob(part, piece, side, "en", SQUARE, f"{piece.id} {piece.label} {side}")
        for own in zip(pieces, backs, strict=True)
        for side, piece in zip(("front", "back"), own, strict=True)
    ]


@pytest.fixture
def finished(tmp_path):
    """Draws or finds the faces of jobs; returns them, and the keys of those that were drawn."""

    def run(some, **options):
        renderer = Renderer()
        return FaceBatch(some, renderer, Cache(tmp_path), "faces", 1, **options).finish(), renderer.drawn

    return run


@pytest.fixture
def workers(monkeypatch):
    """The workers that each batch asks for."""
    counts, pool = [], face_batch.WorkerPool

    def start(work, items, jobs):
        counts.append(jobs)
        return pool(work, items, 0)

    monkeypatch.setattr(face_batch, "WorkerPool", start)
    return counts


def test_process_that_draws_later_draws_the_first_cards_itself(workers, tmp_path):
    def draw(count, **options):
        renderer = Renderer()
        renderer.is_warm, renderer.labels = False, SimpleNamespace(preload=lambda _: None)
        FaceBatch(jobs(count), renderer, Cache(tmp_path), "faces", 2, **options).finish()

    draw(5, draws_later=True)
    draw(6, draws_later=True)  # one card is new: a plan that is there need not be drawn
    draw(7)
    draw(face_batch.MANY + 7, draws_later=True)

    assert workers == [0, 1, 1, 2]


def stamps(folder: Path):
    return {path.name: path.stat().st_mtime_ns for path in (folder / "faces").iterdir()}


def test_small_component_is_one_entry(finished, tmp_path):
    finished(jobs(PACK - 1))

    assert list(stamps(tmp_path)) == ["deck-en"]


def test_changed_piece_of_many_is_drawn_alone_and_rewrites_one_entry(finished, tmp_path):
    finished(jobs(3 * PACK))
    before = stamps(tmp_path)

    faces, drawn = finished(jobs(3 * PACK, p7="new"))

    after = stamps(tmp_path)
    assert drawn == ["p7 new front"]
    assert len(before) > 2
    assert len([name for name in after if before[name] != after[name]]) == 1
    assert len(faces.faces) == 6 * PACK


def test_pieces_that_are_not_asked_for_stay_in_the_cache(finished):
    all_ = jobs(3 * PACK)
    finished(all_)

    finished([job for job in jobs(3 * PACK, p7="new") if job.piece.id == "p7"], keep_others=True)

    assert finished(all_)[1] == []


def test_another_version_of_the_program_takes_over_nothing(finished, monkeypatch):
    some = jobs(2)
    finished(some)
    monkeypatch.setattr(face_batch, "program_digest", lambda: "other")
    _, drawn = finished(some[:2], keep_others=True)

    assert drawn == [job.key for job in some[:2]]
    assert finished(some)[1] == [job.key for job in some[2:]]


def test_damaged_entry_costs_its_own_faces_only(finished, tmp_path):
    some = jobs(3 * PACK)
    finished(some)
    damaged = next((tmp_path / "faces").iterdir())
    damaged.write_bytes(damaged.read_bytes()[:-1])

    faces, drawn = finished(some)

    assert sorted(drawn) == sorted(job.key for job in some if job.pack == damaged.name)
    assert len(faces.faces) == len(some)


def test_common_back_is_one_face_and_one_form(finished):
    faces, _ = finished(jobs(50))

    assert len({id(face) for face in faces.faces.values()}) == len(faces.forms) == 51


def test_forms_come_back_as_they_were_compiled(finished):
    (job, _) = jobs(1)
    _, forms, _ = Renderer().draw(job)

    faces, _ = finished([job])

    assert [faces.forms[form.key] for form in forms] == list(forms)


def test_faces_are_drawn_in_printing_order_whatever_their_entries(finished):
    some = jobs(3 * PACK)

    assert finished(some)[1] == [job.key for job in some]


def test_shared_face_with_a_warning_is_found_again(finished, monkeypatch):
    some = jobs(3 * PACK)
    monkeypatch.setattr(Renderer, "warnings", ("x.csv:2 → y.svg.j2: too small",))
    finished(some)

    faces, drawn = finished(some)

    assert (drawn, {face.warnings for face in faces.faces.values()}) == ([], {Renderer.warnings})


def test_face_that_recurs_is_packed_once():
    (job, _) = jobs(1)
    face, forms, _ = Renderer().draw(job)
    packer = FacePacker()

    assert packer.pack(face, forms) is packer.pack(face, forms)
