"""Paragraphs: wrapped, aligned and shrunk into their rects, and nothing lost or sticking out."""

import time
from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import Faults
from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.typeset.text.line_breaks import NOT_FIRST, NOT_LAST
from generator.typeset.text.paragraph import ParagraphStyle, fit_paragraph, measure_paragraph
from generator.typeset.text.single_line import LineStyle, paragraphs_of
from generator.typeset.text.text_markup import Span, TextOrigin, parse

HERE = TextOrigin("card.svg.j2", 7, "rule")
EN = "When **played:** you may *discard* up to 3 cards, then draw 12. For each office building of brick take one."
JA = "「兵士」を3枚引く。建物と石材・木材から一つ選び、倉庫に置いてもよい（上限は12枚）。ファミリーッ！"


def paragraph_style(**style):
    """The style of a text with these fields of its own and of its lines."""
    line = {name: style.pop(name) for name in LineStyle.__match_args__ if name in style}
    return ParagraphStyle(LineStyle(**line), **style)


def set_paragraph(spans, rect, fonts, **style):
    """A text in a rect: its ink, its fit and its fault."""
    fitted = fit_paragraph(spans, Size(rect.width, rect.height), paragraph_style(**style), fonts, HERE)
    runs, icons = map(tuple, fitted.place(rect.x, rect.y))
    fault = HERE.fault(fitted.overflow) if fitted.overflow else None
    return SimpleNamespace(runs=runs, icons=icons, fit=fitted.fit, fault=fault)


@pytest.fixture(scope="session")
def setter(fonts):
    def set_(text, width=120, height=80, x=0, y=0, **style):
        return set_paragraph(parse(text, HERE), Rect(x, y, width, height), fonts, **style)

    return set_


def lines(setting):
    """The text of each line, from the top."""
    found = {}
    for run in setting.runs:
        found.setdefault(round(run.y, 3), []).append(run.text)
    return ["".join(words) for words in found.values()]


def edges(setting):
    """Left and right end of each line's ink."""
    found = {}
    for run in setting.runs:
        left, right = found.get(round(run.y, 3), (run.x, 0.0))
        found[round(run.y, 3)] = min(left, run.x), max(right, run.x + run.width)
    return list(found.values())


def sizes(setting):
    return {run.size for run in setting.runs}


def baselines(setting):
    return list(dict.fromkeys(run.y for run in setting.runs))


def test_text_wraps_at_the_rect(setter):
    setting = setter("The wall of Hadrian is long and high", width=60)

    assert lines(setting) == ["The wall of ", "Hadrian is long ", "and high"]


def test_runs_read_in_order(setter):
    setting = setter(EN, width=90)

    assert "".join(run.text for run in setting.runs) == EN.replace("*", "")
    assert baselines(setting) == sorted(baselines(setting))


def test_lines_are_a_leading_apart(setter):
    first, second = baselines(setter("one two", width=20, size=10, leading=1.5))[:2]

    assert second - first == pytest.approx(15)


def test_newline_starts_a_paragraph_with_a_gap(setter):
    first, second, third = baselines(setter("one\ntwo three four", width=40, size=10, gap=0.5))

    assert second - first == pytest.approx(17)
    assert third - second == pytest.approx(12)


def test_white_space_around_and_between_is_dropped(setter):
    assert lines(setter("\n   one  two\t \n\n  three \n", width=200)) == ["one two", "three"]


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("center", 0.5), ("right", 1)])
def test_lines_are_aligned(setter, align, share):
    for left, right in edges(setter(EN, x=7, width=100, align=align)):
        assert left == pytest.approx(7 + share * (100 - (right - left)))


def test_justified_lines_reach_both_edges_but_the_last(setter):
    *full, last = edges(setter(EN, x=7, width=100, align="justify"))

    assert all(edge == pytest.approx((7, 107)) for edge in full)
    assert last[1] < 107


def test_justified_japanese_is_spread_between_characters(setter):
    *full, _ = edges(setter(JA, width=75, align="justify", language="ja"))

    assert all(right == pytest.approx(75) for _, right in full)


def test_last_line_is_stretched_where_all_are_justified(setter):
    ends = [right for _, right in edges(setter(EN, width=100, align="justify-all"))]

    assert ends[:-1] == pytest.approx([100] * (len(ends) - 1))
    assert ends[-1] == pytest.approx(100)


