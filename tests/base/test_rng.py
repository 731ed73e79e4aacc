"""The same seed deals the same cards for ever, and every order is as likely as the others."""

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from generator.base.rng import Stream, new_seed

VECTORS = [
    line.split(": ")
    for line in (Path(__file__).parent / "vectors.txt").read_text("ascii").splitlines()
    if not line.startswith("#")
]


def test_published_shuffles_are_dealt():
    dealt = {seed: " ".join(map(str, Stream(seed, "deck").shuffled(range(48))[:12])) for seed, _ in VECTORS}

    assert len(dealt) == 1000
    assert dealt == dict(VECTORS)


def test_published_numbers_are_drawn():
    stream = Stream("長城", "fate/1")

    assert [stream.below(bound) for bound in (1, 2, 6, 100, 256, 257, 10**12)] == [0, 1, 0, 12, 20, 102, 684020693930]


def test_key_and_bytes_are_as_written_down():
    from hashlib import sha256

    key = sha256(b"a\x00b").digest()
    first = sha256(key + bytes(8)).digest() + sha256(key + bytes(7) + b"\x01").digest()
    stream = Stream("a", "b")

    assert bytes(stream.below(256) for _ in range(64)) == first


def test_streams_of_a_seed_differ():
    orders = {Stream("a", name).shuffled(range(48)) for name in ("fate/1", "fate/2", "market/1", "")}

    assert len(orders) == 4


def test_seed_and_name_do_not_run_together():
    assert Stream("ab", "c").shuffled(range(48)) != Stream("a", "bc").shuffled(range(48))
    with pytest.raises(ValueError, match="zero bytes"):
        Stream("a\0", "b")


def test_no_order_is_favoured():
    stream, count = Stream("fair", "dice"), 24_000
    orders = Counter(stream.shuffled("abcd") for _ in range(count))
    expected = count / 24
    unevenness = sum((orders[order] - expected) ** 2 / expected for order in permutations("abcd"))

    assert unevenness < 49.7  # chi squared, 23 degrees of freedom, one in a thousand


@pytest.mark.parametrize("bound", [3, 5, 7, 100, 255, 257, 1000])
def test_numbers_stay_below_their_bound(bound):
    stream = Stream("x", "y")
    drawn = [stream.below(bound) for _ in range(2000)]

    assert min(drawn) >= 0
    assert max(drawn) < bound
    assert abs(sum(drawn) / 2000 - (bound - 1) / 2) < bound / 20


def test_nothing_is_below_nothing():
    with pytest.raises(ValueError, match="no number is below 0"):
        Stream("x", "y").below(0)


@pytest.mark.parametrize("items", [(), ("a",)])
def test_few_cards_stay_as_they_are(items):
    assert Stream("x", "y").shuffled(items) == items


def test_new_seeds_can_be_read_out():
    seeds = {new_seed() for _ in range(100)}

    assert len(seeds) == 100
    assert all(len(seed) == 19 and not set(seed) & set("ilouABC") for seed in seeds)


@pytest.mark.parametrize(("seed", "name"), [("a\0b", "c"), ("a", "b\0c"), ("\0", "")])
def test_no_two_pairs_of_seed_and_name_are_one_stream(seed, name):
    with pytest.raises(ValueError):  # noqa: PT011  the words are for programmers alone
        Stream(seed, name)
