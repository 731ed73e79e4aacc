"""Writes a project of another program as the files of a game: game.toml, tables, and first templates to go on with."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from generator.base.text_files.toml_syntax import toml_text
from generator.base.units import decimal
from generator.imports.foreign.project import ForeignBox, ForeignDeck, ForeignProject
from generator.imports.projects.picture_boxes import picture_lines
from generator.imports.projects.template_attributes import attributes, column_attribute, frame, literal, millimetres
from generator.model.markup import MARKUP

_GAME = """\
# Taken over from {origin}. Every key is explained in data/README.md; lines that begin with # are remarks.

format = 1
title = {{ en = {title} }}
about = {{ en = {about} }}
"""
_PIXELS = """\
pictures = "as pixels"  # only those that cannot stay drawings; needs the extra "pixels"
"""
_COMPONENT = """
[components.{id}]
kind = "cards"
title = {{ en = {title} }}
trim = ["{width}mm", "{height}mm"]
bleed = "{bleed}mm"
rows = "cards/{id}.csv"
front = "{id}.svg.j2"
"""
_TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp"
     width="{width}mm" height="{height}mm" viewBox="{edge} {edge} {width} {height}">
  <rect pnp:layer="bleed" x="{edge}" y="{edge}" width="{width}" height="{height}" fill="#ffffff"/>
{boxes}</svg>
"""
_TEXT = 'type = "text", optional = true'
_GROUPS = """\
{{# Boxes that are drawn where this list names them: {names} #}}
{{% set drawn_groups = [] %}}
"""
_MOST_LISTED = 8
_SMALLEST = 3.0
"""Points to which text may shrink: in other programs it is often tiny, or clipped without a word."""


def game_files(project: ForeignProject, origin: str) -> dict[str, bytes]:
    """Return the contents of a game's files by their names; `origin` is the project's file."""
    files = {"game.toml": _game_toml(project, origin)}
    for deck in project.decks:
        files[f"cards/{deck.id}.csv"] = _table(deck)
        files[f"templates/{deck.id}.svg.j2"] = _template(deck, _front_boxes(deck))
        if deck.back:
            files[f"templates/{deck.id}-back.svg.j2"] = _template(deck, deck.back)
    return {name: text.encode() for name, text in files.items()} | dict(project.pictures)


def _game_toml(project: ForeignProject, origin: str) -> str:
    """Return the text of game.toml for a project."""
    words = {"origin": origin, "title": toml_text(project.title), "about": toml_text(f"Taken over from {origin}.")}
    parts = [_GAME.format(**words), *([_PIXELS] if any(name.endswith(".svg") for name in project.pictures) else [])]
    for deck in project.decks:
        sizes = {"width": decimal(deck.width), "height": decimal(deck.height), "bleed": decimal(deck.bleed)}
        parts.append(_COMPONENT.format(id=deck.id, title=toml_text(deck.title), **sizes))
        parts += [f'back = "{deck.id}-back.svg.j2"\n'] if deck.back else []
        if deck.columns:
            parts.append(f"[components.{deck.id}.columns]\n")
        parts += [f"{name} = {{ {_column_type(name, deck)} }}\n" for name in deck.columns]
    return "".join(parts)


def _column_type(name: str, deck: ForeignDeck) -> str:
    """Return the type of a column for game.toml, rich where its cells have light markup."""
    return 'type = "text", rich = true, optional = true' if name in deck.rich_columns else _TEXT


