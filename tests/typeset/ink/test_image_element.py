import base64
import io

import pytest
from PIL import Image as Pillow

from generator.base.geometry import Matrix, Rect
from generator.model.face import Clip, Group, Image, Raster, Use

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>'
PLACE = 'x="1" y="2" width="10" height="10"'


def png(width=600, height=300):
    stream = io.BytesIO()
    Pillow.new("RGB", (width, height), "#123456").save(stream, "PNG")
    return stream.getvalue()


FILES = {"art/a.svg": SVG, "art/a.png": png(), "art/small.png": png(20, 10)}


def inside(face):
    (group,), parts = face.ink.unpack()
    return group.ink, parts


def test_drawing_is_a_part_fitted_into_its_rect(draw):
    (use,), (part,) = inside(draw(f'<image href="art/a.svg" {PLACE}/>', FILES))

    assert part.box == Rect(0, 0, 40, 20)
    assert use == Use(part.key, Matrix(a=0.25, d=0.25, e=1, f=4.5))


def test_drawing_does_not_inherit(draw):
    _, (part,) = inside(draw(f'<g fill="red"><image href="art/a.svg" {PLACE}/></g>', FILES))

    assert part.ink[0].fill == "#000000"


def test_drawing_that_fills_is_clipped(draw):
    svg = f'<image href="art/a.svg" {PLACE} preserveAspectRatio="xMidYMid slice" opacity="0.5"/>'
    (group,), _ = inside(draw(svg, FILES))

    assert group.clip == Clip("M 1 2 L 11 2 L 11 12 L 1 12 Z")
    assert (group.ink[0].matrix, group.ink[0].opacity) == (Matrix(a=0.5, d=0.5, e=-4, f=2), 0.5)


@pytest.mark.parametrize(
    ("aspect", "rect", "clip"),
    [
        ("xMidYMid meet", Rect(1, 4.5, 10, 5), None),
        ("none", Rect(1, 2, 10, 10), None),
        ("xMinYMid slice", Rect(1, 2, 20, 10), Clip("M 1 2 L 11 2 L 11 12 L 1 12 Z")),
        ('none" pnp:focus="0 50 2', Rect(1, -3, 40, 20), Clip("M 1 2 L 11 2 L 11 12 L 1 12 Z")),
    ],
)
def test_pixels_stand_as_the_aspect_says(draw, aspect, rect, clip):
    (ink,), (raster,) = inside(draw(f'<image href="art/a.png" {PLACE} preserveAspectRatio="{aspect}"/>', FILES))
    image = Image(raster.key, rect)

    assert isinstance(raster, Raster)
    assert ink == (Group((image,), clip=clip) if clip else image)


def test_pixels_within_the_template_are_drawn(draw):
    data = base64.b64encode(png()).decode()
    _, (raster,) = inside(draw(f'<image href="data:image/png;base64,{data}" {PLACE}/>'))

    assert (raster.width, raster.height) == (600, 300)


def test_pixels_within_a_drawing_are_its_parts(draw):
    data = base64.b64encode(png()).decode()
    inner = f'<image href="data:image/png;base64,{data}" width="40" height="20"/></svg>'
    svg = SVG.replace(b"</svg>", inner.encode())
    _, parts = inside(draw(f'<image href="art/b.svg" {PLACE}/>', {"art/b.svg": svg}))

    assert [type(part).__name__ for part in parts] == ["Raster", "Part"]


def test_coarse_pixels_are_a_warning(draw):
    face = draw(f'<image href="art/small.png" {PLACE}/>', FILES)

    assert face.warnings == (
        "card.svg.j2 [<image> line 2 of its SVG]: picture has 51 dpi at its printed size; 300 is sharp, under 150 is not",
    )


def test_enlarging_groups_count_for_the_warning(draw):
    assert draw(f'<image href="art/a.png" {PLACE}/>', FILES).warnings == ()
    assert draw(f'<g transform="scale(12)"><image href="art/a.png" {PLACE}/></g>', FILES).warnings != ()


