"""One tree of exceptions, as the module that begins it draws it."""

import ast
import builtins
import re
from pathlib import Path

import pytest

from generator.base import errors
from generator.base.errors import suggestion
from tests.source_trees import all_statements, source_tree

PACKAGE = Path(errors.__file__).parents[1]
ROOT = "ProgramError"
NO_ERRORS = {"_Stopped"}
"""What a signal raises: it passes by everything that handles errors."""
OTHER_NAMES = {"Faults"}
"""A list of faults, and a name that programs use."""
BUILT_IN = {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
}
NAME = re.compile(r"_?[A-Z][A-Za-z]*")


def classes(trees):
    """The names of the bases of all classes, by the name of the class."""
    found = {}
    for tree in trees:
        for node in all_statements(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name] = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    return found


def exceptions(bases):
    """The classes of them that can be raised."""
    found = set(BUILT_IN)
    while new := {name for name, above in bases.items() if name not in found and above & found}:
        found |= new
    return found - BUILT_IN


def drawn(text):
    """The class above each class of a drawing; several on one line stand below the same one."""
    above, path = {}, []
    for line in text.splitlines():
        names = line.strip().partition("  ")[0].split(", ")
        depth = (len(line) - len(line.lstrip())) // 4
        if all(NAME.fullmatch(name) for name in names) and (depth or names == [ROOT]):
            path[depth:] = [names[0]]
            above |= dict.fromkeys(names, path[depth - 1] if depth else "Exception")
    return above


def outside(bases):
    """Exceptions that are not below the root, or whose names do not end in `Error`."""
    for name in exceptions(bases) - NO_ERRORS:
        line = [name]
        while (above := next(iter(bases[line[-1]] - BUILT_IN), None)) and above in bases:
            line.append(above)
        if line[-1] != ROOT or not (name.endswith("Error") or name in OTHER_NAMES):
            yield name


def test_all_exceptions_are_in_one_tree():
    bases = classes(source_tree(file) for file in PACKAGE.rglob("*.py") if "class " in file.read_text("utf-8"))

    assert [*outside(bases)] == []
    assert {name: bases[name] - BUILT_IN or bases[name] for name in exceptions(bases) - NO_ERRORS} == {
        name: {above} for name, above in drawn(errors.__doc__).items()
    }
    assert exceptions(bases) >= NO_ERRORS | OTHER_NAMES


def test_exception_outside_the_tree_is_found():
    source = """
class ProgramError(Exception): ...
class GoodError(ProgramError, ValueError): ...
class BetterError(errors.GoodError): ...
class Wrong(GoodError): ...
class LooseError(KeyError): ...
class Plain: ...
def f():
    class _InnerError(LooseError): ...
"""

    assert sorted(outside(classes([ast.parse(source)]))) == ["LooseError", "Wrong", "_InnerError"]


def test_drawing_is_read():
    text = "A title.\n\nProgramError\n    AError, BError    some\n        CError\n    DError  x\n\nNo line."

    assert drawn(text) == {
        "ProgramError": "Exception",
        "AError": "ProgramError",
        "BError": "ProgramError",
        "CError": "AError",
        "DError": "ProgramError",
    }


@pytest.mark.parametrize(
    ("word", "known", "end"),
    [
        ("swrods", ["swords", "cups"], "; did you mean 'swords'?"),
        ("CUPS", ["cusp", "cups"], "; did you mean 'cups'?"),
        ("x", ["swords", "cups"], "; it is one of 'swords', 'cups'"),
        ("x", [], ""),
        ("x", [*"abcdefghijkl"], "; it is one of 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'"),
        ("x", [*"abcdefghijklm"], ""),
        ("a" * 81, ["a" * 80], ""),
    ],
)
def test_nearest_known_word_is_suggested_or_all_of_a_few(word, known, end):
    assert suggestion(word, known) == end
