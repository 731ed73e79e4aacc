from generator.base.geometry import Matrix
from generator.write.svg.syntax import attributes, escape, transform


def test_text_cannot_become_markup():
    assert escape('</text><script a="&">') == "&lt;/text&gt;&lt;script a=&quot;&amp;&quot;&gt;"


def test_attribute_values_are_escaped():
    assert attributes(aria_label='"') == ' aria-label="&quot;"'


def test_small_factors_are_not_lost():
    assert transform(Matrix(0.000125, 0, 0, -0.000125, 0, 0)) == "matrix(0.000125 0 0 -0.000125 0 0)"


def test_standing_still_needs_no_transform():
    assert transform(Matrix()) is None


def test_attribute_without_a_value_is_left_out():
    assert attributes(fill=None, x=0, id="") == ' x="0" id=""'
    assert attributes(fill=None) == ""
