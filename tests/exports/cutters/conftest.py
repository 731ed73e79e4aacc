"""What the tests of cutting machines read back: trims of pieces in PDF files, and boxes of paths in cut files."""

import re
import xml.etree.ElementTree as ET

import pikepdf
import pytest

PT = 25.4 / 72


def trims(pdf, side="front"):
    """The trims of all pieces on the rectos or versos of a PDF, in mm from the upper left: a list for each page."""
    pages = []
    with pikepdf.open(pdf) as file:
        for page in file.pages:
            height = float(page.mediabox[3])
            found = re.findall(rb"/Side\(%s\)/Trim\[([^]]*)\]" % side.encode(), page.Contents.read_bytes())
            corners = [[float(word) for word in text.split()] for text in found]
            pages.append([(x0 * PT, (height - y1) * PT, x1 * PT, (height - y0) * PT) for x0, y0, x1, y1 in corners])
    return [page for page in pages if page]


def svg_boxes(svg, layer="cut"):
    """The bounding boxes of the straight points of the paths of a layer, in mm: those of rectangles are exact."""
    boxes = []
    for path in ET.parse(svg).getroot():
        if path.get("id").startswith(layer):
            data = re.sub(r"A \S+ \S+ \S+ \S+ \S+", "", path.get("d"))
            numbers = [float(word) for word in re.findall(r"-?[\d.]+", data)]
            xs, ys = numbers[::2], numbers[1::2]
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return boxes


def is_about(one, other, slack=0.01):
    """Whether boxes are the same, in any order."""
    return [pytest.approx(box, abs=slack) for box in sorted(one)] == sorted(other)
