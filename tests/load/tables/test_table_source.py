import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.tables.table_source import address_fault

SOURCE = 'rows = "raid.csv"\nsource = "{}"'


@pytest.mark.parametrize(
    "address", ["https://example.org/a.csv?b=c&d", "https://[2001:db8::1]:8443/a", "http://localhost:8000/a.csv"]
)
def test_address_can_be_tried(address):
    assert address_fault(address) is None


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("http://example.org/a.csv", "is no address to fetch from; it begins with https://"),
        ("file:///etc/passwd", "is no address to fetch from; it begins with https://"),
        ("cards.csv", "is no address to fetch from; it begins with https://"),
        ("https:///a.csv", "is no address to fetch from; it begins with https://"),
        ("https://example.org:0/", "is no address to fetch from; it begins with https://"),
        ("https://a b/", "is no address; copy it from the browser's address bar"),
        ("https://exämple.org/", "is no address; copy it from the browser's address bar"),
        ("https://[::1/", "is no address; copy it from the browser's address bar"),
        ("https://a:b@example.org/", "an address with a name or password; publish the table without them"),
        ("https://a/" + "b" * 2000, "an address of more than 2,000 characters"),
    ],
)
def test_other_addresses_are_refused(address, what):
    assert address_fault(address).endswith(what)


def test_reading_a_game_checks_the_source_and_leaves_it(spoilt):
    load(spoilt("game.toml", 'rows = "raid.csv"', SOURCE.format("https://example.invalid/a.csv")))

    with pytest.raises(Faults, match=r"game.toml:23 \[components.raid.source\]: 'ftp://a' is no address to fetch from"):
        load(spoilt("game.toml", 'rows = "raid.csv"', SOURCE.format("ftp://a")))


def test_a_table_that_is_not_fetched_yet_says_how(spoilt):
    folder = spoilt("game.toml", 'rows = "raid.csv"', SOURCE.format("https://example.invalid/a.csv"))
    (folder / "raid.csv").unlink()

    with pytest.raises(Faults, match=r"'raid.csv' is not fetched yet; get it with: vallum fetch$"):
        load(folder)
