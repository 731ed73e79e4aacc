"""The documentation site is built by scripts in docs/site, which are not part of the package."""

import importlib
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "docs/site"


@pytest.fixture(scope="session")
def script():
    """Import a script of docs/site by its name."""

    def imported(name):
        sys.path.insert(0, str(SCRIPTS))
        try:
            return importlib.import_module(name)
        finally:
            sys.path.remove(str(SCRIPTS))

    return imported
