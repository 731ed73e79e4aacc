"""The paper's white below ink."""

import numpy as np
import pytest
from PIL import Image

from generator.scoresheets.photos.ink_map import _brightness, measure_ink


def test_brightness_of_a_block_is_the_percentile_of_its_levels():
    blocks = [np.random.default_rng(seed).integers(0, 256, 50 + seed) for seed in range(20)]
    counts = np.array([[np.bincount(block, minlength=256) for block in blocks]])

    assert _brightness(counts)[0] == pytest.approx([np.percentile(block, 80) for block in blocks])


def test_block_with_too_little_white_has_no_brightness():
    assert np.isnan(_brightness(np.bincount([250] * 40, minlength=256)[None, None])).all()


@pytest.mark.parametrize("edge", [140, 144, 147, 165])
def test_hard_edge_of_a_shadow_is_no_line_and_a_line_in_it_is_one(edge):
    pixels = np.full((280, 280, 3), 235, np.uint8)
    pixels[:, :edge] = 140
    pixels[40:60, edge - 2 : edge + 2] = 40
    ink = measure_ink(Image.fromarray(pixels), Image.new("RGB", (280, 280), "white"))

    is_line = ink.strokes > 0.15
    assert is_line[42:58, edge - 1 : edge + 1].all()
    assert not is_line[80:].any()
