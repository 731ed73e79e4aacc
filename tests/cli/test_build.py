"""Every option of `vallum build` and what it does to the files."""

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from generator.base.cache_pruning import FOLDERS, PREFIXES
from generator.base.units import MM

RAID = "--only", "raid"
A4 = "--paper", "a4"
SIZES = {"a4": (210, 297), "letter": (216, 279), "a3": (297, 420), "tabloid": (279, 432), "legal": (216, 356)}


@pytest.fixture
def printed(vallum, pages):
    """Build Picket's raid cards for A4 with some options; gives the pages of each file."""

    def build(*options, paper=A4, part=RAID):
        said = vallum("build", "picket", *part, *paper, *options, "--json")
        assert (said.code, said.err) == (0, "")
        return [pages(file) for file in said.files]

    return build


def names(folder):
    """Files below a folder, without the face lists, which tests/build/changes holds."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("faces-"))
    return sorted(path.relative_to(folder).as_posix() for path in files)


def test_files_are_named_by_part_paper_and_language(vallum, desk):
    assert vallum("build", "picket").code == 0

    parts = "print-plan", "raid", "reference", "rules", "rules-booklet", "score", "score-fillable", "watch"
    printed = [f"picket/{part}-{paper}-en.pdf" for part in parts for paper in ("a4", "letter")]
    assert names(desk / "output") == sorted([*printed, "picket/rules-en.pdf"])


def test_every_folder_of_the_cache_is_looked_through_for_old_work(vallum, desk, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(desk / "cache"))

    vallum("build", "picket", *A4, "--ink")

    kept = {entry.name for entry in (desk / "cache" / "vallum").iterdir() if not entry.name.startswith(PREFIXES)}
    assert kept - FOLDERS == {"fonts", "papers", "pruned"}  # the last two are files


def test_table_counts_pages_pieces_and_paper(vallum):
    said = vallum("build", "picket", *A4)

    assert said.err == ""
    assert [line.split()[:6] for line in said.out.splitlines()][:1] == [
        ["file", "pages", "pieces", "sheets", "of", "paper"]
    ]
    assert [line.split()[:4] for line in said.out.splitlines()[1:-1]] == [
        [str(Path("output/picket/raid-a4-en.pdf")), "2", "9", "1"],
        [str(Path("output/picket/watch-a4-en.pdf")), "2", "1", "1"],
        [str(Path("output/picket/score-a4-en.pdf")), "1", "1", "1"],
        [str(Path("output/picket/score-fillable-a4-en.pdf")), "1", "1", "1"],
        [str(Path("output/picket/rules-en.pdf")), "4", "1", "0"],
        [str(Path("output/picket/rules-a4-en.pdf")), "1", "1", "1"],
        [str(Path("output/picket/rules-booklet-a4-en.pdf")), "2", "1", "1"],
        [str(Path("output/picket/reference-a4-en.pdf")), "1", "1", "1"],
        [str(Path("output/picket/print-plan-a4-en.pdf")), "2", "0", "2"],
    ]


def test_last_line_tells_the_time(vallum):
    one, all_ = vallum("build", "picket", *RAID, *A4), vallum("build", "picket", *A4)

    assert re.fullmatch(r"1 file in \d+\.\d s", one.out.splitlines()[-1])
    assert re.fullmatch(r"9 files in \d+\.\d s", all_.out.splitlines()[-1])


@pytest.mark.parametrize("paper", SIZES)
def test_paper_is_true_to_size(printed, paper):
    (raid,) = printed(paper=("--paper", paper))

    assert {tuple(sorted(size)) for size in raid.sizes} == {SIZES[paper]}
    assert raid.counts == [9, 9]


def test_papers_and_languages_repeat(vallum, desk):
    said = vallum("build", "picket", *RAID, "--paper", "a4", "--paper", "a3", "--lang", "ja", "--lang", "en")

    assert said.code == 0
    assert names(desk / "output") == [
        f"picket/raid-{paper}-{lang}.pdf" for paper in ("a3", "a4") for lang in ("en", "ja")
    ]


def test_option_given_twice_alike_counts_once(printed):
    assert len(printed("--paper", "a4", "--lang", "en", "--lang", "en")) == 1


def test_language_is_that_of_the_cards(printed):
    (english,), (japanese,) = printed(), printed("--lang", "ja")

    assert "Torch bearers" in english.texts[0].replace("\r\n", " ") or "TORCH" in english.texts[0].upper()
    assert "松明持ち" in japanese.texts[0]


def test_duplex_interleaves_backs(printed):
    (raid,) = printed("--backs", "duplex")

    assert raid.counts == [9, 9]
    assert raid.viewer["/Duplex"] == "/DuplexFlipLongEdge"
    assert raid.viewer["/PrintScaling"] == "/None"


def test_backs_lie_behind_their_fronts(printed):
    for flip, width, height in (("long", 210, None), ("short", None, 297)):
        (raid,) = printed("--flip", flip)
        fronts, backs = (dict(placed) for placed in raid.pieces)
        for piece, (left, bottom, right, top) in fronts.items():
            across = (width - right, width - left) if width else (left, right)
            along = (height - top, height - bottom) if height else (bottom, top)

            assert backs[piece] == pytest.approx([across[0], along[0], across[1], along[1]], abs=0.1)


def test_short_flip_is_asked_of_the_printer(printed):
    assert printed("--flip", "short")[0].viewer["/Duplex"] == "/DuplexFlipShortEdge"


def test_fold_puts_both_sides_on_one_page(printed, desk):
    (raid,) = printed("--backs", "fold")

    assert names(desk / "output") == ["picket/raid-a4-en-fold.pdf"]
    assert {piece for placed in raid.pieces for piece, _ in placed} == {
        f"raid/{piece}#{copy + 1}"
        for piece, copies in {
            "scouts": 2,
            "war_chief": 1,
            "torch_bearers": 3,
            "climber": 1,
            "ladder_crew": 1,
            "storming_party": 1,
        }.items()
        for copy in range(copies)
    }
    assert all(count % 2 == 0 for count in raid.counts)
    assert "fold" in raid.texts[0]


def test_no_backs_prints_fronts_only(printed):
    (raid,) = printed("--backs", "none")

    assert raid.counts == [9]
    assert raid.viewer["/Duplex"] == "/Simplex"


def test_split_makes_two_files_that_say_what_to_do(printed, desk):
    fronts, backs = printed("--split")

    assert names(desk / "output") == ["picket/raid-a4-en-backs.pdf", "picket/raid-a4-en-fronts.pdf"]
    assert (fronts.counts, backs.counts) == ([9], [9])
    assert "long edge" in fronts.texts[0]
    assert "long edge" in backs.texts[0]


def test_part_without_backs_is_not_split(vallum, desk):
    said = vallum("build", "picket", "--only", "raid,reference", *A4, "--split", "--json")

    endings = ["raid-a4-en-fronts.pdf", "raid-a4-en-backs.pdf", "reference-a4-en.pdf"]
    assert [file.rpartition("/")[2] for file in said.files] == endings


def test_marks_are_drawn_as_asked(printed):
    drawn = [len(printed("--marks", marks)[0].contents[0]) for marks in ("none", "corners")]

    assert drawn[0] < drawn[1]
    assert printed("--marks", "lines")[0].contents != printed("--marks", "corners")[0].contents


def test_bleed_is_as_wide_as_asked(printed):
    for bleed in (0.0, 2.0):
        (raid,) = printed("--bleed", f"{bleed:g}mm", "--gap", "6mm")
        trim, reach = raid.boxes[0]

        assert trim[0] - reach[0] == pytest.approx(bleed, abs=0.05)


def test_gap_stands_between_cards(printed):
    for gap in (0.0, 4.0):
        edges = sorted({(trim[0], trim[2]) for _, trim in printed("--gap", f"{gap}mm")[0].pieces[0]})

        assert {round(after[0] - before[1], 1) for before, after in pairwise(edges)} == {gap}


def test_cards_are_true_to_size(printed):
    for _, (left, bottom, right, top) in printed()[0].pieces[0]:
        assert (right - left, top - bottom) == (pytest.approx(63, abs=0.02), pytest.approx(88, abs=0.02))


def test_skip_leaves_places_of_a_used_sheet_free(printed):
    gap = "--gap", "0mm"
    whole, skipped = printed(*gap)[0].pieces[0], printed(*gap, "--skip", "4")[0]

    assert skipped.counts == [5, 5, 4, 4]
    assert skipped.pieces[0][0][1] == pytest.approx(whole[4][1])


def test_only_takes_several_parts(vallum, desk):
    assert vallum("build", "picket", *A4, "--only", "watch, reference").code == 0

    assert names(desk / "output") == ["picket/reference-a4-en.pdf", "picket/watch-a4-en.pdf"]


def test_only_adds_up_and_takes_single_pieces(vallum, desk):
    said = vallum("build", "picket", *A4, "--only", "raid:climber,t*", "--only", "reference", "--json")

    assert names(desk / "output") == ["picket/raid-torch_bearers-climber-a4-en.pdf", "picket/reference-a4-en.pdf"]
    assert [file["pieces"] for file in json.loads(said.out)["files"]] == [4, 1]


def test_only_shares_its_parts_among_games(vallum, desk):
    assert vallum("build", "picket", "hadrians-wall", *A4, "--only", "watch,fate", "--proof").code == 0

    assert names(desk / "output") == ["hadrians-wall/fate-a4-en-proof.pdf", "picket/watch-a4-en-proof.pdf"]


def test_theme_stands_in_the_file_name(printed, desk):
    (plain,), (thrifty,) = printed(), printed("--theme", "ink-saver")

    assert names(desk / "output") == ["picket/raid-a4-en-ink-saver.pdf", "picket/raid-a4-en.pdf"]
    assert plain.texts == thrifty.texts


def test_proof_shows_ids_and_no_words(printed, desk):
    (proof,) = printed("--proof")

    assert names(desk / "output") == ["picket/raid-a4-en-proof.pdf"]
    assert all(f"R{number}" in proof.texts[0] for number in range(1, 7))
    assert "Smoke" not in proof.texts[0]


def test_ids_stand_in_the_file_name(printed, desk):
    (labelled,) = printed("--ids")

    assert names(desk / "output") == ["picket/raid-a4-en-ids.pdf"]
    assert all(f"R{number}" in labelled.texts[0] for number in range(1, 7))
    assert "Smoke" in labelled.texts[0]


def test_calibrated_printer_moves_backs_only(vallum, printed):
    vallum("calibrate", "--printer", "home", "--read", "1", "-2", "1", "-2")

    (plain,), (adjusted,) = printed(), printed("--printer", "home")

    assert adjusted.contents[0] == plain.contents[0]
    assert adjusted.contents[1] != plain.contents[1]
    assert adjusted.pieces == plain.pieces
    shift = [float(number) for number in adjusted.contents[1].split(b" cm")[0].split()[-2:]]
    base = [float(number) for number in plain.contents[1].split(b" cm")[0].split()[-2:]]
    assert (shift[0] - base[0], shift[1] - base[1]) == (
        pytest.approx(1 * MM, abs=0.01),
        pytest.approx(-2 * MM, abs=0.01),
    )


@pytest.mark.parametrize("jobs", ["1", "2", "3"])
def test_number_of_processes_changes_nothing(vallum, desk, tmp_path, monkeypatch, as_left, jobs):
    options = *RAID, *A4, "--png", "36", "--svg"
    assert vallum("build", "picket", *options, "--out", "one", "--jobs", "1").code == 0
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "fresh"))

    assert vallum("build", "picket", *options, "--out", "two", "--jobs", jobs).code == 0

    one, two = ([data for data, _ in as_left(desk / out).values()] for out in ("one", "two"))
    assert one == two


def test_strict_build_fails_for_a_warning(vallum, my_game, desk):
    template = my_game / "templates" / "raid.svg.j2"
    low = '<text x="31" y="87.5" font-family="text" font-size="6pt">low</text>\n{% endcall %}'
    template.write_text(template.read_text("utf-8").replace("{% endcall %}", low), "utf-8")

    lenient = vallum("build", "my-game", *RAID, *A4)
    strict = vallum("build", "my-game", *RAID, *A4, "--strict", "--out", "strict")

    assert (lenient.code, strict.code) == (0, 3)
    assert lenient.err.startswith("warning: raid/scouts front (en): ")
    assert lenient.err.count("\n") == 1
    assert "my-game/cards/raid.csv:2 → my-game/templates/raid.svg.j2:27 [<text>]: " in strict.err
    assert names(desk / "output") == ["my-game/raid-a4-en.pdf"]
    assert not (desk / "strict").exists()


def test_out_names_another_folder(vallum, desk):
    assert vallum("build", "picket", *RAID, *A4, "--out", "deep/er").code == 0

    assert names(desk) == ["deep/er/picket/raid-a4-en.pdf"]


def test_nothing_is_written_twice(vallum, desk, as_left):
    vallum("build", "picket", *A4)
    before = as_left(desk / "output")

    again = vallum("build", "picket", *A4, "--json")

    assert as_left(desk / "output") == before
    assert not any(file["fresh"] for file in again.json["files"])


@pytest.mark.parametrize("option", [("--jobs", "1"), ("--strict",), ("--svg",), ("--only", "raid"), ("--lang", "ja")])
def test_what_changes_no_sheet_rewrites_none(vallum, desk, as_left, option):
    vallum("build", "picket", *A4)
    before = as_left(desk / "output")

    said = vallum("build", "picket", *A4, *option, "--json")

    after = as_left(desk / "output")
    assert {name: after[name] for name in before} == before
    assert not any(file["fresh"] for file in said.json["files"] if file["file"].removeprefix("output/") in before)


def test_lost_file_is_written_again(vallum, desk):
    vallum("build", "picket", *A4)
    (desk / "output/picket/raid-a4-en.pdf").unlink()

    again = vallum("build", "picket", *A4, "--json")

    assert [file["fresh"] for file in again.json["files"]] == [True, *[False] * 8]


def test_output_and_cache_are_safe_to_delete(vallum, desk, tmp_path, monkeypatch, as_left):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "fresh"))
    vallum("build", "picket", *A4)
    before = [data for data, _ in as_left(desk / "output").values()]
    shutil.rmtree(desk / "output")
    shutil.rmtree(tmp_path / "fresh")

    assert vallum("build", "picket", *A4).code == 0

    assert [data for data, _ in as_left(desk / "output").values()] == before


def test_date_of_the_file_is_that_of_source_date_epoch(vallum, desk, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")

    assert vallum("build", "picket", *RAID, *A4).code == 0

    assert b"20231114" in (desk / "output/picket/raid-a4-en.pdf").read_bytes()


def test_timings_go_to_stderr(vallum):
    said = vallum("build", "picket", *RAID, *A4, "--timings", "--json")

    assert said.json["ok"]
    assert said.err.startswith('{"picket": ')


def test_changed_since_tells_what_to_print_and_what_to_throw_away(vallum, desk):
    vallum("new", "mine")
    vallum("build", "mine", *RAID, *A4, "--out", "old")
    table = desk / "mine/cards/raid.csv"
    text = table.read_text("utf-8").replace("R3,3,", "R3,5,").replace("Two shadows", "Three shadows")
    table.write_text(re.sub("climber.*\n", "", text), "utf-8")
    game = desk / "mine/game.toml"
    game.write_text(game.read_text("utf-8").replace("raid = 9", "raid = 10"), "utf-8")

    told = vallum("build", "mine", *RAID, *A4, "--changed-since", "old")
    said = vallum("build", "mine", *RAID, *A4, "--changed-since", "old", "--json")
    assert [line.split() for line in told.out.splitlines()[:6]] == [
        ["print", "title", "copies", "why"],
        ["raid/scouts", "Scouts", "2", "changed"],
        ["raid/torch_bearers", "Torch", "bearers", "2", "added"],
        ["throw", "away", "title", "copies", "why"],
        ["raid/scouts", "Scouts", "2", "replaced"],
        ["raid/climber", "Climber", "1", "removed"],
    ]
    assert [(each["piece"], each["reason"]) for each in said.json["changes"]["discard"]] == [
        ("raid/scouts", "replaced"),
        ("raid/climber", "removed"),
    ]
    assert [re.sub(r"-[0-9a-f]{8}-", "-*-", name) for name in names(desk / "output")] == [
        "mine/changes-card-*-a4-en.pdf"
    ]


def test_changed_since_the_same_prints_nothing(vallum, desk):
    vallum("build", "picket", *RAID, *A4, "--out", "old")

    said = vallum("build", "picket", *RAID, *A4, "--changed-since", "old")
    assert (said.code, said.out, said.err) == (0, "nothing to print: all pieces look as in old\n", "")
    assert not (desk / "output").exists()


def test_changed_since_something_else_is_one_line(vallum, desk):
    (desk / "old.pdf").write_bytes(b"%PDF-1.7 no")

    said = vallum("build", "picket", *A4, "--changed-since", "old.pdf")
    assert (said.code, said.out) == (3, "")
    assert said.err == "old.pdf: not a PDF, or a damaged one; use a PDF that vallum build has written\n"
    assert not (desk / "output").exists()


def test_diff_names_its_report(vallum, desk):
    vallum("new", "mine")
    vallum("build", "mine", *RAID, *A4, "--out", "old")
    table = desk / "mine/cards/raid.csv"
    table.write_text(table.read_text("utf-8").replace("Two shadows", "Three shadows"), "utf-8")
    vallum("build", "mine", *RAID, *A4, "--out", "new")

    told, same = vallum("diff", "old", "new"), vallum("diff", "old", "old")
    said = vallum("diff", "old", "new", "--json")
    assert said.json["changes"]["print"] == [
        {"piece": "raid/scouts", "title": "Scouts", "copies": 2, "reason": "changed"}
    ]
    assert [re.sub("[0-9a-f]{8}", "*", name) for name in names(desk / "output")] == ["diff-en-*.html", "diff-en-*.pdf"]
    assert told.out.splitlines()[-2:] == [str(Path(file)) for file in said.json["files"]]
    assert (same.code, same.out) == (0, "nothing differs\n")


def test_several_games_at_a_time_give_what_one_after_the_other_gives(vallum, desk, tmp_path, monkeypatch, as_left):
    for name in ("good", "bad", "other"):
        vallum("new", name)
    (desk / "bad/templates/raid.svg.j2").write_text("{{ nothing }}", "utf-8")
    games = ("./good", "./bad", "./other", *RAID, *A4, "--json")
    said, left = [], []
    for jobs in ("1", "2"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / jobs))
        shutil.rmtree(desk / "output", ignore_errors=True)
        said.append(vallum("build", *games, "--jobs", jobs))
        left.append({name: data for name, (data, _) in as_left(desk / "output").items()})

    assert left[0] == left[1]
    assert {name.partition("/")[0] for name in left[0]} == {"good", "other"}
    assert [each.code for each in said] == [3, 3]
    assert said[0].json | {"seconds": 0} == said[1].json | {"seconds": 0}
    again = vallum("build", *games, "--jobs", "1")
    assert not any(file["fresh"] for file in again.json["files"])


def test_game_in_words_is_written_in_every_language(vallum, my_game, desk):
    order = (
        "build",
        "my-game",
        "--only",
        "raid,rules",
        "--paper",
        "a4",
        "--lang",
        "en",
        "--lang",
        "ja",
        "--html",
        "--text",
    )
    said = vallum(*order)

    pages = sorted((desk / "output/my-game").glob("my-game-*.*"))
    assert said.code == 0
    assert [page.name.replace("my-game-raid-rules-", "") for page in pages] == [
        "en.html",
        "en.txt",
        "ja.html",
        "ja.txt",
    ]
    for page in pages:
        assert f"{page.relative_to(desk)}: the game in words" in said.out
        assert ("Scouts" if "-en" in page.name else "斥候") in page.read_text("utf-8")
    assert 'href="my-game-raid-rules-ja.html"' in pages[0].read_text("utf-8")
    assert {file["fresh"] for file in vallum(*order, "--json").json["files"]} == {False}


def test_game_with_a_broken_text_is_not_written_in_words(vallum, my_game, desk):
    rules = my_game / "rules/rules.en.md"
    rules.write_text(rules.read_text("utf-8") + "\n<b>html</b>\n", "utf-8")

    said = vallum("build", "my-game", "--only", "watch,rules", "--paper", "a4", "--html")

    assert said.code == 3
    assert said.err.count("\n") == 1
    assert not list((desk / "output/my-game").glob("*.html"))
    assert (desk / "output/my-game/watch-a4-en.pdf").exists()
