import pytest

HASH = "h = { 'a' => 1, b: 2 }\n"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("h.fetch('z', 0)", 0),
        ("h.fetch('z') { |k| k * 2 }", "zz"),
        ("h.map { |k, v| [k, v] }", [["a", 1], ["b", 2]]),
        ("h.select { |_, v| v > 1 }", {"b": 2}),
        ("h.reject! { |_, v| v > 1 }\n$r = h", {"a": 1}),
        ("h.transform_values { |v| v * 10 }.values", [10, 20]),
        ("h.merge({ c: 3 }).keys", ["a", "b", "c"]),
        ("h.each_with_index.map { |(k, v), i| v + i }", [1, 3]),
        ("{ x: { y: 4 } }.dig(:x, :y)", 4),
        ("h.key(2)", "b"),
        ("h.sort_by { |_, v| -v }.first", ["b", 2]),
        ("h.default = 7\n$r = [h['z'], h.keys]", [7, ["a", "b"]]),
        ("h.delete('a')", 1),
        ("h.invert[2]", "b"),
    ],
)
def test_hashes(worked_out, text, value):
    assert worked_out(f"{HASH}$r = {text}") == value
