import os

from generator.base.code_archive.missing_code import MissingCode


def test_report_goes_into_no_file_that_has_come_in_the_place_of_its_pipe(tmp_path, monkeypatch):
    missing = MissingCode()
    monkeypatch.setattr(missing, "_owner", os.getpid() + 1)  # as in a process that was forked
    missing.add_module("a", "a.py", (1, 1), compile("", "a.py", "exec"))
    assert missing._received() != b""

    with (tmp_path / "file").open("wb") as file:
        for end in missing._pipe:
            os.dup2(file.fileno(), end)
        missing.add_module("b", "b.py", (1, 1), compile("", "b.py", "exec"))
    for end in missing._pipe:
        os.close(end)

    assert (tmp_path / "file").read_bytes() == b""
