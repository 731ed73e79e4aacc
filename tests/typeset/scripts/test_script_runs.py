"""Scripts of letters, and the marks that belong to them."""

import pytest

from generator.typeset.scripts.script_runs import iso_script, marked_letters, script_of


@pytest.mark.parametrize(
    ("char", "script"),
    [("a", "Latn"), ("ا", "Arab"), ("،", "Arab"), ("।", "Deva"), ("ก", "Thai"), ("한", "Hang"), ("!", "")],
)
def test_script_of_a_character(char, script):
    assert iso_script(char) == script


def test_scripts_that_are_shaped_alike_are_one():
    assert script_of("a") == script_of("Ж") == script_of("城") == ""


def test_marks_and_joiners_stay_with_their_letter():
    assert list(marked_letters("क्षि\u200dन")) == ["क्", "षि\u200d", "न"]
