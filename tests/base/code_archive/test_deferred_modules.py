"""Modules that are run at the first use of one of their names."""

import importlib
import sys

import pytest

from generator.base.code_archive import deferred_modules
from generator.base.code_archive.deferred_modules import DeferredFinder, is_deferred

NAME = "slow_lumber"


@pytest.fixture
def lumber(tmp_path, monkeypatch):
    """Write a module, and return a function that imports it deferred."""

    def load(source):
        (tmp_path / f"{NAME}.py").write_text(source, "utf-8")
        importlib.invalidate_caches()
        return importlib.import_module(NAME)

    monkeypatch.setattr(deferred_modules, "DEFERRED", frozenset({NAME}))
    monkeypatch.setattr(sys, "meta_path", [DeferredFinder(), *sys.meta_path])
    monkeypatch.syspath_prepend(tmp_path)
    yield load
    sys.modules.pop(NAME, None)


def test_module_is_run_at_the_first_use_of_a_name(lumber):
    module = lumber("RUN = []\nRUN.append(1)\nLENGTH = 3\n")

    assert is_deferred(module)
    assert importlib.import_module(NAME) is module
    assert is_deferred(module)
    assert (module.LENGTH, module.RUN, is_deferred(module)) == (3, [1], False)
    assert module.__spec__.loader.path.endswith(f"{NAME}.py")


def test_name_that_is_imported_out_of_a_module_is_there(lumber):
    lumber("LENGTH = 3\n")
    from slow_lumber import LENGTH

    assert LENGTH == 3


def test_module_may_use_its_own_names_while_it_is_run(lumber):
    assert lumber(f"import {NAME}\nLENGTH = 3\nTWICE = 2 * {NAME}.LENGTH\n").TWICE == 6


def test_fault_of_a_module_is_told_at_each_use(lumber):
    module = lumber("LENGTH = 1 / 0\n")

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            _ = module.LENGTH
    assert is_deferred(module)


def test_name_that_a_module_lacks_is_missing(lumber):
    with pytest.raises(AttributeError, match="WIDTH"):
        _ = lumber("LENGTH = 3\n").WIDTH


def test_other_modules_are_left_to_other_finders():
    assert DeferredFinder().find_spec("json") is None
