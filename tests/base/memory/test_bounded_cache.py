from generator.base.memory.bounded_cache import BoundedCache


def test_full_cache_is_emptied_before_one_more_value():
    cache = BoundedCache(2)
    for key in "abc":
        cache[key] = key.upper()

    assert cache == {"c": "C"}
    cache["d"] = "D"
    assert cache == {"c": "C", "d": "D"}
