"""What the learned evaluation adds up, and that it is the score itself when the game is over."""

from generator.base.memory.bounded_cache import BoundedCache
from generator.load.weights_reader import read_weights
from generator.model.weights import POINT, ValueTables
from generator.solo import hadrians_wall as rules
from generator.solo.ai.learned_value import LearnedValue
from generator.solo.ai.position_features import PositionFeatures


def tables(**kinds):
    """Tables of one kind of feature each, the same in each year, kept and playing."""
    years = {kind: {id_: (row,) * 6 for id_, row in rows.items()} for kind, rows in kinds.items()}
    playing = {kind: years.pop(kind) for kind in ("items", "limits") if kind in years}
    return ValueTables((0,) * 6, years, playing)


def test_value_of_a_finished_game_is_its_score(played, book, learned):
    for seed in range(12):
        *_, (state, _, _) = played(seed, rich=6)

        assert learned.kept(state) == POINT * rules.score(book, state).total


def test_levels_open_boxes_and_items_are_added(book, table):
    state = table.at(levels={"fort": 3, "wall": 1}, items={"soldier": 2}, year=6)
    value = LearnedValue(
        book,
        tables(
            tracks={"fort": (0, 10, 30, 60), "wall": (0, 1)}, open={"wall": (0, 100, 300)}, items={"soldier": (0, 5, 7)}
        ),
    )

    assert value.kept(state) == 60 + 1 + 300
    assert value.total(state) == value.kept(state) + 7


def test_rows_that_end_early_go_on_with_their_last_number(book, table):
    value = LearnedValue(book, tables(tracks={"fort": (0, 10, 30)}))

    assert value.kept(table.at(levels={"fort": 9})) == 30


def test_attack_counts_with_its_average(book, table):
    value = LearnedValue(book, tables(tracks={"valour": (0, 1000, 2000, 3000, 4000)}))
    six = {"cohort_left": 6, "cohort_center": 6, "cohort_right": 6}
    safe, open_ = table.at(levels=six, year=4), table.at(year=4)

    assert value.kept(safe) == 3000
    assert value.kept(open_) == 0


def test_path_counts_only_while_it_is_kept(book, table):
    card = [row.id for row in book.deck("own").rows].index("vanguard")
    features = PositionFeatures(book)
    at = next(number for number, each in enumerate(features.tables) if each[:2] == ("paths", "vanguard"))

    assert features.of(table.at(), 1)[at] == 0
    assert features.of(table.at(boxes={"path_1": card + 1}), 1)[at] == 1


def test_every_feature_is_within_its_table(played, book):
    features = PositionFeatures(book)
    sizes = [each.size for each in (*features.tables, *features.year_tables)]
    for seed in range(6):
        for state, _, _ in played(seed, rich=4):
            values = features.of(state, max(1, state.year))

            assert len(values) == len(sizes)
            assert all(0 <= value < size for value, size in zip(values, sizes, strict=True))


def test_values_stay_the_same_when_caches_are_emptied(played, book, learned, monkeypatch):
    states = [state for state, _, _ in played(3, rich=6)]
    before = [learned.total(state) for state in states]
    for module in ("learned_value", "position_features"):
        monkeypatch.setattr(f"generator.solo.ai.{module}.MOST_KEPT", 3)
    small = LearnedValue(book, read_weights(book.game, book.solo).learned)

    assert [small.total(state) for state in states] == before
    caches = [
        each for each in (*vars(small).values(), *vars(small.features).values()) if isinstance(each, BoundedCache)
    ]
    assert len(caches) == 4
    assert all(0 < len(cache) <= 3 for cache in caches)


def test_value_begins_with_that_of_its_year(book, table):
    zero, starts = tables(tracks={"fort": (0, 10)}), (100, 200, 300, 400, 500, 600)
    value = LearnedValue(book, ValueTables(starts, zero.kept, zero.playing))

    assert [value.total(table.at(levels={"fort": 1}, year=year)) for year in (1, 2, 6)] == [110, 210, 610]
    assert value.kept(table.at(levels={"fort": 1}, year=2)) == 210
