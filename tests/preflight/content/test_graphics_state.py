"""Transfer functions of graphics states and of halftones."""

import pytest
from pikepdf import Array, Dictionary, Name

from generator.preflight.content.graphics_state import has_transfer
from tests.preflight.content.conftest import ramp

CURVE = ramp((1,), (0,))


def halftone(**entries):
    return Dictionary(Type=Name.Halftone, HalftoneType=1, **entries)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (Dictionary(TR=CURVE), True),
        (Dictionary(TR2=CURVE), True),
        (Dictionary(TR=Array([Name.Identity, CURVE, Name.Identity, Name.Identity])), True),
        (Dictionary(TR=CURVE, TR2=Name.Default), False),
        (Dictionary(TR=Name.Identity), False),
        (Dictionary(TR2=Array([Name.Identity] * 4)), False),
        (Dictionary(HT=halftone(TransferFunction=CURVE)), True),
        (Dictionary(HT=halftone(TransferFunction=Name.Identity)), False),
        (Dictionary(HT=Dictionary(HalftoneType=5, Default=halftone(TransferFunction=CURVE))), True),
    ],
)
def test_graphics_state_decides(state, expected):
    assert has_transfer(state) == expected


@pytest.mark.parametrize(
    "state", [Dictionary(), Dictionary(LW=1), Dictionary(HT=Name.Default), Dictionary(HT=halftone())]
)
def test_state_that_names_none_says_nothing(state):
    assert has_transfer(state) is None
