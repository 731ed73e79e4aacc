"""Flat pictures give the same ink, and the same faults, as the parser and the compiler give for the same file."""

import pytest

from generator.typeset import picture_compiler
from generator.typeset.ink.flat_picture import flat_picture
from generator.typeset.ink.picture_files import PictureFiles
from generator.typeset.picture_compiler import PictureCompiler
from generator.typeset.svg.style import INITIAL, InheritedStyle

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
CURVE = '<path fill="#c09afa" d="M1.5,2 C1,2 3-4 5,6Z"/>'
STYLES = [INITIAL, InheritedStyle("#112233", "#445566", 0.5), InheritedStyle("#112233", None, 0.0)]


def root_with(attribute):
    return f"{HEAD.replace('viewBox', f'{attribute} viewBox')}{CURVE}</svg>"


FLAT = {
    "one path": f"{HEAD}{CURVE}</svg>",
    "many": f"{HEAD}\n{CURVE}\n  {CURVE}\r\n</svg>\n",
    "none": f"{HEAD}</svg>",
    "other order": f'{HEAD}<path d="M0 0h4v4z" fill="#000000" /></svg>',
    "declaration": f'<?xml version="1.0" encoding="UTF-8"?>\n{HEAD}{CURVE}</svg>',
    "lines in data": f'{HEAD}<path fill="#c09afa" d="M 0 0\n\tL 1 1"/></svg>',
    "empty data": f'{HEAD}<path fill="#c09afa" d=""/></svg>',
    "even-odd root": root_with('fill-rule="evenodd"'),
    "faint root": root_with('fill-opacity=".5"'),
    "fine view": f"{HEAD.replace('9 9', '1 1')}{CURVE}</svg>",
    "stroked root": root_with('stroke="red"'),
    "fading root": root_with('opacity=".5"'),
    "turned root": root_with('transform="rotate(9)"'),
    "wrong data": f'{HEAD}\n<path fill="#c09afa" d="L 1"/></svg>',
    "wrong root": root_with('onclick=""'),
    "no size": f"{HEAD.replace('viewBox', 'version')}{CURVE}</svg>",
    "no namespace": f'<svg viewBox="0 0 9 9">{CURVE}</svg>',
    "broken root": f'<svg viewBox="0 0 9 9" ,>{CURVE}</svg>',
}

OTHERS = {
    "text between": f"{HEAD}{CURVE}x{CURVE}</svg>",
    "other element": f'{HEAD}{CURVE}<rect width="9" height="9"/></svg>',
    "control character": f"{HEAD}{CURVE}\x0b</svg>",
    "half a file": f"{HEAD}{CURVE}",
    "two roots": f"{HEAD}{CURVE}</svg>{HEAD}</svg>",
    "not ASCII": f"{HEAD}<!-- é -->{CURVE}</svg>",
    "empty": "",
}


def results(svg):
    compiler = PictureCompiler()
    pictures = PictureFiles(lambda _: None, lambda *_: (), compiler.compile)
    return [compiler.compile("a.svg", svg.encode(), style, pictures) for style in STYLES]


@pytest.mark.parametrize("name", [*FLAT, *OTHERS])
def test_short_route_gives_what_the_long_one_gives(monkeypatch, name):
    svg = {**FLAT, **OTHERS}[name]
    short = results(svg)

    monkeypatch.setattr(picture_compiler, "flat_picture", lambda _: None)

    assert short == results(svg)


def test_which_files_are_flat():
    assert {name for name, svg in {**FLAT, **OTHERS}.items() if flat_picture(svg.encode())} == set(FLAT)
    assert flat_picture(f"{HEAD}{CURVE * 50_000}</svg>".encode()) is None  # more elements than a file may have
