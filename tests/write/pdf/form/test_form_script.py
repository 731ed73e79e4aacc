import re

import pytest

from generator.model.formula import MarkedBoxes, NamedValue
from generator.write.pdf.form.form_script import (
    ScriptCompiler,
    calculation_script,
    character_filter,
    keystroke_script,
    rank_mark,
)

WORDS = re.compile(r"[a-z_]+[0-9_]*", re.IGNORECASE)


def test_scripts_are_of_the_oldest_kind(book):
    script = calculation_script(book, NamedValue("total"))

    assert not re.search(r"=>|`|\b(let|const|class|of)\b|\?\.|\*\*", script)


def test_scripts_hold_no_words_of_the_data(book):
    script = calculation_script(book, NamedValue("total"))

    assert "Baker" not in script
    assert script.isascii()


def test_values_come_after_those_they_name(book):
    script = calculation_script(book, NamedValue("total"))

    assert script.index("var v_trade=") < script.index("var v_paths=") < script.index("var v_total=")


def test_printed_marks_are_no_fields(book):
    assert ScriptCompiler(book).having(("wall_01", "wall_02")) == "(E('wall_02',M)+1)"


def test_boxes_are_read_as_their_kind_asks(book):
    counted = ScriptCompiler(book).of(MarkedBoxes(("fear_01", "train_01", "path_01")))

    assert counted == "(E('fear_01',P)+E('train_01',B(1,6))+E('path_01',M))"


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ((None, 40), "(x<40)?'X':''"),
        ((40, 50), "(x>=40&&x<50)?'X':''"),
        ((70, None), "(x>=70)?'X':''"),
        ((None, None), "(true)?'X':''"),
    ],
)
def test_a_rank_reaches_up_to_the_next(bounds, expected):
    assert rank_mark(*bounds) == expected


@pytest.mark.parametrize(("bounds", "pattern"), [((1, 6), "^[1-6]?$"), ((1, 12), "^[0-9]*$"), ((-3, 3), "^[-0-9]*$")])
def test_only_digits_that_fit_are_typed(bounds, pattern):
    assert f"/{pattern}/" in keystroke_script(*bounds)


def test_letters_are_told_apart_by_their_codes_alone():
    script = character_filter("cab\u65e5]")

    assert r"[^\n\r\u005d-\u005d\u0061-\u0063\u65e5-\u65e5]" in script
    assert script.isascii()
