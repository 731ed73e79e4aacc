"""The layers of the package, file by file: imports point down, in no circle, and stand at the top of the file."""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.source_trees import source_tree, statements_in

PACKAGE = Path(__file__).parents[1] / "generator"
LAYERS = (
    {"__main__"},
    {"cli", "api"},
    {"web"},
    {"play"},
    {"scoresheets", "exports", "preflight", "imports"},
    {"build"},
    {"bots"},
    {"load", "render", "typeset", "impose", "write", "solo"},
    {"session"},
    {"model"},
    {"base"},
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
MOST_MODULES = 16
MOST_ARROWS = 84
"""Pairs of packages of which one imports from the other: more, and a drawing of them explains nothing. Seven are those of the
API, twelve those of the commands; four are the price of `preflight`, which has a package of its own."""

HEAVY = {
    *(
        "PIL",
        "isal",
        "cryptography",
        "locale",
        "plistlib",
        "cssselect2",
        "tinycss2",
        "distributed",
        "ezdxf",
        "pathops",
        "resvg_py",
        "babel",
        "icu",
        "python_calamine",
        "yaml",
        "jinja2",
        "markdown_it",
        "mdit_py_plugins",
        "pikepdf",
        "pypdf",
        "pypdfium2",
        "reportlab",
        "segno",
        "starlette",
    ),
    *("budoux", "cachetools", "svgwrite", "uharfbuzz", "uvicorn", "watchfiles"),
    *(
        "asyncio",
        "ctypes",
        "dataclasses",
        "datetime",
        "decimal",
        "difflib",
        "html",
        "importlib",
        "inspect",
        "json",
        "logging",
        "shutil",
        "signal",
        "subprocess",
        "tempfile",
        "tomllib",
        "urllib",
    ),
}
"""Libraries that take a millisecond or more to import."""
RARE = (
    "generator.cli.help.",
    "generator.cli.bug_report",
    "generator.cli.source_excerpt",
    "generator.cli.completion.",
    *("generator.base.parallel.divided_work", "generator.base.parallel.forked_workers"),
    *("generator.base.parallel.spawned_workers", "generator.base.parallel.worker_process"),
    "generator.base.system.system_language",
    *("generator.typeset.tidy.", "generator.typeset.drawn_text.", "generator.typeset.pixels."),
    *("generator.typeset.effects.", "generator.typeset.placed_text.", "generator.typeset.ink.pattern_fill"),
    *("generator.typeset.scripts.embedding_levels", "generator.typeset.scripts.emoji"),
    *("generator.typeset.scripts.unspaced_words", "generator.impose.label_plan", "generator.impose.poster"),
    *("generator.impose.marks.tile_marks", "generator.build.label_fit"),
    *("generator.typeset.text.emoji_set", "generator.typeset.text.bidi_paragraph"),
    *("generator.typeset.text.rtl_shaping", "generator.typeset.theme_colours"),
    "generator.base.system.install_command",
    *("generator.render.block_layout", "generator.render.qr_drawing", "generator.render.drawings."),
    "generator.render.pictures.",
    *("generator.render.templates.template_faults", "generator.render.templates.template_words"),
    *("generator.load.tables.table_source", "generator.load.tables.workbook_reader", "generator.write.pdf.cff_table"),
    "generator.build.outputs.simulated_views",
    *("generator.base.text_files.json_syntax", "generator.exports.", "generator.imports."),
    *("generator.preflight.", "generator.load.shops."),
    *("generator.write.colours.cmyk_", "generator.write.colours.profile_conversion"),
    *("generator.write.glyph_paths", "generator.write.pdf.pdfx"),
)
"""What only some data, faults or options need: the first that does imports it, and all other builds stay as quick."""
SELDOM = (
    *("generator.load.foldup_reader", "generator.model.nets", "generator.render.net_drawings"),
    *("generator.load.figure_reader", "generator.load.markdown_reader", "generator.build.faces.figures"),
    *("generator.render.sheet_template_data", "generator.render.templates.box_nudges"),
    *(
        "generator.render.templates.template_tokens",
        "generator.typeset.face_scaling",
        "generator.typeset.paths.hatching",
    ),
    *("generator.typeset.ink.raster_encoding", "generator.build.outputs.fillable_forms", "generator.write.pdf.form."),
    *("generator.build.spelling.unfinished_rows", "generator.build.text_pages.deck_figures"),
    "generator.build.faces.credit_lines",
    *("generator.impose.own_pages", "generator.impose.printer_calibration", "generator.impose.saddle_stitch"),
)
"""What a deck of cards does not need, and boards, sheets, booklets, boxes or a check do: a deck's build loads none."""
FEW_SYSTEMS = {"msvcrt", "fcntl", "resource", "readline", "truststore", "pi_heif"}
"""Libraries that some systems lack; a browser has none for certificates and none for HEIC."""
COMMANDS = ("generator.cli.commands.", "generator.play.commands.")
"""Where each command imports its own code, so that `vallum --help` loads none of it."""
MANY = 8
"""Modules of ours that a late import must at least defer, unless it defers a heavy library."""


@dataclass(frozen=True)
class Import:
    """One name that a module imports: a module of ours, or the top-level name of another library."""

    target: str
    line: int
    late: bool = False
    """Inside a function: it is imported when the function runs."""
    typing: bool = False
    """Below `if TYPE_CHECKING`: it is never imported."""


def modules():
    """Every module of the package by its dotted name; a package by the name of its folder."""
    files = sorted(PACKAGE.rglob("*.py"))
    names = (".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts) for file in files)
    return {name.removesuffix(".__init__"): file for name, file in zip(names, files, strict=True)}


def imports_of(tree, ours):
    return [*walked(tree, set(ours), late=False, typing=False)]


def walked(node, ours, *, late, typing):
    for child in statements_in(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            for target in dict.fromkeys(targets(child, ours)):
                yield Import(target, child.lineno, late, typing)
            continue
        inside = late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            yield from walked(ast.Module(child.body, []), ours, late=inside, typing=True)
            child = ast.Module(child.orelse, [])  # noqa: PLW2901  what runs is below `else`
        yield from walked(child, ours, late=inside, typing=typing)


def targets(node, ours):
    """Imports are absolute; a name is that of a module where there is one, else it stands for its module."""
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"line {node.lineno}: imports are absolute"
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    else:
        names = [alias.name for alias in node.names]
    for name in names:
        parts = name.split(".")
        heads = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
        yield next((head for head in heads if head in ours), parts[0])


MODULES = modules()


@pytest.fixture(scope="module")
def imports():
    """The imports of every module."""
    return {name: imports_of(source_tree(file), MODULES) for name, file in MODULES.items()}


def reached(start, edges):
    """Everything that can be got to from a module, itself only through a circle."""
    found, todo = set(), [*edges.get(start, ())]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += edges.get(name, ())
    return found


def circles(imports):
    """The modules that import themselves through others; imports inside functions and for types count."""
    edges = {name: {each.target for each in some} - {name} for name, some in imports.items()}
    return {name for name in edges if name in reached(name, edges)}


def needless(imports):
    """Imports inside functions that defer neither heavy libraries nor many modules, nor code of commands or rare data."""
    edges = {
        name: {each.target for each in some if not each.late and not each.typing} for name, some in imports.items()
    }
    for name, some in imports.items():
        here = reached(name, edges)
        for each in some:
            deferred = ({each.target} | reached(each.target, edges)) - here
            ours = [target for target in deferred if target in imports]
            needed = deferred & (HEAVY | FEW_SYSTEMS) or len(ours) >= MANY or name.startswith(COMMANDS)
            needed = needed or each.target.startswith((*RARE, *SELDOM))
            if each.late and not needed:
                yield f"{name}:{each.line} {each.target}"


def layer(name):
    return name.split(".")[1]


def upward(imports):
    """Imports of a package that stands higher or beside."""
    for name in imports.keys() - {"generator"}:
        here = layer(name)
        for target in (line.target for line in imports[name] if line.target.startswith("generator.")):
            if here != layer(target) and RANK[here] >= RANK[layer(target)]:
                yield f"{name} must not import {target}"


def test_imports_point_down(imports):
    assert [*upward(imports)] == []


def test_no_circle_of_imports(imports):
    assert circles(imports) == set()


def folder_circles(imports):
    """Folders of a package that import each other, with the package."""
    edges = {}
    for name, lines in imports.items():
        here = name.split(".")[1:-1][:2]
        for there in (line.target.split(".")[1:-1][:2] for line in lines):
            if len(here) == len(there) == 2 and here[0] == there[0] and here != there:
                edges.setdefault("/".join(here), set()).add("/".join(there))
    return {folder for folder in edges if folder in reached(folder, edges)}


def test_no_circle_of_folders(imports):
    assert folder_circles(imports) == set()


def test_late_imports_defer_something(imports):
    assert [*needless(imports)] == []


def test_what_is_rare_is_imported_nowhere_at_once(imports):
    """But in the server, which runs long and has a page for each command."""
    at_once = [
        f"{name}: {each.target}"
        for name, some in imports.items()
        for each in some
        if each.target.startswith(RARE) and not (each.late or each.typing or name.startswith((*RARE, "generator.web.")))
    ]

    assert at_once == []
    assert [start for start in RARE if not any(name.startswith(start) for name in MODULES)] == []


def test_folders_are_packages_of_few_modules():
    loose = [file.name for file in PACKAGE.glob("*.py") if file.name not in ("__init__.py", "__main__.py", "api.py")]
    sizes = {folder: len([*folder.glob("*.py")]) - 1 for folder in {file.parent for file in MODULES.values()}}

    assert loose == []
    assert {folder.name: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_packages_are_loosely_tied(imports):
    ours = [
        (name, each.target) for name, some in imports.items() for each in some if each.target.startswith("generator.")
    ]
    arrows = {(layer(name), layer(target)) for name, target in ours if layer(name) != layer(target)}

    assert len(arrows) <= MOST_ARROWS


# --- the tests above can fail ---


OURS = ("generator.a", "generator.b", "generator.b.c")


def test_imports_are_read_wherever_they_stand():
    source = """
from __future__ import annotations
import json.decoder
from generator.b import c, name
if TYPE_CHECKING:
    from generator.a import Thing
else:
    import generator.a
def f():
    if x:
        import generator.b.c
"""
    assert imports_of(ast.parse(source), OURS) == [
        Import("__future__", 2),
        Import("json", 3),
        Import("generator.b.c", 4),
        Import("generator.b", 4),
        Import("generator.a", 6, typing=True),
        Import("generator.a", 8),
        Import("generator.b.c", 11, late=True),
    ]


def test_relative_import_is_refused():
    with pytest.raises(AssertionError, match="absolute"):
        imports_of(ast.parse("from . import a"), OURS)


def test_import_upward_is_found():
    imports = {"generator.base.a": [Import("generator.cli.b", 1)], "generator.cli.b": [Import("generator.base.a", 1)]}

    assert [*upward(imports)] == ["generator.base.a must not import generator.cli.b"]


@pytest.mark.parametrize("back", [Import("a", 1), Import("a", 1, late=True), Import("a", 1, typing=True)])
def test_circle_is_found(back):
    assert circles({"a": [Import("b", 1)], "b": [Import("c", 1)], "c": [back], "d": [Import("a", 1)]}) == {
        "a",
        "b",
        "c",
    }


def test_circle_of_folders_is_found():
    imports = {
        "generator.web.play.pages": [Import("generator.web.lobby.form", 1)],
        "generator.web.lobby.list": [Import("generator.web.play.table", 1)],
        "generator.web.http.form": [],
    }

    assert folder_circles(imports) == {"web/play", "web/lobby"}


def test_late_import_without_need_is_found():
    imports = {
        "a": [Import("b", 3, late=True), Import("c", 4, late=True), Import("reportlab", 5, late=True)],
        "b": [Import("shlex", 1)],
        "c": [Import("d", 1)],
        "d": [Import("jinja2", 1)],
        "e": [Import("d", 1), Import("c", 2, late=True)],
        "generator.cli.commands.build": [Import("b", 7, late=True)],
    }

    assert [*needless(imports)] == ["a:3 b", "e:2 c"]


def test_libraries_called_heavy_are_imported_somewhere(imports):
    used = {each.target for some in imports.values() for each in some}

    assert (HEAVY | FEW_SYSTEMS) - used == set()
