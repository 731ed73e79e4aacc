"""A build that several computers share is the same, byte for byte, as that of one; and nothing of a wrong join stays."""

import json

import pytest

BUILD = "build", "my-game", "--paper", "a4", "--only", "raid,watch", "--jobs", "1"
BOTH = *BUILD, "--lang", "en,ja"


@pytest.fixture
def shards(vallum, my_game, desk):
    """Both shards of a build, in folders of their own."""
    for number in (1, 2):
        assert vallum(*BOTH, "--plan", "--shard", f"{number}/2", "--out", f"part {number}").code == 0
    return [desk / "part 1", desk / "part 2"]


def content(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}


def record_of(folder):
    (record,) = folder.glob("shard-*.json")
    return record


def test_joined_shards_are_the_files_of_a_whole_build(vallum, shards, desk):
    assert vallum(*BOTH, "--plan", "--out", "whole").code == 0
    parts = [{name for name in content(shard) if "/" in name} for shard in shards]
    said = vallum("join", *shards, "--out", "joined", "--json")

    assert said.code == 0
    assert len(said.json["files"]) == len(content(desk / "joined")) == len(parts[0]) + len(parts[1]) > 6
    assert content(desk / "joined") == content(desk / "whole")
    assert {name.rpartition("-")[2].partition(".")[0] for name in parts[0]} == {"en"}
    assert {name.rpartition("-")[2].partition(".")[0] for name in parts[1]} == {"ja"}


def change(path):
    path.write_bytes(path.read_bytes() + b" ")


def edit(record, **changes):
    record.write_text(json.dumps(json.loads(record.read_text("utf-8")) | changes), "utf-8")


FILE = "my-game/raid-a4-ja.pdf"
WRONG = {
    "a missing shard": (lambda two: record_of(two).unlink(), "part 2: has no shard; vallum build --shard writes one"),
    "a changed file": (lambda two: change(two / FILE), f"part 2/{FILE}: was changed after it was built; build"),
    "a missing file": (lambda two: (two / FILE).unlink(), f"part 2/{FILE}: is missing or unreadable"),
    "another build": (
        lambda two: edit(record_of(two), build="0"),
        "part 2/shard-2-of-2.json: is of another build than",
    ),
    "the same shard": (lambda two: edit(record_of(two), shard=[1, 2]), "part 2/shard-1-of-2.json: is in part 1 too;"),
    "a cut record": (
        lambda two: record_of(two).write_text("{", "utf-8"),
        "shard-2-of-2.json: is no record of a shard,",
    ),
    "another format": (lambda two: edit(record_of(two), format=9), "shard-2-of-2.json: is no record of a shard, or"),
    "a file elsewhere": (
        lambda two: edit(record_of(two), files={"../part 1/shard-1-of-2.json": "0" * 64}),
        "shard-2-of-2.json: is no record of a shard, or damaged; build this shard again",
    ),
}


def test_a_wrong_join_names_the_fault_and_writes_nothing(vallum, shards, desk):
    good = content(shards[1])
    for case, (spoil, line) in WRONG.items():
        spoil(shards[1])
        said = vallum("join", "part 1", "part 2", "--out", "joined")
        assert (said.code, (desk / "joined").exists()) == (3, False), case
        assert line in said.err, case
        for name, data in good.items():
            (shards[1] / name).write_bytes(data)
    assert vallum("join", "part 1", "--out", "joined").err.endswith("2 is not here; name the folders of all\n")
    assert vallum("join", "part 1", "part 2", "--out", "joined").code == 0


def test_a_shard_that_fails_leaves_no_record(vallum, my_game, desk):
    part = *BUILD, "--shard", "1/1", "--out", "part"
    assert vallum(*part).code == 0
    template = my_game / "templates/raid.svg.j2"
    template.write_text(template.read_text("utf-8") + "<", "utf-8")

    assert vallum(*part).code == 3
    assert [*(desk / "part").glob("shard-*")] == []


def test_more_shards_than_languages_leave_some_empty(vallum, my_game, desk):
    said = vallum(*BUILD, "--shard", "1/2", "--out", "none")

    assert (said.code, said.out) == (0, "")
    assert "nothing to print in this shard: there are fewer games and languages than shards" in said.err
    assert vallum(*BUILD, "--shard", "2/2", "--out", "all").code == 0
    assert vallum("join", "none", "all", "--out", "joined").code == 0
    assert (desk / "joined/my-game/raid-a4-en.pdf").is_file()


REFUSED = {
    ("--shard", "3/2"): "'3/2' is no part of a build; write it like 2/8",
    ("--shard", "1/2", "--lang", "en+ja"): "en+ja are on one sheet; name them apart in --lang",
    ("--shard", "1/2", "--html"): "pages of --html link to each other; write them in one build",
    ("--shard", "1/2", "--watch"): "leave out --shard",
    ("--shard", "1/2", "--changed-since", "old"): "leave out --shard",
}


def test_what_cannot_be_divided_is_refused(vallum, my_game):
    for words, line in REFUSED.items():
        said = vallum("build", "my-game", *words)
        assert (said.code, line in said.err) == (2, True), words
