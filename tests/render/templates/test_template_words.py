import pytest
from jinja2 import Environment, TemplateSyntaxError

from generator.render.templates.template_words import call_text, syntax_text


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{% fro x in y %}", "unknown tag 'fro'; did you mean 'from'?"),
        ("{% if x %}{% quiet %}", "unknown tag 'quiet'; 'if' is open, write {% endif %}"),
        ("{% if x %}{% endcall %}", "'endcall' cannot stand here; 'if' is open, write {% endif %}"),
        ("{% endif %}", "'endif' cannot stand here; nothing is open that it belongs to"),
        ("{% if x %}", "the template ends while 'if' is open; write {% endif %}"),
        ("{{ a b }}", "expected '}}', found 'b'"),
        ("{{ (a }}", "expected ')', found '}'"),
        ("{{ }}", "expected a value, found '}}'"),
        ("{{ a. }}", "a name or number is missing after '.'"),
        ("{{ a $ }}", "'$' cannot stand here"),
        ("{% %}", "a tag has a name, like {% if card.cost %}"),
        ("{# a", "a comment is not closed; write '#}'"),
        ("{% raw %} a", "what begins with {% raw %} is not closed; write {% endraw %}"),
        ("{% set 3 = 1 %}", "nothing can be set here; write it like {% set name = 1 %}"),
    ],
)
def test_fault_of_a_template_is_said_in_its_words(template, expected):
    with pytest.raises(TemplateSyntaxError) as caught:
        Environment(autoescape=True).from_string(template)

    assert syntax_text(str(caught.value.message)) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("upper() missing 2 required positional arguments: 'a' and 'b'", "upper() lacks 'a', 'b'"),
        ("Filters.<locals>.upper() takes 1 positional argument but 2 were given", "upper() is given too much"),
        ("star() got an unexpected keyword argument 'fil'", "star() takes no 'fil'"),
        ("star() got multiple values for argument 'x'", "star() is given 'x' twice"),
        ("macro 'm' takes not more than 1 argument(s)", "m() is given too much"),
        ("macro 'm' takes no keyword argument 'x'", "m() takes no 'x'"),
        ("not enough arguments for format string", "a value is missing"),
        ("%d format: a real number is required, not str", "a number is needed"),
        ("'<' not supported between instances of 'str' and 'int'", "'<' does not go with text and a number"),
        ("unhashable type: 'dict'", "this does not go with the values that stand here"),
    ],
)
def test_fault_of_a_call_names_no_part_of_the_program(message, expected):
    assert call_text(message) == expected
