import re

import pytest

from generator.base.messages import Messages
from generator.build.text_pages.icon_words import IconWords
from generator.build.text_pages.page_files import html_page
from generator.build.text_pages.plain_page import plain_page
from generator.build.text_pages.text_page import TextPage, TextSection
from generator.load.markdown_reader import parse_markdown
from generator.model.prose import MarkdownSource

WORDS = Messages(
    {
        "text_page.contents": "Contents",
        "text_page.figure": "Figure: {caption}",
        "between": ", ",
        "sheet.count": "{n} {what}",
        "sheet.about": "{box}: {what}",
    }
)


@pytest.fixture
def written():
    """A text as HTML and as plain text, from its heading on."""

    def made(markdown):
        blocks = parse_markdown(MarkdownSource("rules.md", f"# Rules\n\n{markdown}\n")).blocks
        section = TextSection("rules", "Rules", blocks)
        page = TextPage("en", "A <Game>", "About.", "By us.", (section,), IconWords({"coin": "Coin"}, WORDS), WORDS)
        html = html_page(page).decode().partition('<h2 id="rules">Rules</h2>')[2].partition("</section>")[0]
        return html.replace("\n", ""), plain_page(page).decode().rpartition("Rules\n-----\n\n")[2]

    return made


def test_lists_are_nested(written):
    html, plain = written("1. one\n2. two\n   - in\n   - side\n\n     more\n3. three\n\n- bullet")

    assert html == (
        "<ol><li>one</li><li>two<ul><li>in</li><li>side<p>more</p></li></ul></li><li>three</li></ol>"
        "<ul><li>bullet</li></ul>"
    )
    assert plain == "1. one\n2. two\n  – in\n  – side\n    more\n3. three\n• bullet\n"


def test_extensions_of_markdown_are_elements_of_the_page(written):
    html, plain = written(
        "- [x] deal\n\nBerth\n: a place\n\n***\n\n#### Point\n\n:::tip Old\n10 m^2^[^1]\n:::\n\n[^1]: A *note*."
    )

    assert html == (
        '<ul><li class="task">☑ deal</li></ul><dl><dt>Berth</dt><dd>a place</dd></dl><hr><h5>Point</h5>'
        '<div class="box" role="note"><p><strong>Old</strong></p><p>10 m²¹</p></div>'
        "<hr><ol><li>A <em>note</em>.</li></ol>"
    )
    assert plain == ("☑ deal\n\nBerth\n  a place\n\n* * *\n\nPoint\n\n  Old\n\n  10 m²¹\n\n* * *\n\n1. A note.\n")


def test_list_that_goes_on_keeps_its_numbers(written):
    assert '<ol start="3"><li>on</li></ol>' in written("Text.\n\n3. on")[0]


def test_table_has_heads_of_rows_and_columns(written):
    html, plain = written("## Costs\n\n| Thing | Cost |\n|---|---|\n| Wall | {coin}{coin} |\n| **Gate** | |")

    assert html.startswith('<h3>Costs</h3><div class="table" role="group" tabindex="0" aria-label="Costs">')
    assert '<tr><th scope="col">Thing</th><th scope="col">Cost</th></tr>' in html
    assert '<tr><th scope="row">Wall</th><td>2 Coin</td></tr>' in html
    assert '<tr><th scope="row"><strong>Gate</strong></th><td></td></tr>' in html
    assert plain == "Costs\n\nThing: Wall\n  Cost: 2 Coin\n\nThing: Gate\n"


def test_boxes_and_figures(written):
    html, plain = written("> ### Example\n>\n> *So* it is.\n\n![The & setup](setup)\n\n![](bare)")

    assert html == (
        '<div class="box" role="note"><h4>Example</h4><p><em>So</em> it is.</p></div><p>Figure: The &amp; setup</p>'
    )
    assert plain == "  Example\n\n  So it is.\n\nFigure: The & setup\n"


def test_words_are_escaped(written):
    html, plain = written("1 < 2 & 3")

    assert html == "<p>1 &lt; 2 &amp; 3</p>"
    assert plain == "1 < 2 & 3\n"


@pytest.mark.parametrize(("language", "root"), [("en", '<html lang="en">'), ("ar", '<html lang="ar" dir="rtl">')])
def test_page_is_written_in_the_direction_of_its_language(language, root):
    page = TextPage(language, "T", "", "", (), IconWords({}, WORDS), WORDS)

    assert root in html_page(page).decode()


def test_page_begins_with_its_language_and_title(page):
    html = html_page(page("picket", "ja")).decode()

    assert html.startswith('<!DOCTYPE html>\n<html lang="ja">')
    assert re.search("<title>(.*?)</title>.*<h1>(.*?)</h1>", html, re.DOTALL).groups() == ("見張り", "見張り")
