"""Tables that are read from the content of a file."""

import pytest

from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.tables.table_reader import read_table


@pytest.fixture
def table(put):
    def read(name, content, report=None, form=None):
        return read_table(Folder(put({name: content})), name, report or FaultReport(), form)

    return read
