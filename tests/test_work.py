"""What a build does, counted instead of timed: libraries imported, templates compiled, faces drawn, pages measured.

What nobody waits for must not slip back into every build. Each build here is a process of its own, without workers.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.base.code_archive.deferred_modules import DEFERRED
from tests.test_layers import RARE, SELDOM

ROOT = Path(__file__).parents[1]

STEPS = {
    "templates compiled": ("generator.render.templates.template_loader", "compile_template"),
    "templates run": ("generator.render.template_renderer", "TemplateRenderer.svg"),
    "texts set": ("generator.typeset.flow.page_flow", "set_pages"),
    "faces typeset": ("generator.typeset.typesetter", "Typesetter.face"),
    "faces compiled": ("generator.write.pdf.compiled_face", "compile_face"),
    "PDFs written": ("generator.write.pdf.document", "pdf_chunks"),
    "PDFs rasterised": ("generator.write.png", "page_pixels"),
    "faces measured": ("generator.build.outputs.ink_coverage", "_face_inks"),
}
"""The function of each step of work, by its module and name."""

PROGRAM = """
import functools, json, sys
from importlib.machinery import PathFinder
steps = json.loads(sys.argv[1])
done = dict.fromkeys(steps, 0)
def counted(step, function):
    @functools.wraps(function)
    def call(*arguments, **named):
        done[step] += 1
        return function(*arguments, **named)
    return call
class Counting:
    def find_spec(name, path, target=None):
        here = {step: at[1] for step, at in steps.items() if at[0] == name}
        if not here:
            return None
        spec = PathFinder.find_spec(name, path)
        execute = spec.loader.exec_module
        def exec_module(module):
            execute(module)
            for step, function in here.items():
                *owners, last = function.split(".")
                owner = functools.reduce(getattr, owners, module)
                setattr(owner, last, counted(step, getattr(owner, last)))
        spec.loader.exec_module = exec_module
        return spec
from generator.base.code_archive.deferred_modules import defer_modules, is_deferred
defer_modules()
from generator.base.code_archive.archive_finder import import_from_archive
archive, missing = import_from_archive()
sys.meta_path.insert(0, Counting)
from generator.cli.main import main
code = main(sys.argv[2:])
assert code == 0, code
missing.collect_reports()
modules = sorted(name for name, module in sys.modules.items() if not is_deferred(module))
said = {"steps": done, "modules": modules, "read": [*missing.modules], "patterns": len(missing.patterns)}
from generator.base.code_archive.archive_writer import complete_archive
complete_archive(archive, missing)
print(json.dumps(said), file=sys.stderr)
"""

HEAVY = {
    *(
        "PIL",
        "budoux",
        "cachetools",
        "fontTools",
        "jinja2",
        "markdown_it",
        "mdit_py_plugins",
        "pikepdf",
        "pypdf",
        "pypdfium2",
        "pyphen",
        "python_calamine",
    ),
    *("dataclasses", "reportlab", "shutil", "starlette", "svgwrite", "tomllib", "uharfbuzz", "uvicorn"),
}
"""Libraries that a build with nothing to do must not load."""

OTHERS = {"cachetools", "fontTools", "pikepdf", "pypdf", "pypdfium2", "python_calamine", "starlette", "uvicorn"}
"""Libraries that no plain build needs once fonts are pinned."""

MOST_UNCHANGED, MOST_COLD = 58, 284
"""Most modules of ours that a build with nothing to do, and one from nothing, may load.

