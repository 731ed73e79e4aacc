"""The boxes of a template of Cider: HTML with Handlebars, laid out with the sizes of its CSS.

A browser works out the places of such a template. Here they follow the written sizes; elements without one share
the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser

from generator.imports.foreign.css_gradients import css_gradient
from generator.imports.foreign.project import INCH, CardGradient, ForeignBox, Look
from generator.imports.foreign.project_files import ForeignRows
from generator.imports.foreign.web_colours import colour_and_alpha, hex_colour
from generator.imports.projects.cider_conditions import VALUE, RowConditions, begins_condition
from generator.load.files.fault_report import quote

_Area = tuple[float, float, float, float]
"""Left, top, width and height in pixels."""
# 2.75 by 3.75 inches at 300 dots per inch: a poker card with an eighth of an inch of bleed on each side.
_STANDARD = (825.0, 1125.0)
"""Pixels of a card without a size of its own."""
_DPI = 300
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_REMARK = re.compile(r"/\*.*?\*/|@(?:import|charset|namespace)\b(?:\"[^\"]*\"|'[^']*'|[^;\"'])*;", re.DOTALL)
"""A remark of CSS, or a statement without declarations, such as the address of a font."""
_HELPER = re.compile(r"\[\[\s*(?:[#/]|else)")
"""A condition or a helper among the rules of CSS."""
_DRAWN_IF = re.compile(r"\{\{\s*renderif\s+([^{}]*?)\s*\}\}\s*;?")
"""A helper among declarations: the element is drawn on cards with a value."""
_COLUMN = re.compile(r"\[\[\s*card\.\[?([\w-]+)\]?\s*\]\]")
_PADDED = re.compile(r"#?padZeros\s+card\.\[?([\w-]+)\]?\s+(\d)\Z")
_GRADIENT_COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^()]*\)", re.IGNORECASE)
_SUM = re.compile(r"calc\((.*)\)")
_LINE_HEIGHT = 1.2
"""Height of a line in sizes of its letters, as browsers take it."""
_LETTER = 0.5
"""Width of a letter in sizes of letters, on average."""

_CARD_VALUE = re.compile(r"(?:(?:compile|compileImages)\s+)?card\.\[?([\w-]+)\]?(?:\s+\w+=\S+)?\Z")
_ASSET = re.compile(
    r"(?:index\s+assets\s+card\.\[?(?P<column>[\w-]+)\]?|(?:index\s+)?assets[.\s]+[\"'\[]*(?P<name>[\w.-]+)[\"'\]]*)\Z"
)
_URL = re.compile(r"url\(\s*[\"']?\s*\[\[(.*?)\]\]\s*[\"']?\s*\)")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|%|in|mm|cm|pt)?")
_PIXELS = {"px": 1.0, "": 1.0, "in": _DPI, "mm": _DPI / INCH, "cm": 10 * _DPI / INCH, "pt": _DPI / 72}
# By CSS these pass from an element to the elements inside it.
_INHERITED = ("color", "font-size", "font-weight", "font-style", "text-align")
_INLINE = {"b", "i", "em", "strong", "span", "br", "u", "small", "sup", "sub", "a"}
# Elements of HTML without an end tag.
_EMPTY = {"img", "br", "hr", "input", "meta", "link"}
_UNSEEN = {"link", "meta", "script", "style", "title"}
# Files of others: limits keep a template of any depth or size from exhausting the stack or the memory.
_DEEPEST = 40
_MOST_BOXES = 300


def attribute_name(words: str) -> str:
    """Return the name under which Cider's templates know an attribute or a picture.

    >>> attribute_name("Flavour Text")
    'flavour-text'
    """
    return words.strip().replace(" ", "-").lower()


class _Element:
    """An element of the HTML; its children are elements and words."""

    def __init__(self, tag: str, attributes: Mapping[str, str], parent: _Element | None) -> None:
        """Take the tag and the attributes of the element, and the element around it; None for the outermost."""
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[_Element | str] = []

    @property
    def elements(self) -> list[_Element]:
        """Return the child elements, without the words between them."""
        return [child for child in self.children if isinstance(child, _Element)]

    @property
    def is_text(self) -> bool:
        """Return whether the element holds words, and at most elements that stand within a line."""
        words = any(isinstance(child, str) and child.strip() for child in self.children)
        return words and all(child.tag in _INLINE for child in self.elements)

    @property
    def words(self) -> str:
        """Return all words of the element, with line breaks."""
        parts = (
            child if isinstance(child, str) else "\n" if child.tag == "br" else child.words for child in self.children
        )
        return "".join(re.sub(r"[ \t\r\n]+", " ", part) if part != "\n" else part for part in parts)

    def matches(self, selector: str) -> bool:
        """Return whether a selector without combinators, such as `div.title`, is true of the element."""
        classes = self.attributes.get("class", "").split()
        tag, *names = re.split(r"(?=[.#])", selector)
        ids = {f"#{self.attributes.get('id', '')}", *(f".{name}" for name in classes)}
        return tag in {"", "*", self.tag} and all(name in ids for name in names)


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        """Parse a template's HTML into a tree below `root`."""
        super().__init__()
        self.root = self._open = _Element("body", {}, None)
        self._depth = 0
        # A limit for templates of strangers: Python's parser slows down on very long text.
        self.feed(text[:500_000])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add an element below the open one, and open it unless it has no end tag."""
        element = _Element(tag, {name: value or "" for name, value in attrs}, self._open)
        self._open.children.append(element)
        if tag not in _EMPTY and self._depth < _DEEPEST:
            self._open, self._depth = element, self._depth + 1

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost open element with this tag; an end tag without a start is ignored."""
        element: _Element | None = self._open
        while element and element.tag != tag:
            element = element.parent
        if element and element.parent:
            self._open, self._depth = element.parent, self._depth - 1

    def handle_data(self, data: str) -> None:
        """Add words between tags to the innermost open element."""
        self._open.children.append(data)


