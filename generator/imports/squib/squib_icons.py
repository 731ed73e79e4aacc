"""Icons of game-icons.net in scripts of Squib: `GameIcons.get('lorc/shield').recolor(fg: '#fff').string`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from generator.base.records import dataclass, replace
from generator.imports.ruby.values.ruby_values import RubyBlock, RubyObject, text_of

_FILL = re.compile(r'fill="(#[0-9a-fA-F]{3,6})"')
# Files of game-icons.net begin with a square behind the icon.
_GROUND = re.compile(r'<path d="M0 0h512v512H0z"\s*(?:fill="[^"]*"\s*)?/>')


@dataclass(frozen=True, slots=True)
class IconColours:
    """The colours of an icon and of the square behind it, and how much of them is seen."""

    front: str = "#ffffff"
    ground: str = "#000000"
    front_share: float = 1.0
    ground_share: float = 1.0


class GameIcon(RubyObject):
    """An icon with its colours; its drawing is not part of the script, and must lie in the project."""

    def __init__(self, name: str, colours: IconColours | None = None) -> None:
        """Take an icon's name, with or without its author's folder, and its colours."""
        # Names are written with or without the author, with blanks or hyphens; files have hyphens.
        self.icon = name.rpartition("/")[2].strip().lower().replace(" ", "-").removesuffix(".svg")
        self.colours = colours or IconColours()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameIcon) and (self.icon, self.colours) == (other.icon, other.colours)

    def __hash__(self) -> int:
        return hash(self.icon)

    def drawing(self, source: str) -> str:
        """Return the SVG `source` of the icon in its colours."""
        share = f' fill-opacity="{self.colours.ground_share:g}"' if self.colours.ground_share < 1 else ""
        ground = f'<path d="M0 0h512v512H0z" fill="{self.colours.ground}"{share}/>' if self.colours.ground_share else ""
        front = f'fill="{self.colours.front}"'
        front += f' fill-opacity="{self.colours.front_share:g}"' if self.colours.front_share < 1 else ""
        # The square is set aside meanwhile, because its fill has its own colour.
        return _FILL.sub(front, _GROUND.sub("\0", source, count=1)).replace("\0", ground)


def _recolored(icon: GameIcon, arguments: list[Any], _: RubyBlock | None) -> GameIcon:
    """Return an icon in other colours: `recolor(fg: …, bg: …)`."""
    options = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
    return GameIcon(icon.icon, _recoloured(icon.colours, {str(key): value for key, value in options.items()}))


GameIcon.methods = {
    "recolor": _recolored,
    **dict.fromkeys(("string", "to_s", "file", "correct_pathdata"), lambda icon, *_: icon),
}


def _recoloured(colours: IconColours, options: Mapping[str, Any]) -> IconColours:
    """Return colours changed by the options of `recolor`."""
    return replace(
        colours,
        front=_colour(options.get("fg"), colours.front),
        ground=_colour(options.get("bg"), colours.ground),
        front_share=_share(options.get("fg_opacity"), options.get("fg"), colours.front_share),
        ground_share=_share(options.get("bg_opacity"), options.get("bg"), colours.ground_share),
    )


def _colour(value: Any, otherwise: str) -> str:
    """Return a colour of the options as SVG writes it, or else `otherwise`."""
    text = text_of(value).strip().lstrip("#") if value is not None else ""
    if re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}", text):
        return f"#{text[:6].lower()}"
    return text.lower() or otherwise


def _share(value: Any, colour: Any, otherwise: float) -> float:
    """Return the opacity of a colour, 0 to 1: its own option, or the last two of eight digits, or `otherwise`."""
    if isinstance(value, int | float):
        return float(value)
    digits = text_of(colour).lstrip("#") if colour is not None else ""
    return int(digits[6:], 16) / 255 if re.fullmatch(r"[0-9a-fA-F]{8}", digits) else otherwise
