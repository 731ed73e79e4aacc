"""Lines of a session: an unfinished tail and damage are told apart, and no line or number is read beyond its limit."""

from hashlib import sha256

import pytest

from generator.session import record
from generator.session.record import (
    LONGEST_LINE,
    NOTHING,
    SECTOR,
    BadRecordError,
    Damage,
    chain,
    decode,
    encode,
    read,
    sealed_hashes,
)

OPENED, ACT = {"t": "open", "seed": "x"}, {"t": "act", "a": "mark wall_01"}
LONG = {"t": "act", "a": "x" * 3 * SECTOR}


def without_a_sector(data, event):
    """The bytes with zeros for a whole sector in the line of an event."""
    start = sum(map(len, data.splitlines(keepends=True)[:event]))
    sector = -(-start // SECTOR) * SECTOR
    return data[:sector] + bytes(SECTOR) + data[sector + SECTOR :]


@pytest.mark.parametrize("behind", [[ACT], [ACT, ACT], [LONG]])
def test_zeros_before_good_events_are_damage(behind):
    log = read(without_a_sector(chain([OPENED, ACT, LONG, *behind]), 2))

    assert log.damage == Damage(2, "its hash does not match what it says")
    assert (len(log.events), log.tail) == (2, b"")


@pytest.mark.parametrize("padding", [b"", b"\0", bytes(3 * SECTOR)])
def test_zeros_in_the_last_line_are_an_unfinished_tail(padding):
    data = without_a_sector(chain([OPENED, ACT, LONG]), 2) + padding
    log = read(data)

    assert log.damage is None
    assert (len(log.events), log.tail) == (2, data[log.size :])


def test_zeros_that_fill_no_sector_are_damage():
    data = chain([OPENED, ACT, LONG])
    start = data.index(b"xxxx")

    assert read(data[:start] + bytes(9) + data[start + 9 :]).damage.event == 2


def body_of(length):
    """A body whose line has so many bytes, with its newline."""
    spare = length - len(encode(0, NOTHING, {"t": "note", "a": ""})[1])
    return {"t": "note", "a": "x" * spare}


def test_longest_line_is_written_and_read():
    event, line = encode(0, NOTHING, body_of(LONGEST_LINE))

    assert len(line) == LONGEST_LINE
    assert decode(line[:-1], 0, NOTHING) == event
    with pytest.raises(ValueError, match="an event of 65537 bytes"):
        encode(0, NOTHING, body_of(LONGEST_LINE + 1))


def test_longer_line_is_damage_though_its_hash_is_right(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(record, "LONGEST_LINE", 2 * LONGEST_LINE)
        data = chain([OPENED, body_of(LONGEST_LINE + 1), ACT])
        assert read(data).damage is None

    assert read(data).damage.event == 1


@pytest.mark.parametrize("number", [10**18 - 1, -(10**17) + 1])
def test_long_number_is_read(number):
    event, line = encode(0, NOTHING, {"t": "note", "value": number})

    assert decode(line[:-1], 0, NOTHING) == event


@pytest.mark.parametrize("digits", ["1" + "0" * 18, "-1" + "0" * 17, "1" + "0" * 5000], ids=len)
def test_number_of_more_digits_is_refused(digits):
    with pytest.raises(BadRecordError, match="a number is too long"):
        decode(sealed(f'{{"n":0,"t":"note","value":{digits},"prev":"{NOTHING}"'), 0, NOTHING)


def sealed(text):
    """A line from its text, with its hash."""
    return f'{text},"h":"{sha256(text.encode()).hexdigest()[:32]}"}}'.encode()


@pytest.mark.parametrize("number", ["1.5", "1e3", "NaN", "Infinity"])
def test_number_that_is_not_whole_is_named(number):
    with pytest.raises(BadRecordError, match=f"'{number}' is not a number that a session holds"):
        decode(sealed(f'{{"n":0,"t":"note","value":{number},"prev":"{NOTHING}"'), 0, NOTHING)


@pytest.mark.parametrize("event", range(1, 5))
def test_line_of_another_session_does_not_follow(event):
    mine, other = (chain([{"t": "open", "seed": seed}, *[ACT] * 4]).splitlines(keepends=True) for seed in "ab")

    assert read(b"".join([*mine[:event], *other[event:]])).damage == Damage(
        event, "it does not follow from the event before it"
    )


def test_hashes_of_a_file_are_those_of_its_whole_lines():
    data = chain([OPENED, ACT, LONG])
    hashes = {event.hash for event in read(data).events}

    assert sealed_hashes(data) == hashes
    assert sealed_hashes(data[:-5]) < hashes
    assert sealed_hashes(b'ash\n\n,"h":"\n' + bytes(90)) == set()
