import pytest


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("'high Templar'.capitalize", "High templar"),
        ("'a-b'.tr('-', '_')", "a_b"),
        ("'hello'.tr('a-y', 'b-z')", "ifmmp"),
        ("'a, b'.split(', ')", ["a", "b"]),
        ("' a  b '.split", ["a", "b"]),
        ("'abc'.split('')", ["a", "b", "c"]),
        ("'7'.rjust(3, '0')", "007"),
        ("'%02d of %s' % [3, 'x']", "03 of x"),
        ("'%.1f' % 2.25", "2.2"),
        ("'abcdef'[1..-2]", "bcde"),
        ("'abc'[0]", "a"),
        ("'abc'[5].nil?", True),
        ("'a1b2'.scan(/\\d/)", ["1", "2"]),
        ("'a1' =~ /\\d/", 1),
        ("'a1'.match(/(?<d>\\d)/)[:d]", "1"),
        ("'k=v'.partition('=')", ["k", "=", "v"]),
        ("'aab'.squeeze", "ab"),
        ("'12.5 mm'.to_f", 12.5),
        ("'12 mm'.to_i", 12),
        ("'mm'.to_i", 0),
        ("'fox'.to_sym", "fox"),
        ("'ab' <=> 'ac'", -1),
        ("'a'.ord.chr", "a"),
        ("'ab'.start_with?('x', 'a')", True),
        ("'a b'.sub(' ', '').upcase.reverse", "BA"),
        ("'cat hat'.gsub(/[ch]at/, 'cat' => 'dog')", "dog "),
        ("'x' * 3", "xxx"),
    ],
)
def test_methods_of_texts(worked_out, expression, value):
    assert worked_out(f"$r = {expression}") == value


def test_methods_with_a_mark_change_the_text(worked_out):
    assert worked_out("t = ' a '\n$r = [t.strip!, t, t.strip!]") == ["a", "a", None]
