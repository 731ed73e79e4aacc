from dataclasses import replace

import numpy as np
import pytest

from generator.base.geometry import Matrix, Rect
from generator.exports.press.flat import flattened_face as module
from generator.exports.press.flat.flattened_face import flattened_face
from generator.exports.press.flat.mixing import NotFlatError
from generator.model.face import (
    Clip,
    Composite,
    Group,
    Image,
    LinearGradient,
    Part,
    RadialGradient,
    Shape,
    Stroke,
    Use,
)
from tests.exports.press.flat.conftest import GROUND, is_opaque, pixels
from tests.write.conftest import BLUE, FONTS, face_of, shaped, square

FADE = LinearGradient(0, 0, 1, 0, ((0, "#ff0000", 1.0), (1, "#0000ff", 1.0)), Matrix(80, 0, 0, 80, 10, 10))
GLOW = RadialGradient(50, 50, 40, 50, 50, ((0, "#ffffff", 0.9), (1, "#208040", 0.1)), Matrix())
ICON = Part("flat-icon", Rect(0, 0, 24, 24), (Shape(square(2, 2, 20), fill="#208020", opacity=0.5),))
BODY = (
    Shape("M 60 50 C 90 50 90 90 60 90 C 40 90 40 50 60 50 Z", fill="#e0c080", stroke=Stroke("#302010", 3)),
    Shape("M 60 50 C 90 50 90 90 60 90 C 78 80 78 60 60 50 Z", fill="#000000", opacity=0.2),
)
PLAIN = Part("flat-plain", Rect(0, 0, 24, 24), (Shape(square(2, 2, 20), fill="#208020"),))


@pytest.mark.parametrize(
    "above",
    [
        pytest.param((Shape(square(30, 20, 50), fill="#ffffff", opacity=0.6),), id="over several shapes"),
        pytest.param((Shape(square(30, 60, 20), fill="#000000", opacity=0.3),), id="over flat ground"),
        pytest.param((Shape("M 0 20 L 100 60", stroke=Stroke("#00a000", 8, opacity=0.5)),), id="a line"),
        pytest.param(
            (Shape("M 5 90 L 90 30", stroke=Stroke("#00a000", 6, "round", dash=(12, 9), opacity=0.5)),), id="dashes"
        ),
        pytest.param((Shape(square(5, 55, 30), "#ff0000", 0.5, stroke=Stroke("#0000ff", 6, opacity=0.5)),), id="both"),
        pytest.param((Shape(square(60, 60, 30), fill=FADE, opacity=0.5),), id="a gradient"),
        pytest.param((Shape(square(60, 60, 30), fill=GLOW),), id="a gradient of opacity"),
        pytest.param((Shape(square(20, 20, 60), fill=FADE, opacity=0.5),), id="a gradient over several shapes"),
        pytest.param((shaped("Forum", 15, 40, size=24, fill="#ffffff", opacity=0.6),), id="text"),
        pytest.param(
            (
                Group(
                    (Shape(square(20, 20, 30), fill="#ff0000"), Shape(square(30, 30, 40), fill="#00ff00")), opacity=0.5
                ),
            ),
            id="a group that fades",
        ),
        pytest.param(
            (Group((Shape(square(0, 0, 90), fill="#000000", opacity=0.4),), clip=Clip("M 20 15 L 80 20 L 40 90 Z")),),
            id="within a clip",
        ),
        pytest.param(BODY, id="a shadow along the edge of its body"),
        pytest.param((Use("flat-icon", Matrix(2, 0.5, -0.5, 2, 40, 20)),), id="a part"),
        pytest.param((Use("flat-plain", Matrix(2, 0, 0, 2, 20, 20), opacity=0.4),), id="a part that fades"),
        pytest.param(
            (
                Use("flat-plain", Matrix(2, 0, 0, 2, 20, 20)),
                Shape(square(15, 15, 50), fill="#000000", opacity=0.2),
                Shape(square(25, 25, 60), fill="#ffffff", opacity=0.5),
            ),
            id="one over another",
        ),
    ],
)
def test_face_looks_the_same_without_transparency(above):
    face = face_of(*GROUND, shaped("fish", 40, 90, size=20), *above, parts=(ICON, PLAIN))
    flat = flattened_face(face, FONTS)
    differences = np.abs(pixels(flat) - pixels(face)).max(axis=2)

    assert not is_opaque(face)
    assert is_opaque(flat)
    # Edges are blended twice by viewers: a pixel along them may differ.
    assert np.median(differences) == 0
    assert (differences > 2).mean() < 0.02
    assert differences.mean() < 0.6


def test_opaque_face_stays_as_it_is():
    face = face_of(*GROUND)

    assert flattened_face(face, FONTS) is face


def test_line_over_flat_ground_stays_a_line():
    line = Shape("M 60 70 L 90 70", stroke=Stroke("#000000", 2, opacity=0.5))
    ink, _ = flattened_face(face_of(*GROUND, line), FONTS).ink.unpack()

    assert ink[-1] == replace(line, stroke=Stroke("#787060", 2))


def test_over_a_body_its_line_alone_is_drawn_again():
    ink, parts = flattened_face(face_of(*GROUND, *BODY), FONTS).ink.unpack()

    assert ink[:-1] == (*GROUND, BODY[0], replace(BODY[1], fill="#b39a66", opacity=1.0))
    ((again,),) = [group.ink for part in parts for group in part.ink]
    assert again.fill is None
    assert again.stroke.width == 3


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (Composite((Shape(square(0, 0, 9), fill="#000000"),), "multiply"), "it has a mask or a blend mode"),
        (Image("blue", Rect(0, 0, 20, 20)), "a picture of pixels is transparent"),
        (
            Group((GROUND[1], Shape(square(12, 12, 9), fill="#ffffff", opacity=0.5)), opacity=0.5),
            "something transparent lies in a transparent group",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(item, said):
    with pytest.raises(NotFlatError, match=said):
        flattened_face(face_of(*GROUND, item, parts=(BLUE,)), FONTS)


def test_long_path_that_viewers_would_draw_too_often_is_not_flattened(monkeypatch):
    """The file holds such a path once; a map of which the coast is drawn a thousand times takes viewers minutes."""
    coast = Shape(
        " ".join(["M 10 10", *(f"L {10 + at % 80} {10 + at % 70}" for at in range(400)), "Z"]), fill="#204060"
    )
    veils = [Shape(square(12, 12 + at, 60), fill="#ffffff", opacity=0.1) for at in range(6)]
    face = face_of(*GROUND, coast, *veils)
    flattened_face(face, FONTS)
    monkeypatch.setattr(module, "_DRAWN", 4 * len(coast.path))
    monkeypatch.setattr(module, "_DRAWN_SHARE", 0)

    with pytest.raises(NotFlatError, match="too many shapes"):
        flattened_face(face, FONTS)
