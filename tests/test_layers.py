"""Imports point one way: cli → build → its steps → stages → model → geometry, units, errors; stages are strangers."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generator"
LAYERS = [
    {"__main__"},
    {"cli"},
    {"web"},
    {"companion"},
    {"gallery"},
    {"build", "catalogue", "calibration", "sheets"},
    {
        "plan",
        "advice",
        "press",
        "fillable",
        "ink",
        "pictures",
        "proof",
        "simulate",
        "studio",
        "faces",
        "jobs",
        "made",
        "inputs",
        "order",
        "booklets",
        "printers",
        "lettering",
    },
    {"load", "render", "typeset", "impose", "write", "session"},
    {"solo"},
    {"model"},
    {"alike", "cache", "workers", "stopwatch", "words"},
    {"geometry", "units", "errors", "records", "nets"},
]
STRANGERS = [{"load", "render", "typeset", "impose", "write", "session"}]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
FILES = sorted(file for file in PACKAGE.rglob("*.py") if file.relative_to(PACKAGE).parts != ("__init__.py",))


def part(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    inside = {name.split(".")[1] for name in names if name.startswith("generator.")}
    return {name for name in inside if not name.startswith("__")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_down(file):
    here = part(file)
    for there in imports_of(file):
        same_floor = any({here, there} <= layer for layer in LAYERS if layer not in STRANGERS)
        assert here == there or RANK[here] < RANK[there] or same_floor, f"{here} must not import {there}"


def test_every_module_has_a_layer():
    assert {part(file) for file in FILES} <= set(RANK)
