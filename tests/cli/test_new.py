"""A game of one's own, from `vallum new` to its own templates, pictures and fonts, checked and built from elsewhere."""

import json
import shlex
import shutil
from importlib.resources import files
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from tests.made_files import edit

A4 = "--paper", "a4"


def written(before, after):
    """The names of new and changed files, without lists of faces."""
    return sorted(Path(name).name for name in after if after[name] != before.get(name) and not name.endswith(".json"))


@pytest.fixture
def elsewhere(my_game, desk, monkeypatch):
    """Work in another folder than the one the game lies in."""
    folder = desk / "else" / "where"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def test_new_game_says_what_comes_next(vallum, desk):
    said = vallum("new", "my-game")

    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[1:] == ["  vallum check my-game", "  vallum build my-game"]
    assert (desk / "my-game/game.toml").is_file()


def test_files_of_a_new_game_name_their_schemas(vallum, desk):
    vallum("new", "my-game")

    named = {
        file.relative_to(desk / "my-game").as_posix(): file.read_text("utf-8").splitlines()[0].partition("#:schema ")[2]
        for file in (desk / "my-game").rglob("*.toml")
    }
    assert {name for name, schema in named.items() if not schema} == {"strings.en.toml", "strings.ja.toml"}
    assert named["game.toml"] == "./schemas/game.schema.json"
    assert all((desk / "my-game" / name).parent.joinpath(schema).is_file() for name, schema in named.items() if schema)


def test_schemas_are_written_again(vallum, my_game):
    (my_game / "schemas/game.schema.json").write_text("old")

    said = vallum("schema", my_game, "--json")

    assert (said.code, len(said.json["files"])) == (0, 7)
    assert json.loads((my_game / "schemas/game.schema.json").read_text("utf-8"))["title"] == "Vallum: game"
    assert vallum("schema", my_game).out.splitlines()[-1].endswith("#:schema ./schemas/game.schema.json")


def test_schemas_need_a_game(vallum, desk):
    said = vallum("schema")

    assert (said.code, said.err) == (2, "'.' has no game.toml; name the folder of a game of yours\n")
    assert not (desk / "schemas").exists()


@pytest.mark.parametrize("folder", ["own dir/g2", "o'clock/g2", "$HOME/g2"])
def test_commands_that_come_next_are_quoted_for_the_shell(vallum, desk, folder):
    lines = vallum("new", folder).out.splitlines()[1:]

    assert [shlex.split(line) for line in lines] == [["vallum", "check", folder], ["vallum", "build", folder]]


def test_new_game_is_sound_and_no_sample(vallum, my_game):
    checked = vallum("check", "my-game", "--lang", "en", "--lang", "ja", "--strict")

    assert (checked.code, checked.err) == (0, "")
    assert "sample = true" not in (my_game / "game.toml").read_text("utf-8")


def test_existing_folder_is_left_alone(vallum, my_game, as_left):
    before = as_left(my_game)

    said = vallum("new", "my-game")

    assert (said.code, said.err) == (2, "'my-game' is there already; choose a new name or an empty folder\n")
    assert as_left(my_game) == before


def test_empty_folder_becomes_a_game(vallum, desk):
    (desk / "my-game").mkdir()

    assert vallum("new", "my-game").code == 0


def test_game_is_built_from_another_folder(vallum, my_game, elsewhere, desk):
    assert vallum("check", my_game).code == 0
    assert vallum("build", "../../my-game", *A4).code == 0

    assert sorted(path.name for path in (elsewhere / "output/my-game").iterdir()) == [
        "faces-en.json",
        "print-plan-a4-en.pdf",
        "raid-a4-en.pdf",
        "reference-a4-en.pdf",
        "rules-a4-en.pdf",
        "rules-booklet-a4-en.pdf",
        "rules-en.pdf",
        "score-a4-en.pdf",
        "score-fillable-a4-en.pdf",
        "watch-a4-en.pdf",
    ]
    assert not (desk / "output").exists()


