"""Pictures that drawings link, put into them as data."""

import base64

import pytest

from generator.typeset.tidy.linked_pictures import with_linked_pictures

FILES = {"art/fox.png": b"pixels of a fox", "art/big fox.JPG": b"many pixels", "fox.png": b"another fox"}


def linked(body, name="art/card.svg"):
    return with_linked_pictures(name, body.encode(), lambda path: (path, FILES[path]) if path in FILES else None)


def data(path, kind):
    return f"data:image/{kind};base64,{base64.b64encode(FILES[path]).decode()}"


@pytest.mark.parametrize(
    ("href", "path", "kind"),
    [
        ("fox.png", "art/fox.png", "png"),
        ("./fox.png", "art/fox.png", "png"),
        ("../fox.png", "fox.png", "png"),
        ("..\\art\\fox.png", "art/fox.png", "png"),
        ("big%20fox.JPG", "art/big fox.JPG", "jpeg"),
    ],
)
def test_files_are_counted_from_the_folder_of_the_drawing(href, path, kind):
    body = '<svg><svg:image width="2" xlink:href="{}" height="3"/></svg>'

    assert linked(body.format(href)) == body.format(data(path, kind)).encode()


@pytest.mark.parametrize(
    "href", ["wolf.png", "../../fox.png", "/art/fox.png", "file:///art/fox.png", "#fox", "data:image/png;base64,AA=="]
)
def test_other_links_stay(href):
    body = f"<svg><image href='{href}'/></svg>"

    assert linked(body) == body.encode()


def test_each_link_is_its_own():
    body = '<image href="fox.png"/><image href="gone.png"/><a href="fox.png"/><image href="../fox.png"/>'

    found = linked(body).decode()

    assert found.count("data:") == 2
    assert '<image href="gone.png"/><a href="fox.png"/>' in found