def _table(deck: ForeignDeck) -> str:
    """Return the rows of a deck as the text of a CSV file."""
    written = io.StringIO()
    columns = ("id", "copies", *deck.columns)
    writer = csv.DictWriter(written, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(deck.rows)
    return written.getvalue()


def _front_boxes(deck: ForeignDeck) -> Sequence[ForeignBox]:
    """Return the boxes of a front, or one for each column where nothing of the drawing could be read."""
    shows_columns = any(is_column for box in (*deck.boxes, *deck.back) for _, is_column in box.content)
    return [*deck.boxes, *([] if shows_columns else _listed_columns(deck))]


def _template(deck: ForeignDeck, side: Sequence[ForeignBox]) -> str:
    """Return the template of a side: an SVG drawing with a remark and an element for each box."""
    boxes = "".join(_drawn(box._replace(id=f"box-{number}")) for number, box in enumerate(side, 1))
    width, height = deck.width + 2 * deck.bleed, deck.height + 2 * deck.bleed
    groups = dict.fromkeys(box.group for box in side if box.group)
    head = _GROUPS.format(names=", ".join(map(toml_text, groups))) if groups else ""
    # (0, 0) is the corner of the cut card, so the bleed begins left of it and above.
    return head + _TEMPLATE.format(width=decimal(width), height=decimal(height), edge=decimal(-deck.bleed), boxes=boxes)


def _listed_columns(deck: ForeignDeck) -> list[ForeignBox]:
    """Return boxes below each other for the first columns of a deck, whose drawing could not be read."""
    names = deck.columns[:_MOST_LISTED]
    edge, height = deck.width / 12, deck.height / (_MOST_LISTED + 1)
    return [
        ForeignBox(
            name,
            "text",
            edge,
            (number + 0.5) * height,
            width=deck.width - 2 * edge,
            height=height,
            content=((name, True),),
        )
        for number, name in enumerate(names)
    ]


def _drawn(box: ForeignBox) -> str:
    """Return the lines of a template that draw a box, with its name in a remark above them."""
    half = 0.0 if box.look.cornered else 0.5
    middle = " ".join(map(millimetres, (box.x + half * box.width, box.y + half * box.height)))
    turn = f"rotate({decimal(box.look.turn)} {middle})"
    opacity = decimal(round(box.look.opacity, 3)) if box.look.opacity < 1 else ""
    transform = turn if box.look.turn else ""
    # `#}` would end the remark in the template.
    name = " ".join(box.name.replace("#", " ").split())
    if box.kind == "picture":
        lines = picture_lines(box, transform, opacity)
    else:
        lines = _LINES[box.kind](box, attributes({"opacity": opacity, "transform": transform}))
    lines = [*(_gradient(box, paint) for paint in box.gradients), *lines]
    conditions = [f"card.{box.when}"] if box.when else []
    conditions += [f"{toml_text(box.group)} in drawn_groups"] if box.group else []
    if conditions:
        lines = [f"{{% if {' and '.join(conditions)} %}}", *lines, "{% endif %}"]
    return "".join(f"  {line}\n" for line in (f"{{# {name} #}}", *lines))


def _text(box: ForeignBox, also: str) -> list[str]:
    """Return the SVG elements of a box of text; `also` holds further attributes."""
    look = box.look
    place = " ".join(map(millimetres, (box.x, box.y, box.width, box.height)))
    size, least = max(look.size, 1.0), min(look.size, _SMALLEST)
    fit = {
        "pnp:rect": place,
        "pnp:fit": f"shrink {millimetres(least)}pt",
        "pnp:align": look.align,
        "pnp:valign": look.valign,
    }
    font = {
        "font-family": "text",
        "font-size": f"{millimetres(size)}pt",
        "font-weight": "bold" if look.bold else "",
        "font-style": "italic" if look.italic else "",
    }
    fill = _colour(box, "colour", look.colour, "fill")
    # With the stroke below them letters keep their weight.
    if look.stroke_width and look.stroke != "none":
        fill += _colour(box, "stroke", look.stroke) + attributes(
            {"stroke-width": millimetres(look.stroke_width), "stroke-linejoin": "round", "paint-order": "stroke"}
        )
    return [f"<text{attributes(fit)}", f"     {attributes(font)}{fill}{also}>{_words(box)}</text>"]


def _rect(box: ForeignBox, also: str) -> list[str]:
    """Return the SVG element of a rectangle, with rounded corners if it has a radius."""
    radius = min(box.look.radius, box.width / 2, box.height / 2)
    return [f"<rect{frame(box)}{attributes({'rx': millimetres(radius) if radius else ''})}{_paint(box)}{also}/>"]


def _ellipse(box: ForeignBox, also: str) -> list[str]:
    """Return the SVG element of an ellipse that fills its box; `also` holds further attributes."""
    middle = {"cx": box.x + box.width / 2, "cy": box.y + box.height / 2, "rx": box.width / 2, "ry": box.height / 2}
    place = attributes({name: millimetres(value) for name, value in middle.items()})
    return [f"<ellipse{place}{_paint(box)}{also}/>"]


def _path(box: ForeignBox, also: str) -> list[str]:
    """Return the SVG element of a path; `also` holds further attributes."""
    return [f"<path{attributes({'d': box.path})}{_paint(box)}{also}/>"]


_LINES = {"path": _path, "text": _text, "rect": _rect, "ellipse": _ellipse}


def _paint(box: ForeignBox) -> str:
    """Return the attributes of a shape's fill and line."""
    look = box.look
    is_stroked = look.stroke != "none" or "stroke" in {*box.colours, *box.gradients}
    width = millimetres(look.stroke_width) if look.stroke_width and is_stroked else ""
    line = _colour(box, "stroke", look.stroke) if width else ""
    return _colour(box, "fill", look.fill) + line + attributes({"stroke-width": width, "stroke-dasharray": look.dash})


def _gradient(box: ForeignBox, paint: str) -> str:
    """Return the definition of a gradient for `paint`, "fill" or "stroke", in coordinates of the card."""
    gradient = box.gradients[paint]
    (x, y, radius), (to_x, to_y, to_radius) = gradient.start, gradient.end
    if gradient.is_radial:
        tag, sizes = "radialGradient", {"fx": x, "fy": y, "fr": radius, "cx": to_x, "cy": to_y, "r": to_radius}
    else:
        tag, sizes = "linearGradient", {"x1": x, "y1": y, "x2": to_x, "y2": to_y}
    place = attributes({name: millimetres(value) for name, value in sizes.items()})
    if gradient.stretch != 1:
        shift = millimetres(to_y * (1 - gradient.stretch))
        place += attributes({"gradientTransform": f"matrix(1 0 0 {decimal(round(gradient.stretch, 4))} 0 {shift})"})
    columns = gradient.columns or [""] * len(gradient.stops)
    stops = "".join(
        f"<stop{attributes({'offset': decimal(round(offset, 4))})}{_stop_colour(colour, column)}"
        f"{attributes({'stop-opacity': decimal(round(share, 3))})}/>"
        for (offset, colour, share), column in zip(gradient.stops, columns, strict=True)
    )
    # In user space, as the points of a gradient are places on the card and not shares of a box.
    return f'<{tag} id="{box.id}-{paint}" gradientUnits="userSpaceOnUse"{place}>{stops}</{tag}>'


def _stop_colour(colour: str, column: str) -> str:
    """Return the attribute of the colour of a gradient's stop: a value, or the column that has one for each row."""
    return column_attribute("stop-color", column) if column else attributes({"stop-color": colour})


def _colour(box: ForeignBox, name: str, colour: str, attribute: str = "") -> str:
    """Return the attribute of a colour: a value, a gradient, or the column that has one for each row.

    `name` is the colour's name in the box, `attribute` the one in SVG where it differs.
    """
    if name in box.gradients:
        return f' {attribute or name}="url(#{box.id}-{name})"'
    column = box.colours.get(name)
    return f' {attribute or name}="{{{{ card.{column} }}}}"' if column else attributes({attribute or name: colour})


def _words(box: ForeignBox) -> str:
    """Return the words of a box as a template prints them, with columns as `{{ card.… }}`."""
    plain = literal if box.is_rich else _plain_words
    return "".join(f"{{{{ card.{part} }}}}" if is_column else plain(part) for part, is_column in box.content)


def _plain_words(words: str) -> str:
    """Return words whose signs of light markup are escaped."""
    return literal("".join(f"\\{char}" if char in MARKUP else char for char in words))