def test_same_game_from_two_places_is_the_same(vallum, my_game, elsewhere, desk, monkeypatch, as_left):
    vallum("build", my_game, *A4, "--out", desk / "one")
    monkeypatch.chdir(desk)
    vallum("build", "my-game", *A4, "--out", "two")

    one, two = ([data for data, _ in as_left(desk / out).values()] for out in ("one", "two"))
    assert one == two


RULES = ["rules-a4-en.pdf", "rules-booklet-a4-en.pdf", "rules-en.pdf"]
"""They show cards, token and sheet in figures."""


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("cards/raid.csv", "Smoke before dawn.", "Smoke at dawn.", ["raid-a4-en.pdf", *RULES]),
        ("cards/raid.csv", "Wood scrapes", "Oak scrapes", ["raid-a4-en.pdf"]),
        ("cards/raid.csv", "夜明け前の煙。", "煙。", []),
        ("cards/watch.csv", "Asleep", "Dozing", [*RULES, "watch-a4-en.pdf"]),
        (
            "strings.en.toml",
            'rules = "How to keep watch"',
            'rules = "The rules"',
            [*RULES, "score-a4-en.pdf", "score-fillable-a4-en.pdf"],
        ),
        ("rules/rules.en.md", "five nights", "5 nights", RULES),
        ("rules/reference.ja.md", "早見表", "一覧", []),
        ("templates/watch-back.svg.j2", 'r="8.6"', 'r="8.4"', [*RULES, "watch-a4-en.pdf"]),
        ("templates/themes/ink-saver.toml", "#000000", "#111111", []),
        (
            "game.toml",
            'version = "1.0"',
            'version = "1.1"',
            [
                "print-plan-a4-en.pdf",
                "raid-a4-en.pdf",
                "reference-a4-en.pdf",
                *RULES,
                "score-a4-en.pdf",
                "score-fillable-a4-en.pdf",
                "watch-a4-en.pdf",
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_only_what_changed_is_written(vallum, my_game, desk, as_left, file, old, new, changed):
    vallum("build", "my-game", *A4)
    before = as_left(desk / "output")

    edit(my_game / file, old, new)
    assert vallum("build", "my-game", *A4).code == 0

    assert written(before, as_left(desk / "output")) == changed


def test_added_row_is_printed(vallum, my_game, desk, as_left):
    vallum("build", "my-game", *A4)
    before = as_left(desk / "output")

    edit(
        my_game / "cards/raid.csv",
        "climber,R4",
        "sappers,R7,1,Sappers,工兵,swords,3,Spades.,鋤の音。,house\nclimber,R4",
    )
    refused = vallum("build", "my-game", *A4)
    edit(my_game / "game.toml", "raid = 9", "raid = 10")
    built = vallum("build", "my-game", *A4, "--json")

    assert (refused.code, "9 expected, the data has 10" in refused.err) == (3, True)
    assert [(file["pieces"], file["sheets"], file["fresh"]) for file in built.json["files"]] == [
        (10, 2, True),
        (1, 1, False),
        (1, 1, False),
        (1, 1, False),
        (1, 0, True),
        (1, 1, True),
        (1, 1, True),
        (1, 1, False),
        (0, 2, True),
    ]
    assert written(before, as_left(desk / "output")) == ["print-plan-a4-en.pdf", "raid-a4-en.pdf"]


def test_own_template_picture_icon_and_font_are_used(vallum, my_game, desk):
    (my_game / "fonts").mkdir()
    shutil.copy(files("fontpkg_alegreya_sans") / "files" / "AlegreyaSans-Bold.ttf", my_game / "fonts" / "mine.ttf")
    (my_game / "fonts.toml").write_text(
        '[stacks.shout]\nany = ["mine"]\n[fonts.mine]\nfile = "fonts/mine.ttf"\nlicence = "OFL-1.1"\n'
    )
    for name in ("art/moat.svg", "templates/icons/spade.svg"):
        (my_game / name).parent.mkdir(exist_ok=True)
        (my_game / name).write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>'
        )
    edit(
        my_game / "templates/raid.svg.j2",
        "{{ ground(face, theme.colour.dark) }}",
        '<image href="art/moat.svg" x="5" y="40" width="9" height="9"/>'
        '<use href="#icon-spade" x="45" y="40" width="9" height="9" fill="#ffffff"/>'
        '<text x="31" y="20" font-family="shout" font-size="9pt">Halt!</text>',
    )

    assert vallum("build", "my-game", *A4, "--only", "raid").code == 0

    file = desk / "output/my-game/raid-a4-en.pdf"
    with pypdfium2.PdfDocument(file) as pdf:
        assert pdf[0].get_textpage().get_text_range().count("Halt!") == 9
    with pikepdf.open(file) as pdf:
        fonts = {str(each.get("/BaseFont")) for each in pdf.objects if isinstance(each, pikepdf.Dictionary)}
    assert any(name.lower().endswith("+mine") for name in fonts), fonts


def test_shared_template_can_be_replaced(vallum, my_game, desk):
    shared = my_game / "templates/shared"
    shared.mkdir()
    (shared / "proof.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp"'
        ' width="{{ face.width + 2 * face.bleed }}mm" height="{{ face.height + 2 * face.bleed }}mm"'
        ' viewBox="{{ 0 - face.bleed }} {{ 0 - face.bleed }}'
        ' {{ face.width + 2 * face.bleed }} {{ face.height + 2 * face.bleed }}">'
        '<text x="9" y="12" font-family="text" font-size="6pt">mine</text></svg>'
    )

    assert vallum("build", "my-game", *A4, "--only", "raid", "--proof").code == 0

    with pypdfium2.PdfDocument(desk / "output/my-game/raid-a4-en-proof.pdf") as pdf:
        assert pdf[0].get_textpage().get_text_range().count("mine") == 9


def test_own_words_stand_on_the_waste_edge(vallum, my_game, desk):
    words = my_game / "templates/words"
    words.mkdir()
    (words / "en.toml").write_text('version = "edition {version}"\n')

    assert vallum("build", "my-game", *A4, "--only", "raid").code == 0

    with pypdfium2.PdfDocument(desk / "output/my-game/raid-a4-en.pdf") as pdf:
        assert "Raid cards · edition 1.0 · sheet 1 of 1" in pdf[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("scale = [", "my-game/templates/words/en.toml:1: "),
        ('sheet = "{p} of {q}"', "words [sheet]: '{p} of {q}' cannot be filled in; the names in braces"),
    ],
)
def test_own_words_that_make_no_sense_are_named(vallum, my_game, text, line):
    words = my_game / "templates/words"
    words.mkdir()
    (words / "en.toml").write_text(text)

    said = vallum("build", "my-game", *A4, "--only", "raid")

    assert (said.code, said.err.count("\n")) == (3, 1)
    assert said.err.startswith(line)


