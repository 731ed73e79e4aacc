import pytest

from generator.imports.ruby.values.ruby_limits import RubyLimitError
from generator.imports.ruby.values.ruby_values import RubyUnknown

NEST = "a = [1]\n60.times { a = [a, a] }\nb = [1]\n60.times { b = [b, b] }\n"
"""Two lists with more numbers in them than could ever be compared."""


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("a == b", "=="),
        ("[a].include?(b)", "include?"),
        ("[a, b].uniq", "uniq"),
        ("[1, 2].uniq { |x| x == 1 ? a : b }", "uniq"),
        ("[1, 2].sort_by { |x| x == 1 ? a : b }", "sort_by"),
        ("[1, 2].max_by { |x| x == 1 ? a : b }", "min_by"),
        ("[a] - [b]", "-"),
    ],
)
def test_lists_in_lists_are_not_compared_without_end(ruby, call, reason):
    assert ruby(f"{NEST}$r = {call}").globals["$r"] == RubyUnknown(reason)


def test_list_in_itself_is_not_known(ruby):
    values = ruby("x = []\nx << x\n$r = x == [x]\n$s = x.to_s\nw = {}\nw[:a] = w\n$t = w.to_s").globals

    assert [type(values[name]) for name in ("$r", "$s", "$t")] == [RubyUnknown] * 3


def test_comparing_long_lists_takes_steps(ruby):
    with pytest.raises(RubyLimitError):
        ruby("x = (1..50_000).to_a\n200.times { x.include?(-1) }", steps=5_000)


def test_methods_of_ranges_and_nothing(worked_out):
    assert worked_out("$r = [(1..9).step(4), (1..3).include?(2), ('a'..'c').to_a, nil.to_a, true & false]") == [
        [1, 5, 9],
        True,
        ["a", "b", "c"],
        [],
        False,
    ]
