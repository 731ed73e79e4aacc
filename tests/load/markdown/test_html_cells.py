import pytest

from generator.load.markdown.html_cells import html_markup


@pytest.mark.parametrize(
    ("html", "markup"),
    [
        ("<b>Attack</b> 2 &amp; draw", "**Attack** 2 & draw"),
        ("<STRONG>a</STRONG><em>b</em>", "**a***b*"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<div>one</div><div>two</div>", "one\n\ntwo"),
        ("Take:<ul><li>one</li><li>two</li></ul>end", "Take:\n• one\n• two\nend"),
        ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
        ("Take:\n* one\n- two\n\nthen", "Take:\n• one\n• two\n\nthen"),
        ("2 * 3 {x y} ^ \\ {coin}", "2 \\* 3 \\{x y\\} \\^ \\\\ {coin}"),
        ("<span style='color:red'>a</span> <b></b>b", "a b"),
        ("<b>never closed", "**never closed**"),
        ("a < b and 3<4", "a < b and 3<4"),
    ],
)
def test_html_becomes_markup(html, markup):
    assert html_markup(html) == markup


def test_what_is_not_printed_is_told():
    with pytest.raises(ValueError, match="<img> is not printed; take it out, or draw it in the template"):
        html_markup("a <img src='x.png'>")
