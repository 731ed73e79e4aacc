"""The reference pages have everything that the code offers, each with a description."""

import re

import pytest

from generator.base.geometry import Size
from generator.build.schemas.schema_files import TABLES
from generator.cli.main import command_parser
from generator.cli.parser import COMMANDS
from generator.cli.reference import template_page as templates
from generator.cli.reference.key_page import FILES, inner_tables
from generator.cli.reference.reference_pages import PAGES, _commands, arguments, write_reference
from generator.load.game_loader import load
from generator.load.game_locations import data_root, sample, shipped_games, starters
from generator.render.draw_functions import PICTURE, TESSERAE
from generator.render.net_drawings import LINES, PLACES
from generator.render.ornament import DRAWINGS
from generator.render.template_renderer import OFFERED, TemplateRenderer
from generator.render.templates.budget import Budget
from generator.render.templates.filters import filters
from generator.render.templates.sandbox import TESTS
from generator.render.templates.theme import Theme
from generator.typeset.svg.profile import ATTRIBUTES

WORDS = templates.descriptions()
COMMON_FLAGS = ("fills", "shades", "grounds")


def filled(rows, columns=2):
    """The first cells of the rows of a table, all of whose cells must have something in them."""
    cells = [re.split(r" (?<!\\)\| ", line.strip("| ")) for line in rows.splitlines() if line.startswith("| `")]
    assert cells
    for row in cells:
        assert len(row) == columns, row
        assert all(cell.strip() for cell in row), row
    return [row[0].strip("`").partition("(")[0] for row in cells]


def test_pages_are_written(tmp_path):
    files = write_reference(tmp_path / "deep/reference")

    assert [file.name for file in files] == [*PAGES]
    assert all(file.read_text("utf-8").startswith("# ") for file in files)


def test_every_option_is_there_and_described():
    page = PAGES["command-line.md"]()

    for name in COMMANDS:
        for parser in _commands(command_parser([name]), name):
            section = page.partition(f"## {parser.prog}\n")[2].partition("\n## ")[0]
            assert parser.description in section
            assert len(filled(section)) == len(arguments(parser))
    assert "%(" not in page


def test_every_element_and_attribute_of_drawings_is_there():
    own, _, elements = PAGES["svg.md"]().partition("## Elements")

    known = {name for attributes in ATTRIBUTES.values() for name in attributes}
    assert {*filled(own, 3)} == {name for name in known if name.startswith("pnp:")}
    assert filled(elements) == [*ATTRIBUTES]
    assert {name for name in known if f"`{name}`" not in own + elements} == set()


def test_template_variables_filters_and_drawings_are_all_described():
    assert {*WORDS["variables"]} == {*OFFERED}
    assert {*WORDS["filters"]} == {name for name in filters(Budget()) if name[0] != " "}
    assert {*WORDS["tests"]} == {*TESTS}
    assert {*WORDS["draw"]} == {PICTURE, TESSERAE, *LINES, *PLACES}
    assert all(each.__doc__ for each in DRAWINGS.values())

    named = filled(PAGES["templates.md"]())
    for part in ("variables", "filters", "tests", "draw"):
        assert {*WORDS[part]} <= {*named}
    assert {*DRAWINGS} <= {*named}


@pytest.fixture(scope="module")
def contexts():
    """What templates get: for each component of every game, the variables of its first face."""
    folders = [sample(), *(data_root() / name for name in shipped_games()), *starters().values()]
    found = []
    for game in [load(folder, prefix=folder.name) for folder in folders]:
        renderer = TemplateRenderer(game, lambda name: [], Theme("colour"))
        parts = [part for part in game.components if part.pieces]
        found += [renderer._context(part, part.pieces[0], "front", "en", Size(595, 842)) for part in parts]
    return found


@pytest.mark.parametrize("view", ["game", "component", "face", "sheet"])
def test_values_of_each_variable_are_described(contexts, view):
    names = {name for context in contexts if context[view] is not None for name in context[view].names()}

    assert names - {"sleeve"} <= {*WORDS[view]}


def test_values_of_cards_are_described(contexts):
    built_in = {name for context in contexts for name in context["card"].names()}
    built_in -= {name for context in contexts for name in context["card"].row.cells}

    assert built_in <= {*WORDS["card"]}


def test_values_of_themes_are_described():
    assert {*WORDS["theme"]} == {"name", "colour", "line", "ids", *COMMON_FLAGS}


def test_every_macro_of_a_shared_template_is_there_with_its_comment():
    page = PAGES["macros.md"]()

    for file in templates.macro_files():
        text = file.read_text("utf-8")
        found = [*templates.macros(text)]
        assert [each.name for each in found] == re.findall(r"{% macro (\w+)", text)
        assert all(each.about for each in found)
        section = page.partition(f"## shared/{file.name}\n")[2].partition("\n## ")[0]
        assert filled(section) == [each.name for each in found]


def test_every_key_of_every_file_is_there_and_described():
    page = PAGES["keys.md"]()

    for kind, top in TABLES.items():
        section = page.partition(f"## {FILES[kind]}\n")[2].partition("\n## ")[0]
        found = filled(section, columns=3)
        assert found == [key for _, table in inner_tables(top) for key in table.keys]
