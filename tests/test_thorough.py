"""Every folder of tests is looked into; the list of tests of which only examples run by default names tests that there are."""

import ast
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LIST = tomllib.loads((TESTS / "thorough.toml").read_text("utf-8"))


@pytest.mark.parametrize("file", LIST)
def test_listed_tests_are_there(file):
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}

    assert LIST[file].keys() - functions == set()


def test_no_folder_of_tests_is_passed_over(pytestconfig):
    folders = {file.parent for file in TESTS.rglob("test_*.py")}
    names = {name for folder in folders for name in folder.relative_to(TESTS).parts}

    assert [name for name in names for pattern in pytestconfig.getini("norecursedirs") if fnmatch(name, pattern)] == []
