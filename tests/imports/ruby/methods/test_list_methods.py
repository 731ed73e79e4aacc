import pytest


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("[3, 1, 2].sort", [1, 2, 3]),
        ("%w(bb a).sort_by { |x| x.size }", ["a", "bb"]),
        ("[1, 2, 3].select(&:odd?)", [1, 3]),
        ("[1, 2, 3].each_index.select { |i| i > 0 }", [1, 2]),
        ("[1, 2].map.with_index { |x, i| x * i }", [0, 2]),
        ("[1, 2].each.with_index(1).map { |x, i| [i, x] }", [[1, 1], [2, 2]]),
        ("[1, nil, 2].compact", [1, 2]),
        ("[[1, [2]], 3].flatten", [1, 2, 3]),
        ("[[1, 2], [3, 4]].transpose", [[1, 3], [2, 4]]),
        ("[1, 2].zip([3], [4, 5])", [[1, 3, 4], [2, None, 5]]),
        ("[1, 2, 3, 4].each_slice(2).to_a", [[1, 2], [3, 4]]),
        ("[1, 2].each_with_object([]) { |x, l| l << x * 2 }", [2, 4]),
        ("[1, 2, 3].partition { |x| x > 1 }", [[2, 3], [1]]),
        ("%w(a b a).tally.to_a", [["a", 2], ["b", 1]]),
        ("%w(a b a).group_by { |x| x }.keys", ["a", "b"]),
        ("[1, 2, 3][1, 2]", [2, 3]),
        ("[1, 2, 3][-2..]", [2, 3]),
        ("[1, 2, 3, 4][1..2]", [2, 3]),
        ("[1, 2, 3, 4][1...3]", [2, 3]),
        ("[1, 2].sum { |x| x * 2 }", 6),
        ("%w(a b).join('-')", "a-b"),
        ("[1, 2] * 2", [1, 2, 1, 2]),
        ("[1, 2, 3] - [2]", [1, 3]),
        ("[1, 2].include?(2)", True),
        ("[4, 9].max", 9),
        ("[1, 2].to_h { |x| [x, x * 2] }.values", [2, 4]),
        ("%w(a b).each_with_index.to_h.to_a", [["a", 0], ["b", 1]]),
        ("[1, 2, 3].first(2)", [1, 2]),
        ("[[1, 'a'], [2, 'b']].find { |n, _| n == 2 }", [2, "b"]),
        ("[1, 2].cycle(2) { |x| x }.nil?", True),
    ],
)
def test_methods_of_lists(worked_out, expression, value):
    assert worked_out(f"$r = {expression}") == value


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("l << 4", [3, 1, 2, 4]),
        ("l.map! { |x| x + 1 }", [4, 2, 3]),
        ("l.delete_if { |x| x > 2 }", [1, 2]),
        ("l.sort!", [1, 2, 3]),
        ("l[4] = 9", [3, 1, 2, None, 9]),
        ("l.unshift(0)", [0, 3, 1, 2]),
        ("l.pop", [3, 1]),
        ("l.insert(1, 8)", [3, 8, 1, 2]),
    ],
)
def test_methods_that_change_a_list(worked_out, change, value):
    assert worked_out(f"l = [3, 1, 2]\n{change}\n$r = l") == value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("{ a: 1 }.map { |k, v| [k, v] }", [["a", 1]]),
        ("{ a: 1, b: 2 }.select { |k, v| v > 1 }.keys", ["b"]),
        ("{ a: 1 }.merge({ b: 2 }).values", [1, 2]),
        ("{ a: { b: 1 } }.dig(:a, :b)", 1),
        ("{ a: 1 }.fetch(:b, 3)", 3),
        ("{ a: 1 }.key?(:a)", True),
        ("{ a: 1, b: 2 }.sum { |k, v| v }", 3),
        ("{ a: 2 }.transform_values { |v| v * 2 }[:a]", 4),
        ("{ b: 1, a: 2 }.sort_by { |k, v| v }.first", ["b", 1]),
    ],
)
def test_methods_of_hashes(worked_out, expression, value):
    assert worked_out(f"$r = {expression}") == value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2.5.round", 3),
        ("-7 / 2", -4),
        ("7.0 / 2", 3.5),
        ("3.14159.round(2)", 3.14),
        ("1.5.ceil + 1.5.floor", 3),
        ("5.clamp(1, 3)", 3),
        ("3.times.map { |i| i }", [0, 1, 2]),
        ("1.upto(3).to_a", [1, 2, 3]),
        ("10.to_s(16)", "a"),
        ("1.0.to_s", "1.0"),
        ("(1..10).step(3).to_a", [1, 4, 7, 10]),
        ("('a'..'c').to_a", ["a", "b", "c"]),
        ("(1..3).include?(2.5)", True),
        ("4.divmod(3)", [1, 1]),
    ],
)
def test_methods_of_numbers_and_ranges(worked_out, expression, value):
    assert worked_out(f"$r = {expression}") == value


@pytest.mark.parametrize("expression", ["10**10**10", "[0] * 10_000_000", "(1..10_000_000).to_a", "'x' * 10**9"])
def test_values_that_are_too_large_are_not_known(ruby, expression):
    assert type(ruby(f"$r = {expression}").globals["$r"]).__name__ == "RubyUnknown"
