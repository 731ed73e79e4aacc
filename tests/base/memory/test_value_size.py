from generator.base.memory.value_size import value_size


def test_all_that_a_value_refers_to_counts_once():
    large = bytes(10_000)

    assert 10_000 < value_size([large, large, {"again": large}]) < 11_000


def test_what_stands_apart_does_not_count():
    shared = bytes(10_000)

    assert value_size((shared,), apart=(shared,)) < 1000


def test_circles_end():
    circle = []
    circle.append(circle)

    assert value_size(circle) < 1000


def test_the_program_does_not_count():
    assert value_size((value_size, type, test_circles_end)) < 1000
