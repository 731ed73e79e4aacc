import pytest

from generator.imports.ruby.syntax.ruby_nodes import CallNode, UnreadNode
from generator.imports.ruby.syntax.ruby_parser import parse_ruby
from generator.imports.ruby.values.ruby_values import RubyUnknownError


def unread(node):
    """The statements that cannot be read, at any depth."""
    if isinstance(node, UnreadNode):
        yield node
    for item in node if isinstance(node, tuple | list) else ():
        yield from unread(item)


@pytest.mark.parametrize(
    "text",
    [
        "text str: a, x: 1 do |embed|\n  embed.svg key: 'b'\nend",
        "text(\n  str: a,\n  x: 1,\n)",
        "a = b.map { |x| x + 1 }.select(&:odd?)\n     .first",
        "x = if a then 1 else 2 end",
        "y = case a\n    when 1, 2 then :b\n    when /c/ then :d\n    else nil\n    end",
        "def f(a, b = 1, *c, d:, e: 2, **f, &g)\n  yield a unless b\nend",
        "def self.x = 1",
        "def x=(value)\n  @x = value\nend",
        "class A < B\n  attr_reader :a\n  class << self\n    def b; @b ||= 1; end\n  end\nend",
        "a, (b, *c), d = [1, [2, 3], 4]",
        "x ||= {}\nx[:a] ||= []\nx[:a] << 1",
        "while a\n  break if b\nend\nfor i in 0..3 do\n  puts i\nend",
        "begin\n  a\nrescue => e\n  b\nensure\n  c\nend",
        "f = ->(x) { x * 2 }\nf.(1)",
        "a&.b ? c : d",
        "data.each.with_index.inject({}) { |h, (n, i)| h[n] = i; h }",
        "save format: :png if a and not b",
        "puts [1].first, -1, *a",
        "x = a rescue nil",
        "private def a; end",
        "r = (1..)\ns = a[1..-2]",
        "Deck.new(**opts, cards: 1) do\nend",
        "print a, b do |x; y| x end",
    ],
)
def test_statements_of_scripts_are_read(text):
    assert [*unread(parse_ruby(text))] == []


def test_statement_that_cannot_be_read_is_left_out_alone():
    first, broken, last = parse_ruby("a 1\nb = = 2\nc 3").items

    assert (first.name, broken.line, last.name) == ("a", 2, "c")
    assert isinstance(broken, UnreadNode)


def test_do_belongs_to_the_command_and_braces_to_the_value():
    (command,) = parse_ruby("a b.c do 1 end").items
    (value,) = parse_ruby("a b.c { 1 }").items

    assert command.block
    assert value.block is None
    assert isinstance(value.arguments[0], CallNode)
    assert value.arguments[0].block


def test_lines_are_counted_from_the_first_one_of_a_file():
    (call,) = parse_ruby("\n\nf 1", 501).items

    assert call.line == 503


def test_brackets_without_end_are_read_line_by_line():
    program = parse_ruby("a (((\n" * 2000 + "b 1")

    assert [*unread(program)]


def test_text_without_end_is_refused():
    with pytest.raises(RubyUnknownError):
        parse_ruby("a 'b")
