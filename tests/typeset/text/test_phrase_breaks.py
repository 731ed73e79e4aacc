"""Japanese phrases and words: where they begin, and when their library is loaded."""

import subprocess
import sys
from itertools import pairwise

import pytest

from generator.typeset.text.line_breaks import ICON
from generator.typeset.text.phrase_breaks import has_phrases, phrase_starts, word_starts


def split(text, starts):
    bounds = [*sorted(starts), len(text)]
    return "|".join(text[start:end] for start, end in pairwise(bounds))


@pytest.mark.parametrize(
    "text",
    [
        "山札の|一番上の|カードを|クリエンテスとして|庇護できる。",
        "2軒建ててもよい。|番号を|読む。",
        "この枚数を|捨て札にする。",
        "カード1枚につき1つ|得る。",
        "資材を|加えると、|その効果を|全員が|使える。",
        "上限が|2倍になる。",
        "その半分|（端数切り上げ）の|点",
        "影響力と同じ回数まで|置ける。",
        "好きな数だけ|売るか|買う。",
        "費用を|払うごとに、|1を|足す。",
        "青か紫どちらか|一方の、|自分の|邸宅",
        "全員が|あと1手番ずつ|行う。",
    ],
)
def test_phrases_are_words_with_their_particles(text):
    plain = text.replace("|", "")

    assert split(plain, phrase_starts(plain)) == text


def test_words_stand_inside_phrases():
    text = "クリエンテスの上限を3マスまで"

    assert phrase_starts(text) < word_starts(text)
    assert all(at == 0 or at >= len("クリエンテス") for at in word_starts(text))


@pytest.mark.parametrize(
    "text",
    ["1枚につき|◆銀貨1枚で、|払う。", "建物1枚につき|◆勝利点1を|得る。", "3◆貨幣を|払う。", "同じ数の|◆◆貨幣を|得る。"],
)
def test_icon_begins_the_phrase_of_the_word_after_it(text):
    plain = text.replace("|", "").replace("◆", ICON)

    assert split(plain, phrase_starts(plain)).replace(ICON, "◆") == text


def test_icon_is_a_sign_among_words():
    assert split(f"{ICON}建築家：歩数だけ動かす。", phrase_starts(f"{ICON}建築家：歩数だけ動かす。")).startswith(
        f"{ICON}建築家："
    )


def test_other_languages_have_spaces():
    assert has_phrases("壁を守る", "ja")
    assert not has_phrases("壁を守る", "en")
    assert not has_phrases("Hadrian 12", "ja")


def test_library_is_loaded_by_japanese_of_several_lines_only(tmp_path):
    program = """
import sys, tomllib, pathlib
from generator.base.geometry import Size
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.paragraph import ParagraphStyle, fit_paragraph
from generator.typeset.text.single_line import LineStyle
from generator.typeset.text.text_markup import TextOrigin, plain
config = tomllib.loads(pathlib.Path("templates/fonts.toml").read_text("utf-8"))
fonts = FontLibrary(config, pathlib.Path(sys.argv[1]))
for text, language in (("The wall is long and high", "en"), ("壁", "ja"), ("Hadrian and his wall", "ja"), ("壁を守る兵士", "ja")):
    fit_paragraph(plain(text), Size(50, 80), ParagraphStyle(LineStyle(language=language)), fonts, TextOrigin("here"))
    print("budoux" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "False", "False", "True"]
