import pytest


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a = 'fox'\nb = a.dup\nb << 'es'\n$r = [a, b]", ["fox", "foxes"]),
        ("a = [1]\nb = a.clone\nb << 2\n$r = [a, b]", [[1], [1, 2]]),
        ("a = { x: 1 }\nb = a.dup\nb[:y] = 2\n$r = [a.keys.size, b.keys.size]", [1, 2]),
        ("$r = 7.dup", 7),
    ],
)
def test_change_of_a_copy_leaves_the_first_as_it_is(worked_out, text, value):
    assert worked_out(text) == value
