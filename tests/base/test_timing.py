from generator.base.timing import Stopwatch


def clock(*seconds):
    """A clock that says one of some times after the other."""
    return iter(seconds).__next__


def test_laps_are_added_by_stage():
    times = {}
    watch = Stopwatch(times, clock(100, 103, 110, 111))
    for stage in ("load", "draw", "load"):
        watch.lap(stage)

    assert times == {"load": 4, "draw": 7}


def test_time_measured_elsewhere_is_no_part_of_the_next_lap():
    times = {"draw": 1}
    watch = Stopwatch(times, clock(100, 120, 121))
    watch.add({"draw": 19, "write": 2})
    watch.lap("write")

    assert times == {"draw": 20, "write": 3}


def test_all_time_since_the_start_has_elapsed():
    watch = Stopwatch({}, clock(100, 103, 110))
    watch.lap("load")

    assert watch.elapsed == 10
