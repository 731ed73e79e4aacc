"""The list of what can be done, and those of it with a word in them."""

import pytest

from generator.play.typed_line import run_line


@pytest.fixture
def table(begun):
    table = begun("full")
    list(run_line(table, "1"))
    return table


def test_word_lists_the_answers_that_it_is_in(table):
    listed = [*run_line(table, "moves wall")]

    assert listed
    assert all("wall" in line.casefold() for line in listed)


def test_word_of_no_answer_is_told(table):
    assert [*run_line(table, "moves xyzzy")] == ["nothing here has 'xyzzy' in it; `moves` lists everything"]
