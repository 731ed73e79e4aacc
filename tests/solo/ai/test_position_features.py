from types import SimpleNamespace

import pytest

from generator.solo.ai.position_features import PositionFeatures


@pytest.mark.parametrize(("order", "open_boxes"), [("row", (0, 0, 2, 3)), ("any", (0, 1, 2, 3))])
def test_closed_box_of_a_row_closes_those_behind_it(order, open_boxes):
    boxes = SimpleNamespace(
        span=lambda _: (0, 1, 2),
        gates_of=lambda box: [(1, (2, 1, 3)[box])],
        lengths=[3, 3],
        tracks=[SimpleNamespace(order=order)],
    )
    features = PositionFeatures.__new__(PositionFeatures)
    features._book = SimpleNamespace(boxes=boxes)

    assert features._open_boxes(0).gates == ((1, open_boxes),)
