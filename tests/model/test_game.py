from dataclasses import replace

import pytest

from generator.base.geometry import Size
from generator.model.game import Component
from generator.model.prose import Prose
from generator.model.text import Text

CARDS = Component(
    "cards", "cards", Text.of({"en": "Cards"}), Size(63, 88), 0, 0, "rect", "x", None, "cards", (), material="card"
)


@pytest.mark.parametrize(
    ("prose", "is_full", "is_reference"),
    [(None, False, False), (Prose(()), False, True), (Prose((), full_pages=True), True, False)],
)
def test_reference_is_a_text_on_a_sheet_and_no_booklet_on_full_pages(prose, is_full, is_reference):
    part = replace(CARDS, trim=None, prose=prose)

    assert (part.is_full_pages, part.is_reference) == (is_full, is_reference)
