"""Colour spaces of a file: of which kind they are, and how much ink their colours take."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from generator.preflight.content.colour_space import (
    CMYK,
    DEVICE_CMYK,
    DEVICE_GREY,
    DEVICE_RGB,
    GREY,
    LAB,
    PATTERN,
    RGB,
    SPOT,
    Colour,
    ColourSpace,
    StrangeValueError,
    first_colour,
    read_colour_space,
)
from tests.preflight.tiny_pdf import separation

TINT = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=[1, 1, 1, 1])


@pytest.fixture
def pdf():
    return pikepdf.new()


def device_n(*inks):
    return Array([Name.DeviceN, Array([Name(f"/{ink}") for ink in inks]), Name.DeviceCMYK, TINT])


def profile(pdf, components, **entries):
    return Array([Name.ICCBased, pikepdf.Stream(pdf, b"", N=components, **entries)])


@pytest.mark.parametrize(
    ("given", "kind", "components", "spots"),
    [
        (Name.DeviceGray, GREY, 1, ()),
        (Name.G, GREY, 1, ()),
        (Name.DeviceRGB, RGB, 3, ()),
        (Name.DeviceCMYK, CMYK, 4, ()),
        (Name.Pattern, PATTERN, 0, ()),
        (Array([Name.CalRGB, Dictionary()]), RGB, 3, ()),
        (Array([Name.Lab, Dictionary()]), LAB, 3, ()),
        (Array([Name.Indexed, Name.DeviceRGB, 1, String("abcdef")]), RGB, 3, ()),
        (Array([Name.Pattern, Name.DeviceCMYK]), PATTERN, 4, ()),
        (separation("Gold"), SPOT, 1, ("Gold",)),
        (separation("Black"), CMYK, 1, ()),
        (separation("All"), SPOT, 1, ()),
        (separation("None"), SPOT, 1, ()),
        (device_n("Cyan", "Gold"), SPOT, 2, ("Gold",)),
        (device_n("Cyan", "Black"), CMYK, 2, ()),
    ],
)
def test_space_is_of_its_kind(given, kind, components, spots):
    space = read_colour_space(given)

    assert (space.kind, space.components, space.spots) == (kind, components, spots)


@pytest.mark.parametrize(("components", "kind"), [(1, GREY), (3, RGB), (4, CMYK)])
def test_profile_is_of_the_kind_of_its_components(pdf, components, kind):
    space = read_colour_space(profile(pdf, components))

    assert (space.kind, space.has_profile) == (kind, True)


def test_profile_may_stand_for_lab(pdf):
    assert read_colour_space(profile(pdf, 3, Alternate=Name.Lab)).kind == LAB


def test_name_is_looked_up_in_the_resources():
    assert read_colour_space(Name("/Mine"), Dictionary(Mine=separation("Gold"))).spots == ("Gold",)


@pytest.mark.parametrize("given", [Name.Unknown, Array([]), Array([Name.Unknown])])
def test_what_is_no_space_is_strange(given):
    with pytest.raises(StrangeValueError):
        read_colour_space(given)


def test_spaces_in_spaces_are_bounded():
    space = Name.DeviceRGB
    for _ in range(9):
        space = Array([Name.Indexed, space, 0, String("abc")])

    with pytest.raises(StrangeValueError):
        read_colour_space(space)


@pytest.mark.parametrize(
    ("given", "values", "ink"),
    [
        (Name.DeviceGray, (0.25,), 75),
        (Name.DeviceCMYK, (0.5, 0.5, 0, 1), 200),
        (Name.DeviceRGB, (0, 0, 0), None),
        (separation("Gold"), (0.5,), 50),
        (separation("All"), (0.5,), 200),
        (separation("None"), (1,), 0),
        (device_n("Cyan", "Gold"), (1, 0.5), 150),
    ],
)
def test_ink_of_a_colour_is_the_sum_of_its_tints(given, values, ink):
    assert read_colour_space(given).ink(values) == ink


@pytest.mark.parametrize(
    ("space", "values", "expected"),
    [
        (DEVICE_GREY, (1.0,), True),
        (DEVICE_GREY, (0.9,), False),
        (DEVICE_RGB, (1.0, 1.0, 1.0), True),
        (DEVICE_RGB, (1.0, 1.0, 0.9), False),
        (DEVICE_CMYK, (0.0, 0.0, 0.0, 0.0), True),
        (DEVICE_CMYK, (0.0, 0.0, 0.0, 0.1), False),
        (ColourSpace(SPOT, 1, ("Gold",)), (0.0,), True),
    ],
)
def test_white_is_where_nothing_is_printed(space, values, expected):
    assert Colour(space, values).is_white == expected
    assert not Colour(space, values, pattern=object()).is_white


@pytest.mark.parametrize(
    ("space", "values"),
    [(DEVICE_GREY, (0.0,)), (DEVICE_CMYK, (0.0, 0.0, 0.0, 1.0)), (ColourSpace(SPOT, 2, ("A", "B")), (1.0, 1.0))],
)
def test_space_begins_with_black_or_full_tints(space, values):
    assert first_colour(space).values == values


def test_resource_stands_for_the_colours_of_a_device(pdf):
    named = Dictionary(
        DefaultRGB=profile(pdf, 3), DefaultCMYK=Name.DeviceRGB, Mine=Array([Name.Indexed, Name.DeviceRGB])
    )
    named.Mine.extend([0, String(b"abc")])

    assert read_colour_space(Name.DeviceRGB, named).has_profile
    assert read_colour_space(Name("/RGB"), named).has_profile
    assert read_colour_space(Name("/Mine"), named).has_profile
    assert read_colour_space(Name.DeviceGray, named) is DEVICE_GREY
    assert read_colour_space(Name.DeviceCMYK, named) is DEVICE_CMYK, "three colours cannot stand for four"
    assert read_colour_space(Name.DeviceRGB, None) is DEVICE_RGB


@pytest.mark.parametrize("default", [Name.Nothing, Array([]), Array([Name.ICCBased, 1]), 3])
def test_damaged_default_stands_for_nothing(default):
    assert read_colour_space(Name.DeviceRGB, Dictionary(DefaultRGB=default)) is DEVICE_RGB
