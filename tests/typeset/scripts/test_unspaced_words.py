"""Lines of Thai, which has no spaces between words, end between words."""

import sys

import pytest

from generator.base.system.install_command import install_extra
from generator.typeset.scripts.icu_library import NoIcuError
from generator.typeset.scripts.unspaced_words import words_without_spaces
from generator.typeset.text.line_breaks import units


def test_thai_is_divided_between_words():
    pytest.importorskip("icu")

    assert words_without_spaces("จั่วไพ่สองใบ") == ["จั่ว", "ไพ่", "สอง", "ใบ"]
    assert units("ทิ้ง (3) ไพ่สอง 😀ใบ") == ["ทิ้ง ", "(3) ", "ไพ่", "สอง ", "😀", "ใบ"]


def test_without_the_library_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "icu", None)

    with pytest.raises(NoIcuError) as caught:
        words_without_spaces("ไพ่")
    assert str(caught.value).endswith(f"needs the library ICU; install it with: {install_extra('languages')}")
