from generator.typeset.flow.columns import ColumnEnd, FlowBlock, fill_column, needed_height, stacked_height


class Heading(FlowBlock):
    """A block of 10 points that is kept with the next one."""

    height = min_height = 10.0
    keep_with_next = True


class Counted(list):
    """Blocks that count how often they are looked at."""

    looks = 0

    def __getitem__(self, at):
        self.looks += 1
        return super().__getitem__(at)


def test_headings_without_end_are_kept_with_one_other():
    assert needed_height([Heading()] * 9, most=50.0) == 20.0
    assert needed_height([Heading()] * 5, most=50.0) == 50.0


def test_no_more_blocks_are_looked_at_than_a_column_has():
    blocks = Counted([Heading()] * 10_000)

    column, rest = fill_column(blocks, 100.0)

    assert (len(column), len(rest)) == (9, 9991)
    assert blocks.looks < 500


def test_breaks_without_end_are_one_break():
    column, rest = fill_column([*[ColumnEnd()] * 5000, Heading(), ColumnEnd(), Heading()], 100.0)

    assert (len(column), len(rest)) == (1, 1)


class Spaced(Heading):
    """A block with space around it."""

    keep_with_next = False
    before, after = 6.0, 4.0


def test_larger_space_counts_between_blocks_and_none_above_the_first():
    blocks = [Heading(), Spaced(), Spaced(), Heading()]
    column, rest = fill_column(blocks, 100.0)

    assert [y for _, y in column] == [0, 16, 32, 46]
    assert [y for _, y in fill_column(blocks[1:], 100.0)[0]] == [0, 16, 30]
    assert (rest, stacked_height(blocks)) == ([], 56)


def test_column_takes_what_it_has_room_for_with_the_space_above():
    column, rest = fill_column([Spaced(), Spaced()], 26.0)
    assert (len(column), len(rest)) == (2, 0)

    column, rest = fill_column([Spaced(), Spaced()], 25.9)
    assert (len(column), len(rest)) == (1, 1)


class Plain(Heading):
    """A block that is kept with nothing."""

    keep_with_next = False


def test_heading_goes_on_with_its_text():
    blocks = [Plain(), Heading(), Plain()]

    assert len(fill_column(blocks, 30.0)[0]) == 3
    assert len(fill_column(blocks, 29.0)[0]) == 1
    assert len(fill_column(blocks[1:], 15.0)[0]) == 1
