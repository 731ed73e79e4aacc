"""The print plan of every game tells what the files beside it hold, every part, and every value that is ours."""

import csv
import re
import tomllib

import pytest

from generator.load.game_locations import data_root, shipped_games, templates_root

TOTAL = {"en": "In all", "ja": "合計"}
COLUMNS = tomllib.loads((templates_root() / "shared/plan/en.toml").read_text("utf-8"))["column"]
BUILDS = [(game, language) for game in shipped_games() for language in ("en", "ja")]


def letters(text):
    """Letters and figures alone: lines break, and words with them, as the columns ask."""
    return re.sub(r"[\W_]", "", text)


def said(plan):
    return letters("".join(text.get_text_range() for text in plan.texts))


def about(game):
    return tomllib.loads((data_root() / game / "game.toml").read_text("utf-8"))


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def printed_with(plan, reader):
    """The files that a plan tells of: those on its paper, but for what is there to be read or filled in on a screen."""
    files = [reader(path) for path in sorted(plan.path.parent.glob(f"*-{plan.paper}-*.pdf")) if path != plan.path]
    stems = {file.stem for file in files}
    return [file for file in files if f"{file.stem}-booklet" not in stems and not file.stem.endswith("-fillable")]


def sheets(file):
    """Sheets of paper: half as many as pages, where the pages are alternately fronts and backs."""
    two_sided = str(file.pdf.Root.get("/ViewerPreferences", {}).get("/Duplex", "")).startswith("/DuplexFlip")
    return len(file.pages) // 2 if two_sided else len(file.pages)


@pytest.mark.parametrize(("game", "language"), BUILDS)
def test_every_file_is_named_with_its_sheets(plans, reader, game, language):
    for plan in plans(game, "--lang", language):
        text = "\n".join(page.get_text_range() for page in plan.texts)
        told = dict(re.findall(r"(\S+\.pdf)\s\D+(\d+)", text))
        wanted = {file.path.name: sheets(file) for file in printed_with(plan, reader)}

        assert {name: int(told.get(name, -1)) for name in wanted} == wanted
        assert letters(f"{TOTAL[language]}{sum(wanted.values())}") in said(plan)


@pytest.mark.parametrize(("game", "language"), BUILDS)
def test_every_part_is_named_with_its_count(plans, game, language):
    told = about(game)
    for plan in plans(game, "--lang", language):
        text = said(plan)

        for id_, part in told["components"].items():
            assert letters(f"{part['title'][language]}{told['expect'][id_]}") in text, id_
        assert letters(f"{TOTAL[language]}{sum(told['expect'].values())}") in text


@pytest.mark.parametrize(("game", "language"), BUILDS)
def test_files_and_tick_list_stand_on_the_page_for_the_table(plans, game, language):
    for plan in plans(game, "--lang", language):
        lines = plan.texts[0].get_text_range().splitlines()

        assert sum(line.startswith(TOTAL[language]) for line in lines) == 2, plan.paper


@pytest.mark.parametrize(("game", "language"), BUILDS)
def test_every_house_value_is_named(plans, game, language):
    told, folder = about(game), data_root() / game
    for plan in plans(game, "--lang", language):
        text = said(plan)
        notes = rows(folder / told["tables"]["notes"]["rows"]) if "notes" in told["tables"] else []

        assert letters(told["house"][language]) in text
        for note in notes:
            assert letters(re.sub(r"\{\w+\}", "", note[f"topic.{language}"] + note[f"text.{language}"])) in text


@pytest.mark.parametrize("game", shipped_games())
def test_columns_with_house_values_are_named(plans, game):
    told, folder = about(game), data_root() / game
    for plan in plans(game, "--lang", "en"):
        text = said(plan)
        for part in told["components"].values():
            words = [row["provenance"] for row in rows(folder / part["rows"])] if "csv" in part.get("rows", "") else []
            # Behind a column stand the ids of its pieces, such as C01, if not all of them have a house value there.
            ids = {row.get("label", "") for row in rows(folder / part["rows"])} if words else set()
            named = re.sub("|".join(id_ for id_ in ids if re.fullmatch(r"[A-Z]+\d+", id_)) or "$", "", text)
            for column in {column for line in words for column in re.findall(r"(\w+)=house", line)} & COLUMNS.keys():
                assert re.search(letters(part["title"]["en"]) + r"[a-z0-9]*" + letters(COLUMNS[column]), named), column


@pytest.mark.parametrize(("game", "language"), BUILDS)
def test_no_name_of_a_column_is_told(plans, game, language):
    names = {name for part in about(game)["components"].values() for name in part.get("columns", {}) if "_" in name}
    names |= {name for table in about(game)["tables"].values() for name in table.get("columns", {}) if "_" in name}
    for plan in plans(game, "--lang", language):
        words = set(re.findall(r"\w+", "\n".join(page.get_text_range() for page in plan.texts)))

        assert names & words == set()


@pytest.mark.parametrize("game", shipped_games())
def test_designer_version_and_owners_are_named(plans, game):
    told = about(game)
    for plan in plans(game, "--lang", "en"):
        for words in (
            told["designer"],
            str(told["year"]),
            told["version"],
            told["rights"]["en"],
            "SIL Open Font License",
        ):
            assert letters(words) in said(plan)


def test_one_plan_for_each_paper(plans):
    names = [plan.path.name for plan in plans("arena", "--lang", "en")]

    assert names == ["print-plan-a4-en.pdf", "print-plan-letter-en.pdf"]


def test_folded_backs_have_a_plan_of_their_own(plans):
    options = ("--lang", "en", "--paper", "a4", "--backs", "fold")
    (plan,) = plans("arena", *options)

    assert plan.path.name == "print-plan-a4-en-fold.pdf"
    assert letters("cards-a4-en-fold.pdf Card fold") in said(plan)
