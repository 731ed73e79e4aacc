"""Macros, elements, joined words and sums of nanDECK."""

import pytest

from generator.imports.projects.nandeck_script import NandeckScript, length_of
from generator.load.files.folder import Folder


@pytest.fixture
def commands(tmp_path, put_files):
    """The commands of a script, each as its name and its parts."""

    def worked_out(script, **files):
        put_files(tmp_path, {"deck.nde": script, "t.csv": "name,x\nFox,3\nHen,7\n", **files})
        read = NandeckScript(Folder(tmp_path), "deck.nde")
        return [f"{command.name} {' | '.join(command.parts)}".rstrip(" |") for command in read.commands], read.lost

    return worked_out


@pytest.mark.parametrize("end", ["END", "ENDMACRO"])
def test_macro_is_run_with_its_parameters(commands, end):
    script = f"MACRO=PIP, (card), (file)\nIMAGE=(card),(file),[x],0,1,1\n{end}\n[x]=5\nPIP=3,a.png\nTEXT=1,b,0,0,9,9\n"

    assert commands(script) == (["image 3 | a.png | 5 | 0 | 1 | 1", "text 1 | b | 0 | 0 | 9 | 9"], [])


def test_macro_that_uses_itself_ends(commands):
    found, lost = commands("MACRO=A, (x)\nA=(x)\nEND\nA=1\n")

    assert found == []
    assert lost == ["line 2: a macro uses itself"]


def test_elements_of_labels_and_columns_are_known(commands):
    script = "LINK=t.csv\n[suit]=a.png|b.png\nFOR=i,1,2\nIMAGE={{x?i}+i},{suit?{i}},0,0,1,1\nNEXT\n"

    assert commands(script)[0][1:] == ["image 4 | a.png | 0 | 0 | 1 | 1", "image 9 | b.png | 0 | 0 | 1 | 1"]


def test_element_that_is_not_there_stays(commands):
    assert commands("[suit]=a|b\nTEXT=1,{suit?9},0,0,1,1\n")[0] == ["text 1 | {suit?9} | 0 | 0 | 1 | 1"]


def test_words_are_joined_element_by_element(commands):
    script = '[dir]=img\n[suit]=a.png|b.png\n[file]=JOIN([dir],"/",[suit])\nIMAGE=1,{file?2},0,0,1,1\n'

    assert commands(script)[0] == ["image 1 | img/b.png | 0 | 0 | 1 | 1"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(1 = 1) _AND_ (a = a)", True),
        ("(1 = 1) _AND_ (a = b)", False),
        ("(1 = 2) _OR_ (a <> b)", True),
        ("A > 10", True),
        ("9 > 10", False),
    ],
)
def test_conditions_hold(commands, condition, holds):
    found, _ = commands(f"IF={condition}\nTEXT=1,yes,0,0,1,1\nELSE\nTEXT=1,no,0,0,1,1\nENDIF\n")

    assert found == [f"text 1 | {'yes' if holds else 'no'} | 0 | 0 | 1 | 1"]


@pytest.mark.parametrize(
    ("text", "length"),
    [("2.5", 25), ("50%", 31.75), ("100%-1+0.5", 58.5), ("50%-2/2", 21.75), ("0+0.75/4-0.05", 1.375), ("(1+2)*3", 90)],
)
def test_lengths_are_sums_of_units_and_shares(text, length):
    assert length_of(text, 63.5, 10) == pytest.approx(length)


@pytest.mark.parametrize("text", ["[w]", "wide", "1/0", "9**9", ""])
def test_other_text_is_no_length(text):
    assert length_of(text, 63.5, 10) is None
