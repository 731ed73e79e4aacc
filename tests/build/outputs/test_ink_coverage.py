"""Ink coverage, put together from faces and where they lie."""

from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import IDENTITY, Rect, Size
from generator.build.faces.face_batch import FaceSet
from generator.build.manifest import OutputFile
from generator.build.outputs.ink_coverage import (
    FEW,
    KEPT_BUILDS,
    _face_inks,
    _keep,
    _known_inks,
    _resolution,
    paper_shares,
    with_ink,
)
from generator.model.face import Drawing, Face
from generator.model.press_sheet import PlacedFace, PressSheet

FACE = Face("half", Size(72, 72), 7.2, Drawing.omitted())
FILE = Path("some.pdf")


KNOWN = FaceSet({"job": FACE})


def sheet(*clips, trim=10):
    placed = [PlacedFace("a/b#1", FACE, IDENTITY, Rect(0, 0, trim, trim), clip) for clip in clips]
    return PressSheet(Size(20, 20), "recto", 1, tuple(placed))


def raster(dark):
    """RGB rows of the face at 100 dots an inch: 100 by 100 dots and 10 of bleed; `dark` says which are black."""
    return b"".join(b"\0\0\0" if dark(x, y) else b"\xff\xff\xff" for y in range(120) for x in range(120))


def test_shares_are_parts_of_all_paper():
    one, two = sheet(Rect(0, 0, 10, 10)), sheet(Rect(0, 0, 10, 10), Rect(0, 0, 10, 10))

    assert paper_shares([one]) == {"half": (0.25, 0)}
    assert paper_shares([one, two]) == {"half": (0.375, 0)}


def test_bleed_is_a_share_of_its_own():
    assert paper_shares([sheet(Rect(-1, 0, 12, 10))])["half"] == pytest.approx((0.25, 0.05))


def test_window_of_a_tile_is_all_within():
    assert paper_shares([sheet(Rect(0, 0, 5, 4))])["half"] == (0.05, 0)


def inks(rows):
    return _face_inks(FACE, 100, 120, 120, rows)


def test_inks_within_the_trim_and_beyond():
    within, beyond = inks(raster(lambda x, y: x < 60))
    assert within == pytest.approx((0, 0, 0, 0.5))
    assert beyond == pytest.approx((0, 0, 0, 0.5))
    assert [black for *_, black in inks(raster(lambda x, y: 10 <= x < 110 and 10 <= y < 110))] == [1, 0]
    assert [black for *_, black in inks(raster(lambda x, y: not (10 <= x < 110 and 10 <= y < 110)))] == [0, 1]


@pytest.mark.parametrize(
    ("colour", "taken"),
    [
        (b"\xff\0\0", (0, 1, 1, 0)),
        (b"\0\xff\xff", (1, 0, 0, 0)),
        (b"\0\0\0", (0, 0, 0, 1)),
        (b"\xff\xff\xff", (0, 0, 0, 0)),
        (b"\x99\x66\x33", (0, 0.2, 0.4, 0.4)),
    ],
)
def test_black_is_what_all_channels_lack(colour, taken):
    assert inks(colour * 14400)[0] == pytest.approx(taken)


SHARES = {FILE: {"half": (0.4, 0.2)}}
INKS = ((0.3, 0.6, 0.0, 0.2), (0.0, 0.0, 0.0, 0.25))


def test_file_takes_what_its_faces_take(tmp_path):
    kept = Cache(tmp_path)
    _keep(kept, {"half": INKS}, {"half"})
    made = OutputFile(FILE, ("a",), "a4", "en", 1, 1, 1, "key")

    (stated,) = with_ink([made], SHARES, KNOWN, None, kept, 1)

    assert stated.inks == pytest.approx((12, 24, 0, 13))
    assert stated.ink == pytest.approx(25)
    assert stated.document()["ink"] == 25.0
    assert stated.document()["inks"] == {"cyan": 12.0, "magenta": 24.0, "yellow": 0.0, "black": 13.0}


def test_file_without_shares_stays_as_it_is(tmp_path):
    made = OutputFile(FILE, ("a",), "a4", "en", 1, 1, 1, "key", inks=(3, 3, 3, 4.5))

    assert with_ink([made], {}, KNOWN, None, Cache(tmp_path), 1) == [made]
    assert made.ink == 7.5


def test_ink_that_was_not_measured_is_null():
    document = OutputFile(FILE, ("a",), "a4", "en", 1, 1, 1, "key").document()

    assert (document["ink"], document["inks"]) == (None, None)


def keys(count, letter="a"):
    return [f"{digit:x}{letter}{number}" for number in range(count) for digit in range(16)]


def test_inks_of_a_large_deck_are_all_kept(tmp_path):
    deck, kept = keys(1250), Cache(tmp_path)
    _keep(kept, dict.fromkeys(deck, INKS), set(deck))

    assert _known_inks(kept, set(deck)).keys() == set(deck)


def test_one_more_face_rewrites_a_sixteenth_of_the_inks(tmp_path):
    deck, kept = keys(20), Cache(tmp_path)
    _keep(kept, dict.fromkeys(deck, INKS), set(deck))
    before = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.is_file()}
    _keep(kept, {"3new": INKS}, {*deck, "3new"})

    assert [file.name for file, time in before.items() if file.stat().st_mtime_ns != time] == ["3"]
    assert len(before) == 16


def test_inks_not_used_for_longest_are_dropped(tmp_path):
    kept, builds = Cache(tmp_path), [keys(FEW, letter) for letter in "abcdefghijklmnopq"]
    for deck in builds:
        _keep(kept, dict.fromkeys(deck, INKS), set(deck))

    known = [len(_known_inks(kept, set(deck))) for deck in builds]
    assert known == [0] * (len(builds) - KEPT_BUILDS) + [16 * FEW] * KEPT_BUILDS


def test_damaged_ink_is_measured_again(tmp_path):
    kept = Cache(tmp_path)
    _keep(kept, {"half": INKS}, {"half"})
    (file,) = (file for file in tmp_path.rglob("*") if file.is_file())
    file.write_bytes(file.read_bytes()[:-1])

    assert _known_inks(kept, {"half"}) == {}


def test_large_face_is_rendered_at_fewer_dots():
    two_metres = Face("large", Size(5669, 5669), 0, Drawing.omitted())

    assert _resolution([FACE]) == 100
    assert _resolution([FACE, two_metres]) == 63
