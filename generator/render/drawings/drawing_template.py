"""Make a template of a drawing: objects that are labelled like columns take their values, the rest stays as drawn."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from html import escape, unescape
from typing import NamedTuple

from generator.base.errors import Fault, Faults
from generator.base.geometry import Rect
from generator.base.text_files.text_encoding import decode_utf8
from generator.base.units import decimal
from generator.model.markup import DRAWING, EMBEDDED
from generator.render.drawings.drawing_labels import ColumnNames, given_label
from generator.render.drawings.drawing_page import FacePage, PagePlace, page_place
from generator.render.drawings.drawing_source import DrawnElement, read_drawing
from generator.render.drawings.drawn_words import DrawnWords, literal, written
from generator.render.templates.lookups import LARGEST_DRAWING

_TEXTS = frozenset({"text", "flowRoot"})
_SHAPES = frozenset({"rect", "circle", "ellipse", "path", "polygon"})
_NOT_DRAWN = frozenset({"defs", "clipPath", "mask", "pattern", "symbol", "marker", "linearGradient", "metadata"})
_SIDES = ("x", "y", "width", "height")
_GEOMETRY = (*_SIDES, "rx", "ry", "cx", "cy", "r", "d", "points")
_PLACES = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"})
_TEMPLATES = "templates/"
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[\]<>]*(?:\[((?:[^\]\"']|\"[^\"]*\"|'[^']*')*)\]\s*)?>")
_ENTITY = re.compile(r"<!ENTITY\s+(\w+)\s+[\"']([^\"'&%<]{0,200})[\"']\s*>")
"""An entity that holds no other: such can make a drawing no larger than a few hundred times."""
_MOST_ENTITIES = 100
_UPWARDS = re.compile(rb"""(<(?:\w+:)?image\b[^>]*?\bhref\s*=\s*["'])(\.\./[^"'<>]*)""")
BUILT_IN = ("id", "label", "serial")
"""What every card has besides its columns."""
_FILLING = "xMidYMid slice"
_ALIGNS = {"start", "left", "center", "right", "end", "justify", "justify-all"}
_FLOW = re.compile(r"(?:^|(?<=;))\s*(?:shape-inside|shape-padding|inline-size|white-space)\s*:[^;]*;?")
_TAG = re.compile(r"\{\{.*?\}\}|<(?=[A-Za-z_])", re.DOTALL)
_VALUE = re.compile(r"\{\{[^{}<>]*\}\}")


class DrawingFacts(NamedTuple):
    """What a drawing is drawn for."""

    columns: Collection[str]
    switches: Collection[str]
    """The columns that say yes or no: what is labelled with one is drawn where it says yes."""
    pictures: Collection[str]
    """The columns that name files of pictures."""
    page: FacePage
    has_words: Callable[[str], bool]
    """Whether the cells of a column are words, and name no pictures."""
    headings: Collection[tuple[str, str]] = ()
    """Columns with other headings in their file."""
    is_front: bool = False
    """Whether it is the front of several cards, which differ."""


class ConvertedDrawing(NamedTuple):
    """A drawing that was made a template."""

    template: bytes
    tags: tuple[int, ...] = ()
    """For each tag of the template that opens an element, the number of the tag of the drawing that it was made of."""

    def origins(self, drawing: str) -> dict[int, int]:
        """Return the places of the tags in the text of the drawing by their places in the template, in characters."""
        places = [*_tag_places(drawing)]
        pairs = zip(_tag_places(self.template.decode()), self.tags, strict=False)
        return {start: places[number] for start, number in pairs if number < len(places)}


def drawing_template(name: str, path: str, content: bytes, facts: DrawingFacts) -> bytes:
    """Convert a drawing to a template, as `converted_drawing`."""
    return converted_drawing(name, path, content, facts).template


def converted_drawing(name: str, path: str, content: bytes, facts: DrawingFacts) -> ConvertedDrawing:
    """Convert a drawing to a template; line numbers stay the same.

    Large pictures in it are referred to as `name#1`. Raises Faults for a page of another size, for a label that is
    nearly a column, and for a drawing that is too large.
    """
    source = _with_links(path, _without_pictures(name, _without_entities(decode_utf8(content, path)).encode()))
    if len(source) > LARGEST_DRAWING:
        raise Faults([Fault(path, f"larger than {LARGEST_DRAWING:,} bytes", unreadable=True)])
    root = read_drawing(source)
    if root is None or root.name != "svg":
        return ConvertedDrawing(literal(source.decode()).encode())  # what is wrong is told when it is drawn
    return _Conversion(path, source, facts).converted(root)


def _without_entities(source: str) -> str:
    """Return a drawing with its entities replaced by their values; its lines stay.

    Illustrator writes the names of namespaces as entities.
    """
    head = _DOCTYPE.search(source)
    if head is None:
        return source
    values = dict(_ENTITY.findall(head[1] or "")[:_MOST_ENTITIES])
    parts = source[: head.start()], "\n" * head[0].count("\n"), source[head.end() :]
    # An entity that has no plain value stays, and is told when the drawing is drawn.
    return re.sub(r"&(\w+);", lambda match: values.get(match[1], match[0]), "".join(parts))


def _with_links(path: str, source: bytes) -> bytes:
    """Return a drawing whose linked pictures are named from the game's folder.

    Drawing programs write links that count up from their own folder, `../art/fox.png`.
    """
    _, templates, inside = path.rpartition(_TEMPLATES)

    def counted(link: re.Match[bytes]) -> bytes:
        """Return the link with its path from the game's folder, or unchanged if it leads out."""
        target = posixpath.normpath(posixpath.join(_TEMPLATES, posixpath.dirname(inside), link[2].decode()))
        return link[0] if target.startswith("..") else link[1] + target.removeprefix(_TEMPLATES).encode()

    return _UPWARDS.sub(counted, source) if templates else source


def _without_pictures(name: str, source: bytes) -> bytes:
    """Return a drawing in which embedded pictures are replaced by references `name#1`; its lines stay."""
    count = 0

    def number(match: re.Match[bytes]) -> bytes:
        """Return the reference to the next picture, and as many line ends as the picture had."""
        nonlocal count
        count += 1
        quote, lines = match[1], b"\n" * match[0].count(b"\n")
        return quote + f"{name}#{count}".encode() + quote + lines

    # A picture of megabytes would be parsed again for each card.
    return re.sub(EMBEDDED, number, source)


class _Conversion:
    """Exchanges pieces of the text of one drawing."""

    def __init__(self, path: str, source: bytes, facts: DrawingFacts) -> None:
        """Take the drawing's path and bytes, and the facts about the component it is drawn for."""
        self._path, self._source, self._facts = path, source, facts
        self._names = ColumnNames(facts.columns, facts.headings)
        self._faults: list[Fault] = []
        self._notes: list[Fault] = []
        self._pieces: list[tuple[int, int, str]] = []
        """First byte, the byte after the last, and what stands there instead."""
        self._says_alignment = b"xmlns:inkscape" in source
        """Whether the program says how a text stands to its point; others write the left end of each line."""
        self._shapes = 0
        self._lines: dict[DrawnElement, list[DrawnElement]] = {}
        """The further lines of texts that a program has saved as one text for each line."""

    def converted(self, root: DrawnElement) -> ConvertedDrawing:
        """Return the drawing as a template. Raises Faults."""
        bound = dict(self._bound(root))
        self._check_labels(root, set(bound.values()))
        self._check_braces(root)
        if self._facts.is_front and not (bound or self._notes or "card." in self._source.decode()):
            names = ", ".join(map(repr, self._names_of_columns()[:4]))
            self._note(root, f"no object is called as a column, so that all cards are alike; call objects {names}")
        self._leave_out(root)
        head = self._root(root)
        for element, column in bound.items():
            self._exchange(element, column)
        if self._faults:
            raise Faults(self._faults)
        self._pieces += [(root.start, root.opened, head), (root.end, root.end, "</svg>")]
        return ConvertedDrawing("".join(self._text()).encode(), tuple(self._tags()))

    def _tags(self) -> Iterator[int]:
        """Yield the numbers of the drawing's tags that the tags of the template were made of, in its order."""
        # Pieces count bytes, of which each is one character in this encoding.
        places, offset = [*_tag_places(self._source.decode("latin-1"))], 0
        for start, end, text in [*sorted(self._pieces), (len(self._source), len(self._source), "")]:
            if start >= offset:
                yield from range(bisect_left(places, offset), bisect_left(places, start))
                # All that stands in place of an object was made of it.
                yield from [bisect_left(places, start)] * sum(1 for _ in _tag_places(text))
                offset = end

    def _text(self) -> Iterator[str]:
        """Yield the text of the template: exchanged pieces, and between them the drawing as it is."""
        offset = 0
        for start, end, text in sorted(self._pieces):
            # A piece inside an exchanged one, such as a rectangle in a bound group, went with it.
            if start >= offset:
                yield self._kept(offset, start)
                # Line ends of an exchanged piece are made up for, so that faults name the lines of the drawing.
                yield text + "\n" * (self._source.count(b"\n", start, end) - text.count("\n"))
                offset = end
        yield self._kept(offset, len(self._source))

    def _kept(self, start: int, end: int) -> str:
        """Return a piece of the drawing, from byte to byte, as text of a template.

        Values in braces stay; other braces are printed as they are.
        """
        text = self._source[start:end].decode()
        if "{" not in text:
            return text
        values = [unescape(value) for value in _VALUE.findall(text)]
        parts = [literal(part) for part in _VALUE.split(text)]
        return "".join(part + value for part, value in zip(parts, [*values, ""], strict=True))

    def _root(self, root: DrawnElement) -> str:
        """Return the tags that put the page of the drawing onto the face; empty after a fault."""
        attributes = dict(root.attributes)
        place = page_place(attributes, self._facts.page)
        if isinstance(place, str):
            self._faults.append(Fault(self._path, place, root.line))
            return ""
        # A drawing without bleed would show a white edge where the knife is off.
        self._spread(root, place)
        for name in ("x", "y", "width", "height", "viewBox", "preserveAspectRatio", "overflow"):
            attributes.pop(name, None)
        face = self._facts.page.rect
        outer = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" {DRAWING}'
        outer += f' width="{decimal(face.width)}mm" height="{decimal(face.height)}mm" viewBox="{_box(face)}"'
        notes = escape("\n".join(map(str, self._notes))).replace("\n", "&#10;")
        outer += f' pnp:notes="{literal(notes)}"' if notes else ""
        inner = dict(zip(_SIDES, _box(place.rect).split(), strict=True))
        # An inner svg cuts off what lies beyond it unless it says otherwise, and that is the bleed.
        inner |= {"viewBox": place.view, "preserveAspectRatio": _FILLING, "overflow": "visible"}
        return f"{outer}><{root.tag}{written(attributes | inner)}>"

    def _spread(self, root: DrawnElement, place: PagePlace) -> None:
        """Enlarge rectangles as large as a page without bleed, so that they reach into the bleed of the face."""
        x, y, width, height = map(float, place.view.split())
        bleed = self._facts.page.bleed * width / self._facts.page.width
        if place.rect == self._facts.page.rect or not bleed:
            return
        wider = dict(
            zip(_SIDES, map(decimal, (x - bleed, y - bleed, width + 2 * bleed, height + 2 * bleed)), strict=True)
        )
        for element in root.elements():
            if element.name == "rect" and _fills(element, (x, y, width, height)):
                end = "/>" if element.end == element.opened else ">"
                tag = f"<{element.tag}{written({**element.attributes, **wider})}{end}"
                self._pieces.append((element.start, element.opened, tag))

    def _bound(self, root: DrawnElement) -> Iterator[tuple[DrawnElement, str]]:
        """Yield each object that takes a value, with its column; empty for one that has a value typed into it."""
        used: set[DrawnElement] = set()
        for element in root.elements():
            if any(parent.name in _NOT_DRAWN for parent in element.parents()) or element in used:
                continue
            column = self._names.column(element)
            target = _target(element) if column and column not in self._facts.switches else element
            if (element.name in _TEXTS and DrawnWords(element).has_code) or (element.name == "flowRoot" and not column):
                yield element, ""
            elif column and target is not None and target.attributes.get("inkscape:groupmode") != "layer":
                used |= {target, *target.elements()}
                if target is not element and target.name in _TEXTS:
                    self._lines[target] = [part for part in element.elements() if part.name in _TEXTS][1:]
                    used |= {*self._lines[target]}
                yield target, column

    def _check_labels(self, root: DrawnElement, used: set[str]) -> None:
        """Report labels of objects that name no column, while a column has no object.

        A label that is nearly a column's name is a fault, any other a warning.
        """
        free = [name for name in self._facts.columns if name not in used and name not in self._facts.switches]
        pictures = [name for name in free if name in self._facts.pictures]
        for element in root.elements() if free else ():
            is_text = element.name in _TEXTS
            if any(parent.name in _NOT_DRAWN for parent in element.parents()) or self._names.column(element):
                continue
            if not is_text and element.name not in _SHAPES | {"image"}:
                continue
            if is_text and DrawnWords(element).has_code:
                continue
            label, near = self._names.nearest(element, free if is_text else pictures)
            if label:
                problem = f"label {label!r} is no column; did you mean {near!r}?"
                self._faults.append(Fault(self._path, problem, element.line, key=f"<{element.name}>"))
            elif self._facts.is_front and element.name in _TEXTS | {"image"} and (label := given_label(element)):
                self._note_label(element, label, free if is_text else pictures)

    def _note_label(self, element: DrawnElement, label: str, free: Collection[str]) -> None:
        """Add a warning for a label that is no column, if there are columns that it could be meant for."""
        source = self._source.decode()
        unused = [repr(name) for name in self._names_of_columns() if name in free and f"card.{name}" not in source]
        if unused:
            self._note(element, f"label {label!r} is no column, and no object is called {', '.join(unused[:4])}")

    def _check_braces(self, root: DrawnElement) -> None:
        """Warn of braces that are printed as they are, for they are not closed or not opened."""
        for element in root.elements():
            if element.name in _TEXTS and (words := DrawnWords(element).half_open):
                self._note(element, f"{words!r} is printed as it is; a value stands between {{{{ and }}}}")

    def _leave_out(self, root: DrawnElement) -> None:
        """Leave out text of web pages, which Boxy SVG and diagrams have in boxes, with a warning."""
        for element in root.elements():
            if element.name == "foreignObject":
                self._pieces.append((element.start, element.end, ""))
                if "requiredExtensions" not in element.attributes:
                    self._note(element, "text of a web page is left out; make it a text of the drawing")

    def _names_of_columns(self) -> list[str]:
        """Return the columns of the component, without the built-in ones."""
        return [name for name in self._facts.columns if name not in BUILT_IN]

    def _note(self, element: DrawnElement, message: str) -> None:
        """Add a warning at an element, which does not stop the drawing."""
        self._notes.append(Fault(self._path, message, element.line, key=f"<{element.name}>"))

    def _exchange(self, element: DrawnElement, column: str) -> None:
        """Exchange an object for the value of a column; for a column of yes and no, draw it only where it says yes."""
        if column in self._facts.switches:
            self._pieces += [
                (element.start, element.start, f"{{% if card.{column} %}}"),
                (element.end, element.end, "{% endif %}"),
            ]
            return
        text = self._words(element, column) if element.name in _TEXTS else self._picture(element, column)
        self._pieces.append((element.start, element.end, text))

    def _words(self, element: DrawnElement, column: str) -> str:
        """Return the `<text>` for a drawn text, with the value of a column, or with the values typed into it."""
        more = self._lines.get(element, [])
        words = DrawnWords(element, *more)
        self._pieces += [(line.start, line.end, "") for line in more]
        attributes = {name: value for name, value in element.attributes.items() if name not in _PLACES}
        # The typesetter wraps the words, in the box that `pnp:box` names below.
        if style := attributes.get("style"):
            attributes["style"] = _FLOW.sub("", style)
        shape = _shape_of(element, words)
        if shape:
            attributes["pnp:box"] = f"#{shape}"
        elif width := words.style("inline-size"):
            attributes["pnp:box"] = f"width {width}"
        else:
            attributes["pnp:box"] = f"lines {max(len(words.lines), 1)}"
        if words.pitch > 0:
            attributes["pnp:pitch"] = decimal(words.pitch)
        attributes |= {name: place for name, place in zip("xy", words.start, strict=True) if place}
        if (align := words.style("text-align")) in _ALIGNS:
            attributes.setdefault("pnp:align", align)
        elif not (shape or words.style("text-anchor") or self._says_alignment):
            attributes |= {"pnp:align": "center"} if words.is_ragged else {"pnp:sample": words.text}
        content = words.of_column(column) if column else words.as_template(flows=bool(shape))
        region = "".join(map(_definition, element.elements())) if shape else ""
        defs = f"<defs>{region}</defs>" if region else ""
        return f"{defs}<text{self._tag(attributes)}>{content}</text>"

    def _picture(self, element: DrawnElement, column: str) -> str:
        """Return a picture whose file a column names, in place of a drawn image or shape."""
        attributes = element.attributes
        folder = _folder(attributes.get("xlink:href") or attributes.get("href") or "")
        value = f'href="{{{{ picture_file(card.{column}, "{folder}") }}}}" pnp:missing="frame"'
        outline = ""
        if element.name in {"image", "use"}:
            image_attributes = {name: text for name, text in attributes.items() if name not in {"href", "xlink:href"}}
            # Inkscape writes `none`, which would distort pictures of other proportions than the example.
            if image_attributes.get("preserveAspectRatio", "none").strip() == "none":
                image_attributes["preserveAspectRatio"] = _FILLING
            picture = f"<image{written(image_attributes)} {value}/>"
        elif self._facts.has_words(column):
            return self._words_in_shape(element, column)
        else:
            picture = self._in_shape(element, value)
            outline = _outline(element)
        return f"{{% if card.{column} %}}{picture}{{% endif %}}{outline}"

    def _words_in_shape(self, element: DrawnElement, column: str) -> str:
        """Return a shape as it is drawn, with the words of a column in its middle."""
        self._shapes += 1
        id_ = f"pnp-shape-{self._shapes}"
        attributes = element.attributes
        shape = {"id": id_} | {name: attributes[name] for name in _GEOMETRY if name in attributes}
        text = {name: attributes[name] for name in ("transform",) if name in attributes}
        # the box decides on the size of the letters
        text |= {
            "font-family": "text",
            "font-size": "1",
            "fill": letters_on(element),
            "pnp:box": " ".join(("in", f"#{id_}")),
        }
        defs = f"<defs><{element.name}{written(shape)}/></defs>"
        return f"{self._kept(element.start, element.end)}{defs}<text{written(text)}>{{{{ card.{column} }}}}</text>"

    def _in_shape(self, element: DrawnElement, value: str) -> str:
        """Return a picture that fills a shape; `value` are the attributes that name its file."""
        self._shapes += 1
        id_ = f"pnp-shape-{self._shapes}"
        attributes = element.attributes
        shape = {"id": id_} | {name: attributes[name] for name in _GEOMETRY if name in attributes}
        group = _around(element)
        name = written({"id": attributes["id"]}) if "id" in attributes else ""
        image = f'<image{name} pnp:box="#{id_}" clip-path="url(#{id_}-clip)" preserveAspectRatio="{_FILLING}" {value}/>'
        return f'<g{written(group)}><clipPath id="{id_}-clip"><{element.name}{written(shape)}/></clipPath>{image}</g>'

    def _tag(self, attributes: dict[str, str]) -> str:
        """Return attributes as written in a tag, without `xml:space`."""
        return written({name: text for name, text in attributes.items() if name != "xml:space"})


def _tag_places(text: str) -> Iterator[int]:
    """Yield the places of the tags in a text that open an element; signs in the code of a template are none."""
    return (match.start() for match in _TAG.finditer(text) if match[0] == "<")


def _around(element: DrawnElement) -> dict[str, str]:
    """Return the attributes of a shape that move it or cut it off."""
    attributes = element.attributes
    return {name: attributes[name] for name in ("transform", "clip-path", "mask") if name in attributes}


def _outline(element: DrawnElement) -> str:
    """Return the line around a shape, to be drawn above the picture in it; empty where nothing gives it one."""
    attributes = element.attributes
    words = [
        word for ancestor in (element, *element.parents()) for pair in ancestor.attributes.items() for word in pair
    ]
    if not any("stroke" in word or word == "class" for word in words):
        return ""
    left_out = {"id", "fill", "filter", *_around(element)}
    line = {name: text for name, text in attributes.items() if ":" not in name and name not in left_out}
    # A style wins over the attribute `fill` (CSS).
    if line.keys() & {"style", "class"}:
        line["style"] = f"{line.get('style', '').rstrip('; ')};fill:none".lstrip(";")
    return f"<g{written(_around(element))}><{element.name}{written(line | {'fill': 'none'})}/></g>"


def _box(rect: Rect) -> str:
    """Return a rectangle as the four numbers of a viewBox."""
    return " ".join(map(decimal, (rect.x, rect.y, rect.width, rect.height)))


def _fills(element: DrawnElement, page: tuple[float, ...]) -> bool:
    """Whether an upright rectangle without round corners is as large as the page."""
    attributes = element.attributes
    if {"rx", "ry", "transform"} & {*attributes, *(name for parent in element.parents() for name in parent.attributes)}:
        return False
    sizes = zip(_SIDES, page, strict=True)
    sides = [attributes.get(name, "0").removesuffix("px").replace("100%", str(size)) for name, size in sizes]
    try:
        return all(abs(float(side) - size) <= 0.002 * page[2] for side, size in zip(sides, page, strict=True))
    except ValueError:
        return False


def _definition(element: DrawnElement) -> str:
    """Return a shape with its id and geometry alone, without paint, to be referred to; empty for other elements."""
    attributes = {name: value for name, value in element.attributes.items() if name in {"id", "transform", *_GEOMETRY}}
    return f"<{element.name}{written(attributes)}/>" if element.name in _SHAPES else ""


def _target(element: DrawnElement) -> DrawnElement | None:
    """Return the object that a label is meant for; None for a group with several objects.

    It is the element itself, or the only object in a group.
    """
    if element.name in _TEXTS | _SHAPES | {"image"}:
        return element
    if element.name != "g":
        return None
    objects = [part for part in element.elements() if part.name in _TEXTS | _SHAPES | {"image", "use"}]
    texts = [part for part in objects if part.name in _TEXTS]
    images = [part for part in objects if part.name == "image"]
    # A group often has a frame or ground behind its text, which the label does not mean.
    for candidates in (texts, images, objects):
        if candidates:
            return candidates[0] if len(candidates) == 1 or _are_lines(candidates) else None
    return None


def _are_lines(texts: Iterable[DrawnElement]) -> bool:
    """Whether texts are the lines of one paragraph, as Affinity saves it: below each other, in one style."""
    places = {(text.attributes.get("x"), text.attributes.get("style"), text.parent) for text in texts}
    return len(places) == 1 and next(iter(places))[0] is not None


def _shape_of(element: DrawnElement, words: DrawnWords) -> str:
    """Return the id of the shape that a text flows in; empty for none."""
    if match := re.search(r"url\(\s*[\"']?#([^)\"']+)", words.style("shape-inside")):
        return match[1]
    # Inkscape before 1.0 wrote flowed text as `flowRoot`, with the shape in it (SVG 1.2).
    regions: Iterable[DrawnElement] = (part for part in element.elements() if part.name == "flowRegion")
    shapes = (part for region in regions for part in region.elements() if part.name in _SHAPES)
    return next((shape.attributes.get("id", "") for shape in shapes), "")


def _folder(href: str) -> str:
    """Return the folder, within the game's, of the picture that a drawing shows as an example; empty for none."""
    if href.startswith(("data:", "file:", "/", "http")) or "/" not in href:
        return ""
    parts = [part for part in href.split("/")[:-1] if part not in {"..", "."}]
    return "".join(f"{part}/" for part in parts if re.fullmatch(r"[\w .-]+", part))


_DARK, _LIGHT = "#23272b", "#ffffff"
_MIDDLE = 140
"""Brightness, of 255, below which letters are light."""


def letters_on(shape: DrawnElement) -> str:
    """Return a legible colour for words on the fill of a shape.

    Gradients, faint fills and those of style sheets count as light.
    """
    from PIL import ImageColor

    # The initial fill of SVG is black.
    paint = _property(shape, "fill") or ("" if _property(shape, "class") else "black")
    opacity = [_property(shape, name) or "1" for name in ("opacity", "fill-opacity")]
    if any(not re.fullmatch(r"[01]?(\.\d+)?", share) or float(share) < 0.5 for share in opacity):
        return _DARK
    try:
        red, green, blue = ImageColor.getrgb(paint)[:3]
    except ValueError:
        return _DARK
    # Brightness as the eye weighs the colours (Rec. 601 luma).
    return _LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue < _MIDDLE else _DARK


def _property(shape: DrawnElement, name: str) -> str:
    """Return a property of a shape or of the groups around it; empty for none."""
    for element in (shape, *shape.parents()):
        match = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", element.attributes.get("style", ""))
        if match or name in element.attributes:
            return match[1].strip() if match else element.attributes[name].strip()
    return ""