def gaps(setting, line=0):
    """The distances from each character of a line to the next, in ems."""
    y = baselines(setting)[line]
    offsets = [
        (run.x + offset, sign)
        for run in setting.runs
        if run.y == y
        for offset, sign in zip(run.offsets, run.text, strict=True)
    ]
    return [(a[1] + b[1], round((b[0] - a[0]) / 9, 3)) for a, b in pairwise(offsets)]


def test_justified_japanese_keeps_brackets_and_stops_with_their_words(setter):
    setting = setter("兵士が「城壁」の上、門の上で夜を明かすまで待つ。兵士", width=125, language="ja", align="justify")
    apart = dict(gaps(setting))

    assert apart["「城"] == apart["壁」"] == apart["上、"] == 1.0
    assert apart["兵士"] == apart["士が"] == apart["が「"] == apart["の上"] > 1.0


def test_japanese_line_with_a_space_is_stretched_at_all_its_characters(setter):
    apart = dict(
        gaps(
            setter(
                "隊長は Jack と兵士を門の上に三人ずつ置いて夜明けまで待つ", width=125, language="ja", align="justify"
            )
        )
    )

    assert 1.0 < apart["隊長"] == apart["兵士"] < 1.2


def test_text_shrinks_a_little_before_a_line_looks_lost(setter):
    text = "番号をアーキテクトクリエンテスに渡す。"
    narrow, wide = (setter(text, width=width, size=9, floor=6, language="ja") for width in (142, 146))

    assert lines(narrow) == lines(wide) == ["番号をアーキテクトクリエンテスに", "渡す。"]
    assert 8 < narrow.fit.used < wide.fit.used == 9


def test_line_with_one_word_is_not_stretched(setter):
    setting = setter("immeasurably **x**immeasurably immeasurably", width=80, align="justify")

    assert edges(setting)[0][1] < 75


def test_centred_lines_are_even(setter):
    widths = [right - left for left, right in edges(setter("You may keep two more clients", width=100, align="center"))]

    assert len(widths) == 2
    assert max(widths) < 1.35 * min(widths)


def test_last_word_is_not_left_alone(setter):
    text = "Take a card from the pool or the deck of it"
    alone = next(width for width in range(60, 200) if setter(text, width=width).fit.lines == 2)

    assert all(len(lines(setter(text, width=width))[-1]) > 4 for width in range(alone, alone + 60))


def test_text_that_fits_keeps_its_size(setter):
    setting = setter(EN, size=9, floor=5)

    assert sizes(setting) == {9}
    assert (setting.fit.asked, setting.fit.used, setting.fit.floor, setting.fit.overflow) == (9, 9, 5, 0)
    assert setting.fault is None
    assert setting.fit.lines == len(lines(setting))


def test_text_shrinks_to_the_largest_size_that_fits(setter):
    used = setter(EN, height=28, size=9, floor=5).fit.used

    assert 5 < used < 9
    assert round(used * 10) == pytest.approx(used * 10)
    assert setter(EN, height=28, size=used).fault is None
    assert setter(EN, height=28, size=used + 0.1).fault is not None


def test_text_below_its_floor_is_a_fault_with_millimetres(setter):
    setting = setter(EN, height=20, size=9, floor=7)

    assert setting.fit.used == 7
    assert setting.fit.overflow > 0
    assert str(setting.fault) == (
        f"card.svg.j2:7 [rule]: the text needs {setting.fit.overflow / MM:.1f} mm more height at 7 pt, its smallest "
        "size; shorten it, enlarge its rect or lower its floor"
    )


def test_size_without_floor_must_fit(setter):
    assert setter(EN, height=20, size=9).fit.used == 9
    assert setter(EN, height=20, size=9).fault


def test_long_word_lacks_width(setter):
    setting = setter("Circus Maximus", width=20, size=9)

    assert "mm more width at 9 pt" in setting.fault.what
    assert setting.fit.overflow == pytest.approx(edges(setting)[1][1] - 20)


def test_long_word_shrinks_until_it_fits(setter):
    setting = setter("Maximus", width=20, size=9, floor=4)

    assert setting.fault is None
    assert setting.fit.lines == 1
    assert 18 < edges(setting)[0][1] <= 20


