"""The most ink of a shading, by the ends and samples of its functions."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from generator.preflight.content.shading_colours import shading_ink, shading_space
from tests.preflight.content.conftest import ramp

PDF = pikepdf.new()
LIGHT, DARK = (0, 0, 0, 0.1), (1, 1, 0.5, 0)


def shading(function=None, space=Name.DeviceCMYK):
    made = Dictionary(ShadingType=2, ColorSpace=space, Coords=[0, 0, 9, 9])
    if function is not None:
        made.Function = function
    return made


def joined(*functions):
    return Dictionary(FunctionType=3, Domain=[0, 1], Functions=Array(functions), Bounds=[0.5], Encode=[0, 1, 0, 1])


def table(data, bits=8):
    stream = pikepdf.Stream(PDF, data)
    stream.update({"/FunctionType": 0, "/Domain": [0, 1], "/Range": [0, 1] * 4, "/Size": [2], "/BitsPerSample": bits})
    return stream


@pytest.mark.parametrize(
    ("function", "ink"),
    [
        (ramp(LIGHT, DARK), 250),
        (ramp(DARK, LIGHT), 250),
        (joined(ramp(LIGHT, LIGHT), ramp(LIGHT, DARK)), 250),
        (joined(joined(ramp(LIGHT, DARK)), ramp(LIGHT, LIGHT)), 250),
        (Array([ramp((0,), (1,)), ramp((0,), (1,)), ramp((0.5,), (0,)), ramp((0,), (0,))]), 250),
        (table(bytes([0, 0, 0, 51, 255, 255, 0, 51])), 220),
    ],
)
def test_most_ink_is_that_of_the_darkest_colour(function, ink):
    assert shading_ink(shading(function)) == pytest.approx(ink)


@pytest.mark.parametrize(
    "made",
    [
        shading(),
        shading(ramp((0, 0, 0), (1, 1, 1)), Name.DeviceRGB),
        shading(table(b"abcd", bits=16)),
        shading(Dictionary(FunctionType=4, Domain=[0, 1])),
        shading(Dictionary(FunctionType=9)),
        shading(5),
    ],
)
def test_ink_is_not_known(made):
    assert shading_ink(made) is None


def test_space_of_a_shading():
    assert shading_space(shading()).kind == "CMYK"
    assert shading_space(Dictionary(ShadingType=2)) is None
