import json
import tomllib

import pytest

from generator.base.errors import Faults, UsageError
from generator.cli.main import main
from generator.imports.fetch.fetched_tables import fetch_tables


@pytest.fixture
def run(capsys):
    """Fetch on the command line; gives the exit code and the lines."""

    def fetch(folder, *options):
        code = main(["fetch", str(folder), *options])
        told = capsys.readouterr()
        return code, (told.out + told.err).replace(f"{folder}/", "").splitlines()

    return fetch


def refused(folder):
    with pytest.raises(Faults) as caught:
        fetch_tables(folder, "")
    assert sorted(path.name for path in folder.iterdir()) == ["game.toml"]
    return str(caught.value)


def test_table_and_digest_are_written(game, run, server):
    folder = game()

    assert run(folder) == (0, ["cards/raid.csv: 2 rows; 2 new: scouts, chief"])
    assert (folder / "cards/raid.csv").read_text() == server.table
    (entry,) = tomllib.loads((folder / "fetched.toml").read_text())["file"]
    assert entry["name"] == "cards/raid.csv"
    assert entry["source"] == f"{server.address}/table"
    assert len(entry["sha256"]) == 64
    assert run(folder) == (0, ["cards/raid.csv: 2 rows; unchanged"])


def test_check_tells_what_would_change_and_writes_nothing(game, run, server):
    folder = game()
    run(folder)
    server.table = "id,copies\r\nscouts,3\r\nguard,1\r\n"
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}

    assert run(folder, "--check") == (
        1,
        ["cards/raid.csv: 2 rows; 1 changed: scouts; 1 new: guard; 1 gone: chief"],
    )
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before
    assert run(folder)[0] == 0
    assert run(folder, "--check") == (0, ["cards/raid.csv: 2 rows; unchanged"])


def test_a_change_made_here_is_not_lost(game, run, server):
    folder = game()
    run(folder)
    (folder / "cards/raid.csv").write_text("id,copies\nmine,1\n")
    what = "'cards/raid.csv' was changed here and not by fetching; keep a copy of it, then fetch with --replace"

    assert run(folder, "--check") == (1, ["cards/raid.csv: 2 rows; 2 new: scouts, chief; 1 gone: mine"])
    assert run(folder) == (3, [f"game.toml:5 [components.raid.rows]: {what}"])
    assert (folder / "cards/raid.csv").read_text() == "id,copies\nmine,1\n"
    assert run(folder, "--replace")[0] == 0
    assert (folder / "cards/raid.csv").read_text() == server.table


def test_web_page_is_refused_with_advice(game):
    for path in ("/page", "/hidden_page"):
        assert refused(game(path)).endswith(
            f"{path}' is a web page and no table; give the address of the .csv file itself"
        )


def test_sheet_that_is_not_public_says_how_to_publish_it(game, monkeypatch):
    page = (b"<!doctype html>", "text/html")
    monkeypatch.setattr(
        "generator.imports.fetch.fetched_tables.download",
        lambda address: type("D", (), dict(zip(("data", "media_type"), page, strict=True)))(),
    )

    assert "is a web page and no table; in Google Sheets choose File, Share, Publish to web" in refused(
        game("https://docs.google.com/spreadsheets/d/1aB/edit")
    )


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ("", "file is empty; its first row names the columns"),
        ("name,copies\na,1\n", "no table of a game; it has no column 'id' but 'name', 'copies'"),
        ("id,copies\na,1\nb\n", "cards/raid.csv at its source:3: the row has 1 cells, the header has 2"),
        ('{"error": "busy"}', "has no rows below the header"),
        ('id,copies\na,"1\n', "quote opened on line 2 is never closed"),
        ("id,a;b\na,1;2\n", "',' and ';' stand between the column names"),
        ("id,x\na,\x00\n", "control character U+0000"),
    ],
)
def test_what_is_no_table_is_refused(game, server, table, what):
    server.table = table

    assert what in refused(game())


def test_compressed_answer_is_refused(game):
    assert "not UTF-8" in refused(game("/zipped"))


def test_one_table_that_fails_leaves_all_as_they_are(game, server):
    more = f'[tables.suits]\nrows = "suits.csv"\nsource = "{server.address}/missing"\n'

    assert refused(game("/table", more)).startswith("game.toml:9 [tables.suits.source]: ")


def test_semicolons_are_read_as_game_toml_says(game, server):
    server.table = "id;a,b\nx;1\n"

    (table,) = fetch_tables(game(more='separator = ";"\n'), "")
    assert table.new == ("x",)


def test_two_sources_of_one_file_are_refused(game, server):
    more = f'[tables.raid]\nrows = "cards/raid.csv"\nsource = "{server.address}/other"\n'

    assert refused(game(more=more)).endswith("'cards/raid.csv' has another source elsewhere in game.toml; give it one")


def test_nothing_is_written_through_a_link(game, tmp_path):
    folder = game()
    (tmp_path / "elsewhere").mkdir()
    (folder / "cards").symlink_to(tmp_path / "elsewhere", target_is_directory=True)

    with pytest.raises(Faults, match="'cards' is a link"):
        fetch_tables(folder, "")


def test_game_without_sources_says_how(game):
    folder = game()
    (folder / "game.toml").write_text("format = 1\n")

    with pytest.raises(UsageError, match='trial has nothing to fetch; write source = "https'):
        fetch_tables(folder, "trial")


def test_damaged_digests_are_told(game):
    folder = game()
    (folder / "fetched.toml").write_text("file = 3\n")

    with pytest.raises(Faults, match=r"fetched.toml:1 \[file\]: must be a list of tables"):
        fetch_tables(folder, "")


def test_json(game, run):
    code, lines = run(game(), "--json")

    assert code == 0
    assert json.loads(lines[0])["tables"][0]["new"] == ["scouts", "chief"]


def test_sheet_whose_ids_are_made_is_fetched_and_compared(game, run, server):
    server.table = "Forest v3,,\nCard Name,Qty,Notes\nFox,2,\nHare,1,ok\n"
    folder = game(more='ignore = "*"\ncolumns = { id.from = "Card Name", copies.from = "Qty" }\n')

    assert run(folder) == (0, ["cards/raid.csv: 2 rows; 2 new: Fox, Hare"])
    server.table = server.table.replace("Fox,2", "Fox,3")
    assert run(folder, "--check") == (1, ["cards/raid.csv: 2 rows; 1 changed: Fox"])
