from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.base.errors import Faults, UsageError, fault
from generator.base.geometry import Size
from generator.build.faces.face_jobs import PROOF, STRIP, FaceJob, face_jobs
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.model.game import Component, Game, Piece, Row
from generator.model.paper import FULL, Paper
from generator.model.prose import MarkdownSource, Prose
from generator.model.text import Text

A4, LETTER = Paper("a4", Size(595, 842), 14), Paper("letter", Size(612, 792), 14)
ORDER = BuildOptions(papers=(A4, LETTER), languages=("en", "ja"))
INPUTS = InputDigests("everything", "drawing")


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


@pytest.mark.parametrize(
    ("look", "theme"),
    [
        ({}, "light"),
        ({"theme": "mono"}, ""),
        ({"backs_theme": "colour"}, ""),
        ({"theme": "mono", "backs_theme": "light"}, "light"),
        ({"proof": True}, ""),
    ],
)
def test_backs_that_hide_save_ink_unless_a_theme_is_asked_for(look, theme):
    order = replace(ORDER, languages=("en",), **look)
    deck, pairs = replace(component(rows="a"), light_back=True), component("pairs", rows="a")
    front, back, other_front, other_back = face_jobs(game(deck, pairs), order, INPUTS)

    assert [job.theme for job in (front, back, other_front)] == ["", theme, ""]
    assert other_back.theme == (theme if order.backs_theme else "")
    assert back.key != face_jobs(game(deck), replace(order, theme="ink-saver"), INPUTS)[1].key


def test_sheets_are_drawn_for_each_paper():
    jobs = face_jobs(game(component(trim=None, back=None, rows="a")), replace(ORDER, languages=("en",)), INPUTS)

    assert names(jobs) == ["en a front a4", "en a front letter"]
    assert all(job.trim.width == paper.size.width - 28 for job, paper in zip(jobs, (A4, LETTER), strict=True))


def test_turned_sheets_lie_on_their_side():
    turned = replace(component(trim=None, back=None, rows="a"), turned=True)

    (job,) = face_jobs(game(turned), replace(ORDER, papers=(A4,), languages=("en",)), INPUTS)

    assert (job.trim.width, job.trim.height) == pytest.approx((842 - 28, 595 - 28 - 2 * STRIP))


def sheet_of_text():
    prose = Prose((("en", MarkdownSource("r.en.md", "# R")), ("ja", MarkdownSource("r.ja.md", "# R"))))
    return replace(component("rules", None, back=None, rows=()), prose=prose)


def pages(counts):
    """Sets as many pages for a language as it has in `counts`."""

    def made(part, language, size):
        numbers = range(1, counts[language] + 1)
        return tuple(Piece(f"p{at:02}", str(at), 1, Row(f"p{at:02}", {"size": size.width}, "r.md")) for at in numbers)

    return made


def test_texts_become_pages_for_each_language_and_paper():
    jobs = face_jobs(game(sheet_of_text()), ORDER, INPUTS, pages({"en": 1, "ja": 2}))

    assert names(jobs) == [
        f"{language} {page} front {paper}"
        for language, count in (("en", 1), ("ja", 2))
        for paper in ("a4", "letter")
        for page in ("p01", "p02")[:count]
    ]
    assert {job.edition for job in jobs} == {"en", "ja"}


def test_booklet_comes_also_on_whole_sheets_that_have_room_for_its_lines():
    booklet = replace(sheet_of_text(), kind="booklets", trim=Size(420, 595))
    small = Paper("small", Size(380, 500), 14)
    options = replace(ORDER, papers=(A4, small, FULL), languages=("en",))
    jobs = face_jobs(game(booklet), options, INPUTS, pages({"en": 1}))

    assert names(jobs) == ["en p01 front", "en p01 front a4"]
    own, whole = (job.component for job in jobs)
    assert (own.is_booklet, own.is_full_pages, own.prose.across) == (True, False, 1)
    assert (whole.is_booklet, whole.is_full_pages, whole.is_reference, whole.prose.across) == (False, True, False, 2)


@pytest.mark.parametrize(
    ("counts", "backs", "expected"),
    [
        ({"en": 1, "ja": 1}, "duplex", ["en p01 front a4", "ja p01 back a4"]),
        ({"en": 1, "ja": 1}, "none", ["en p01 front a4", "ja p02 front a4"]),
        ({"en": 1, "ja": 1}, "fold", ["en p01 front a4", "ja p02 front a4"]),
        ({"en": 1, "ja": 2}, "duplex", ["en p01 front a4", "ja p02 front a4", "ja p03 front a4"]),
    ],
)
def test_languages_together_are_two_sides_of_a_leaf(counts, backs, expected):
    options = replace(ORDER, papers=(A4,), combined_languages=(("en", "ja"),), backs=backs)

    jobs = face_jobs(game(component(), sheet_of_text()), options, INPUTS, pages(counts))

    assert names(job for job in jobs if job.component.id == "rules") == expected
    assert {job.edition for job in jobs if job.component.id == "rules"} == {"en+ja"}
    assert {job.edition for job in jobs if job.component.id == "raid"} == {"en", "ja"}


def test_faults_of_all_texts_are_told_at_once():
    def pages(part, language, size):
        raise fault(f"r.{language}.md", "spoilt")

    with pytest.raises(Faults) as caught:
        face_jobs(game(sheet_of_text()), ORDER, INPUTS, pages)

    assert list(map(str, caught.value.faults)) == ["r.en.md: spoilt", "r.ja.md: spoilt"]


def test_page_is_not_drawn_anew_for_another_page():
    part = sheet_of_text()
    other = replace(part, prose=Prose((("en", MarkdownSource("r.en.md", "# S")),)))

    first, second = (face_jobs(game(each), ORDER, INPUTS, pages({"en": 1, "ja": 1})) for each in (part, other))

    assert [job.key for job in first] == [job.key for job in second]


def test_only_what_is_asked_for():
    jobs = face_jobs(game(component("raid"), component("watch", rows="w")), replace(ORDER, only=("watch",)), INPUTS)

    assert {job.component.id for job in jobs} == {"watch"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (replace(ORDER, only=("raids",)), "picket has no component 'raids'; did you mean 'raid'?"),
        (replace(ORDER, languages=("fr",)), "picket has no language 'fr'; it is one of 'en', 'ja'"),
    ],
)
def test_unknown_words_are_named(options, says):
    with pytest.raises(UsageError) as raised:
        face_jobs(game(component()), options, INPUTS)

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
    assert not keys(component(), inputs=InputDigests("everything", "other")) & plain
    assert not keys(replace(component(), front="other.svg.j2")) & plain
    assert keys(component(), backs="none") < plain


def test_proof_faces_share_one_template():
    jobs = face_jobs(game(component()), replace(ORDER, proof=True), INPUTS)

    assert {job.template for job in jobs} == {PROOF}


@pytest.mark.parametrize(
    ("side", "back", "template"), [("front", "b", "f"), ("back", "b", "b"), ("front", None, "f"), ("back", None, "f")]
)
def test_back_has_a_template_of_its_own_or_that_of_the_front(side, back, template):
    job = SimpleNamespace(side=side, component=SimpleNamespace(front="f", back=back))

    assert FaceJob.template.fget(job) == template
