"""Hostile templates, drawings, pictures of pixels and fonts."""

import io
import random
import zlib
from functools import partial

from PIL import Image

from tests.hostile.hostile_game import FRAME, RECT, Case
from tests.made_files import chunk, cinzel, png

TEMPLATES = {
    "endless macro": "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "two macros in a circle": "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}",
    "loops in loops": "{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}x{% endfor %}{% endfor %}{% endfor %}",
    "a thousand million turns": "{% for a in range(1000000000) %}x{% endfor %}",
    "long range as a list": "{{ range(10 ** 9) | list }}",
    "long text by product": "{{ 'a' * 1000000000 }}",
    "long text by format": "{{ '%999999999d' | format(1) }}",
    "long text by centre": "{{ 'a' | center(999999999) }}",
    "long text by doubling": "{% set n = namespace(t='aaaaaaaaaa') %}{% for i in range(60) %}{% set n.t = n.t ~ n.t %}{% endfor %}{{ n.t }}",
    "long list by doubling": "{% set n = namespace(t=[1]) %}{% for i in range(60) %}{% set n.t = n.t + n.t %}{% endfor %}{{ n.t }}",
    "long text by replace": "{{ ('a' * 1000) | replace('a', 'b' * 1000) | replace('b', 'c' * 1000) }}",
    "long text by join": "{{ range(9999) | join('x' * 99999) }}",
    "long text by indent": "{{ ('a\n' * 9999) | indent(9999) }}",
    "long text by wordwrap": "{{ ('a' * 99999) | wordwrap(1) }}",
    "tower of powers": "{{ 9 ** 9 ** 9 }}",
    "shift": "{{ 1 << 999999999 }}",
    "division by zero": "{{ 1 / 0 }}",
    "remainder of zero": "{{ 1 % 0 }}",
    "infinity": "{{ 1e308 * 10 }}",
    "not a number": "{{ 1e308 * 10 - 1e308 * 10 }}",
    "long number": "{{ " + "9" * 5000 + " }}",
    "deep brackets": "{{ " + "[" * 3000 + "]" * 3000 + " }}",
    "deep conditions": "{% if 1 %}" * 300 + "{% endif %}" * 300,
    "deep loops": "{% for a in [1] %}" * 60 + "{% endfor %}" * 60,
    "many sums": "{{ " + "1+" * 20_000 + "1 }}",
    "many filters": "{{ 'a'" + " | upper" * 5000 + " }}",
    "class of a text": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "class by attr": "{{ '' | attr('__class__') }}",
    "class by index": "{{ ''['__class__'] }}",
    "globals of a function": "{{ range.__globals__ }}",
    "globals of t": "{{ t.__call__.__globals__ }}",
    "format with attributes": "{{ '{0.__class__}' | format(card) }}",
    "format of a text": "{{ '{0.__class__}'.format(card) }}",
    "map by attribute": "{{ [card] | map(attribute='__class__') | list }}",
    "self": "{{ self.__init__.__globals__ }}",
    "file by include": "{% include '/etc/passwd' %}",
    "file above by include": "{% include '../../../../etc/passwd' %}",
    "includes itself": "{% include 'raid.svg.j2' %}",
    "extends itself": "{% extends 'raid.svg.j2' %}",
    "imports nothing": "{% import 'none.j2' as x %}",
    "include by a computed name": "{% include 'a' ~ 'b' %}",
    "unknown filter": "{{ card.name | nosuch }}",
    "unknown test": "{{ card.name is nosuch }}",
    "unknown name": "{{ nosuch.name }}",
    "unknown column": "{{ card.nosuch }}",
    "unclosed": "{% if card.name %}",
    "unopened": "{% endif %}",
    "unclosed comment": "{# and so on",
    "recursive loop": "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "debug": "{% debug %}",
    "do": "{% do [].append(1) %}",
    "changed list": "{% set a = [] %}{{ a.append(1) }}",
    "calls a number": "{{ 1() }}",
    "calls nothing": "{{ none() }}",
    "sorts unlike things": "{{ [1, 'a', none] | sort }}",
    "slices by zero": "{{ 'abc'[::0] }}",
    "picture words without end": '{% from "shared/picture.svg.j2" import scene %}{{ scene("steps column*999999999", 8, 8, 9, 9, "#fff", "#ccc", "#999", "#666") }}',
    "closing tags": "</svg></svg></svg>",
    "lone surrogate": "{{ '\\ud800' }}",
    "controls": "{{ '\\x00\\x1b[31m' }}",
}
DRAWINGS = {
    "entity bomb": "&lol;",
    "script": "<script>alert(1)</script>",
    "foreign object": "<foreignObject width='9' height='9'><p>x</p></foreignObject>",
    "style with url": "<style>@import url(http://x)</style>",
    "picture from the web": "<image href='http://127.0.0.1:9/x.png' width='9' height='9'/>",
    "picture from the disk": "<image href='file:///etc/passwd' width='9' height='9'/>",
    "picture above": "<image href='../../x.png' width='9' height='9'/>",
    "picture in data of nothing": "<image href='data:image/png;base64,' width='9' height='9'/>",
    "picture in data of noise": "<image href='data:image/png;base64,AAAA' width='9' height='9'/>",
    "huge numbers": "<rect width='1e300' height='1e300'/>",
    "infinite numbers": "<rect width='inf' height='nan'/>",
    "numbers without end": "<rect width='" + "9" * 100_000 + "' height='1'/>",
    "negative sizes": "<rect width='-5' height='-5'/>",
    "huge font": "<text x='0' y='9' font-family='text' font-size='1e9'>a</text>",
    "no font size": "<text x='0' y='9' font-family='text' font-size='0'>a</text>",
    "negative font size": "<text x='0' y='9' font-family='text' font-size='-9'>a</text>",
    "tiny font": "<text pnp:rect='0 0 50 50' font-family='text' font-size='0.000001'>a b c</text>",
    "long line": "<text x='0' y='9' font-family='text' font-size='1'>" + "a" * 100_000 + "</text>",
    "long paragraph": "<text pnp:rect='0 0 50 50' pnp:fit='shrink 1pt' font-family='text' font-size='9'>"
    + "a b " * 25_000
    + "</text>",
    "long word": "<text pnp:rect='0 0 50 50' pnp:fit='shrink 1pt' pnp:hyphens='auto' font-family='text' font-size='9'>"
    + "a" * 20_000
    + "</text>",
    "long japanese": "<text pnp:rect='0 0 50 50' pnp:fit='shrink 1pt' font-family='text' font-size='9'>"
    + "長い文章" * 5000
    + "</text>",
    "many accents": "<text x='0' y='9' font-family='text' font-size='3'>" + "a" + "\u0301" * 10_000 + "</text>",
    "right to left without end": "<text pnp:rect='0 0 50 50' pnp:fit='shrink 1pt' font-family='text' font-size='3'>"
    + "\u05d0b " * 10_000
    + "</text>",
    "many joiners": "<text x='0' y='9' font-family='text' font-size='3'>" + "\U0001f468\u200d" * 5000 + "</text>",
    "letter spacing": "<text x='0' y='9' font-family='text' font-size='3' letter-spacing='1e300'>abc</text>",
    "rect of nothing": "<text pnp:rect='0 0 0 0' font-family='text' font-size='3'>abc</text>",
    "rect of huge numbers": "<text pnp:rect='1e300 1e300 1e300 1e300' font-family='text' font-size='3'>abc</text>",
    "floor above the size": "<text pnp:rect='0 0 9 9' pnp:fit='shrink 900pt' font-family='text' font-size='3'>abc</text>",
    "deep groups": "<g>" * 5000 + "</g>" * 5000,
    "many elements": "<g/>" * 100_000,
    "many rects": "<rect width='1' height='1'/>" * 30_000,
    "many uses": "<defs><g id='a'>" + "<rect width='1' height='1'/>" * 200 + "</g></defs>" + "<use href='#a'/>" * 2000,
    "nested uses": "<defs><rect id='a0' width='1' height='1'/>"
    + "".join(f"<g id='a{n + 1}'>" + f"<use href='#a{n}'/>" * 10 + "</g>" for n in range(9))
    + "</defs><use href='#a9'/>",
    "use of itself": "<g id='a'><use href='#a'/></g>",
    "uses in a circle": "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>",
    "ids twice": "<rect id='a' width='1' height='1'/><rect id='a' width='1' height='1'/>",
    "huge scale": "<g transform='scale(1e6)'><g transform='scale(1e6)'><g transform='scale(1e6)'><rect width='1' height='1'/></g></g></g>",
    "scale of zero": "<g transform='scale(0)'><text x='0' y='9' font-family='text' font-size='3'>a</text></g>",
    "matrix without inverse": "<g transform='matrix(1 2 2 4 0 0)'><rect width='1' height='1'/></g>",
    "many transforms": "<g transform='" + "rotate(1)" * 20_000 + "'/>",
    "broken transform": "<g transform='rotate('/>",
    "long path": "<path d='M0 0" + "L1 1" * 100_000 + "'/>",
    "broken path": "<path d='M0 0 L'/>",
    "path of arcs": "<path d='M0 0" + "A1e-9 1e9 33 1 0 5 5" * 5000 + "'/>",
    "path of huge numbers": "<path d='M1e308 1e308 L-1e308 -1e308'/>",
    "path out of the card": "<path d='M-999999 -999999 L999999 999999' stroke='#000' stroke-width='99999'/>",
    "dashes without end": "<path d='M0 0 H60' stroke='#000' stroke-width='1' stroke-dasharray='0.0000001'/>",
    "dashes of zero": "<path d='M0 0 H60' stroke='#000' stroke-width='1' stroke-dasharray='0 0'/>",
    "many stops": "<defs><linearGradient id='g'>"
    + "<stop offset='0.5' stop-color='#123456'/>" * 20_000
    + "</linearGradient></defs><rect width='9' height='9' fill='url(#g)'/>",
    "gradient of itself": "<defs><linearGradient id='g' href='#g'/></defs><rect width='9' height='9' fill='url(#g)'/>",
    "gradient without size": "<defs><radialGradient id='g' r='0'><stop offset='0' stop-color='#000'/><stop offset='1' stop-color='#fff'/></radialGradient></defs><rect width='9' height='9' fill='url(#g)'/>",
    "clip by itself": "<defs><clipPath id='c' clip-path='url(#c)'><rect width='9' height='9'/></clipPath></defs><rect width='9' height='9' clip-path='url(#c)'/>",
    "deep clips": "<defs><clipPath id='c'><rect width='9' height='9'/></clipPath></defs>"
    + "<g clip-path='url(#c)'>" * 60
    + "<rect width='9' height='9'/>"
    + "</g>" * 60,
    "mask by itself": "<defs><mask id='m' mask='url(#m)'><rect width='9' height='9' fill='#fff'/></mask></defs><rect width='9' height='9' mask='url(#m)'/>",
    "deep masks": "<defs><mask id='m'><rect width='9' height='9' fill='#fff'/></mask></defs>"
    + "<g mask='url(#m)'>" * 60
    + "<rect width='9' height='9'/>"
    + "</g>" * 60,
    "pattern of itself": "<defs><pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse'><rect width='9' height='9' fill='url(#p)'/></pattern></defs><rect width='60' height='60' fill='url(#p)'/>",
    "tiny pattern": "<defs><pattern id='p' width='0.0001' height='0.0001' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern></defs><rect width='60' height='60' fill='url(#p)'/>",
    "pattern without size": "<defs><pattern id='p' width='0' height='0' patternUnits='userSpaceOnUse'><rect width='1' height='1'/></pattern></defs><rect width='60' height='60' fill='url(#p)'/>",
    "wide blur": "<defs><filter id='f'><feGaussianBlur stdDeviation='1e6'/></filter></defs><rect width='60' height='60' filter='url(#f)'/>",
    "wide shadow": "<rect width='60' height='60' pnp:shadow='99999 99999 99999 #000'/>",
    "wide glow": "<rect width='60' height='60' pnp:glow='99999 #000'/>",
    "many shadows": "<rect width='60' height='60' pnp:shadow='1 1 3 #000'/>" * 300,
    "unknown blend": "<rect width='9' height='9' style='mix-blend-mode:nosuch'/>",
    "unknown element": "<blink/>",
    "unknown attribute": "<rect width='1' height='1' nosuch='1'/>",
    "unknown namespace": "<x:y xmlns:x='urn:x'/>",
    "field without an id": "<rect pnp:field='mark' width='1' height='1'/>",
    "unknown field": "<rect id='a' pnp:field='nosuch' width='1' height='1'/>",
    "not closed": "<g>",
    "wrongly nested": "<g><rect></g></rect>",
    "CDATA": "<![CDATA[<g/>]]>",
    "processing instruction": "<?xml-stylesheet href='x'?>",
    "NUL": "\0",
}
WHOLE = {
    "doctype": "<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>" + FRAME + "&a;</svg>",
    "billion laughs": "<!DOCTYPE svg [<!ENTITY a '"
    + "a" * 99
    + "'>"
    + "".join(f"<!ENTITY a{n} '{'&a' + str(n - 1 or '') + ';'}{'&a' + str(n - 1 or '') + ';'}'>" for n in range(1, 40))
    + "]>"
    + FRAME
    + "&a39;</svg>",
    "external entity": "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>" + FRAME + "&a;</svg>",
    "another size": FRAME.replace("69mm", "70mm") + RECT + "</svg>",
    "viewBox of huge numbers": FRAME.replace("-3 -3 69 94", "0 0 1e300 1e300") + "</svg>",
    "viewBox of nothing": FRAME.replace("-3 -3 69 94", "0 0 0 0") + "</svg>",
    "viewBox of tiny numbers": FRAME.replace("-3 -3 69 94", "0 0 1e-300 1e-300") + RECT + "</svg>",
    "no drawing": "hello",
    "nothing": "",
    "html": "<!doctype html><html><body>404</body></html>",
    "one long line of attributes": FRAME[:-1] + " ".join(f"a{n}='1'" for n in range(20_000)) + "></svg>",
}
BOXES = (
    "0 0 1e300 1e300",
    "1e300 0 9 9",
    "0 0 1e-300 1e-300",
    "0 0 1e300 1",
    "-1e300 -1e300 1e308 1e308",
    "0 0 nan inf",
    "0 0 -9 -9",
    "",
)


