"""One card or back as plain SVG 1.1, for programs that read SVG: art inside, lines broken beforehand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jinja2

CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="63mm" height="88mm" \
viewBox="0 0 63 88">
<defs>{% for name in card.icons %}<g id="{{ name }}">{{ icons[name] }}</g>{% endfor %}</defs>
{{ frame }}
<text x="6" y="10.2" font-family="Alegreya Sans" font-weight="bold" font-size="4.233" fill="#332211">\
{{ card.title|e }}</text>
<text x="54" y="10" font-family="Alegreya Sans" font-weight="bold" font-size="4.586" fill="#ffffff" \
text-anchor="middle">{{ card.cost }}</text>
<g transform="translate(6 15)">{{ art }}</g>
<text x="6" y="55.2" font-family="Alegreya Sans" font-size="2.822" fill="#332211">{{ card.kind }}</text>
{% for name in card.icons %}
<use xlink:href="#{{ name }}" transform="translate({{ 41 + 6 * loop.index0 }} 51.7) scale(0.19167)"/>
{% endfor %}
{% for line in card.lines %}
<text x="5" y="{{ 63 + 3.39 * loop.index0 }}" font-family="Alegreya Sans" font-size="2.822" fill="#332211">\
{{ line|e }}</text>
{% endfor %}
</svg>
"""
BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
{drawing}
</svg>
"""


def paths(file: Path) -> str:
    """What stands inside the root of an SVG file."""
    return re.sub(r"</?svg[^>]*>", "", file.read_text())


def fronts(folder: Path) -> list[str]:
    """Every card of the deck."""
    template = jinja2.Environment(autoescape=False).from_string(CARD)  # the drawings are ours
    icons = {file.stem: paths(file) for file in (folder / "icons").iterdir()}
    frame = (folder / "frame.svg").read_text()
    rows = json.loads((folder / "cards.json").read_text())
    return [
        template.render(card=row, art=paths(folder / "art" / f"{row['id']}.svg"), frame=frame, icons=icons)
        for row in rows
    ]


def back(folder: Path) -> str:
    """The back of every card."""
    return BACK.format(drawing=(folder / "back.svg").read_text())
