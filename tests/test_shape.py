"""The shape of the code: functions that fit on a screen, shallow, and a sentence for whatever is public."""

import ast
from pathlib import Path

import pytest

from tests.source_trees import all_statements, source_tree, statements_in

PACKAGE = Path(__file__).parents[1] / "generator"
FILES = sorted(PACKAGE.rglob("*.py"))
LONGEST, DEEPEST = 55, 3
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
STEPS = ast.If | ast.For | ast.AsyncFor | ast.While | ast.With | ast.AsyncWith | ast.Try | ast.TryStar | ast.Match


def functions(tree):
    return [node for node in all_statements(tree) if isinstance(node, FUNCTIONS)]


def depth(node):
    """How deep statements of control stand in each other; an `elif` stands beside its `if`."""
    deepest = 0
    for child in statements_in(node):
        if isinstance(child, FUNCTIONS):
            continue
        beside = isinstance(node, ast.If) and node.orelse == [child]
        deepest = max(deepest, depth(child) + (isinstance(child, STEPS) and not beside))
    return deepest


def public(tree):
    """The module, and the classes and functions of it that others may call; methods may be told by their name."""
    yield tree
    for node in tree.body:
        if isinstance(node, FUNCTIONS | ast.ClassDef) and not node.name.startswith("_"):
            yield node


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f():\n  return 1", 0),
        ("def f():\n  if a:\n    for b in c:\n      d()", 2),
        ("def f():\n  if a:\n    b()\n  elif c:\n    d()\n  else:\n    e()", 1),
        ("def f():\n  try:\n    with a:\n      if b:\n        c()\n  except D:\n    e()", 3),
        ("async def f():\n  async with a:\n    async for b in c:\n      d()", 2),
        ("def f():\n  def g():\n    if a:\n      b()\n  return g", 0),
    ],
)
def test_depth_is_measured(code, expected):
    assert depth(ast.parse(code).body[0]) == expected


def faults_of(tree):
    """Return what is wrong with the shape of a module, with the lines."""
    for function in functions(tree):
        if function.end_lineno - function.lineno >= LONGEST:
            yield f"{function.lineno}: {function.name} is too long"
        if depth(function) > DEEPEST:
            yield f"{function.lineno}: {function.name} is too deep"
    for node in public(tree):
        if not ast.get_docstring(node):
            yield f"{getattr(node, 'lineno', 1)}: {getattr(node, 'name', 'the module')} has no docstring"


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("def f():\n  'x'", ["1: the module has no docstring"]),
        ("'x'\ndef f(): ...\ndef _g(): ...\nclass C: ...", ["2: f has no docstring", "4: C has no docstring"]),
        (f"'x'\ndef _f():{chr(10) * 55}  x", ["2: _f is too long"]),
        (f"'x'\ndef _f():{chr(10) * 54}  x", []),
        ("'x'\ndef _f():\n for a in b:\n  for c in d:\n   if e:\n    if g: h()", ["2: _f is too deep"]),
    ],
)
def test_faults_of_shape_are_found(code, faults):
    assert [*faults_of(ast.parse(code))] == faults


@pytest.fixture(scope="module")
def trees():
    """The modules of the package by their names."""
    return {file.relative_to(PACKAGE).as_posix(): source_tree(file) for file in FILES}


def test_code_keeps_its_shape(trees):
    assert [f"{name}:{fault}" for name, tree in trees.items() for fault in faults_of(tree)] == []


def test_functions_are_short_as_a_rule(trees):
    lengths = sorted(
        function.end_lineno - function.lineno + 1 for tree in trees.values() for function in functions(tree)
    )

    assert lengths[len(lengths) // 2] <= 10
    assert lengths[len(lengths) * 95 // 100] <= 30
