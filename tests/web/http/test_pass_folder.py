"""The passes of browsers: kept as hashes, one file each, gone as soon as the file is gone."""

import json
import stat
import threading

import pytest

from generator.base.errors import OutputError, UsageError
from generator.web.http.pass_folder import DAYS, MAX_PASSES, VISIT_SECONDS, PassFolder

PORT = 8475
DAY = 24 * 3600


class Clock:
    """A time that a test sets."""

    def __init__(self):
        self.time = 1_800_000_000.0

    def __call__(self):
        return self.time


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def passes(tmp_path):
    return PassFolder(tmp_path)


def test_pass_is_known_to_every_process_and_its_value_is_written_nowhere(passes, tmp_path):
    value = passes.issue(PORT, "Firefox, Linux")
    (file,) = tmp_path.glob("browsers/*")

    assert PassFolder(tmp_path).find(PORT, value) == file.stem
    assert value not in file.read_text() + file.name
    assert {key: item for key, item in json.loads(file.read_text()).items() if key != "first"} == {
        "browser": "Firefox, Linux",
        "port": PORT,
    }
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0


def test_each_browser_has_its_own(passes):
    first, second = passes.issue(PORT, ""), passes.issue(PORT, "")
    passes.revoke(passes.find(PORT, first))

    assert first != second
    assert (passes.find(PORT, first), len(passes.find(PORT, second))) == ("", 64)


def test_pass_of_one_port_is_worthless_at_another(passes):
    assert passes.find(PORT + 1, passes.issue(PORT, "")) == ""


@pytest.mark.parametrize("value", ["", "x" * 42, "x" * 43, "../" * 20, "é" * 43, "x" * 43 + "\n", "\x00" * 43])
def test_guess_is_no_pass(passes, value):
    passes.issue(PORT, "")

    assert passes.find(PORT, value) == ""


def test_name_of_the_file_is_no_pass(passes, tmp_path):
    passes.issue(PORT, "")
    (file,) = tmp_path.glob("browsers/*")

    assert passes.find(PORT, file.stem) == passes.find(PORT, file.stem[:43]) == ""


def test_last_visit_is_noted_once_an_hour(tmp_path, clock):
    clock.time = tmp_path.stat().st_mtime
    passes = PassFolder(tmp_path, clock)
    value = passes.issue(PORT, "")
    seen = []
    for after in (10, VISIT_SECONDS + 10, 10):
        clock.time += after
        passes.find(PORT, value)
        seen.append(passes.all()[0].last)

    assert seen[1] == seen[2] == pytest.approx(clock.time - 10)
    assert seen[0] < seen[1] - VISIT_SECONDS + 1


def test_unused_pass_ends_and_its_file_goes_with_the_next_login(tmp_path, clock):
    clock.time = tmp_path.stat().st_mtime
    passes = PassFolder(tmp_path, clock)
    value = passes.issue(PORT, "")
    clock.time += (DAYS + 1) * DAY

    assert (passes.find(PORT, value), passes.all()) == ("", [])
    passes.issue(PORT, "")
    assert len(list(tmp_path.glob("browsers/*"))) <= 2


def test_there_are_only_so_many(passes):
    values = [passes.issue(PORT, "") for _ in range(MAX_PASSES + 3)]

    assert len(passes.all()) == MAX_PASSES
    assert passes.find(PORT, values[-1])


def test_without_a_folder_a_pass_is_valid_for_this_run(tmp_path):
    (tmp_path / "browsers").write_text("mine")
    for passes in (PassFolder(None), PassFolder(tmp_path)):
        value = passes.issue(PORT, "Safari")
        found = passes.find(PORT, value)

        assert [each.browser for each in passes.all()] == ["Safari"]
        assert passes.is_valid(found)
        passes.revoke(found)
        assert passes.find(PORT, value) == ""
    assert (tmp_path / "browsers").read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"browser": 1}', b"\xff", b'{"browser": "", "port": "x"}'])
def test_damaged_file_can_be_listed_and_revoked(passes, tmp_path, content):
    passes.issue(PORT, "")
    (file,) = tmp_path.glob("browsers/*")
    file.write_bytes(content)
    (found,) = passes.all()
    passes.revoke(found.id)

    assert (found.id, found.browser, list(tmp_path.glob("browsers/*"))) == (file.stem, "", [])


def test_cut_during_writing_leaves_no_pass(passes, tmp_path, monkeypatch):
    def killed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.base.system.output_file.os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        passes.issue(PORT, "")

    assert PassFolder(tmp_path).all() == []


def test_all_are_revoked_and_the_old_secret_too(passes, tmp_path):
    (tmp_path / "web-secret").write_bytes(b"x" * 32)
    values = [passes.issue(PORT, "") for _ in range(3)]
    (tmp_path / "web-secret").write_bytes(b"x" * 32)
    passes.revoke_all()
    PassFolder(None).revoke_all()
    PassFolder(tmp_path / "nowhere").revoke_all()

    assert [passes.find(PORT, value) for value in values] == [""] * 3
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def test_pass_that_cannot_be_revoked_is_told(passes, tmp_path):
    (tmp_path / "browsers/abc.json").mkdir(parents=True)

    with pytest.raises(OutputError, match=r"abc\.json: cannot be removed"):
        passes.revoke_all()


def test_beginning_of_an_id_names_a_pass(passes):
    id_ = passes.find(PORT, passes.issue(PORT, ""))
    passes.issue(PORT, "")

    assert passes.by_beginning(id_[:20].upper()).id == id_
    for wrong in ("", "nothing"):
        with pytest.raises(UsageError, match=f"^--revoke {wrong}: no browser has this id; ids: .*{id_[:8]}"):
            passes.by_beginning(wrong)


def test_beginning_of_several_ids_is_told(passes):
    ids = [passes.find(PORT, passes.issue(PORT, "")) for _ in range(17)]
    first = next(id_[0] for id_ in ids if sum(other[0] == id_[0] for other in ids) > 1)

    with pytest.raises(UsageError, match="stands for several browsers; give more digits"):
        passes.by_beginning(first)


def test_revoked_while_it_is_used_never_comes_back(passes):
    value = passes.issue(PORT, "")
    id_, found, ended = passes.find(PORT, value), [], threading.Event()

    def use():
        while not ended.is_set():
            passes.find(PORT, value)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for each in threads:
        each.start()
    passes.revoke(id_)
    found = [passes.find(PORT, value) for _ in range(2000)]
    ended.set()
    for each in threads:
        each.join()

    assert set(found) == {""}
    assert passes.all() == []
