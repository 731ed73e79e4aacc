"""Shards of a study: the same games as the whole, and every set of files that is not one whole study is refused."""

import json

import pytest

COMMAND = ("study", "--player", "random", "--games", "11")


@pytest.fixture
def shard(solo):
    def play(number, *more, of=3, name=None):
        said = solo(*COMMAND, *more, "--shard", f"{number}/{of}", "--out", name or f"part{number}.json")
        assert said.code == 0, said.err

    return play


@pytest.fixture
def merged(solo):
    def merge(*files):
        return solo("study", "--merge", *files, "--json")

    return merge


def test_shards_merge_to_the_digest_of_the_whole(solo, shard, merged, tmp_path):
    for number in (1, 2, 3):
        shard(number)
    said = merged("part3.json", "part1.json", "part2.json")
    whole = solo(*COMMAND, "--json")

    assert said.json["digest"] == whole.json["digest"]
    assert {**said.json, "files": 0} == {**whole.json, "files": 0}
    assert [len(json.loads((tmp_path / f"part{n}.json").read_text())["studies"][0]["outcomes"]) for n in (1, 2, 3)] == [
        3,
        4,
        4,
    ]


def test_shards_of_comparisons_merge(solo, shard, merged):
    more = ("--sweep", "difficulty=easy,hard")
    shard(1, *more, of=2)
    shard(2, *more, of=2)
    said = merged("part1.json", "part2.json")

    assert said.json["digest"] == solo(*COMMAND, *more, "--json").json["digest"]
    assert [study["name"] for study in said.json["studies"]] == ["difficulty = easy", "difficulty = hard"]


NO_WHOLE_STUDY = [
    (("part1.json", "part3.json"), "part3.json: 4 of 11 games are missing, the first is 4; name all shards"),
    (
        ("part1.json", "part2.json", "half.json", "part3.json"),
        "half.json: has game 'study/1', which is in part1.json too",
    ),
    (("part1.json", "other.json"), "other.json: belongs to another study than part1.json: player 'greedy'"),
    (("part1.json", "more.json"), "more.json: is of 12 games; part1.json is of 11"),
    (("part1.json", "two.json"), "two.json: has 2 studies; part1.json has 1"),
    (("part1.json", "none.json"), "none.json: no such file"),
    (("part1.json", "damaged.json"), "damaged.json: is no part of a study, or damaged"),
    (("changed.json",), "changed.json: was changed after it was written"),
    (("games.json",), "games.json: was changed after it was written"),
    (("key.json",), "key.json: was changed after it was written"),
    (("foreign.json",), "foreign.json: is no part of a study"),
]
"""Files that are named together, and what is wrong with them."""


def test_files_that_are_no_whole_study_are_refused(shard, merged, tmp_path):
    for number in (1, 2, 3):
        shard(number)
    shard(1, of=2, name="half.json")
    shard(2, "--player", "greedy", name="other.json")
    shard(2, "--games", "12", name="more.json")
    shard(2, "--sweep", "difficulty=easy,hard", name="two.json")
    text = (tmp_path / "part1.json").read_text()
    (tmp_path / "damaged.json").write_text(text[:-40])
    (tmp_path / "changed.json").write_text(text.replace('"decisions":', '"decisions":1', 1))
    (tmp_path / "games.json").write_text(text.replace('"games":11', '"games":1000000000000'))
    (tmp_path / "key.json").write_text(text.replace('"key":"[', '"key":"{'))
    (tmp_path / "foreign.json").write_text("{}")
    said = [merged(*files) for files, _ in NO_WHOLE_STUDY]

    assert {each.code for each in said} == {3}
    for each, (_, message) in zip(said, NO_WHOLE_STUDY, strict=True):
        (told,) = each.json["faults"]
        assert told.startswith(message)


def test_parts_of_another_program_are_refused(shard, merged, another_program):
    shard(1, of=1)
    another_program()
    said = merged("part1.json")

    assert said.code == 3
    assert said.json["faults"][0].startswith("part1.json: was played by another Vallum or with other data: engine '")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--shard", "0/2", "--out", "x.json"), "'0/2' is no part of a study; write it like 2/5"),
        (("--shard", "3/2", "--out", "x.json"), "'3/2' is no part of a study; write it like 2/5"),
        (("--shard", "half", "--out", "x.json"), "'half' is no part of a study; write it like 2/5"),
        (("--shard", "1/2"), "--shard writes one file; name it, such as --out part2.json"),
        (("--shard", "1/2", "--out", "folder"), "--shard writes one file; name it, such as --out part2.json"),
        (("--shard", "1/12", "--out", "x.json"), "11 games cannot be divided into 12 shards"),
        (("--shard", "1/2", "--merge", "x.json"), "--merge and --shard do not go together"),
    ],
)
def test_shards_that_make_no_sense(solo, arguments, message):
    said = solo(*COMMAND, *arguments)

    assert said.code == 2
    assert message in said.err
