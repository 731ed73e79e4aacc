"""`vallum site`: the pages as a folder of files."""

import pytest

from generator.imports.fetch import download
from generator.web.site import part_download, site_folder, site_parts
from generator.web.site.site_folder import WrittenSite


@pytest.fixture
def parts(monkeypatch):
    """Parts that need no network, and a site that is not written; where the parts came from."""
    places = []
    monkeypatch.setattr(site_parts, "read_parts", lambda folder, fetch: places.append((folder, fetch)))
    monkeypatch.setattr(site_folder, "write_site", lambda *_: WrittenSite({"index.html": 2_000_000}, 1_000_000))
    return places


@pytest.mark.usefixtures("parts")
def test_folder_and_sizes_are_said(vallum):
    said = vallum("site", "--out", "pages")

    assert said.code == 0
    assert "pages: 1 files, 2.0 MB; 1.0 MB until the first page" in said.out
    assert "python3 -m http.server --directory pages" in said.out
    assert vallum("site", "--out", "pages", "--json").json["first_visit"] == 1_000_000


def test_missing_part_is_a_wrong_command(vallum):
    said = vallum("site", "--parts", ".")

    assert said.code == 2
    assert "without --parts it is fetched" in said.err


def test_part_that_does_not_arrive_is_named(vallum, monkeypatch):
    def refuse(_address):
        raise download.DownloadError("no answer for 20 s; try again")

    def absent(_part):
        raise part_download._ClientError("npm is not installed")

    monkeypatch.setattr(download, "download", refuse)
    monkeypatch.setattr(part_download, "_command", absent)
    said = vallum("site")

    assert said.code == 5
    assert "pyodide-314.0.7.tgz: not fetched; npm is not installed; https://registry.npmjs.org/pyodide/" in said.err
