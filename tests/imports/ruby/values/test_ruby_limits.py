import pytest

from generator.imports.ruby.values.ruby_limits import RubyLimitError, RubyLimits, is_heavy


def test_steps_text_and_time_end():
    with pytest.raises(RubyLimitError, match="too many steps"):
        RubyLimits(steps=2).take_step(3)
    with pytest.raises(RubyLimitError, match="too much text"):
        RubyLimits(characters=5).take_size(6)
    with pytest.raises(RubyLimitError, match="too long"):
        RubyLimits(seconds=-1).take_step()


def test_lists_that_hold_one_list_many_times_are_heavy():
    wide = [[0] * 1000] * 1000

    assert is_heavy(wide)
    assert is_heavy({"a": wide})
    assert not is_heavy([[0] * 1000] * 10)
    assert not is_heavy("a")
