"""When states are kept, and which give way."""

from datetime import datetime, timedelta, timezone

import pytest

from generator.web.kept_states.state_rules import MOST_BYTES, MOST_STATES, KeptState, due_reason, outlived, state_name

MORNING = datetime(2026, 11, 30, 9, 0, tzinfo=timezone(timedelta(hours=9)))


@pytest.mark.parametrize(
    ("minutes", "reason"),
    [(None, "day"), (0, ""), (9, ""), (10, "work"), (-60, "work"), (15 * 60, "day"), (14 * 60, "work")],
)
def test_state_is_due_at_the_start_of_a_day_and_after_ten_minutes(minutes, reason):
    last = None if minutes is None else MORNING
    assert due_reason(last, MORNING + timedelta(minutes=minutes or 0)) == reason


def test_names_of_one_second_differ_and_sort_by_time():
    names = []
    for _ in range(3):
        names.append(state_name(MORNING, names))
    assert names == ["2026-11-30-090000", "2026-11-30-090000-2", "2026-11-30-090000-3"]


def states(*files):
    return [KeptState(str(number), MORNING, "work", dict(file)) for number, file in enumerate(files)]


def test_more_states_than_the_most_give_way_from_the_oldest():
    kept = states(*[{"a": str(number)} for number in range(MOST_STATES + 3)])
    assert outlived(kept, {}) == kept[:3]
    assert outlived(kept[3:], {}) == []


def test_bytes_count_once_for_equal_files_and_the_newest_state_stays():
    half = MOST_BYTES // 2
    kept = states({"a": "1", "b": "0"}, {"a": "2", "b": "0"}, {"a": "3", "b": "0"})
    assert outlived(kept, {"0": half, "1": 1, "2": 1, "3": 1}) == []
    assert outlived(kept, {"0": half, "1": half, "2": 1, "3": 1}) == kept[:1]
    assert outlived(kept, {"0": half, "1": half, "2": half, "3": half}) == kept[:2]
    assert outlived(kept[:1], {"0": MOST_BYTES, "1": MOST_BYTES}) == []
