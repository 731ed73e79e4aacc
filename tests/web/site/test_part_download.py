"""The parts of a site, fetched by a command that is set up on the computer, or from their address."""

import sys

import pytest

from generator.base.errors import OutputError
from generator.web.site.part_download import fetch_part

WRITE = "open('python.tgz', 'w').write('whole')"
REFUSE = "import sys; sys.exit('notice: old\\nnpm error 404 no such version')"


def part(*command):
    return {"file": "python.tgz", "command": command, "address": "https://npm.example/python.tgz"}


@pytest.fixture
def download():
    """Answer with the last letter of an address; nothing for those that end with `lost`."""

    def download(address):
        if address.endswith("lost"):
            raise OutputError(f"{address}: no answer for 20 s; try again")
        return address[-1:].encode()

    return download


def test_command_fetches_a_part(download):
    assert fetch_part(part(sys.executable, "-c", WRITE), download) == b"whole"


@pytest.mark.parametrize(
    "command", [("no-such-client",), (sys.executable, "-c", REFUSE), (sys.executable, "-c", ""), ("pip", "--version")]
)
def test_part_without_its_client_comes_from_its_address(download, command):
    assert fetch_part(part(*command), download) == b"z"


def test_both_ways_are_named_where_neither_leads_there(download):
    lost = part(sys.executable, "-c", REFUSE) | {"address": "https://npm.example/lost"}

    with pytest.raises(
        OutputError, match=r"python\.tgz: not fetched; .*404 no such version; https://npm.*20 s.*--parts"
    ):
        fetch_part(lost, download)
