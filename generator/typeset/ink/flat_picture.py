"""A short route for drawings of nothing but paths filled with plain colours, as traced pictures are."""

from __future__ import annotations

import re

from generator.base.records import dataclass
from generator.model.face import Ink, Shape
from generator.typeset.paths.path_data import normalise_all
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import LARGEST, MOST_ELEMENTS

_SPACE = " \t\r\n"  # of XML, which refuses other control characters
_HEAD = re.compile(rf'(?:<\?xml version="1.0"(?: encoding="(?:UTF|utf)-8")?\?>)?[{_SPACE}]*(<svg [^<>]*[^<>/]>)')
_FILL, _DATA = r'fill="(#[0-9a-f]{6})"', rf'd="([A-Za-z0-9.,+{_SPACE}-]*)"'
_PATH = re.compile(rf"<path (?:{_FILL} {_DATA}|{_DATA} {_FILL})[{_SPACE}]*/>")


@dataclass(frozen=True, slots=True)
class FlatPicture:
    """The content of such a file; anything that the parser or the profile would refuse is left to them."""

    root: str
    """The file without its paths."""
    colours: tuple[str, ...]
    data: tuple[str, ...]
    """Path data of each colour."""

    def ink(self, style: ElementStyle, decimals: int) -> tuple[Ink, ...] | None:
        """Return the paths filled in their colours, below a root of this style; None where they have more than a fill.

        Raises ValueError for a path that cannot be read.
        """
        inherited = style.inherited
        # A file of such paths says these on its root, or nowhere.
        opacity, even_odd = inherited.fill_opacity, inherited.even_odd
        is_plain = style.is_seen and not style.effects and not style.clip and style.opacity == 1
        if not is_plain or inherited.stroke.paint is not None or not opacity:
            return None
        paths = normalise_all(self.data, decimals)
        return tuple(
            Shape(path, colour, opacity, even_odd) for path, colour in zip(paths, self.colours, strict=True) if path
        )


def flat_picture(content: bytes) -> FlatPicture | None:
    """Split a file into its root and its filled paths; None where it holds anything else."""
    # Other bytes may be no UTF-8, which only the reader of all drawings checks.
    if len(content) > LARGEST or not content.isascii():
        return None
    text = content.decode("ascii")
    head = _HEAD.match(text)
    body = text[head.end() :].rstrip(_SPACE) if head else ""
    if head is None or not body.endswith("</svg>"):
        return None
    gap, *words = _PATH.split(body.removesuffix("</svg>"))
    # The expression has four groups, and the fifth word is what stands behind the path.
    if gap.strip(_SPACE) or "".join(words[4::5]).strip(_SPACE) or len(words) // 5 >= MOST_ELEMENTS:
        return None
    colours = tuple(one or other for one, other in zip(words[::5], words[3::5], strict=True))
    data = tuple(one or other or "" for one, other in zip(words[1::5], words[2::5], strict=True))
    return FlatPicture(f"{head[1]}</svg>", colours, data)