def saved(kind, mode="RGB", size=(200, 200), **more):
    """A picture of noise, the same one in each run."""
    stream = io.BytesIO()
    noise = random.Random(size[0]).randbytes(size[0] * size[1])
    Image.frombytes("L", size, noise).convert(mode).save(stream, kind, **more)
    return stream.getvalue()


def bomb_profile():
    return b"icc\0\0" + zlib.compress(bytes(200_000_000))


PICTURES = {
    "100,000 pixels wide": lambda: png(100_000, 100_000, b""),
    "9,000 pixels of nothing": lambda: png(9000, 9000),
    "no pixels": lambda: png(0, 0),
    "one row too few": lambda: png(300, 300, zlib.compress(bytes(299 * 901))),
    "pixels without end": lambda: png(300, 300, zlib.compress(bytes(300_000_000))),
    "profile without end": lambda: png(before=chunk(b"iCCP", bomb_profile())),
    "text without end": lambda: png(before=chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(300_000_000)))),
    "many chunks": lambda: png(before=chunk(b"tEXt", b"a\0b") * 50_000),
    "unknown depth": lambda: png(bits=7),
    "unknown colours": lambda: png(kind=5),
    "cut off": lambda: png()[:150],
    "only a name": lambda: b"\x89PNG\r\n\x1a\n",
    "postscript": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n",
    "gif": lambda: saved("GIF"),
    "tiff": lambda: saved("TIFF"),
    "bmp": lambda: saved("BMP"),
    "jpeg called png": lambda: saved("JPEG"),
    "web page": lambda: b"<!doctype html><title>404</title>",
    "drawing called png": lambda: FRAME.encode() + b"</svg>",
    "nothing": lambda: b"",
    "130 MB": lambda: png() + bytes(130_000_000),
}
FLIPPED = {"png": lambda: saved("PNG"), "jpg": lambda: saved("JPEG"), "webp": lambda: saved("WEBP")}
OWN_FONT = "[stacks.text]\nany = ['own']\n[fonts.own]\nfile = 'own.ttf'\nlicence = 'OFL'\n"
FONT_CONFIGS = {
    "no file": OWN_FONT.replace("own.ttf", "none.ttf"),
    "a file above": OWN_FONT.replace("own.ttf", "../own.ttf"),
    "a file of the system": OWN_FONT.replace("own.ttf", "/etc/passwd"),
    "a package that is a path": OWN_FONT + "package = '../x'\n",
    "a package of Python": OWN_FONT + "package = 'os'\n",
    "no font of its stack": OWN_FONT.replace("any = ['own']", "any = ['nosuch']"),
    "an axis that it lacks": OWN_FONT + "axes = { zzzz = 400 }\n",
    "an axis out of range": OWN_FONT + "axes = { wght = 1e300 }\n",
    "a feature that is none": OWN_FONT + "features = ['nosuch', '\\u0000']\n",
    "keys that are not known": OWN_FONT + "nosuch = 1\n",
    "lists in the place of tables": "fonts = []\nstacks = []\n",
    "numbers in the place of tables": "[fonts]\nown = 1\n[stacks]\ntext = 2\n",
    "nothing": "",
}


