"""Every template that ships: it parses here as it does in a build, and asks only for what is offered."""

from pathlib import Path

import pytest
from jinja2 import meta

from generator.base.errors import Faults
from generator.render.template_renderer import OFFERED
from generator.render.templates.budget import Budget
from generator.render.templates.lookups import NoCache
from generator.render.templates.sandbox import Sandbox
from generator.render.templates.template_loader import TemplateLoader

ROOT = Path(__file__).parents[2]
PAGES = {ROOT / "templates" / name for name in ("web", "site")}
"""Pages of the browser: another environment, which tests/web holds to account."""
OURS = [path for path in (ROOT / "templates").rglob("*.j2") if not PAGES & {*path.parents}]
TEMPLATES = sorted([*OURS, *(ROOT / "data").glob("*/templates/**/*.j2")])
SHARED = {"shared", "themes", "icons"}


def folders(path):
    """Where a template's own names are looked up, nearest first."""
    game = path.relative_to(ROOT).parts[1]
    return [ROOT / "data" / game / "templates", ROOT / "data" / game, ROOT / "templates" / game, ROOT / "templates"]


def sandbox(path):
    def find(name):
        files = [folder / name for folder in folders(path) if (folder / name).is_file()]
        return (name, files[0].read_bytes()) if files else None

    return Sandbox(Budget(), TemplateLoader(find, NoCache(), NoCache()))


def undeclared(text):
    environment = sandbox(ROOT / "templates/shared/x")
    environment.globals = {}
    return meta.find_undeclared_variables(environment.parse(text))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_asks_only_for_what_is_offered(path):
    assert undeclared(path.read_text(encoding="utf-8")) <= {*OFFERED}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_compiles(path):
    name = next(str(path.relative_to(folder)) for folder in folders(path) if folder in path.parents)

    assert sandbox(path).get_template(name).name == name


def test_the_test_sees_other_names():
    assert undeclared("{{ card.name }}{{ crad }}{% include 'x' %}") == {"card", "crad"}


def test_the_test_sees_what_does_not_compile(tmp_path):
    environment = Sandbox(Budget(), TemplateLoader(lambda name: (name, b"{{ 1|safe }}"), NoCache(), NoCache()))

    with pytest.raises(Faults, match="'safe' is no filter"):
        environment.get_template("x")
