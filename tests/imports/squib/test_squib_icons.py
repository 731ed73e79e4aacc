import pytest

from generator.imports.ruby.values.ruby_values import RubySymbol, RubyText
from generator.imports.squib.squib_icons import GameIcon

SOURCE = '<svg><path d="M0 0h512v512H0z"/><path fill="#fff" d="M1 1"/></svg>'


@pytest.mark.parametrize(
    ("options", "drawn"),
    [
        ({}, '<svg><path d="M0 0h512v512H0z" fill="#000000"/><path fill="#ffffff" d="M1 1"/></svg>'),
        (
            {"fg": "333", "bg": "fff"},
            '<svg><path d="M0 0h512v512H0z" fill="#fff"/><path fill="#333" d="M1 1"/></svg>',
        ),
        ({"fg": "#ff0000", "bg": "ffffff00"}, '<svg><path fill="#ff0000" d="M1 1"/></svg>'),
        (
            {"fg_opacity": 0.5, "bg_opacity": 0},
            '<svg><path fill="#ffffff" fill-opacity="0.5" d="M1 1"/></svg>',
        ),
    ],
)
def test_icon_is_drawn_in_its_colours(options, drawn):
    words = {RubySymbol(name): RubyText(value) if isinstance(value, str) else value for name, value in options.items()}
    icon = GameIcon("lorc/Two Coins.svg").send("recolor", [words], None)

    assert icon.icon == "two-coins"
    assert icon.send("string", [], None).drawing(SOURCE) == drawn
