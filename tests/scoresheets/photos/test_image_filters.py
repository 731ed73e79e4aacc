"""Areas of a mask."""

import numpy as np

from generator.scoresheets.photos.image_filters import label_areas


def test_each_connected_area_has_a_number_of_its_own():
    rows = ["##.#..", "#..#.#", "##.###", "......", ".#.###", "##.#.#"]
    mask = np.array([[sign == "#" for sign in row] for row in rows])

    labels = label_areas(mask)

    assert ((labels > 0) == mask).all()
    areas = [{(0, 0), (2, 1)}, {(0, 3), (2, 4), (1, 5)}, {(4, 1), (5, 0)}, {(4, 3), (5, 5), (5, 3)}]
    numbers = [{int(labels[place]) for place in area} for area in areas]
    assert [len(area) for area in numbers] == [1, 1, 1, 1]
    assert len(set.union(*numbers)) == 4


def test_empty_mask_has_no_area():
    assert not label_areas(np.zeros((3, 4), bool)).any()
