import threading

from generator.base.memory.limited_cache import LimitedCache


def letters(cache):
    return "".join(key for key, _ in cache.stored())


def test_value_used_longest_ago_makes_room_in_bytes():
    cache = LimitedCache(10, len)
    cache["a"], cache["b"] = b"1234", b"1234"
    assert cache.get("a") == b"1234"
    cache["c"] = b"1234"

    assert letters(cache) == "ac"
    assert cache.currsize == 8


def test_larger_value_of_a_key_counts_anew():
    cache = LimitedCache(10, len)
    cache["a"], cache["b"] = b"1", b"1"
    cache["b"] = b"1234567890"

    assert letters(cache) == "b"


def test_value_larger_than_the_bound_is_alone():
    cache = LimitedCache(10, len)
    cache["a"] = b"1"
    cache["b"] = bytes(100)
    assert letters(cache) == "b"
    cache["c"] = b"1"

    assert letters(cache) == "c"


def test_what_makes_room_is_closed_and_what_is_taken_is_not():
    closed = []
    cache = LimitedCache(2, close=closed.append)
    cache["a"], cache["b"] = "one", "two"
    assert cache.pop("a") == "one"
    cache["c"], cache["d"] = "three", "four"

    assert closed == ["two"]


def test_list_of_all_uses_none():
    cache = LimitedCache(2)
    cache["a"], cache["b"] = 1, 2
    assert cache.stored() == [("a", 1), ("b", 2)]
    cache["c"] = 3

    assert letters(cache) == "bc"


def test_threads_find_only_what_was_stored():
    cache, faults = LimitedCache(20), []

    def use(start):
        try:
            for number in range(start, start + 2000):
                cache[number % 50] = number % 50
                assert cache.get((number * 7) % 50) in (None, (number * 7) % 50)
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=use, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert faults == []
    assert len(cache) == 20
