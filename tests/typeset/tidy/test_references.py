"""References of a drawing that lead nowhere, and definitions that nothing refers to."""

import pytest

from generator.typeset.tidy.tidy import tidy_drawing

XMLNS = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"'


@pytest.fixture
def tidied():
    def tidy(body):
        drawing = tidy_drawing(f"<svg {XMLNS}>{body}</svg>".encode())
        return next(node for node in drawing.root.iter() if node.tag == "rect").attrib

    return tidy


@pytest.mark.parametrize("name", ["fill", "stroke"])
@pytest.mark.parametrize(
    ("paint", "drawn"),
    [
        ("url(#gone)", "none"),
        ("url(#gone) none", "none"),
        ("url(#gone) red", "#ff0000"),
        ("url(#gone) #0a0", "#00aa00"),
        ("url(#clip) red", "none"),
    ],
)
def test_paint_that_leads_nowhere_is_the_colour_written_behind_it(tidied, name, paint, drawn):
    assert tidied(f'<clipPath id="clip"><path d="M0 0h9v9z"/></clipPath><rect {name}="{paint}"/>')[name] == drawn


@pytest.mark.parametrize("name", ["clip-path", "mask"])
def test_cut_that_leads_nowhere_is_left_out(tidied, name):
    assert name not in tidied(f'<rect {name}="url(#gone)"/>')


def test_definition_is_kept_where_something_refers_to_it(tidied):
    gradient = '<linearGradient id="g"><stop/></linearGradient>'

    assert tidied(f'{gradient}<rect fill="url(#g)"/>')["fill"] == "url(#g)"
    assert "id" not in tidied('<rect id="unused"/>')
    assert tidied('<rect id="used"/><use href="#used"/>')["id"] == "used"
