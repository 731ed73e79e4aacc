"""Manual pages say what the help says, and `man` and mandoc read them."""

import shutil
import subprocess

import pytest

from generator.cli.help.help_examples import EXAMPLES
from generator.cli.help.manual_page import _escaped


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_command_has_a_page_with_its_options_and_examples(vallum, name):
    page = vallum("help", *name.split(), "--man")

    assert (page.code, page.err) == (0, "")
    title = "\\-".join(["VALLUM", *name.upper().split()])
    assert page.out.startswith(f'.TH "{title}" 1 ')
    assert all(_escaped(line) in page.out for line in EXAMPLES[name])
    assert ".SH EXIT STATUS\n" in page.out


def test_page_names_every_option(vallum):
    page = vallum("help", "build", "--man").out

    options = [line.split()[0] for line in vallum("build", "--help").out.splitlines() if line.startswith("  --")]
    assert len(options) > 30
    assert [option for option in options if f".B {_escaped(option)}" not in page] == []


def test_page_is_in_the_language_of_the_help(vallum):
    assert "書いてある" not in vallum("help", "pack", "--man").out
    assert ".SH 指定\n" in vallum("help", "pack", "--man", "--lang", "ja").out


def test_unknown_command_is_told(vallum):
    said = vallum("help", "biuld", "--man")

    assert (said.code, said.err) == (2, "vallum: no command called 'biuld'; did you mean 'build'?\n")
    assert vallum("help", "build", "more", "--man").code == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("--out a\\b", "\\-\\-out a\\eb"),
        (".cmp of x", "\\&.cmp of x"),
        ("'x'", "\\&'x'"),
        ("表を a 作ります。次に", "表を a 作ります。\\:次に"),
    ],
)
def test_text_is_no_request_of_roff(text, expected):
    assert _escaped(text) == expected


@pytest.mark.skipif(not shutil.which("mandoc"), reason="no mandoc is installed here")
@pytest.mark.parametrize("name", ["", "import", "solo study"])
def test_mandoc_misses_nothing_but_the_date(vallum, desk, name):
    (desk / "page.1").write_text(vallum("help", *name.split(), "--man").out, "utf-8")

    said = subprocess.run(["mandoc", "-Tlint", "-W", "warning", "page.1"], capture_output=True, text=True, check=False)

    assert [line for line in said.stdout.splitlines() if "missing date" not in line] == []