def test_one_line_shrinks_instead_of_wrapping(setter):
    setting = setter("Circus Maximus", width=40, size=12, floor=4, lines=1)

    assert lines(setting) == ["Circus Maximus"]
    assert setting.fit.used < 8


def test_line_count_is_kept(setter):
    assert setter("one two three four five six", width=40, size=10, floor=4, lines=2).fit.lines == 2
    assert "takes 3 lines where 2 would do" in setter("one two three", width=25, size=10, lines=2).fault.what


def test_floor_above_the_size_counts_as_the_size(setter):
    assert setter("one", size=6, floor=8).fit.floor == 6


@pytest.mark.parametrize(("text", "height_of_letters"), [("Forum", 0.641), ("12", 0.641), ("axe", 0.458)])
def test_single_line_is_centred_by_its_letters(setter, text, height_of_letters):
    (baseline,) = baselines(setter(text, height=40, size=10, valign="middle"))

    assert baseline == pytest.approx(20 + 5 * height_of_letters, abs=0.3)


def test_japanese_line_is_centred_by_its_em_box(setter):
    (baseline,) = baselines(setter("城壁", height=40, size=10, valign="middle", language="ja"))

    assert baseline == pytest.approx(20 + 10 * (0.88 - 0.12) / 2)


def test_text_stands_at_the_top_or_the_bottom(setter):
    top, bottom = (baselines(setter("Forum", y=5, height=40, size=10, valign=valign)) for valign in ("top", "bottom"))

    assert top == [pytest.approx(5 + 7.04)]
    assert bottom == [pytest.approx(45 - 1.94, abs=0.03)]


def test_tight_middle_stays_inside(setter):
    setting = setter("gjpq", height=9.1, size=10, valign="middle")

    assert setting.fault is None
    assert baselines(setting)[0] <= 9.1 - 1.93


def test_small_span_shrinks_along(setter, fonts):
    spans = (*parse("Forum Romanum ", HERE), Span("small", scale=0.5))
    setting = set_paragraph(spans, Rect(0, 0, 50, 12), fonts, size=12, floor=4, lines=1)
    big, small = setting.runs

    assert big.size < 12
    assert small.size == pytest.approx(big.size / 2)


def test_large_span_makes_its_line_higher(fonts):
    spans = (Span("one\n"), Span("two", scale=2))
    first, second = baselines(set_paragraph(spans, Rect(0, 0, 90, 90), fonts, size=10, gap=0))

    assert second - first == pytest.approx(24)


def test_icons_stand_inside_the_rect(setter):
    setting = setter("{coin}{coin} pay {wood}×2.", x=3, y=4, width=50, size=10, tone="#cc0000")

    assert [icon.id for icon in setting.icons] == ["coin", "coin", "wood"]
    assert all(Rect(3, 4, 50, 80).contains(icon.rect) for icon in setting.icons)
    assert {icon.tone for icon in setting.icons} == {"#cc0000"}
    assert setting.icons[0].rect.right <= setting.icons[1].rect.x


def test_icon_keeps_its_number(setter):
    setting = setter("Take {coin}×2", width=36, size=10)

    assert lines(setting) == ["Take ", "×2"]
    assert setting.icons[0].rect.y > 5


def drawn(setting):
    """The lines with their icons as ◆."""
    marks = [(run.y, run.x, run.text) for run in setting.runs]
    for icon in setting.icons:
        marks.append((next(y for y in baselines(setting) if icon.rect.y < y < icon.rect.bottom + 1), icon.rect.x, "◆"))
    return ["".join(text for y, _, text in sorted(marks) if y == line) for line in baselines(setting)]


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("Take 1 {coin} each", "en", ["Take ", "1 ◆ ", "each"]),
        ("Need {coin} 24, or", "en", ["Need ", "◆ 24, ", "or"]),
        ("Take {coin} or go", "en", ["Take ◆ ", "or go"]),
        ("毎年{coin}資源", "ja", ["毎年", "◆資源"]),
    ],
)
def test_icon_stays_with_its_number_and_its_word(setter, text, language, wanted):
    assert drawn(setter(text, width=35, size=10, language=language)) == wanted


