"""The project's own fonts, opened once for all tests of this folder."""

import tomllib
from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM
from generator.typeset.face_size import FaceSize
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.typesetter import Typesetter

CONFIG = Path(__file__).parents[2] / "templates" / "fonts.toml"


@pytest.fixture(scope="session")
def font_config():
    return tomllib.loads(CONFIG.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def fonts(font_config, tmp_path_factory):
    return FontLibrary(font_config, tmp_path_factory.mktemp("fonts"))


HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="26mm" height="36mm" viewBox="-3 -3 26 36">\n'
)
"""The root of a face of 20 by 30 mm with 3 mm of bleed; what is drawn begins on line 2."""


@pytest.fixture
def typesetter(fonts):
    """A typesetter that finds the given files, by name; `more` is what else a typesetter may take."""

    def made(files=None, **more):
        known = files or {}
        return Typesetter(
            fonts,
            lambda name: (name, known[name]) if name in known else None,
            lambda folder, ending: [name for name in known if name.startswith(folder) and name.endswith(ending)],
            **more,
        )

    return made


@pytest.fixture
def draw(typesetter):
    """The face of 20 by 30 mm that holds some SVG."""

    def drawn(body, files=None, *, head=HEAD, language="en", key="k", shape="rect", **more):
        size = FaceSize(Size(20 * MM, 30 * MM), 3 * MM, shape)
        svg = f"{head}{body}</svg>"
        return typesetter(files, **more).face(svg, where="card.svg.j2", language=language, size=size, key=key)

    return drawn


@pytest.fixture
def wrong(draw):
    """What is wrong with some SVG, as it is shown."""

    def said(body, files=None, **how):
        with pytest.raises(Faults) as caught:
            draw(body, files, **how)
        return [str(fault) for fault in caught.value.faults]

    return said


@pytest.fixture
def shapes(draw):
    """The shapes of some SVG, out of the group that scales millimetres."""

    def drawn(body, files=None):
        (group,) = draw(body, files).ink.unpack()[0]
        return group.ink

    return drawn
