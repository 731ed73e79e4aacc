from generator.model.face import GlyphRun
from generator.write.glyph_clusters import clusters


def run(*sources):
    return GlyphRun("f", 9, 0, 0, tuple(range(len(sources))), (0.0,) * len(sources), sources, 9)


def test_letters_stand_alone():
    assert clusters(run("a", "b")) == [(0, 1, "a"), (1, 2, "b")]


def test_further_glyphs_belong_to_their_head():
    assert clusters(run("é", "", "x")) == [(0, 2, "é"), (2, 3, "x")]


def test_silent_first_glyph_is_a_cluster():
    assert clusters(run("", "a")) == [(0, 1, ""), (1, 2, "a")]
