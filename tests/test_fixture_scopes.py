"""Fixtures end where they seem to: a folder without an `__init__.py` is no package, and pytest gives such a scope the whole run."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def fixture_scopes(source):
    """Yield name and scope of each fixture that names one."""
    for node in ast.walk(ast.parse(source)):
        for call in getattr(node, "decorator_list", ()):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.fixture":
                yield from ((node.name, word.value.value) for word in call.keywords if word.arg == "scope")


def test_scope_of_a_fixture_is_seen():
    source = '@pytest.fixture(scope="package", autouse=True)\ndef home(): ...'

    assert [*fixture_scopes(source)] == [("home", "package")]


@pytest.mark.parametrize("file", [path.relative_to(TESTS).as_posix() for path in sorted(TESTS.rglob("conftest.py"))])
def test_no_fixture_lasts_for_a_package(file):
    scopes = fixture_scopes((TESTS / file).read_text("utf-8"))

    assert [name for name, scope in scopes if scope == "package"] == []