def with_font(desk, data, config=OWN_FONT):
    desk.put("own.ttf", data)
    desk.put("fonts.toml", config)


def damaged_font(desk):
    font = cinzel()
    end = 12 + 16 * font[5] if desk.random.random() < 0.4 else len(font)  # its directory, or all of it
    with_font(desk, desk.flip(font, desk.random.choice([1, 1, 4, 40]), end=end))


def picture(name, data, desk):
    """Show a picture on the card."""
    desk.put(name, data() if callable(data) else data)
    desk.draw(f"<image href='{name}' x='0' y='0' width='20' height='20'/>")


def damaged_picture(kind, desk):
    picture(f"art/x.{kind}", desk.flip(FLIPPED[kind](), 3), desk)


def icon(art, desk):
    desk.put("icons/x.svg", art)
    desk.draw("<use href='#icon-x' width='5' height='5'/>")


def figure(art, desk):
    desk.put("art/x.svg", art)
    desk.put("rules/rules.en.md", "# Rules\n\n![A](art/x.svg)\n")


def cases():
    """Yield the cases; the exit codes of what is not refused stand in `codes.txt`."""
    for name, body in TEMPLATES.items():
        yield Case(f"template: {name}", 3, lambda desk, body=body: desk.draw(body))
    for name, body in DRAWINGS.items():
        yield Case(f"drawing: {name}", 3, lambda desk, body=body: desk.draw(body))
    for name, text in WHOLE.items():
        yield Case(f"drawing: {name}", 3, lambda desk, text=text: desk.put("templates/raid.svg.j2", text))
    yield from picture_cases()
    yield from font_cases()


