"""SVG read back by a parser that is not ours."""

import xml.etree.ElementTree as ET

import pytest


@pytest.fixture
def drawn(make):
    """The root element of a face of this ink."""

    def parse(*ink, outlines=True, **face):
        from generator.write.svg.document import svg

        return ET.fromstring(svg(make.face(*ink, **face), make.fonts, outlines=outlines))

    return parse
