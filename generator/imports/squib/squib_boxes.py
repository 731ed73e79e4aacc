"""Makes boxes and columns of what a script of Squib draws on the cards of one deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.imports.foreign.project import ForeignBox, Look
from generator.imports.foreign.project_files import ForeignPictures
from generator.imports.ruby.values.ruby_values import RubyUnknown, RubyUnknownError, text_of
from generator.imports.squib.squib_deck import DrawCall
from generator.imports.squib.squib_looks import Place, SquibLooks
from generator.imports.squib.squib_markup import has_markup, light_markup
from generator.imports.squib.squib_pictures import SquibPicture, SquibPictures
from generator.imports.squib.squib_rows import CardRows
from generator.imports.squib.squib_shapes import SHAPES
from generator.imports.squib.squib_styles import CardStyle
from generator.load.files.fault_report import quote

# Margins and lines that Squib takes where a script names none.
_ZONES = {
    "safe_zone": ("0.25in", {"stroke_color": "blue", "stroke_width": 1, "dash": "3 3", "radius": "0.125in"}),
    "cut_zone": ("0.125in", {"stroke_color": "red", "stroke_width": 2, "radius": "0.125in"}),
}
_COLOUR_NAMES = {"fill_color": "fill", "stroke_color": "stroke", "color": "colour"}
_GRADIENTS = {"fill_color": "fill", "stroke_color": "stroke", "color": "fill"}
"""Colours of shapes that may be gradients."""


class BoxMaker:
    """Makes the boxes of one deck; `lose` takes a call and what is lost of it."""

    def __init__(
        self,
        looks: SquibLooks,
        rows: CardRows,
        pictures: SquibPictures,
        files: ForeignPictures,
        lose: Callable[[DrawCall, str], None],
        card_count: int,
    ) -> None:
        """Take the looks, rows and pictures of a deck, and its number of cards.

        `lose` is called with a drawing call and the reason why something of it is lost.
        """
        self._looks, self._rows, self._pictures, self._files = looks, rows, pictures, files
        self._lose, self._count = lose, card_count
        self.lost_count = 0
        """Boxes of which nothing is drawn."""
        self.rich_columns: set[str] = set()
        self._icons: dict[str, str] = {}
        """Names of icons by their pictures."""

    def boxes(self, style: CardStyle) -> list[ForeignBox]:
        """Return the boxes of a style, which is a drawing call on cards with equal options.

        None where it cannot be drawn, several where its pictures differ in size.
        """
        self._check(style)
        command = style.call.command
        if command == "text":
            return self._text(style)
        if command in {"svg", "png"}:
            return self._picture_boxes(style)
        if command in SHAPES:
            return [self._finished(self._looks.path_box(command, style.options, _name(style)), style)]
        options: Mapping[str, Any] = style.options
        kind, look = "rect", self._looks.shape_look(options)
        if command == "background":
            place: Place | None = self._looks.whole_card()
            look = Look(fill=self._looks.colour(options.get("color")) or "none")
            if look.fill == "none" and "color" not in style.contents and not self._looks.gradient(options.get("color")):
                return []
        elif command in _ZONES:
            margin, usual = _ZONES[command]
            options = {**usual, **options}
            place, look = self._looks.box_place(self._looks.zone(options, margin)), self._looks.shape_look(options)
        elif command == "circle":
            place, kind = self._looks.circle_place(options), "ellipse"
        else:
            place, kind = self._placed(style), "ellipse" if command == "ellipse" else "rect"
        name = "background" if command == "background" else _name(style)
        return [self._finished(ForeignBox(name, kind, *place, (), look), style)] if place else []

    def _placed(self, style: CardStyle, picture: tuple[float, float] | None = None) -> Place | None:
        """Return the place of a style's box in mm; None, and noted as lost, outside the card or where it is unknown."""
        place = self._looks.box_place(style.options, picture)
        if place is None:
            where = f"{quote(str(style.options.get('x', 0)))}, {quote(str(style.options.get('y', 0)))}"
            is_outside = self._looks.is_outside(style.options)
            reason = "lies outside the card" if is_outside else "and its size must be worked out"
            self._lose(style.call, f"its place {where} {reason}")
            self.lost_count += 1
        return place

    def _check(self, style: CardStyle) -> None:
        """Note colours, masks and blends that cannot be imported."""
        for name in ("color", "fill_color", "stroke_color"):
            value = style.options.get(name)
            is_text = style.call.command == "text" and value is not None and self._looks.gradient(value)
            if value is not None and (is_text or self._looks.is_lost_colour(value)):
                self._lose(style.call, f"the colour {quote(str(value)[:60])} is not taken over")
        if style.call.command in {"svg", "png"}:
            mask, blend = style.options.get("mask"), style.options.get("blend")
            if mask and not self._looks.colour(mask):
                self._lose(style.call, f"mask: {quote(str(mask)[:60])} is no plain colour, so the picture has its own")
            if blend not in {None, "none"} and not self._looks.blend(style.options):
                self._lose(style.call, f"blend: pictures are not blended by {quote(str(blend)[:60])} here")

    def _finished(self, box: ForeignBox, style: CardStyle, content: str = "") -> ForeignBox:
        """Return a box with its colours, and the cards and groups for which it is drawn.

        `content` is the column of its text or picture; a box that is empty elsewhere needs no column of marks.
        """
        # Where the cell is empty nothing is drawn anyway, and the table stays free of a column of marks.
        is_everywhere = len(style.cards) == self._count
        is_marked = not is_everywhere and not (content and self._rows.is_blank_elsewhere(content, style.cards))
        colours = {
            _COLOUR_NAMES[name]: self._colour_column(name, values, box)
            for name, values in style.contents.items()
            if name in _COLOUR_NAMES
        }
        if "colour" in colours and box.kind != "text":
            colours["fill"] = colours.pop("colour")
        named = {} if box.kind in {"text", "picture"} else _GRADIENTS
        painted = ((paint, self._looks.gradient(style.options.get(name))) for name, paint in named.items())
        box = box._replace(gradients={paint: gradient for paint, gradient in painted if gradient})
        when = self._rows.mark(style.cards) if is_marked else ""
        return box._replace(when=when, group=style.call.group, colours=colours)

    def _colour_column(self, name: str, values: Mapping[int, Any], box: ForeignBox) -> str:
        """Return the column with a colour for each card; `name` is Squib's option, `values` the colours by card."""
        usual = {"fill_color": "none"}.get(name, "#000000")
        cells = {}
        for card, value in values.items():
            is_known = value is not None and not isinstance(value, RubyUnknown)
            cells[card] = (self._looks.colour(text_of(value)) or "none") if is_known else usual
        return self._rows.text_column(cells, f"{box.name} {_COLOUR_NAMES[name]}")

    # Texts.

    def _text(self, style: CardStyle) -> list[ForeignBox]:
        """Return the box of a text; empty if it has no words or place."""
        place = self._placed(style)
        look = self._looks.text_look(style.options)
        box = self._looks.on_card(ForeignBox(_name(style), "text", *place, (), look)) if place else None
        if box is None:
            return []
        values = style.contents.get("str", {})
        texts = self._texts(style, values)
        icons = self._text_icons(style)
        has_tags = bool(style.options.get("markup"))
        is_rich = (has_tags and any(map(has_markup, texts.values()))) or any(
            word in text for word in icons for text in texts.values()
        )
        if is_rich:
            texts = {card: light_markup(text, icons, has_tags=has_tags) for card, text in texts.items()}
        # Words that are the same on all cards stand in the template, and need no column.
        unique = set(texts.values())
        if len(unique) == 1 and not any(isinstance(value, RubyUnknown) for value in values.values()):
            words = unique.pop()
            return [self._finished(box._replace(content=((words, False),), is_rich=is_rich), style)] if words else []
        column = self._rows.text_column(texts, style.call.names.get("str") or box.name)
        self.rich_columns |= {column} if is_rich else set()
        return [self._finished(box._replace(content=((column, True),)), style, column)]

    def _texts(self, style: CardStyle, values: Mapping[int, Any]) -> dict[int, str]:
        """Return the words on each card; unknown words are empty, and noted as lost."""
        texts, unknown = {}, []
        for card in style.cards:
            try:
                # Squib writes this where a script gives no words.
                texts[card] = text_of(values.get(card, "" if values else "Hello, World!"))
            except RubyUnknownError as problem:
                texts[card] = ""
                unknown.append(str(problem))
        if unknown:
            cards = "" if len(unknown) == len(style.cards) else f" on {len(unknown)} of {len(style.cards)} cards"
            self._lose(
                style.call,
                f"its words need {unknown[0]}{cards}, which must be worked out; write them into a column of the table",
            )
        return texts

    def _text_icons(self, style: CardStyle) -> dict[str, str]:
        """Return the names of icons by the words that they replace in a text."""
        icons: dict[str, str] = {}
        for embedded in style.call.embedded:
            picture = self._pictures.take(_first(embedded.options), _first(embedded.options), embedded.word)
            if picture.unknown:
                self._lose(style.call, f"the picture for {quote(embedded.word)} needs {picture.unknown}")
            elif picture.name:
                icons[embedded.word] = self._icon(picture)
        return icons

    def _icon(self, picture: SquibPicture) -> str:
        """Return the name of the icon made of a picture, made at the first call."""
        if picture.name not in self._icons:
            self._icons[picture.name] = self._files.as_icon(picture.name)
        return self._icons[picture.name]

    # Pictures.

    def _picture_boxes(self, style: CardStyle) -> list[ForeignBox]:
        """Return the boxes of pictures, one for each size that the box depends on."""
        pictures = {card: self._picture(style, card) for card in style.cards}
        if unknown := [picture.unknown for picture in pictures.values() if picture.unknown]:
            extent = "" if len(unknown) == len(pictures) else f" on {len(unknown)} of {len(pictures)} cards"
            self._lose(style.call, f"its file needs {unknown[0]}{extent}, which must be worked out")
        # A picture that did not come over takes the place of one that did.
        usual = next((picture.size for picture in pictures.values() if any(picture.size)), (0.0, 0.0))
        sizes: dict[tuple[float, float], list[int]] = {}
        for card, picture in pictures.items():
            if picture.name:
                sizes.setdefault(_needed_size(style, picture.size if any(picture.size) else usual), []).append(card)
        boxes = []
        for size, cards in sizes.items():
            if place := self._placed(style, size):
                part = style._replace(cards=tuple(cards))
                boxes.append(self._picture_box(part, {card: pictures[card] for card in cards}, place, size))
        return boxes

    def _picture(self, style: CardStyle, card: int) -> SquibPicture:
        """Return the picture of a style on one card; a dashed frame if its file is unknown."""
        contents = {name: values.get(card) for name, values in style.contents.items()}
        picture = self._pictures.take(contents, style.options, _name(style))
        if picture.unknown:
            name = self._files.lose(f"{style.call.place} {style.call.command}", f"needs {picture.unknown}")
            return picture._replace(name=name)
        return picture

    def _picture_box(
        self, style: CardStyle, pictures: Mapping[int, SquibPicture], place: Place, size: tuple[float, float]
    ) -> ForeignBox:
        """Return the box of pictures with the same place (mm) and size (pixels), whose files may differ by card."""
        look = self._looks.picture_look(style.options)
        if cropped := self._looks.part(style.options, size, place, is_drawing=style.call.command == "svg"):
            place, part = cropped
            look = look._replace(part=part.part, radius=part.radius)
        box = ForeignBox(_name(style), "picture", *place, (), look)
        names = {card: picture.name for card, picture in pictures.items()}
        unique = set(names.values())
        if len(unique) == 1:
            return self._finished(box._replace(content=((unique.pop(), False),)), style)
        files = {card: picture.file for card, picture in pictures.items()}
        stems = (style.call.names.get(name) for name in ("file", "data", "id"))
        column = self._rows.picture_column(files, names, next(filter(None, stems), box.name))
        return self._finished(box._replace(content=((column, True),)), style, column)


def _needed_size(style: CardStyle, size: tuple[float, float]) -> tuple[float, float]:
    """Return the size of a picture where its box depends on it, else a common (1, 1)."""
    words = {str(style.options.get(name, "native")) for name in ("width", "height")}
    is_cropped = any(name.startswith("crop_") for name in style.options)
    return size if is_cropped or words & {"native", "scale"} else (1.0, 1.0)


def _name(style: CardStyle) -> str:
    """Return the name of a style's box: its layout entry, or the line of its call."""
    return style.layout or style.call.place


def _first(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with the first of several values, as all cards share the icons of a text."""
    return {name: value[0] if isinstance(value, list) and value else value for name, value in options.items()}
