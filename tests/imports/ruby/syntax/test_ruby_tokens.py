import pytest

from generator.imports.ruby.syntax.ruby_tokens import ruby_tokens
from generator.imports.ruby.values.ruby_values import RubyUnknownError


def kinds(text):
    return [token.kind for token in ruby_tokens(text)][:-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1_000", [("name", "a"), ("sign", "="), ("number", 1000)]),
        ("0x1f 1.5e2 1/8r", [("number", 31), ("number", 150.0), ("number", 1), ("sign", "/"), ("number", 8.0)]),
        (
            "text str: :b, 'c': 1",
            [("name", "text"), ("key", "str"), ("symbol", "b"), ("sign", ","), ("textkey", ("c",)), ("number", 1)],
        ),
        ("a ? b : c", [("name", "a"), ("sign", "?"), ("name", "b"), ("sign", ":"), ("name", "c")]),
        (
            "x.nil? && !y",
            [("name", "x"), ("sign", "."), ("name", "nil?"), ("sign", "&&"), ("sign", "!"), ("name", "y")],
        ),
        ("x!=y", [("name", "x"), ("sign", "!="), ("name", "y")]),
        ("%w(a b), %i[c]", [("words", ("a", "b")), ("sign", ","), ("words", ("c",))]),
        ("@a $b @@c Math", [("instance", "@a"), ("global", "$b"), ("instance", "@@c"), ("constant", "Math")]),
    ],
)
def test_words_and_signs_are_told_apart(text, expected):
    assert [(token.kind, token.value) for token in ruby_tokens(text)][:-1] == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"'it\'s \n'", "it's \\n"),
        (r'"tab\t \"q\" \u2764 \x41"', 'tab\t "q" ❤ A'),
        ("%(a (b) c)", "a (b) c"),
        ("%q{#{a}}", "#{a}"),
        ("<<~END\n    one\n      two\n  END\n", "one\n  two\n"),
        ("<<-END\n one\n END\n", " one\n"),
    ],
)
def test_texts_are_read_to_their_end(text, value):
    assert ruby_tokens(text)[0].value[0] == value


def test_expressions_stand_in_texts():
    (text, end) = ruby_tokens('"a#{b["c"]}d"')

    assert (text.value[0], text.value[2], end.kind) == ("a", "d", "end")
    assert [token.value for token in text.value[1]][:2] == ["b", "["]


def test_slash_begins_a_pattern_where_a_value_is_expected():
    assert kinds("a / b") == ["name", "sign", "name"]
    assert kinds("s.gsub /a b/, 'c'") == ["name", "sign", "name", "regex", "sign", "text"]
    assert kinds("x = /a/i") == ["name", "sign", "regex"]


def test_remarks_and_lines_that_go_on_are_no_tokens():
    assert kinds("a # b\n# c\n  .d\n=begin\nx\n=end\n") == ["name", "sign", "name", "line"]
    assert kinds("a\n__END__\nb") == ["name", "line"]
    assert kinds("a \\\n b") == ["name", "name"]


@pytest.mark.parametrize("text", ["'a", '"a#{b', "%w(a", "<<~END\nx", "\x00", '"' + '#{"' * 40])
def test_texts_without_end_are_refused(text):
    with pytest.raises(RubyUnknownError):
        ruby_tokens(text)
