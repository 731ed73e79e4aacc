"""Builds start without the memory of files that pages of an earlier test have left on in the same process."""

import pytest

from generator.base.file_memory import forget_files


@pytest.fixture(autouse=True)
def no_memory():
    """Builds write their cache entries at once."""
    forget_files()