def test_poor_lines_are_hyphenated_when_asked(setter):
    text = "The extraordinarily fortified"

    assert lines(setter(text, width=64, size=9)) == ["The ", "extraordinarily ", "fortified"]
    assert lines(setter(text, width=64, size=9, hyphens=True)) == ["The extraordinar\u00ad", "ily fortified"]


@pytest.mark.parametrize(
    ("align", "share", "words"), [("left", 0.3, "The wall of stone"), ("justify", 0.15, "The wall of Hadrian is long")]
)
@pytest.mark.parametrize(("more", "divided"), [(-0.01, False), (0.01, True)])
def test_line_is_hyphenated_from_the_share_of_the_measure_that_it_lacks(setter, align, share, words, more, divided):
    ((left, right),) = edges(setter(words, width=999, size=10))
    measure = (right - left) / (1 - share - more)

    first, *_ = lines(setter(f"{words} ex\u00adtraordinarily", width=measure, size=10, align=align))

    assert ("\u00ad" in first) is divided


def test_names_are_only_divided_when_they_must(setter):
    assert lines(setter("The Constantinople", width=64, hyphens=True)) == ["The ", "Constantinople"]
    assert "\u00ad" in "".join(lines(setter("The Constantinople", width=40, hyphens=True)))


def test_hyphens_stay_at_the_ends_of_lines(setter):
    text = "An extraordinarily immeasurable fortification of stone"

    for width in range(40, 140):
        found = lines(setter(text, width=width, hyphens=True, align="center"))
        assert all("\u00ad" not in line[:-1] for line in found)


def test_soft_hyphens_always_work(setter):
    setting = setter("The Constanti\u00adnople", width=64, size=10)

    assert lines(setting) == ["The Constanti\u00ad", "nople"]
    assert lines(setter("The Constanti\u00adnople", width=200)) == ["The Constantinople"]


def test_empty_text_is_no_ink(setter):
    setting = setter(" \n ")

    assert (setting.runs, setting.icons, setting.fit.lines, setting.fault) == ((), (), 0, None)


def test_text_is_set_alike_wherever_it_stands(fonts):
    fitted = fit_paragraph(parse(EN, HERE), Size(90, 80), ParagraphStyle(align="center", valign="middle"), fonts, HERE)
    (here, _), (there, _) = fitted.place(0, 0), fitted.place(256, 512)

    assert [(run.x + 256, run.y + 512) for run in here] == [pytest.approx((run.x, run.y)) for run in there]
    assert all(one.glyphs is other.glyphs for one, other in zip(here, there, strict=True))


def test_missing_characters_are_faults(setter):
    with pytest.raises(Faults, match="U\\+A66E"):
        setter("fine **ꙮ**")


def test_letter_spacing_shrinks_along(setter):
    run, small = (setter("FORUM", size=size, letter_spacing=size / 5).runs[0] for size in (10, 5))

    assert small.width == pytest.approx(run.width / 2)


@pytest.mark.parametrize("text", [EN, JA])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (0.01, 500), (500, 0.01), (9, 9)])
def test_tiny_rects_neither_hang_nor_crash(setter, text, width, height):
    start = time.process_time()
    setting = setter(text, width=width, height=height, size=9, floor=3, hyphens=True, align="justify", language="ja")

    assert setting.fault
    assert time.process_time() - start < 1


WORDS = (
    *("forum", "office", "AV,", "a", "well-known", "“fine”", "3–4", "½", "*it*", "**bold**", "{coin}", "^^caps^^"),
    *("and\nthe", "é", "Ålesund", "城壁は、", "「兵士」", "ファミリー。", "{coin}×3", "immeasurably—or", "not!"),
)
STYLES = st.fixed_dictionaries(
    {
        "align": st.sampled_from(["left", "center", "right", "justify"]),
        "valign": st.sampled_from(["top", "middle", "bottom"]),
        "language": st.sampled_from(["en", "ja"]),
        "hyphens": st.booleans(),
        "lines": st.sampled_from([None, 1, 3]),
        "letter_spacing": st.sampled_from([0.0, 0.5]),
        "role": st.sampled_from(["text", "title"]),
    }
)


