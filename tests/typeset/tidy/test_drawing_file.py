"""Files as programs save them: encodings, compressed files, entities, prefixes."""

import gzip

import pytest

from generator.typeset.tidy.drawing_file import UnreadableDrawingError, parse_drawing

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
ILLUSTRATOR = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY ns_ai "http://ns.adobe.com/AI/">]>'


@pytest.mark.parametrize(
    "content",
    [
        f'<?xml version="1.0" encoding="iso-8859-1"?><svg {XMLNS}><g id="café"/></svg>'.encode("latin-1"),
        f'<svg {XMLNS}><g id="café"/></svg>'.encode("utf-16"),
        f'\ufeff<svg {XMLNS}><g id="café"/></svg>'.encode(),
        gzip.compress(f'<svg {XMLNS}><g id="café"/></svg>'.encode()),
        f'<svg {XMLNS}><g id="caf&eacute;"/></svg>'.encode(),
        f'{ILLUSTRATOR}<svg {XMLNS} xmlns:i="&ns_ai;" i:viewOrigin="1"><i:pgf/><g id="café"/></svg>'.encode(),
        '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:g id="café"/></svg:svg>'.encode(),
        f'<svg {XMLNS} xlink:href="a" inkscape:x="1"><sodipodi:a/><g id="café"/></svg>'.encode(),
    ],
    ids=["latin-1", "utf-16", "byte-order-mark", "compressed", "entity", "illustrator", "prefix", "undeclared-prefix"],
)
def test_the_same_drawing(content):
    root, notes = parse_drawing(content)

    assert [(node.tag, node.get("id")) for node in root] == [("g", "café")]
    assert not notes


def test_missing_namespace_is_noted():
    root, notes = parse_drawing(b"<svg><g/></svg>")

    assert root[0].tag == "g"
    assert notes == ("root <svg> lacks xmlns='http://www.w3.org/2000/svg'; it is read as if it were there",)


def test_lines_are_those_of_the_file():
    root, _ = parse_drawing(f'<?xml version="1.0"?>\n\n<svg {XMLNS}>\n<g/>\n</svg>'.encode())

    assert (root.line, root[0].line) == (3, 4)


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (f'<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg {XMLNS}>&a;</svg>', 1, "entity 'a' holds more than"),
        (f'<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><svg {XMLNS}/>', 1, "entity 'b' holds more than"),
        (f"<svg {XMLNS}>\n<g></svg>", 2, "not well-formed"),
        ("<html/>", 1, "root is 'html', not 'svg'"),
        (f"<svg {XMLNS}>{'<g>' * 65}", 1, "nested deeper than 64"),
        ('<?xml version="1.0" encoding="klingon"?><svg/>', 1, "cannot be decoded from 'klingon'"),
    ],
)
def test_what_is_no_drawing(content, line, what):
    with pytest.raises(UnreadableDrawingError, match=what) as caught:
        parse_drawing(content.encode())

    assert caught.value.line == line


def test_compressed_file_that_grows_too_large():
    with pytest.raises(UnreadableDrawingError, match="file is over 20 MB"):
        parse_drawing(gzip.compress(b" " * 30_000_000))
