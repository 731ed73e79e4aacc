"""`--verify` looks into files whose size and time are those that a build left."""

import os

import pytest

RAID = "build", "my-game", "--paper", "a4", "--only", "raid"


@pytest.fixture
def printed(vallum, my_game, desk):
    assert vallum(*RAID, "--svg").code == 0
    return desk / "output/my-game"


def flip_byte(path):
    """Change a byte in the middle of a file, and no stamp of it."""
    before, data = path.stat(), bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_damaged_file_is_written_again_and_named(vallum, printed, as_left):
    good = {name: data for name, (data, _) in as_left(printed).items()}
    pdf = printed / "raid-a4-en.pdf"
    flip_byte(pdf)

    assert vallum(*RAID, "--svg").code == 0
    assert pdf.read_bytes() != good["raid-a4-en.pdf"]
    verified = vallum(*RAID, "--svg", "--verify")

    assert verified.code == 0
    assert (
        verified.err == "warning: output/my-game/raid-a4-en.pdf: had changed since it was built; it is written again\n"
    )
    assert {name: data for name, (data, _) in as_left(printed).items()} == good


def test_whole_files_are_left_alone(vallum, printed, as_left):
    before = as_left(printed)

    verified = vallum(*RAID, "--svg", "--verify")

    assert (verified.code, verified.err) == (0, "")
    assert as_left(printed) == before
    assert vallum(*RAID, "--svg", "--json").json["warnings"] == []