@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=30), style=STYLES, width=st.integers(5, 200))
def test_laws_of_setting(setter, fonts, words, style, width):
    rect = Rect(10, 20, width, 100)
    setting = setter(" ".join(words), width, 100, 10, 20, size=9, floor=4, **style)
    text = "".join(run.text for run in setting.runs).replace("\u00ad", "")
    written = "".join(span.text for span in parse(" ".join(words), HERE)).replace("\n", "")

    assert "".join(text.split()) == "".join(written.split())
    assert all(list(run.offsets) == sorted(run.offsets) for run in setting.runs)
    assert (setting.fault is None) == (setting.fit.overflow == 0)
    assert all("\u00ad" not in line[:-1] for line in lines(setting))
    slack = 0.02 + style["letter_spacing"]
    if setting.fault is None:
        assert all(rect.contains(ink(fonts, run), slack=slack) for run in setting.runs if run.text.strip())
        assert all(rect.contains(icon.rect, slack=slack) for icon in setting.icons)


def ink(fonts, run):
    """The rectangle around a run's letters."""
    typeface = fonts.typeface(run.font)
    tops, bottoms = zip(*map(typeface.vertical_extent, run.glyphs), strict=True)
    top, bottom = run.y - max(tops) * run.size, run.y - min(bottoms) * run.size
    return Rect(run.x, top, run.width, bottom - top)


@given(text=st.text(st.sampled_from("あア兵っー、。」！「（3a "), min_size=1, max_size=30), width=st.integers(20, 120))
def test_settled_lines_keep_kinsoku(setter, text, width):
    for align in ("left", "center"):
        found = lines(setter(text, width=width, height=999, size=9, language="ja", align=align))

        assert all(line[0] not in NOT_FIRST for line in found[1:] if line.strip())
        assert all(line.rstrip()[-1] not in NOT_LAST for line in found[:-1] if line.strip())


@pytest.mark.parametrize(
    "text",
    [
        "\x00",
        "a\x1b[31mb",
        "\ud800",
        "שלום עליכם",
        "مرحبا",
        "\u202eevil",
        "🏳\ufe0f\u200d🌈",
        "T̸̢̛o͜ ̸i̵n̴v̶o̷k̴e̶",
        "\u200d\u200d",
        "\ufffc",
        "a\u0000b\u2028c",
        "ﬁ ﬂ ① ㌔ ｶﾞ ㊙ 𠮷",
        "{}" * 3,
        "' OR 1=1 -- <script>alert(1)</script>",
        "﷽",
        "Ω≈ç√∫˜µ≤≥÷",
        "\u00a0\u00a0\u00a0",
        "a" * 2000,
        "兵" * 2000,
        "。" * 50,
        "「" * 50,
        "-/" * 50,
    ],
)
def test_naughty_text_is_set_whole_or_refused(setter, text):
    try:
        setting = setter(text.replace("{", r"\{"), width=200, height=400, floor=1, hyphens=True)
    except Faults as refused:
        seen, said = text, str(refused)
    else:
        seen, said = "".join(run.text for run in setting.runs).replace("\u00ad", ""), ""

    assert not said or "U+" in said
    assert sorted("".join(seen.split())) == sorted("".join(text.replace("\u202e", "").split())) or "\u200d" in text


def test_items_of_a_list_hang_behind_their_sign(setter):
    setting = setter("• one two three four five six seven eight nine ten eleven twelve", width=60, height=200)
    first, *others = edges(setting)

    assert len(others) > 1
    assert {left for left, _ in others} == {others[0][0]}
    assert others[0][0] > first[0] + 3
    assert max(right for _, right in others) <= 60


def test_empty_line_leaves_a_space(setter):
    def pitch(words):
        first, second = baselines(setter(words, width=100, height=100))
        return second - first

    assert pitch("one\n\ntwo") > pitch("one\ntwo") + 5
    assert pitch("\n\none\ntwo\n\n") == pitch("one\ntwo")


def test_paragraph_is_measured_where_its_lines_end_between_phrases(fonts):
    (paragraph,) = paragraphs_of(parse(JA, HERE), LineStyle(language="ja"), fonts, HERE)
    narrow, wide = (measure_paragraph(paragraph, width, 9, align="left") for width in (90, 2000))

    assert wide.count == 1
    assert narrow.count > 1
    assert narrow.ends[-1] == wide.ends[-1] == len(JA)
