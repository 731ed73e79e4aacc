"""The folders of typeset import each other in one direction."""

import re
from pathlib import Path

import pytest

import generator.typeset

FOLDER = Path(generator.typeset.__file__).parent
BELOW = {
    "svg": set(),
    "paths": {"svg"},
    "scripts": set(),
    "text": {"scripts"},
    "placed_text": {"paths", "svg", "text", "glyph_outlines"},
    "ink": {"scripts", "svg", "paths", "text", "placed_text", "glyph_outlines", "pdf_page"},
    "effects": {"svg", "paths", "ink"},
    "tidy": {"svg", "paths"},
    "drawn_text": {"svg", "paths", "text", "ink", "placed_text", "glyph_outlines"},
    "pixels": {"svg", "text", "ink", "tidy"},
    "flow": {"text"},
}


@pytest.mark.parametrize("name", BELOW)
def test_folder_imports_only_those_below(name):
    sources = [file.read_text("utf-8") for file in (FOLDER / name).glob("*.py")]
    imported = {found for source in sources for found in re.findall(r"generator\.typeset\.(\w+)", source)}

    assert imported - {name} <= BELOW[name]


def test_every_folder_has_its_place():
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"} == BELOW.keys()
