import pytest

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><g id="one"><path d="M0 0H5V9z"/></g></svg>'


@pytest.fixture
def read(project):
    return lambda body, **files: project({"deck.rb": f"Squib::Deck.new {{ {body} }}\n", **files})


def test_file_comes_over_once(read):
    whole = read("svg file: 'a.svg'; svg file: 'a.svg', x: 9", **{"a.svg": ICON})

    assert [*whole.pictures] == ["art/a.svg"]
    assert str(whole.pictures_named) == "1 of 1"


def test_element_of_a_drawing_is_a_picture_of_its_own(read):
    whole = read("svg file: 'a.svg', id: 'one'", **{"a.svg": ICON})

    assert [*whole.pictures] == ["art/a_one.svg"]


def test_element_that_is_not_there_is_told(read):
    whole = read("svg file: 'a.svg', id: 'two'", **{"a.svg": ICON})

    assert "picture 'a.svg#two': has no element called 'two'" in whole.lost


def test_drawing_that_is_made_by_the_script_is_a_picture(read):
    data = ICON.replace('"', "'").replace("'", '\\"')

    assert len(read(f'svg data: "{data}"').pictures) == 1


def test_file_that_must_be_worked_out_is_told(read):
    whole = read("png file: camera")

    assert "line 1, png: its file needs camera, which must be worked out" in whole.lost
    assert str(whole.pictures_named) == "0 of 1"


def test_element_that_must_be_named_draws_nothing_without_a_name(read):
    assert read("svg file: 'a.svg', id: nil, force_id: true", **{"a.svg": ICON}).decks[0].boxes == []


def test_icon_of_a_library_is_one_beside_the_script(read):
    icon = ICON.replace("viewBox=", 'width="512" height="512" viewBox=')
    body = "svg data: GameIcons.get('lorc/fox').string; svg data: GameIcons.get('hen').string"
    whole = read(body, **{"icons/fox.svg": icon})

    assert str(whole.pictures_named) == "1 of 2"
    assert any(line.startswith("icons of game-icons.net, hen.svg: ") for line in whole.lost)
