from generator.typeset.flow.columns import ColumnEnd, FlowBlock, fill_column, needed_height


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
