"""The paper's white below ink."""

import numpy as np
import pytest

from generator.scoresheets.photos.ink_map import _brightness


def test_brightness_of_a_block_is_the_percentile_of_its_levels():
    blocks = [np.random.default_rng(seed).integers(0, 256, 50 + seed) for seed in range(20)]
    counts = np.array([[np.bincount(block, minlength=256) for block in blocks]])

    assert _brightness(counts)[0] == pytest.approx([np.percentile(block, 80) for block in blocks])


def test_block_with_too_little_white_has_no_brightness():
    assert np.isnan(_brightness(np.bincount([250] * 40, minlength=256)[None, None])).all()
