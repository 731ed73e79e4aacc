import pytest

from generator.base.geometry import Matrix, Rect, Size
from generator.base.records import replace
from generator.model.face import Drawing, Face, Shape, TextFit
from generator.typeset.face_scaling import scale_face

FITS = TextFit("name", 12.0, 10.0, 8.0, 1), TextFit("O17", 4.0, 4.0, 4.0, 1)
CARD = Face("k", Size(60, 90), 3.0, Drawing.of((Shape("M 0 0 L 1 1", "#000000"),)), fits=FITS)


def area(group):
    numbers = [float(word) for word in group.clip.path.split() if word not in "MLZ"]
    xs, ys = numbers[::2], numbers[1::2]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def placed(size):
    face = scale_face(CARD, size, "en", "new")
    ink, parts = face.ink.unpack()
    assert {use.part for group in ink for use in group.ink} == {part.key for part in parts}
    return face, [(group.ink[0].matrix, area(group)) for group in ink]


def test_same_proportions_are_one_picture():
    face, ((matrix, where),) = placed(Size(40, 60))

    assert (face.trim, face.bleed) == (Size(40, 60), 2.0)
    assert matrix == Matrix.scaling(2 / 3)
    assert where == Rect(-2, -2, 44, 64)


@pytest.mark.parametrize(("size", "axis"), [(Size(40, 80), "y"), (Size(80, 60), "x")])
def test_what_is_left_is_covered_by_stretched_bleed(size, axis):
    face, parts = placed(size)
    (first, near), (second, far), (middle, where) = parts

    whole = Rect(0, 0, size.width, size.height).expand(face.bleed)
    assert near.union(far).union(where) == whole
    assert near.width * near.height + far.width * far.height + where.width * where.height == pytest.approx(
        whole.width * whole.height
    )
    # The edges of the bleed lie on the edges of the new bleed, and the edges of the trim on those of the picture.
    edge = {"x": lambda matrix, at: matrix.a * at + matrix.e, "y": lambda matrix, at: matrix.d * at + matrix.f}[axis]
    length, end = {"x": (60, size.width), "y": (90, size.height)}[axis]
    assert edge(first, -3) == pytest.approx(-face.bleed)
    assert edge(first, 0) == pytest.approx(edge(middle, 0))
    assert edge(second, length) == pytest.approx(edge(middle, length))
    assert edge(second, length + 3) == pytest.approx(end + face.bleed)


def test_stretched_bleed_holds_nothing_that_lies_within_the_trim():
    ground, inner = (Shape(f"M {at} {at} L 58 {at} L 58 80 Z", "#000000") for at in (-3, 3))
    face = scale_face(replace(CARD, ink=Drawing.of((ground, inner))), CARD.trim, "en", "new", 6.0)
    ink, parts = face.ink.unpack()

    assert {part.key: part.ink for part in parts} == {"new-unscaled": (ground, inner), "new-bleed": (ground,)}
    assert [group.ink[0].part for group in ink] == ["new-bleed"] * 8 + ["new-unscaled"]


@pytest.mark.parametrize(("language", "floor"), [("en", 5.0), ("ja", 6.0)])
def test_texts_shrink_with_the_card_to_what_can_be_read(language, floor):
    fits = scale_face(CARD, Size(30, 45), language, "new").fits

    assert [(fit.asked, fit.used, fit.floor) for fit in fits] == [(6.0, 5.0, floor), (2.0, 2.0, 0.0)]


def test_wider_bleed_is_the_old_one_stretched():
    face = scale_face(CARD, CARD.trim, "en", "new", 6.0)
    groups, _ = face.ink.unpack()
    placed = [(group.ink[0].matrix, area(group)) for group in groups]
    corner, middle = placed[0], placed[-1]

    assert (face.trim, face.bleed, len(placed)) == (CARD.trim, 6.0, 9)
    assert middle == (Matrix.scaling(1), Rect(0, 0, 60, 90))
    assert corner == (Matrix(2, 0, 0, 2, 0, 0), Rect(-6, -6, 6, 6))
    assert sum(where.width * where.height for _, where in placed) == pytest.approx(72 * 102)
    assert face.fits == FITS


def test_narrower_bleed_is_a_part_of_the_old_one():
    face = scale_face(CARD, CARD.trim, "en", "new", 2.0)
    ((matrix, where),) = [(group.ink[0].matrix, area(group)) for group in face.ink.unpack()[0]]

    assert (face.bleed, matrix, where) == (2.0, Matrix.scaling(1), Rect(-2, -2, 64, 94))


def test_face_without_bleed_gets_none():
    assert scale_face(replace(CARD, bleed=0.0), CARD.trim, "en", "new", 6.0).bleed == 0.0


def test_outline_and_folds_are_scaled_with_the_picture():
    outline, fold = "M 0 0 L 60 0 L 60 90 Z", "M 0 45 L 60 45"
    face = scale_face(replace(CARD, cut=outline, folds=(fold,)), Size(40, 80), "en", "new")

    assert face.cut == "M 0 10 L 40 10 L 40 70 Z"
    assert face.folds == ("M 0 40 L 40 40",)
    assert scale_face(replace(CARD, cut=outline), CARD.trim, "en", "new", 6.0).cut == outline


@pytest.mark.parametrize("shape", ["round", "hex"])
def test_wider_bleed_of_other_shapes_is_as_wide_on_all_sides(shape):
    tile = replace(CARD, trim=Size(60, 60))
    ink, _ = scale_face(tile, tile.trim, "en", "new", 8.0, shape).ink.unpack()
    (below, face), page = ink, Rect(-8, -8, 76, 76)

    assert [(group.ink[0].part, area(group)) for group in ink] == [("new-bleed", page), ("new-unscaled", page)]
    assert face.ink[0].matrix == Matrix.scaling(1)
    enlarged = below.ink[0].matrix
    assert enlarged.apply(-3, 30) == pytest.approx((-8, 30))
    assert enlarged.apply(30, 63) == pytest.approx((30, 68))
    assert enlarged.apply(30, 30) == pytest.approx((30, 30))
