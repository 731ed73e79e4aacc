import pytest

from generator.imports.ruby.values.ruby_limits import RubyLimitError
from generator.imports.ruby.values.ruby_values import RubyUnknown


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$r = [1, 2].map { |x| x * 2 }", [2, 4]),
        ("a = 1\n[3, 4].each { |x| a += x }\n$r = a", 8),
        ("def twice(x) = x * 2\n$r = twice(4)", 8),
        ("def f(a, b = 2, *c, d: 4)\n  [a, b, c, d]\nend\n$r = f(1, 5, 6, d: 7)", [1, 5, [6], 7]),
        ("def g\n  yield 1, 2\nend\n$r = g { |a, b| a + b }", 3),
        ("def h(x)\n  return 'low' if x < 3\n  'high'\nend\n$r = [h(1), h(5)]", ["low", "high"]),
        ("$r = [1, 2, 3].map do |x|\n  next 0 if x == 2\n  x\nend", [1, 0, 3]),
        ("$r = [5, 6].each { |x| break x if x > 5 }", 6),
        ("$r = case 'abc'\nwhen 'x', /^a/ then 1\nelse 2\nend", 1),
        ("$r = case 7\nwhen 0..5 then :few\nwhen 6..9 then :many\nend", "many"),
        ("h = { a: 1, 'b' => 2 }\n$r = [h[:a], h['b'], h[:c]]", [1, 2, None]),
        ("a, (b, *c), d = 1, [2, 3, 4], 5\n$r = [a, b, c, d]", [1, 2, [3, 4], 5]),
        ("a = 1\nb = nil\na ||= 2\nb ||= 3\n$r = [a, b]", [1, 3]),
        ("a = 1\nb = nil\na &&= 2\nb &&= 3\n$r = [a, b]", [2, None]),
        ("i = 0\nwhile i < 3\n  i += 1\nend\n$r = i", 3),
        ("s = 0\nfor i in 1..3\n  s += i\nend\n$r = s", 6),
        ("x = nil\n$r = x&.length || 'none'", "none"),
        ("module M\n  C = 3\n  class << self\n    def d; @d ||= C + 1; end\n  end\nend\n$r = [M::C, M.d]", [3, 4]),
        (
            "class P\n  attr_reader :n\n  def initialize(n); @n = n; end\n  def up = @n + 1\nend\n$r = [P.new(2).n, P.new(2).up]",
            [2, 3],
        ),
        ("f = ->(x) { x + 1 }\n$r = [f.call(1), f.(2)]", [2, 3]),
        ("t = 'a'\nt << 'b'\nt.gsub!('a', 'c')\n$r = t", "cb"),
        ("l = ['a b']\nl.each { |s| s.gsub!(' ', '_') }\n$r = l", ["a_b"]),
        ('$r = %w(a b).each_with_index.map { |x, i| "#{x}#{i}" }', ["a0", "b1"]),
        ("$r = [1, 2].inject(:+)", 3),
        ("$r = 'a: 1, b: 2'.scan(/(\\w): (\\d)/)", [["a", "1"], ["b", "2"]]),
        ("$r = 'x<<AB>>y'.gsub(/<<([A-Z]+)>>/) { $1.downcase }", "xaby"),
        ("$r = [1, nil, 2].map { _1.to_i }", [1, 0, 2]),
        ("o = { w: 2 }\ndef g(w:, h: 1) = w * h\n$r = g(**o, h: 3)", 6),
        ("$r = (0...3).to_a + [*7..8]", [0, 1, 2, 7, 8]),
        ("$r = 7 / 2 + 7 % 4 + 2**3 - -1", 3 + 3 + 8 + 1),
    ],
)
def test_scripts_are_worked_out(worked_out, text, value):
    assert worked_out(text) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("$r = rand(3)", "rand"),
        ("$r = `ls`", "a command of the system"),
        ("$r = Time.now.year", "Time"),
        ("$r = nil.upcase", "upcase of nil"),
        ("$r = 'a' + 1", "+"),
        ("$r = [1].map { |x| x.frobnicate }.first", "frobnicate"),
    ],
)
def test_values_that_are_not_known_name_the_part(ruby, text, reason):
    assert ruby(text).globals["$r"] == RubyUnknown(reason)


def test_variable_of_a_condition_that_is_not_known_is_not_known(ruby):
    values = ruby("a = 1\nb = 1\nif rand > 1\n  a = 2\nend\n$a, $b = a, b").globals

    assert values["$a"] == RubyUnknown("rand")
    assert values["$b"] == 1


def test_list_that_is_changed_in_doubt_is_not_known(ruby):
    values = ruby("l = [1]\nl << 2 if rand > 1\n$r = l").globals["$r"]

    assert values == [RubyUnknown("rand")] * 2


@pytest.mark.parametrize(
    "text",
    [
        "loop { 1 }\n" * 50 + "while true\nend",
        "def f(n) = f(n + 1)\nf(0)\nwhile true\nend",
        "a = 'x' * 1000\nwhile true\n  a = a + a\nend",
    ],
)
def test_scripts_without_end_are_ended(ruby, text):
    with pytest.raises(RubyLimitError):
        ruby(text, steps=20_000)


def test_calls_in_calls_are_not_known(ruby):
    assert ruby("def f(n) = n == 0 ? 0 : f(n - 1)\n$r = f(500)").globals["$r"] == RubyUnknown("calls in calls")


def test_lists_have_the_names_under_which_a_script_keeps_them(ruby):
    interpreter = ruby("t = { 'title' => ['a'] }\n$a = t['title']\nb = ['x']\n$b = b.map(&:upcase)")

    assert [interpreter.name_of(interpreter.globals[name]) for name in ("$a", "$b")] == ["title", "b"]
