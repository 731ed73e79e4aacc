"""Faces with faults, drawn as far as they go."""

import pickle

import pytest

from generator.base.errors import Faults
from generator.model.face import Group, UnfinishedFaceError


@pytest.fixture
def unfinished(draw):
    """Draw some SVG with faults."""

    def drawn(body):
        with pytest.raises(UnfinishedFaceError) as caught:
            draw(body)
        return caught.value

    return drawn


def words(face):
    """All words on a face."""

    def inside(ink):
        for item in ink:
            yield from inside(item.ink) if isinstance(item, Group) else [getattr(item, "text", "")]

    return "".join(inside(face.ink.unpack()[0]))


WORDS = "one two three four five six seven"


@pytest.mark.parametrize(
    ("svg", "has_limit"),
    [
        (f'<text font-size="9pt" pnp:rect="2 2 16 4" pnp:fit="shrink 8pt">{WORDS}</text>', True),
        (f'<text font-size="9pt" pnp:rect="2 2 16 4" transform="rotate(20)">{WORDS}</text>', True),
        (f'<text font-size="9pt" x="2" y="9">{WORDS}</text>', True),
        (
            f'<rect x="2" y="2" width="9" height="9" pnp:layer="safe"/><text font-size="9pt" x="3" y="8">{WORDS}</text>',
            True,
        ),
        (f'<path id="a" d="M2 9H9"/><text font-size="9pt"><textPath href="#a">{WORDS}</textPath></text>', False),
    ],
)
def test_text_that_does_not_fit_is_drawn_whole(unfinished, svg, has_limit):
    found = unfinished(svg)
    (excess,) = found.excesses

    assert found.is_whole
    assert (excess.limit is not None) is has_limit
    assert words(found.face).startswith("one")
    assert words(found.face).endswith("seven")


def test_excess_is_the_ink_of_the_text_and_its_limit_the_rect(unfinished):
    (excess,) = unfinished('<text font-size="9pt" pnp:rect="2 2 16 4">one two three four</text>').excesses

    assert excess.limit.x == pytest.approx(2 * 72 / 25.4)
    assert excess.limit.height == pytest.approx(4 * 72 / 25.4)
    assert excess.box.bottom > excess.limit.bottom


def test_face_with_another_fault_is_not_whole(unfinished):
    found = unfinished('<text font-size="9pt" x="2" y="9">too long for this small face</text><rect fill="pnik"/>')

    assert not found.is_whole
    assert len(found.excesses) == 1


def test_equal_faults_are_shown_once_and_leave_the_face_whole(unfinished):
    text = '<text id="a" font-size="9pt" x="2" y="9">too long for this small face</text>'
    found = unfinished(f"<defs>{text}</defs><use href='#a'/><use href='#a' y='9'/>")

    assert found.is_whole
    assert (len(found.faults), len(found.excesses)) == (1, 2)


def test_only_the_faults_go_to_another_process(unfinished):
    found = unfinished('<text font-size="9pt" x="2" y="9">too long for this small face</text>')
    again = pickle.loads(pickle.dumps(found))

    assert type(again) is Faults
    assert again.faults == found.faults
