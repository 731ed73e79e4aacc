import pytest

from generator.imports.fetch.sheet_links import is_google_sheet, table_address

SHEETS = "https://docs.google.com/spreadsheets"


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("/d/1aB-_9/edit#gid=0", "/d/1aB-_9/export?format=csv&gid=0"),
        ("/d/1aB/edit?gid=3#gid=4", "/d/1aB/export?format=csv&gid=4"),
        ("/d/1aB/edit?usp=sharing", "/d/1aB/export?format=csv"),
        ("/d/1aB", "/d/1aB/export?format=csv"),
        ("/u/1/d/1aB/view", "/d/1aB/export?format=csv"),
        ("/d/1aB/export?format=xlsx&gid=7", "/d/1aB/export?format=csv&gid=7"),
        ("/d/1aB/gviz/tq?tqx=out:csv&sheet=Cards", "/d/1aB/gviz/tq?tqx=out:csv&sheet=Cards"),
        ("/d/e/2PACX-1v/pubhtml?gid=5&single=true", "/d/e/2PACX-1v/pub?gid=5&single=true&output=csv"),
        ("/d/e/2PACX-1v/pub?gid=5&single=true&output=csv", "/d/e/2PACX-1v/pub?gid=5&single=true&output=csv"),
        ("/d/e/2PACX-1v/pubhtml", "/d/e/2PACX-1v/pub?single=true&output=csv"),
    ],
)
def test_google_links_become_csv(link, address):
    assert table_address(SHEETS + link) == SHEETS + address
    assert is_google_sheet(SHEETS + link)


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("https://github.com/a/b/blob/main/c/d.csv", "https://raw.githubusercontent.com/a/b/main/c/d.csv"),
        ("https://example.org/a.csv?b=c#d", "https://example.org/a.csv?b=c"),
        ("https://docs.google.com/document/d/1aB/edit", "https://docs.google.com/document/d/1aB/edit"),
    ],
)
def test_other_links(link, address):
    assert table_address(link) == address
    assert not is_google_sheet(link)
