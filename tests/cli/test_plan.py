"""The print plan beside the other files: when there is one, what it says of the order, and when it is written again."""

import shlex

import pytest

from tests.made_files import edit

A4 = ("--paper", "a4")
PLAN = "print-plan-a4-en.pdf"


@pytest.fixture
def built(vallum, my_game):
    """Build the game on the desk: which files were written, by name."""

    def build(*options):
        said = vallum("build", "my-game", *A4, "--json", *options)
        assert said.code == 0, said.err
        return {entry["file"].rpartition("/")[2]: entry["fresh"] for entry in said.json["files"]}

    return build


@pytest.fixture
def plan_text(desk, reader):
    """The words of a plan, all white space as one space."""

    def text(name=PLAN):
        return " ".join(" ".join(reader(desk / "output/my-game" / name)).split())

    return text


@pytest.fixture
def reader():
    import pypdfium2

    return lambda path: [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


def test_whole_game_has_a_plan(built):
    assert built()[PLAN] is True


@pytest.mark.parametrize("options", [("--only", "raid"), ("--proof",)])
def test_part_or_proof_has_no_plan(built, options):
    assert not [name for name in built(*options) if "plan" in name]


def test_part_has_a_plan_of_its_own_where_wanted(built, desk, plan_text):
    built()
    whole = (desk / "output/my-game" / PLAN).read_bytes()

    assert "print-plan-raid-a4-en.pdf" in built("--only", "raid", "--plan")
    assert "raid-a4-en.pdf" in plan_text("print-plan-raid-a4-en.pdf")
    assert "watch-a4-en.pdf" not in plan_text("print-plan-raid-a4-en.pdf")
    assert (desk / "output/my-game" / PLAN).read_bytes() == whole


def test_plotter_has_no_plan(built):
    assert [name for name in built("--paper", "full") if "plan" in name] == [PLAN]


def test_plan_says_no_pieces_of_its_own(vallum, my_game):
    files = vallum("build", "my-game", *A4, "--json").json["files"]

    (plan,) = [entry for entry in files if entry["file"].endswith(PLAN)]
    assert plan["pieces"] == 0
    assert plan["pages"] == plan["sheets"] > 0


def test_each_language_has_its_own(built, plan_text):
    assert {"print-plan-a4-en.pdf", "print-plan-a4-ja.pdf"} <= built("--lang", "en", "--lang", "ja").keys()

    assert "Tick list" in plan_text()
    assert "確認表" in plan_text("print-plan-a4-ja.pdf")


def test_shared_reference_sheet_stands_in_both(built, plan_text):
    built("--lang", "en+ja")

    for language in ("en", "ja"):
        assert "reference-a4-en+ja.pdf" in plan_text(f"print-plan-a4-{language}-en+ja.pdf").replace(" ", "")


def test_nothing_changed_writes_no_plan(built, desk, as_left):
    built()
    before = as_left(desk / "output")

    assert not any(built().values())
    assert as_left(desk / "output") == before


def test_other_words_on_a_card_leave_the_plan(built, my_game):
    built()
    edit(my_game / "cards/raid.csv", "Smoke before dawn.", "Smoke at dawn.")

    written = built()
    assert (written["raid-a4-en.pdf"], written[PLAN]) == (True, False)


def test_another_count_is_in_the_plan(built, my_game, plan_text):
    built()
    assert "Raid cards 9 " in plan_text()
    row = (my_game / "cards/raid.csv").read_text("utf-8").splitlines()[1]
    edit(my_game / "cards/raid.csv", row, f"{row}\nx{row}")
    edit(my_game / "game.toml", "raid = 9", "")

    assert built()[PLAN] is True
    assert "Raid cards 9 " not in plan_text()


def test_split_file_counts_its_paper_once(built, plan_text):
    built("--split")

    assert "raid-a4-en-fronts.pdf Card, fronts 1 " in plan_text("print-plan-a4-en-split.pdf")
    assert "raid-a4-en-backs.pdf Card, backs 0 " in plan_text("print-plan-a4-en-split.pdf")


def test_folded_backs_are_told(built, plan_text):
    built("--backs", "fold")

    assert "Fronts and backs lie side by side" in plan_text("print-plan-a4-en-fold.pdf")


def test_skip_is_for_pieces_not_for_the_plan(vallum, my_game):
    said = vallum("build", "my-game", *A4, "--skip", "1")

    assert "print-plan-a4-en-skip1.pdf" in said.out
    assert "print-plan" not in said.err


def test_material_of_ones_own_is_named(built, my_game, plan_text):
    edit(my_game / "game.toml", 'material = "card"', 'material = "label"')
    built()

    assert "raid-a4-en.pdf Sticky paper, both sides 1" in plan_text()


def test_words_of_ones_own_come_first(built, my_game, plan_text):
    own = my_game / "templates/shared/plan/en.toml"
    own.parent.mkdir(parents=True)
    own.write_text('check = "Is it all there?"\n', "utf-8")
    built()

    assert "Is it all there?" in plan_text()
    assert "Before you print" in plan_text()


@pytest.mark.parametrize("name", ["my_game", "a_b_c", "my [new] game", "it's ~mine~"])
def test_command_names_the_game_as_it_is_typed(vallum, my_game, reader, name):
    folder = my_game.rename(my_game.with_name(name))
    edit(folder / "game.toml", "[components.score]", "[components.score_pad_]")
    edit(folder / "game.toml", "score = 1", "score_pad_ = 1")
    said = vallum("build", name, *A4, "--only", "score_pad_", "--plan")
    assert said.code == 0, said.err

    (plan,) = (folder.parent / "output" / name).glob("print-plan-*.pdf")
    text = "".join(" ".join(reader(plan)).split())
    command = f"vallum build {shlex.quote(name)} --only score_pad_ --paper a4 --copies 10."
    assert "".join(command.split()) in text


def test_note_that_cannot_be_set_is_a_fault(vallum, my_game):
    text = (my_game / "game.toml").read_text("utf-8")
    table = '[tables.notes]\nrows = "notes.csv"\n[tables.notes.columns]\nkind = { type = "word" }\n'
    table += 'topic = { type = "words" }\ntext = { type = "words", rich = true }\n\n[components.raid]'
    (my_game / "game.toml").write_text(text.replace("[components.raid]", table, 1), "utf-8")
    (my_game / "notes.csv").write_text("id,kind,topic.en,topic.ja,text.en,text.ja\na,value,A,A,A {swrod},A\n", "utf-8")

    said = vallum("build", "my-game", *A4)
    assert said.code == 3
    assert "swrod" in said.err
    assert "raid-a4-en.pdf" in said.out


def test_rows_without_a_note_table_do_no_harm(built, plan_text):
    built()

    assert "How we read the rules" not in plan_text()


ARABIC = """format = 1
title = { ar = "البازار" }
about = { ar = "لعبة" }
designer = "Leila"
year = 2026
version = "1"
date = "2026-11-23"
languages = ["ar"]

[components.deck]
kind = "cards"
title = { ar = "الأوراق" }
trim = ["63mm", "88mm"]
bleed = "3mm"
rows = "deck.csv"
front = "card.svg.j2"
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94"/>'


@pytest.fixture
def words_left(vallum, desk, put_files):
    """Build the plan of a game in Arabic: how far from the left some words of it begin, in points."""
    import pypdfium2

    pytest.importorskip("icu")
    files = {"game.toml": ARABIC, "deck.csv": "id,provenance\nlamp,house\n", "templates/card.svg.j2": CARD}
    put_files(desk / "basar", files)

    def left(words):
        said = vallum("build", "basar", *A4)
        assert said.code == 0, said.err
        with pypdfium2.PdfDocument(desk / "output/basar/print-plan-a4-ar.pdf") as pdf:
            text = pdf[0].get_textpage()
            at, _ = text.search(words).get_next()
            return text.get_charbox(at)[0]

    return left


def test_plan_in_english_words_runs_from_left_to_right(words_left, desk, put_files):
    assert words_left("Print at") < 100

    put_files(desk / "basar", {"templates/shared/plan/ar.toml": 'before = "Vorher"\n'})
    assert words_left("Vorher") > 300