class CiderTemplate:
    """Boxes and size of a template in millimetres; `lost` collects everything else."""

    def __init__(self, html: str, css: str, rows: ForeignRows) -> None:
        """Lay out a template from its HTML and CSS for the cards in `rows`."""
        self._sheet = rows
        self._columns = rows.columns
        self._made: dict[str, str] = {}
        """Ids of the columns that were made for colours and numbers of this template."""
        self._rules = _rules(css)
        self.boxes: list[ForeignBox] = []
        self.box_count = 0
        """Boxes of the template: texts, pictures and grounds."""
        self._lost_parts: dict[str, int] = {}
        self._conditions = RowConditions(rows.values)
        if helpers := len(_HELPER.findall(_plain_css(css))):
            self._count_lost("conditions and helpers are left out", helpers)
        # Handlebars may stand between quotes inside of quotes, which no reader of HTML understands.
        root = _Reader(VALUE.sub(lambda match: "{{" + match[1].replace('"', "'") + "}}", html)).root
        card = next((element for element in root.elements if element.tag not in _UNSEEN), root)
        style = self._style(card, {})
        width = _pixels(style.get("width", ""), 0.0) or _STANDARD[0]
        height = _pixels(style.get("height", ""), 0.0) or _STANDARD[1]
        frame = 2 * _border(style)[0]
        # Some versions of Cider count the border of a card on top of its size.
        if (width + frame, height + frame) == _STANDARD:
            width, height = _STANDARD
        self.size = (_mm(width), _mm(height))
        self._place(card, style, (0.0, 0.0, width, height))
        if self._conditions.unknown:
            self._count_lost("conditions and helpers are left out", self._conditions.unknown)

    @property
    def lost(self) -> list[str]:
        """Return a line for each reason why parts were lost, with their number."""
        return [f"{reason} ({number})" for reason, number in self._lost_parts.items()]

    def _count_lost(self, reason: str, number: int = 1) -> None:
        """Count parts of the template that are lost for a reason."""
        self._lost_parts[reason] = self._lost_parts.get(reason, 0) + number

    def _style(self, element: _Element, inherited: Mapping[str, str]) -> dict[str, str]:
        """Return the declarations of CSS for an element: inherited, from rules, and from the element itself."""
        style = {name: inherited[name] for name in _INHERITED if name in inherited}
        for selectors, declarations in self._rules:
            if any(_holds(selector, element) for selector in selectors):
                style |= declarations
        return style | _declarations(element.attributes.get("style", ""))

    def _place(self, element: _Element, style: Mapping[str, str], area: _Area) -> None:
        """Add the boxes of an element that fills an area (pixels), and of the elements in it."""
        if style.get("display") == "none" or len(self.boxes) >= _MOST_BOXES:
            return
        condition = style.get("renderif", "")
        with self._conditions.inside(condition):
            self._place_drawn(element, style, area)

    def _place_drawn(self, element: _Element, style: Mapping[str, str], area: _Area) -> None:
        """Add the boxes of an element that is drawn in an area (pixels), and of the elements in it."""
        name = element.attributes.get("class") or element.tag
        self._add_ground(name, style, area)
        top, right, bottom, start = _insets(style, area[2])
        width, height = max(area[2] - start - right, 0.0), max(area[3] - top - bottom, 0.0)
        inner = (area[0] + start, area[1] + top, width, height)
        if element.tag == "img":
            self._add_picture(name, element, area)
        elif element.is_text:
            self._add_text(name, element.words, style, inner)
        elif element.elements:
            self._place_children(element, style, inner)

    def _place_children(self, parent: _Element, style: Mapping[str, str], area: _Area) -> None:
        """Add the boxes of an element's children, beside or below each other as CSS places them."""
        styles = [(child, self._style(child, style)) for child in parent.elements]
        flowing = [
            (child, child_style)
            for child, child_style in styles
            if child_style.get("position") not in {"absolute", "fixed"}
        ]
        is_row = style.get("display") == "flex" and not style.get("flex-direction", "row").startswith("column")
        axis = 0 if is_row else 1
        lengths = [
            _pixels(child_style.get(("width", "height")[axis], ""), area[2 + axis]) for _, child_style in flowing
        ]
        lengths = [
            0.0 if _grows(child_style) else length for (_, child_style), length in zip(flowing, lengths, strict=True)
        ]
        if not is_row:
            lengths = self._stacked(flowing, lengths, area)
        open_count = sum(length <= 0 for length in lengths)
        open_length = max(area[2 + axis] - sum(lengths), 0.0) / max(open_count, 1)
        if open_count > 1:
            self._count_lost("places that a browser works out, which are near", open_count)
        words = "".join(child for child in parent.children if isinstance(child, str))
        if any(not begins_condition(command) for command in VALUE.findall(words)):
            self._count_lost("conditions and helpers are left out")
        areas: dict[_Element, _Area] = {}
        offset = 0.0
        for (child, child_style), length in zip(flowing, lengths, strict=True):
            extent = length if length > 0 else open_length
            place = [*area]
            place[axis], place[2 + axis] = area[axis] + offset, extent
            place[1 - axis], place[3 - axis] = _across(style, child_style, area, 1 - axis)
            offset += extent
            areas[child] = _moved(child_style, (place[0], place[1], place[2], place[3]))
        self._place_each(parent, [(child, child_style, areas[child]) for child, child_style in flowing])
        # CSS paints what stands out of the flow above the rest.
        floating = [pair for pair in styles if pair[0] not in areas]
        self._place_each(
            parent, [(child, child_style, _absolute(child_style, area)) for child, child_style in floating]
        )

    def _place_each(self, parent: _Element, placed: Sequence[tuple[_Element, Mapping[str, str], _Area]]) -> None:
        """Add the boxes of children with their styles and areas, each under the conditions around it."""
        by_child = {child: (style, area) for child, style, area in placed}
        for child in parent.children:
            if isinstance(child, str):
                self._conditions.read(child)
            elif child in by_child:
                self._place(child, *by_child[child])

    def _stacked(
        self, flowing: Sequence[tuple[_Element, Mapping[str, str]]], lengths: Sequence[float], area: _Area
    ) -> list[float]:
        """Return the heights of elements below each other, in pixels; 0 for elements that take the remaining height."""
        heights = [
            length or self._height(child, style, area) for (child, style), length in zip(flowing, lengths, strict=True)
        ]
        # Letters are estimated: what would be too high shares the room, and shrinks.
        if sum(heights) > area[3]:
            return [*lengths]
        if heights and all(heights) and not lengths[-1]:
            heights[-1] = 0.0  # below the last one is room for words that need more than is estimated
        if near := sum(not length and height > 0 for length, height in zip(lengths, heights, strict=True)):
            self._count_lost("places that a browser works out, which are near", near)
        return heights

    def _height(self, element: _Element, style: Mapping[str, str], area: _Area) -> float:
        """Return the height of an element without a written one, in pixels; 0 if it takes the remaining height."""
        written = _pixels(style.get("height", ""), area[3])
        if _grows(style) or written or element.tag == "img":
            return 0.0 if _grows(style) else written
        top, right, bottom, start = _insets(style, area[2])
        width = max(area[2] - start - right, 1.0)
        if element.is_text:
            size = _font_pixels(style)
            lines = max(len(self._longest(element.words)) * size * _LETTER // width + 1, 1)
            # A browser leaves a line above and below a paragraph, of which neighbours share one.
            return top + bottom + (lines + (element.tag == "p")) * size * _LINE_HEIGHT
        inner = (area[0], area[1], width, area[3])
        heights = [self._height(child, self._style(child, style), inner) for child in element.elements]
        is_row = style.get("display") == "flex" and not style.get("flex-direction", "row").startswith("column")
        return top + bottom + (max(heights, default=0.0) if is_row else sum(heights)) if all(heights) else 0.0

    def _longest(self, words: str) -> str:
        """Return the longest text that a template's words have on a card."""

        # Each value is taken at its longest, so no card needs more room.
        def filled(match: re.Match[str]) -> str:
            """Return the longest value that a column has in place of its name."""
            value = _CARD_VALUE.match(match[1])
            return max((row.get(value[1].lower(), "") for row in self._sheet.values), key=len) if value else ""

        return VALUE.sub(filled, words.strip())

    def _colour(self, text: str) -> tuple[str, str]:
        """Return a colour of CSS, and the id of the column that holds it where cards differ (else empty).

        A gradient gives its middle colour.
        """
        if "gradient(" in text:
            self._count_lost("gradients, of which the middle colour is taken")
        colours = [_one_colour(_filled(text, row)) for row in self._sheet.values]
        if "[[" not in text or len({*colours}) == 1:
            return colours[0], ""
        if text not in self._made:
            self._made[text] = self._sheet.add_column("colour")
            self._sheet.fill_column(self._made[text], (colour or "none" for colour in colours))
        return next(filter(None, colours), ""), self._made[text]

    def _padded(self, name: str, digits: int) -> str:
        """Return the id of a column with the numbers of column `name`, filled with zeros to some digits."""
        key = f"{name} {digits}"
        if key not in self._made:
            self._made[key] = self._sheet.add_column(name)
            self._sheet.fill_column(self._made[key], (row[name].zfill(digits) for row in self._sheet.values))
        return self._made[key]

    def _add_ground(self, name: str, style: Mapping[str, str], area: _Area) -> None:
        """Add the boxes for the background and border of an element in an area (pixels), and its background picture."""
        background = style.get("background", "")
        # A gradient is a picture, and covers the colour.
        behind = background if "gradient(" in background else style.get("background-color", "") or background
        gradient = css_gradient(behind, (_mm(area[0]), _mm(area[1]), _mm(area[2]), _mm(area[3])), self._colour)
        ground = behind.partition("url(")[0]
        fill, fills = (gradient.stops[0][1], "") if gradient else self._colour(ground)
        border, border_text = _border(style)
        stroke, strokes = self._colour(border_text)
        picture = f"{style.get('background-image', '')} {style.get('background', '')}"
        if fill or (border and stroke):
            # A border of CSS lies inside the box, a line of SVG half on either side of its path.
            half = border / 2
            # Only a ground without a border is as faint as its colour.
            opacity = 1.0 if border or gradient or "[[" in ground else colour_and_alpha(ground)[1]
            width = _mm(border) if stroke else 0.0
            look = Look(
                fill=fill or "none",
                stroke=stroke or "none",
                stroke_width=width,
                opacity=opacity,
                # The corners of the card itself are cut, not printed.
                radius=_mm(_radius(style, area)) if (_mm(area[2]), _mm(area[3])) != self.size else 0.0,
            )
            place = (area[0] + half, area[1] + half, area[2] - border, area[3] - border)
            columns = {kind: column for kind, column in (("fill", fills), ("stroke", strokes)) if column}
            paints: dict[str, CardGradient] = {"fill": gradient} if gradient else {}
            self._add(_box(f"{name}: ground", "rect", place, (), look)._replace(colours=columns, gradients=paints))
        if "url(" in picture:
            match = _URL.search(picture)
            size = f"{style.get('background-size', '')} {style.get('background', '')}"
            fit = Look(covers="cover" in size, stretched="100% 100%" in size)
            self._add_asset(f"{name}: picture", match[1] if match else "", area, fit)

    def _add_text(self, name: str, words: str, style: Mapping[str, str], area: _Area) -> None:
        """Add the box of an element's words, in an area in pixels."""
        content: list[tuple[str, bool]] = []
        if any(map(begins_condition, VALUE.findall(words))):
            words, content = "", [(self._with_conditions(words.strip()), True)]
        for number, part in enumerate(VALUE.split(words.strip())):
            value = _CARD_VALUE.match(part) if number % 2 else None
            id_ = self._columns.get(value[1].lower(), "") if value else ""
            padded = _PADDED.match(part) if number % 2 else None
            if padded and padded[1].lower() in self._columns:
                id_ = self._padded(padded[1].lower(), int(padded[2]))
            elif part == "/padZeros":
                continue
            if number % 2 and not id_:
                self._lose_value(part)
            elif part:
                content.append((id_, True) if id_ else (part, False))
        weight = style.get("font-weight", "")
        is_flex = style.get("display") == "flex"
        is_centred = style.get("text-align") == "center" or (is_flex and style.get("justify-content") == "center")
        colour, column = self._colour(style.get("color", ""))
        look = Look(
            size=max(_font_pixels(style), 8.0) * 72 / _DPI,
            # By CSS a browser takes the bold letters from 600 on, where a font has two weights.
            bold=weight in {"bold", "bolder"} or (weight.isdecimal() and int(weight) >= 600),
            italic=style.get("font-style") == "italic",
            align="center" if is_centred else "right" if style.get("text-align") == "right" else "left",
            valign="middle" if is_flex and style.get("align-items") == "center" else "top",
            colour=colour or "#000000",
        )
        if any(is_column or part.strip() for part, is_column in content):
            box = _box(name, "text", area, tuple(content), look)
            self._add(box._replace(colours={"colour": column} if column else {}))

    def _with_conditions(self, words: str) -> str:
        """Return the id of a column with the words that a text with conditions has on each card."""
        cells = [""] * len(self._sheet.values)
        conditions = RowConditions(self._sheet.values)
        for number, part in enumerate(VALUE.split(words)):
            if number % 2 and begins_condition(part):
                conditions.read("{{" + part + "}}")
                continue  # a command prints nothing itself
            value = _CARD_VALUE.match(part) if number % 2 else None
            if number % 2 and not value:
                self._lose_value(part)
                continue
            for place, (row, is_open) in enumerate(zip(self._sheet.values, conditions.rows, strict=True)):
                cells[place] += (row.get(value[1].lower(), "") if value else part) * is_open
        if conditions.unknown:
            self._count_lost("conditions and helpers are left out", conditions.unknown)
        column = self._sheet.add_column("words")
        lines = ((" ".join(line.split()) for line in cell.split("\n")) for cell in cells)
        self._sheet.fill_column(column, ("\n".join(filter(None, cell_lines)) for cell_lines in lines))
        return column

    def _lose_value(self, part: str) -> None:
        """Count a value or a helper of a text that is not taken over."""
        is_helper = part.startswith(("/", "#", "else"))
        self._count_lost(
            "conditions and helpers are left out" if is_helper else f"the value {quote(part)} is not taken over"
        )

    def _when(self) -> str:
        """Return the id of the column of the rows for which the open conditions are true; empty for all rows."""
        rows = self._conditions.rows
        if all(rows):
            return ""
        key = f"when {rows}"  # conditions that are true of the same rows share a column
        if key not in self._made:
            self._made[key] = self._sheet.add_column("shown")
            self._sheet.fill_column(self._made[key], ("yes" * is_open for is_open in rows))
        return self._made[key]

    def _add_picture(self, name: str, element: _Element, area: _Area) -> None:
        """Add the box of an `img` element, in an area in pixels."""
        value = VALUE.fullmatch(element.attributes.get("src", "").strip())
        self._add_asset(name, value[1] if value else "", area, Look())

    def _add_asset(self, name: str, expression: str, area: _Area, look: Look) -> None:
        """Add a picture that an expression of Handlebars names; a file that cannot be known is counted as lost."""
        asset = _ASSET.match(expression.strip())
        column = self._columns.get(asset["column"].lower(), "") if asset and asset["column"] else ""
        if asset and (column or asset["name"]):
            self._add(_box(name, "picture", area, ((column or asset["name"], bool(column)),), look))
        else:
            self.box_count += 1
            self._count_lost("pictures whose file cannot be known")

    def _add(self, box: ForeignBox) -> None:
        """Add a box, cut to the card; one without room there is counted as lost."""
        self.box_count += 1
        width, height = self.size
        x, y = max(box.x, 0.0), max(box.y, 0.0)
        right, bottom = min(box.x + box.width, width), min(box.y + box.height, height)
        if right > x and bottom > y:
            self.boxes.append(box._replace(x=x, y=y, width=right - x, height=bottom - y, when=self._when()))
        else:
            self._count_lost("boxes without room on the card")


def _rules(css: str) -> list[tuple[Sequence[str], dict[str, str]]]:
    """Return the rules of a style sheet: their selectors, and their declarations."""
    return [(match[1].split(","), _declarations(match[2])) for match in _RULE.finditer(_plain_css(css))]


def _plain_css(css: str) -> str:
    """Return CSS without remarks, and with brackets for the braces of Handlebars, as rules have braces too."""
    plain = _DRAWN_IF.sub(r"renderif: \1;", _REMARK.sub("", css[:500_000]))
    return VALUE.sub(r"[[\1]]", plain)


def _declarations(text: str) -> dict[str, str]:
    """Return the declarations between the braces of a rule, values by property, in small letters."""
    pairs = (line.partition(":") for line in text.split(";"))
    return {name.strip().lower(): value.replace("!important", "").strip().lower() for name, _, value in pairs if value}


def _holds(selector: str, element: _Element) -> bool:
    """Return whether a selector is true of an element.

    Its last part must match the element, the parts before it the elements around.
    """
    *above, last = selector.replace(">", " ").split() or [":none"]
    if not element.matches(last):
        return False
    around = element.parent
    while above and around:
        if around.matches(above[-1]):
            above.pop()
        around = around.parent
    return not above


def _filled(text: str, row: Mapping[str, str]) -> str:
    """Return a text of CSS with the values of a card in place of its columns."""
    return _COLUMN.sub(lambda match: row.get(match[1].lower(), ""), text)


def _one_colour(text: str) -> str:
    """Return a colour of CSS as `#rrggbb`, of a gradient the average of its colours; empty if there is none."""
    if "gradient(" not in text:
        return hex_colour(text)
    stops = [colour for match in _GRADIENT_COLOUR.findall(text) if (colour := hex_colour(match))]
    if not stops:
        return ""
    parts = ([int(stop[place : place + 2], 16) for stop in stops] for place in (1, 3, 5))
    return "#" + "".join(f"{round(sum(part) / len(part)):02x}" for part in parts)


def _absolute(style: Mapping[str, str], area: _Area) -> _Area:
    """Return the place of an element positioned apart from the others (`absolute`, `fixed`), in pixels."""
    ends = []
    # CSS: the near side wins over the far side where both and a size are given.
    for near, far, size, axis in (("left", "right", "width", 0), ("top", "bottom", "height", 1)):
        whole = area[2 + axis]
        extent = _pixels(style.get(size, ""), whole)
        start = _pixels(style.get(near, ""), whole) if near in style else None
        end = _pixels(style.get(far, ""), whole) if far in style else None
        extent = extent or max(whole - (start or 0.0) - (end or 0.0), 0.0)
        offset = start if start is not None else whole - extent - end if end is not None else 0.0
        ends.append((area[axis] + offset, extent))
    return ends[0][0], ends[1][0], ends[0][1], ends[1][1]


def _across(parent: Mapping[str, str], style: Mapping[str, str], area: _Area, axis: int) -> tuple[float, float]:
    """Return start and extent of a child across the direction in which children follow each other, in pixels.

    `axis` is 0 from left to right, 1 from top to bottom. Without a size of its own the child fills the area.
    """
    extent = _pixels(style.get(("width", "height")[axis], ""), area[2 + axis])
    if not 0 < extent < area[2 + axis]:
        return area[axis], area[2 + axis]
    alignment = parent.get("align-items", "") if parent.get("display") == "flex" else ""
    # `margin: 0 auto` is the old way to the middle of a block.
    if axis == 0 and style.get("margin", "").endswith("auto"):
        alignment = "center"
    share = {"center": 0.5, "end": 1.0, "flex-end": 1.0}.get(alignment, 0.0)
    return area[axis] + share * (area[2 + axis] - extent), extent


def _moved(style: Mapping[str, str], area: _Area) -> _Area:
    """Return the area of an element moved from its place by `position: relative`; the others stay where they are."""
    if style.get("position") != "relative":
        return area
    right, down = (
        _pixels(style[near], area[2 + axis]) if near in style else -_pixels(style.get(far, ""), area[2 + axis])
        for axis, (near, far) in enumerate((("left", "right"), ("top", "bottom")))
    )
    return area[0] + right, area[1] + down, area[2], area[3]


def _border(style: Mapping[str, str]) -> tuple[float, str]:
    """Return the thickness of a border in pixels, and its colour as CSS writes it."""
    match = re.match(r"(\S+)\s+\w+\s+(.+)", style.get("border", ""))
    return (_pixels(match[1], 0.0), match[2]) if match else (0.0, "")


def _radius(style: Mapping[str, str], area: _Area) -> float:
    """Return the radius of the corners of an area in pixels, 0 where they are not all alike."""
    radii = {*style.get("border-radius", "").split()}
    return _pixels(radii.pop(), min(area[2], area[3])) if len(radii) == 1 else 0.0


def _insets(style: Mapping[str, str], width: float) -> tuple[float, float, float, float]:
    """Return border plus padding at the top, right, bottom and left, in pixels; shares are of `width`."""
    sides = (style.get("padding", "").split() or ["0"])[:4]
    # CSS gives a side that is not written the length of the opposite one, or of the first.
    across = sides[1] if len(sides) > 1 else sides[0]
    lengths = [*sides, *(sides[0], across, sides[0], across)[len(sides) :]]
    names = ("top", "right", "bottom", "left")
    named = (style.get(f"padding-{name}", length) for name, length in zip(names, lengths, strict=True))
    border = _border(style)[0]
    one, two, three, four = (border + _pixels(length, width) for length in named)
    return one, two, three, four


def _grows(style: Mapping[str, str]) -> bool:
    """Return whether an element takes the room that others leave."""
    return (style.get("flex-grow") or style.get("flex", "0")).split()[0] not in {"0", "none", "initial", "auto"}


def _font_pixels(style: Mapping[str, str]) -> float:
    """Return the size of letters in pixels, 50 where none is written."""
    return _pixels(style.get("font-size", ""), 0.0) or 50.0


def _pixels(text: str, whole: float) -> float:
    """Return a length of CSS in pixels, also a sum `calc(…)`; shares are of `whole`, and 0 is no length."""
    if total := _SUM.fullmatch(text.strip()):
        parts = re.split(r"\s+([+-])\s+", f"0px + {total[1].strip()}")
        signs = ((1.0 if sign == "+" else -1.0) for sign in parts[1::2])
        return sum(sign * _pixels(part, whole) for sign, part in zip(signs, parts[2::2], strict=True))
    match = _LENGTH.fullmatch(text.strip())
    if not match:
        return 0.0
    return float(match[1]) * (whole / 100 if match[2] == "%" else _PIXELS[match[2] or ""])


def _mm(pixels: float) -> float:
    """Return pixels of a template in mm."""
    return pixels * INCH / _DPI


def _box(name: str, kind: str, area: _Area, content: tuple[tuple[str, bool], ...], look: Look) -> ForeignBox:
    """Return a box of a card from an area in pixels."""
    x, y, width, height = map(_mm, area)
    return ForeignBox(name, kind, x, y, width, height, content=content, look=look)
