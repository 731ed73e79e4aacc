import pytest

from generator.imports.ruby.values.ruby_values import RubyUnknown


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2.5.round", 3),
        ("-2.5.round", -3),
        ("3.14159.round(2)", 3.14),
        ("1250.round(-2)", 1300),
        ("7.divmod(2)", [3, 1]),
        ("3.clamp(4, 9)", 4),
        ("255.to_s(16)", "ff"),
        ("1.step(2, 0.5) { }", [None, None, None]),
        ("5.downto(3).to_a", [5, 4, 3]),
        ("120.digits", [0, 2, 1]),
        ("1 <=> 2", -1),
        ("('08'..'11').to_a", ["08", "09", "10", "11"]),
    ],
)
def test_numbers(worked_out, text, value):
    assert worked_out(f"$r = {text}") == value


@pytest.mark.parametrize("text", ["10**10**10", "1.round(-10**9)", "1 / 0", "(1..10**12).to_a", "1 + 'a'", "0.0 / 0"])
def test_numbers_without_end_are_not_known(ruby, text):
    assert isinstance(ruby(f"$r = {text}").globals["$r"], RubyUnknown)
