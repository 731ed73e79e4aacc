"""Tests wait for what they need, and for no fixed time: that is too short on a busy machine and too long on another."""

import ast
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PERMITTED = {
    "bench": "plays at the pace of people",
    "browser/conftest.py": "browsers do not tell when a PDF is drawn and its script has run",
    "browser/test_viewers.py": "viewers of PDF do not tell when their scripts have run",
    "cli/resident/test_resident.py::sleep": "a command that goes on until it is interrupted",
    "play/commands/test_solo_commands.py": "kills a program after a random time",
    "session/test_kills.py::killed_after": "kills a program after a random time",
    "session/test_kills.py::take_turns": "a window that leaves the file to others for a moment, as people do",
    "web/editing/test_edits_by_turns.py": "kills a program after a random time",
    "web/http/test_limited_http.py::lines": "a server that never stops sending",
}
"""Folders, files and functions with fixed sleeps, and why nothing can be waited for."""


def fixed_sleeps(source):
    """Yield function and line of each sleep that no loop with a condition repeats."""
    yield from walked(ast.parse(source), "", waits=False)


def walked(node, function, *, waits):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from walked(child, getattr(child, "name", function), waits=False)
            continue
        if is_sleep(child) and not waits:
            yield function, child.lineno
        yield from walked(child, function, waits=waits or is_waiting_loop(child))


def is_sleep(node):
    """Whether a node is a call of `sleep` for longer than no time."""
    name = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
    return name == "sleep" and ast.unparse(node.args[0]) != "0"


def is_waiting_loop(node):
    """Whether a loop ends as soon as something is so."""
    if isinstance(node, ast.While) and not isinstance(node.test, ast.Constant):
        return True
    is_loop = isinstance(node, ast.While | ast.For)
    return is_loop and any(isinstance(inner, ast.Return | ast.Break) for inner in ast.walk(node))


@cache
def places():
    """Name, function and line of each fixed sleep in the tests."""
    sources = {file.relative_to(HERE).as_posix(): file.read_text("utf-8") for file in sorted(HERE.rglob("*.py"))}
    return [(name, *sleep) for name, source in sources.items() if "sleep" in source for sleep in fixed_sleeps(source)]


def reasons(name, function):
    """The entries of PERMITTED that hold for a sleep."""
    return {name.partition("/")[0], name, f"{name}::{function}"} & PERMITTED.keys()


def test_no_test_sleeps_for_a_fixed_time():
    assert [f"{name}:{line} ({function})" for name, function, line in places() if not reasons(name, function)] == []


def test_what_is_permitted_is_needed():
    needed = {reason for name, function, _ in places() for reason in reasons(name, function)}

    assert PERMITTED.keys() - needed == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def a():\n    time.sleep(1)", [("a", 2)]),
        ("async def a():\n    await asyncio.sleep(0.1)", [("a", 2)]),
        ("def a():\n    while not so():\n        sleep(1)", []),
        ("def a():\n    while True:\n        sleep(1)", [("a", 3)]),
        ("def a():\n    for _ in b:\n        if so():\n            return\n        sleep(1)", []),
        ("def a():\n    for _ in b:\n        sleep(1)", [("a", 3)]),
        ("def a():\n    while so():\n        def b():\n            sleep(1)", [("b", 4)]),
        ("async def a():\n    await asyncio.sleep(0)", []),
    ],
)
def test_sleeps_without_a_condition_are_found(source, found):
    assert [*fixed_sleeps(source)] == found
