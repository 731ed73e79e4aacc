"""Kinds of values, and what is remembered of objects."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from generator.preflight.content.pdf_values import ObjectMemory, has_entries, is_array, is_stream, name_text

PDF = pikepdf.new()
STREAM = pikepdf.Stream(PDF, b"")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Array([1]), (True, False, False)),
        (Dictionary(A=1), (False, False, True)),
        (STREAM, (False, True, True)),
        (Name.A, (False, False, False)),
        (String("a"), (False, False, False)),
        (3, (False, False, False)),
        (None, (False, False, False)),
        ([1], (False, False, False)),
    ],
)
def test_kind_of_a_value(value, expected):
    assert (is_array(value), is_stream(value), has_entries(value)) == expected


@pytest.mark.parametrize(("value", "text"), [(Name.Gold, "Gold"), (String("Gold"), "Gold"), (Name("/A#20B"), "A#20B")])
def test_name_is_told_without_its_slash(value, text):
    assert name_text(value) == text


def test_object_is_looked_into_once_and_a_direct_value_each_time():
    looks = []
    memory = ObjectMemory(lambda value: looks.append(value) or len(looks))
    indirect = PDF.make_indirect(Dictionary())

    assert (memory.get(indirect), memory.get(indirect)) == (1, 1)
    assert (memory.get(Dictionary()), memory.get(Dictionary())) == (2, 3)
