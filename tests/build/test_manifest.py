import dataclasses

import pytest

from generator.base.cache import Cache
from generator.base.errors import Fault
from generator.build.manifest import KEPT_BUILDS, BuildResult, FitRow, Manifest, OutputFile
from generator.model.face import TextFit


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "output" / "raid-a4-en.pdf"
    path.parent.mkdir()
    path.write_bytes(b"%PDF")
    return path


@pytest.fixture
def manifest(tmp_path):
    def opened():
        return Manifest(Cache(tmp_path / "cache"), tmp_path / "game", tmp_path / "output")

    return opened


def made(file, key="k"):
    return OutputFile(file, ("raid",), "a4", "en", 2, 9, 1, key).with_stamp()


def test_unchanged_build_is_remembered(file, manifest):
    manifest().record("build", BuildResult("picket", (made(file),)))

    known = manifest().find_build("build")

    assert [each.fresh for each in known.files] == [False]
    assert manifest().find_build("another") is None


@pytest.mark.parametrize(("name", "sheets"), [("raid-a4-en", 1), ("raid-a4-en-fronts", 1), ("raid-a4-en-backs", 0)])
def test_backs_go_on_the_paper_of_their_fronts(file, name, sheets):
    one = made(file.with_stem(name))

    assert one.paper_sheets == one.document()["sheets"] == sheets


@pytest.mark.parametrize("change", [lambda file: file.unlink(), lambda file: file.write_bytes(b"longer than before")])
def test_touched_output_is_made_again(file, manifest, change):
    manifest().record("build", BuildResult("picket", (made(file),)))

    change(file)

    assert manifest().find_build("build") is None
    assert manifest().find_file(file, "k") is None


def test_results_share_no_timings():
    first, second = BuildResult("a"), BuildResult("b")

    assert first.timings is not second.timings
    assert dataclasses.replace(first, game="b") == second


def test_faulty_build_is_tried_again(file, manifest):
    manifest().record("build", BuildResult("picket", (made(file),), faults=(Fault("x.csv", "bad"),)))

    assert manifest().find_build("build") is None
    assert manifest().find_file(file, "k").fresh is False


def test_file_of_other_content_is_written(file, manifest):
    manifest().record("build", BuildResult("picket", (made(file),)))

    assert manifest().find_file(file, "other") is None


def test_summary_names_the_smallest_text():
    fits = (
        FitRow("raid/a front", "en", TextFit("rule", 9, 6.5, 5, 4)),
        FitRow("raid/b front", "en", TextFit("rule", 9, 9, 5, 2)),
    )

    assert BuildResult("picket", fits=fits).summary() == "picket: no faults; 2 texts, 1 shrunk, smallest 6.5 pt"


def test_fit_is_told_in_millimetres():
    row = FitRow("raid/a front", "en", TextFit("rule", 9, 5, 5, 4, overflow=72))

    assert row.cells() == ("raid/a front rule", "en", "9.0", "5.0", "4", "25.4")
    assert row.document()["overflow"] == 25.4


def test_each_result_has_its_own_times():
    assert BuildResult("a").timings is not BuildResult("b").timings


@pytest.mark.parametrize(("key", "damaged"), [("k", True), ("other", False)])
def test_file_is_damaged_if_it_lost_what_it_has_again(file, manifest, key, damaged):
    manifest().record("build", BuildResult("picket", (made(file),)))
    file.write_bytes(b"as others left it")

    assert manifest().damaged([made(file, key)]) == ([made(file, key)] if damaged else [])


def test_file_that_stayed_as_it_was_is_not_damaged(file, manifest):
    manifest().record("build", BuildResult("picket", (made(file),)))

    assert manifest().damaged([made(file), made(file.with_stem("new"))]) == []


def test_so_many_builds_are_remembered(file, manifest):
    for number in range(KEPT_BUILDS + 2):
        manifest().record(f"build {number}", BuildResult("picket", (made(file),)))

    remembered = [number for number in range(KEPT_BUILDS + 2) if manifest().find_build(f"build {number}")]
    assert remembered == [*range(2, KEPT_BUILDS + 2)]
