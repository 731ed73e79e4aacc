"""The lines of a template that draw pictures: whole, in part, mirrored, blended, or in one colour."""

from __future__ import annotations

from generator.base.units import decimal
from generator.imports.foreign.project import ForeignBox
from generator.imports.projects.template_attributes import attributes, column_attribute, frame, millimetres


def picture_lines(box: ForeignBox, transform: str, opacity: str) -> list[str]:
    """Return the template lines that draw a picture; a card without a file in its column draws none.

    `transform` and `opacity` are values of SVG attributes, empty for none.
    """
    look = box.look
    name, is_column = box.content[0]
    href = column_attribute("href", name) if is_column else attributes({"href": name})
    # The mirror stands first: Squib turns a picture that is mirrored already.
    transform = " ".join(filter(None, [_mirror(box), transform]))
    style = f"mix-blend-mode: {look.blend}" if look.blend else ""
    also = attributes({"opacity": opacity, "style": style, "transform": transform})
    is_changed = bool(look.part or look.tint)
    in_group = bool(also) and (is_changed or bool(style))  # a picture itself has no such property as `style`
    fit = "none" if look.stretched else "xMinYMin meet" if look.cornered else "xMidYMid slice" if look.covers else ""
    plain = f"<image{href}{frame(box)}{attributes({'preserveAspectRatio': fit})}{'' if in_group else also}/>"
    lines = _changed(box, href) if is_changed else [plain]
    lines = [f"<g{also}>", *lines, "</g>"] if in_group else lines
    return [f"{{% if card.{name} %}}{''.join(lines)}{{% endif %}}"] if is_column else lines


def _mirror(box: ForeignBox) -> str:
    """Return the transform that mirrors a picture in its box; empty if it is not mirrored."""
    across, down = box.look.mirrored
    if not (across or down):
        return ""
    right, bottom = 2 * box.x + box.width, 2 * box.y + box.height
    moves = f"{millimetres(right) if across else 0} {millimetres(bottom) if down else 0}"
    return f"translate({moves}) scale({-1 if across else 1} {-1 if down else 1})"


def _changed(box: ForeignBox, href: str) -> list[str]:
    """Return the lines of a part of a picture, or of its shape in one colour; `href` is the attribute of its file."""
    look, lines = box.look, []
    x, y, width, height = look.part or (0.0, 0.0, 1.0, 1.0)
    whole = box._replace(width=box.width / width, height=box.height / height)
    whole = whole._replace(x=box.x - x * whole.width, y=box.y - y * whole.height)
    image = f'<image{href}{frame(whole)} preserveAspectRatio="none"/>'
    if look.part:
        view = " ".join(map(millimetres, (box.x, box.y, box.width, box.height)))
        image = f'<svg{frame(box)} viewBox="{view}">{image}</svg>'
    if look.tint:
        # Of a mask by opacity only the shape of the picture counts, as in Squib.
        lines.append(f'<mask id="{box.id}-shape" mask-type="alpha">{image}</mask>')
        image = f'<rect{frame(box)}{attributes({"fill": look.tint})} mask="url(#{box.id}-shape)"/>'
    if look.part and look.radius:
        radius = decimal(round(look.radius, 2))
        lines.append(f'<clipPath id="{box.id}-corners"><rect{frame(box)} rx="{radius}"/></clipPath>')
        image = f'<g clip-path="url(#{box.id}-corners)">{image}</g>'
    return [*lines, image]