Each takes a third of a millisecond. What only some games need does not count: no build of Picket may load it.
"""

MOST_IMPORTED, MOST_FOR_PLAN = 485, 0
"""Most modules, the libraries' and Python's own included, that a build of one changed card may load, and that a print
plan may add."""


class Work:
    """What one build has done."""

    def __init__(self, said):
        self.modules = {name.partition(".")[0] for name in said["modules"]}
        self.all = set(said["modules"])
        self.own = [name for name in said["modules"] if name.startswith("generator")]
        self.steps = said["steps"]
        self.imported = len(said["modules"])
        self.read = said["read"]
        """Modules that the archive of code lacks."""
        self.patterns = said["patterns"]
        """Regular expressions and functions of records that are compiled, as the archive lacks them."""


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """One build of a copy of Picket after the other: each name tells what it finds."""
    place = tmp_path_factory.mktemp("work")
    game, cache = place / "picket", place / "cache/vallum"
    shutil.copytree(ROOT / "data/picket", game)

    def build(*options):
        command = [
            sys.executable,
            "-c",
            PROGRAM,
            json.dumps(STEPS),
            "build",
            game,
            "--paper",
            "a4",
            "--lang",
            "en",
            "--jobs",
            "1",
            *options,
        ]
        environment = {"XDG_CACHE_HOME": str(place / "cache"), "XDG_CONFIG_HOME": str(place / "config")}
        environment["PYTHONHASHSEED"] = "0"  # some libraries make patterns of sets, else in an order of chance
        environment["PYTHONPYCACHEPREFIX"] = os.environ["PYTHONPYCACHEPREFIX"]
        done = subprocess.run(
            [*map(str, command), "--out", str(place / "out")],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        return Work(json.loads(done.stderr.splitlines()[-1]))

    def forget():
        shutil.rmtree(place / "out")
        for name in ("faces", "prose", "made"):
            shutil.rmtree(cache / name, ignore_errors=True)

    found = {"first": build()}
    forget()
    found["cards"] = build("--only", "raid")
    forget()
    found["cards and plan"] = build("--only", "raid", "--plan")
    forget()
    found["cold"] = build()
    found["unchanged"] = build()
    rows = game / "cards/raid.csv"
    rows.write_text(
        rows.read_text("utf-8").replace("He has come himself.", "He has come."), "utf-8"
    )  # no name: plans list them
    found["one card"] = build()
    found["ink"] = build("--ink")
    rows.write_text(rows.read_text("utf-8").replace("He has come.", "He came."), "utf-8")
    found["ink of one card"] = build("--ink")
    return found


def steps(work, *names):
    return {name: work.steps[name] for name in names}


def test_every_step_is_known_by_its_function(builds):
    assert all(builds["first"].steps[step] or builds["ink"].steps[step] for step in STEPS)


def test_each_template_is_compiled_once_and_kept(builds):
    templates = {path.name for path in (ROOT / "templates").rglob("*.j2")}
    templates |= {path.name for path in (ROOT / "data/picket/templates").glob("*.j2")}

    assert 0 < builds["first"].steps["templates compiled"] <= len(templates)
    assert [work.steps["templates compiled"] for name, work in builds.items() if name != "first"] == [0] * 7


def test_build_from_nothing_draws_each_face_once(builds):
    cold = builds["cold"].steps

    assert cold["faces compiled"] <= 18
    assert cold["faces typeset"] <= 20
    assert cold["templates run"] <= 26
    assert cold["texts set"] <= 9
    assert cold["PDFs written"] <= 9


def test_build_without_ink_measures_nothing(builds):
    for name in ("first", "cold", "unchanged", "one card"):
        assert steps(builds[name], "PDFs rasterised", "faces measured") == {"PDFs rasterised": 0, "faces measured": 0}
        assert "pypdfium2" not in builds[name].modules


def test_build_with_nothing_to_do_does_nothing(builds):
    assert set(builds["unchanged"].steps.values()) == {0}
    assert builds["unchanged"].modules & HEAVY == set()
    assert len(builds["unchanged"].own) <= MOST_UNCHANGED


def test_changed_card_is_the_only_one_drawn(builds):
    done = builds["one card"].steps

    assert steps(builds["one card"], "texts set", "PDFs written") == {"texts set": 0, "PDFs written": 1}  # and no plan
    assert done["faces compiled"] == done["faces typeset"] == done["templates run"] == 2  # its front and its back


def test_ink_is_measured_of_new_faces_alone(builds):
    assert builds["ink"].steps["faces measured"] == 18
    assert builds["ink"].steps["faces typeset"] == 0
    assert builds["ink of one card"].steps["faces measured"] == 1  # the backs are alike


def test_code_is_compiled_and_read_once(builds):
    assert len(builds["first"].read) > 300
    assert builds["first"].patterns > 100
    for name, most in (("cold", 0), ("unchanged", 0), ("one card", 1)):  # a record that only changes need
        assert builds[name].read == [], name
        assert builds[name].patterns <= most, name


def test_changed_card_loads_few_modules(builds):
    assert builds["one card"].imported <= MOST_IMPORTED
    assert builds["one card"].modules & {"html", "markdown_it", "mdit_py_plugins"} == set()  # its plan is as before


def test_plan_is_a_small_part_of_a_build(builds):
    without, whole = builds["cards"], builds["cards and plan"]

    assert whole.steps["texts set"] - without.steps["texts set"] <= 2  # at its size, and at a smaller one
    assert whole.steps["faces typeset"] - without.steps["faces typeset"] <= 2
    assert whole.steps["templates run"] - without.steps["templates run"] <= 3
    assert whole.imported - without.imported <= MOST_FOR_PLAN
    assert whole.modules & {"markdown_it", "mdit_py_plugins"} == set()  # more modules than cards need


def test_deck_loads_no_code_of_boards_sheets_and_booklets(builds):
    figures = {"generator.load.figure_reader", "generator.build.faces.figures"}  # of the rulebook of Picket

    for name in ("cards", "cards and plan"):
        assert {module for module in builds[name].own if module.startswith(SELDOM)} <= figures, name


def test_module_of_a_library_that_no_deck_needs_is_not_run(builds):
    for name in ("unchanged", "one card", "cold"):
        assert builds[name].all & DEFERRED == set(), name


def test_build_loads_no_library_of_other_commands(builds):
    assert builds["cold"].modules & OTHERS == set()
    assert [name for name in builds["cold"].own if name.startswith(RARE)] == []
    assert len(builds["cold"].own) <= MOST_COLD
