"""The lines that draw pictures whole, in part, mirrored, blended, and in one colour."""

import pytest

from generator.imports.foreign.project import ForeignBox, Look
from generator.imports.projects.picture_boxes import picture_lines


def lines(content=("art/fox.svg", False), transform="", opacity="", **look):
    box = ForeignBox("fox", "picture", 10, 20, 30, 40, (content,), Look(**look), id="box-1")
    return "".join(picture_lines(box, transform, opacity))


def test_whole_picture_is_one_element():
    assert lines(stretched=True) == (
        '<image href="art/fox.svg" x="10" y="20" width="30" height="40" preserveAspectRatio="none"/>'
    )


def test_file_of_a_column_is_drawn_where_there_is_one():
    assert lines(("art", True)).startswith('{% if card.art %}<image href="{{ card.art }}"')


@pytest.mark.parametrize(
    ("mirrored", "transform"),
    [
        ((True, False), "translate(50 0) scale(-1 1)"),
        ((False, True), "translate(0 80) scale(1 -1)"),
        ((True, True), "translate(50 80) scale(-1 -1)"),
    ],
)
def test_mirrored_picture_stays_in_its_box(mirrored, transform):
    assert f'transform="{transform} rotate(5)"' in lines(mirrored=mirrored, transform="rotate(5)")


def test_part_is_seen_through_a_window():
    found = lines(part=(0.5, 0, 0.25, 1))

    assert '<svg x="10" y="20" width="30" height="40" viewBox="10 20 30 40">' in found
    assert '<image href="art/fox.svg" x="-50" y="20" width="120" height="40"' in found


def test_corners_of_a_part_are_cut():
    assert '<clipPath id="box-1-corners"><rect x="10" y="20" width="30" height="40" rx="2"/>' in lines(
        part=(0, 0, 1, 1), radius=2
    )


def test_tint_fills_the_shape():
    found = lines(tint="red", opacity="0.5")

    assert found.startswith('<g opacity="0.5"><mask id="box-1-shape" mask-type="alpha"><image ')
    assert 'fill="red" mask="url(#box-1-shape)"/></g>' in found


def test_blend_is_of_a_group():
    assert lines(blend="multiply").startswith('<g style="mix-blend-mode: multiply"><image ')