def test_third_language_is_one_more_column(vallum, my_game, desk):
    for table in my_game.rglob("*.csv"):
        rows = [line for line in table.read_text("utf-8").splitlines() if line]
        head = rows[0].split(",")
        if not any(name.endswith(".en") for name in head):
            continue
        edit_rows(table)
    manifest = (my_game / "game.toml").read_text("utf-8")
    manifest = manifest.replace('languages = ["en", "ja"]', 'languages = ["en", "ja", "fr"]')
    (my_game / "game.toml").write_text(manifest.replace("{ en = ", '{ fr = "Guet", en = '), "utf-8")
    sheet = my_game / "sheets/nights.toml"
    sheet.write_text(sheet.read_text("utf-8").replace("{ en = ", '{ fr = "Guet", en = '), "utf-8")
    for text in ("strings.{}.toml", "rules/rules.{}.md", "rules/reference.{}.md"):
        shutil.copy(my_game / text.format("en"), my_game / text.format("fr"))

    assert vallum("build", "my-game", *A4, "--lang", "fr").code == 0

    with pypdfium2.PdfDocument(desk / "output/my-game/score-a4-fr.pdf") as pdf:
        assert "GUET" in pdf[0].get_textpage().get_text_range()


def edit_rows(table):
    """Give a table a French column beside each English one, with the same words."""
    import csv

    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row |= {f"{name[:-3]}.fr": words for name, words in row.items() if name.endswith(".en")}
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