def test_same_warning_with_and_without_history(typesetter, draw):
    svg = f'<image href="art/small.png" {PLACE}/>'
    twice = draw(svg + svg.replace("<image", "\n<image"), FILES)

    assert len(twice.warnings) == 2


@pytest.mark.parametrize(
    ("svg", "what"),
    [
        ('<image href="art/a.svg"/>', "needs width and height"),
        (f"<image {PLACE}/>", "needs href"),
        (f'<image href="art/b.svg" {PLACE}/>', "there is no picture 'art/b.svg'; did you mean 'art/a.svg'?"),
        (f'<image href="small.webp" {PLACE}/>', "there is no picture 'small.webp'; did you mean 'art/small.png'?"),
        (f'<image href="art/smal.png" {PLACE}/>', "there is no picture 'art/smal.png'; did you mean 'art/small.png'?"),
        (
            f'<image href="art/small.jpg" {PLACE}/>',
            "there is no picture 'art/small.jpg'; did you mean 'art/small.png'?",
        ),
    ],
)
def test_missing_pictures_are_faults(wrong, svg, what):
    assert wrong(svg, FILES) == [f"card.svg.j2 [<image> line 2 of its SVG]: {what}"]


LINKED = b'<image href="%b" width="1" height="1" transform="%b"/><rect'
"""A picture that a drawing links, before what it draws itself."""


@pytest.mark.parametrize("href", [b"a.png", b"../other/a.png", b"https://x.test/a.png", b"small.webp", b"c.svg"])
def test_drawings_link_no_other_files(wrong, href):
    svg = SVG.replace(b"<rect", LINKED % (href, b"scale(1)"))
    said = wrong(f'<image href="art/b.svg" {PLACE}/>', {"art/b.svg": svg, "a.png": FILES["art/small.png"]})

    what = "is no PNG or JPEG file beside the drawing; put the image's data into it"
    assert said == [f"art/b.svg:1 [<image>]: href {href.decode()!r} {what}"]


def test_linked_picture_is_drawn(draw):
    svg = SVG.replace(b"<rect", LINKED % (b"small.png", b"scale(1)"))
    whole = draw(f'<image href="art/b.svg" {PLACE}/>', FILES | {"art/b.svg": svg})

    assert [part.width for part in whole.ink.unpack()[1] if isinstance(part, Raster)] == [20]
    assert not whole.warnings


def test_linked_picture_that_is_nowhere_and_lies_outside_is_told(draw):
    svg = SVG.replace(b"<rect", LINKED % (b"a.png", b"translate(-900 0)"))

    (warning,) = draw(f'<image href="art/b.svg" {PLACE}/>', {"art/b.svg": svg}).warnings

    assert warning.endswith("a linked picture is left out, for it lies outside the drawing: 'a.png'")


def noise(width):
    stream = io.BytesIO()
    Pillow.effect_noise((width, 60), 50).save(stream, "PNG")
    return stream.getvalue()


def test_a_picture_in_a_drawing_is_found_by_its_number(draw, wrong):
    data = [base64.b64encode(noise(width)).decode() for width in (60, 70)]
    images = "".join(f'<image href="data:image/png;base64,{each}"/>' for each in data)
    files = {"card.svg": f"<svg>{images}</svg>".encode()}

    _, (raster,) = inside(draw(f'<image href="card.svg#2" {PLACE}/>', files))
    assert raster.width == 70
    for number in ("0", "3", "x"):
        (what,) = wrong(f'<image href="card.svg#{number}" {PLACE}/>', files)
        assert f"there is no picture 'card.svg#{number}'" in what


def test_a_picture_fills_a_shape(draw):
    shape = '<defs><circle id="c" cx="5" cy="5" r="4"/></defs>'
    (ink,), _ = inside(draw(f'{shape}<image href="art/a.png" pnp:box="#c" preserveAspectRatio="none"/>', FILES))

    assert ink.rect == Rect(1, 1, 8, 8)
