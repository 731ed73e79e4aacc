"""Ruby that is worked out with nothing but the language itself."""

from types import SimpleNamespace

import pytest

from generator.imports.ruby.engine.ruby_interpreter import RubyInterpreter
from generator.imports.ruby.syntax.ruby_parser import parse_ruby
from generator.imports.ruby.values.ruby_limits import RubyLimits
from generator.imports.ruby.values.ruby_values import plain_value


@pytest.fixture
def ruby():
    """Work out a script; gives an interpreter and the plain value of its variable `r`."""

    def run(text, steps=100_000):
        interpreter = RubyInterpreter(SimpleNamespace(constants={}, functions={}), RubyLimits(steps))
        interpreter.run(parse_ruby(text), "deck.rb")
        return interpreter

    return run


@pytest.fixture
def worked_out(ruby):
    """Return the plain value that a script gives to `$r`."""
    return lambda text: plain_value(ruby(text).globals.get("$r"))
