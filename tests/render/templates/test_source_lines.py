"""Every element of a rendered drawing is found in the file and on the line where it was written."""

import pytest

from generator.render.templates.budget import Budget
from generator.render.templates.lookups import NoCache
from generator.render.templates.sandbox import Sandbox
from generator.render.templates.source_lines import SourceLines, SourceMarks
from generator.render.templates.template_loader import TemplateLoader

FILES = {
    "shared/frame.svg.j2": """{% macro frame(size) %}
<g>
<rect width="{{ size }}"/>{{ caller() }}
</g>
{% endmacro %}
""",
    "shared/mark.svg.j2": "<!-- a mark -->\n<circle/>\n",
    "card.svg.j2": """{# a card #}
{% from "shared/frame.svg.j2" import frame %}
<svg>
{% call frame(3) %}
{% for n in [1, 2] %}
<path d="M{{ n }}"/><line/>
{% endfor %}
{% endcall %}
{% include "shared/mark.svg.j2" %}
{% set kept %}
<text>{{ "a < b" }}</text>
{% endset %}
{{ kept }}
{{ drawn }}
{%- if true %}
  <use/>
{%- endif %}

</svg>
""",
}


def lines_of(files, marks, **values):
    def find(name):
        return (name, files[name].encode()) if name in files else None

    sandbox = Sandbox(Budget(), TemplateLoader(find, NoCache(), NoCache(), marks))
    return sandbox.get_template("card.svg.j2").render(**values)


@pytest.fixture(scope="module")
def rendered():
    marks = SourceMarks()
    values = {"drawn": "drawn"}
    return lines_of(FILES, None, **values), SourceLines(lines_of(FILES, marks, **values), marks, "card.svg.j2")


def test_marks_leave_no_trace(rendered):
    svg, found = rendered

    assert found.svg == svg


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("svg", ("card.svg.j2", 3)),
        ("g", ("shared/frame.svg.j2", 2)),
        ("rect", ("shared/frame.svg.j2", 3)),
        ("path", ("card.svg.j2", 6)),
        ("line", ("card.svg.j2", 6)),
        ("circle", ("shared/mark.svg.j2", 2)),
        ("text", ("card.svg.j2", 11)),
        ("use", ("card.svg.j2", 16)),
    ],
)
def test_element_is_found_where_it_was_written(rendered, name, place):
    svg, found = rendered
    numbers = [number for number, line in enumerate(svg.split("\n"), 1) if f"<{name}" in line]

    assert numbers
    assert {found.place(number, name) for number in numbers} == {place}


@pytest.mark.parametrize(
    ("name", "line"),
    [("path", None), ("g", 4), ("circle", 9)],
)
def test_call_of_another_template_is_found(rendered, name, line):
    svg, found = rendered
    number = next(number for number, text in enumerate(svg.split("\n"), 1) if f"<{name}" in text)

    assert found.call(number, name) == (("card.svg.j2", line) if line else None)


def test_line_without_an_element_is_found_too(rendered):
    svg, found = rendered
    number = svg.split("\n").index("</svg>") + 1

    assert found.place(number) == ("card.svg.j2", 19)


def test_empty_template_is_found_in_its_first_line():
    assert SourceLines("", SourceMarks(), "card.svg.j2").place(1) == ("card.svg.j2", 1)