def picture_cases():
    for box in BOXES:
        art = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'><rect width='5' height='5'/></svg>"
        yield Case(f"picture: viewBox {box}", 3, partial(picture, "art/x.svg", art))
        yield Case(f"icon: viewBox {box}", 3, partial(icon, art))
        yield Case(f"figure: viewBox {box}", 3, partial(figure, art))
    for name, data in PICTURES.items():
        yield Case(f"picture: {name}", 3, partial(picture, "art/x.png", data))
    for kind in FLIPPED:
        for number in range(8):
            yield Case(f"picture: {kind} damaged {number}", 3, partial(damaged_picture, kind))


FONTS = {
    "cut off": lambda font: font[:4000],
    "empty": lambda _: b"",
    "collection": lambda font: b"ttcf" + font,
    "web font": lambda font: b"wOF2" + font,
    "a thousand tables": lambda font: font[:4] + b"\xff\xff" + font[6:],
    "no tables": lambda font: font[:4] + b"\0\0" + font[6:],
    "zeros": lambda font: bytes(len(font)),
    "130 MB": lambda font: font + bytes(130_000_000),
}


def font_cases():
    for number in range(24):
        yield Case(f"font: damaged {number}", 3, damaged_font)
    for name, config in FONT_CONFIGS.items():
        yield Case(f"font: {name}", 3, lambda desk, config=config: with_font(desk, cinzel(), config))
    for name, change in FONTS.items():
        yield Case(f"font: {name}", 3, lambda desk, change=change: with_font(desk, change(cinzel())))
