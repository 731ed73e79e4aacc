import pytest

from generator.base.errors import Faults
from generator.imports.foreign.project import PLAIN_FONT
from generator.load.game_loader import load
from tests.imports.conftest import picture

LAYOUT = """\
frame: {x: 37.5, y: 37.5, width: 750, height: 1050, radius: 75, fill_color: '#0b3736', stroke_color: white}
title: {x: 112.5, y: 90, width: 600, height: 100, font: 'Arial Bold 24', align: center, valign: middle}
cost: {extends: title, y: += 150, color: blue}
art: {x: 75, y: 300, width: 675}
"""
SCRIPT = """\
require 'squib'
Squib::Deck.new(cards: 2, layout: 'layout.yml') do
  background color: 'black'
  data = csv file: 'cards.csv'
  rect layout: 'frame'
  text str: data['Name'], layout: 'title'
  text str: data['Cost'].map { |c| c + 1 }, layout: 'cost'
  text str: "#{shell}", layout: 'cost'
  png file: data['Art'], layout: 'art'
  circle x: 100, y: 100, radius: 50, fill_color: '#ff000000', stroke_width: 3
  text str: 'Nowhere', layout: 'lost', x: 300, y: 600, width: 200, height: 40, font: 'Arial 8', angle: 0.5
end
"""
CARDS = "Name,Qty,Cost,Art\nHigh Templar,3,2,templar.png\nOrc,1,1,orc.png\n"
FILES = {"deck.rb": SCRIPT, "layout.yml": LAYOUT, "cards.csv": CARDS, "templar.png": picture()}


def test_script_becomes_a_deck_with_its_bleed(project):
    (deck,) = project(FILES).decks

    assert (deck.width, deck.height, deck.bleed) == pytest.approx((63.5, 88.9, 3.175))
    assert [(box.name, box.kind) for box in deck.boxes] == [
        ("background", "rect"),
        ("frame", "rect"),
        ("title", "text"),
        ("cost", "text"),
        ("cost", "text"),
        ("art", "picture"),
        ("line 10", "ellipse"),
        ("lost", "text"),
    ]
    assert deck.boxes[5][2:6] == pytest.approx((3.175, 22.225, 57.15, 25.4), abs=0.01), "as high as the picture"
    frame, title = deck.boxes[1:3]
    assert frame[2:6] == pytest.approx((0, 0, 63.5, 88.9))
    assert frame.look.radius == pytest.approx(6.35)
    assert title.look[:6] == (24, True, False, "center", "middle", "#000000")
    assert deck.boxes[6].look.fill == "none"
    assert deck.boxes[7].look.turn == pytest.approx(28.6, abs=0.1)


def test_rows_are_counted_and_have_columns_for_new_words(project):
    (deck,) = project(FILES).decks

    assert [dict(row) for row in deck.rows] == [
        {
            "id": "high_templar",
            "copies": "3",
            "name": "High Templar",
            "cost": "2",
            "art": "art/templar.png",
            "cost_2": "3",
            "cost_3": "",
        },
        {"id": "orc", "copies": "1", "name": "Orc", "cost": "1", "art": "art/orc.svg", "cost_2": "2", "cost_3": ""},
    ]


def test_what_is_lost_is_listed(project):
    assert project(FILES).lost == [
        "line 8, text: its words need shell, which must be worked out; write them into a column of the table",
        "line 11, text: no layout entry called 'lost'",
        "fonts: all text is in the plain font; fonts.toml can add others",
        "picture 'orc.png': no file 'orc.png'; it is one of 'templar.png'",
    ]


def test_imported_game_is_sound(project, imported, sound):
    project(FILES)
    folder, lines = imported("deck.rb")
    sound(folder)

    assert lines[0] == "deck: 4 cards of 63.5 × 88.9 mm, 8 boxes"
    assert load(folder).components[0].count == 4


def test_layout_finds_its_script_and_its_table(project):
    from_layout = project({"layout.yml": LAYOUT, **{name: FILES[name] for name in FILES if name != "layout.yml"}})

    assert [box.name for box in from_layout.decks[0].boxes][:2] == ["background", "frame"]


def test_layout_alone_draws_the_columns_of_its_names(project):
    (deck,) = project({"layout.yml": LAYOUT, "cards.csv": CARDS.replace("Name", "Title")}).decks

    assert [(box.name, box.kind) for box in deck.boxes] == [
        ("frame", "rect"),
        ("title", "text"),
        ("cost", "text"),
        ("art", "text"),
    ]


def test_project_without_a_table_is_one_card(project):
    found = project({"layout.yml": LAYOUT})

    assert [dict(row) for row in found.decks[0].rows] == [{"id": "card", "copies": "1"}]
    assert found.lost[0].startswith("table: none is named")


def test_script_is_read_without_a_layout_that_is_none(project):
    lost = project({"deck.rb": SCRIPT, "layout.yml": "\n", "cards.csv": CARDS}).lost

    assert lost[0].startswith("layout 'layout.yml': no layout of Squib")


def test_layout_that_is_none_is_refused(project):
    with pytest.raises(Faults, match="no layout of Squib"):
        project({"layout.yml": "\n"})


def test_other_scripts_are_refused(project):
    with pytest.raises(Faults, match=r"deck.rb: no script of Squib; it has no Squib::Deck.new"):
        project({"deck.rb": "puts 1\n"})


def test_first_decks_of_many_are_taken_over(project):
    found = project({"deck.rb": "Squib::Deck.new(cards: 1) { rect }\n" * 60})

    assert len(found.decks) == 50
    assert found.lost[-2:] == ["the decks after the first 50", f"fonts: {PLAIN_FONT}"]


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ("", (63.5, 88.9)),
        (", width: 600", (50.8, 95.25)),
        (", height: 600", (69.85, 50.8)),
        (", width: 600, height: 900, dpi: 150", (101.6, 152.4)),
    ],
)
def test_side_that_no_script_names_is_that_of_a_poker_card(project, options, size):
    (deck,) = project(FILES | {"deck.rb": SCRIPT.replace("'layout.yml'", f"'layout.yml'{options}", 1)}).decks

    assert (deck.width, deck.height) == pytest.approx(size)


LITERAL = """\
require 'squib'
stats = { 'name' => ['Fox', 'Hen', 'Owl'], 'power' => [3, 1, 2] }
Squib::Deck.new(cards: 3) do
  text str: stats['name'], x: 100, y: 80, font: 'Arial 18'
  text str: stats['power'], x: 100, y: 160, font: 'Arial 24'
  text str: %w(red green blue), x: 100, y: 260
  text str: 'First', range: 0, x: 100, y: 300
end
"""


def test_lists_of_a_script_become_the_table(project):
    (deck,) = project({"deck.rb": LITERAL}).decks

    assert [tuple(row.values()) for row in deck.rows] == [
        ("card", "1", "Fox", "3", "red", "yes"),
        ("card_2", "1", "Hen", "1", "green", ""),
        ("card_3", "1", "Owl", "2", "blue", ""),
    ]
    assert (deck.boxes[3].content, deck.boxes[3].when) == ((("First", False),), "drawn")
    assert deck.columns[:2] == ("name", "power")
    assert project({"deck.rb": LITERAL}).tables == (0, 0)


PROJECT = {
    "src/deck.rb": """\
data = csv file: 'data/cards.csv'
Squib::Deck.new(cards: data['Name'].size, layout: 'layouts/a.yml', config: 'config.yml') do
  text str: data.name, layout: 'title'
  png file: data['Name'].map { |n| "#{n.downcase}.png" }, x: 100, y: 100
  png file: 'logo.png', layout: 'title'
end
""",
    "config.yml": "img_dir: pictures\n",
    "data/cards.csv": "Name,,Cost\nFox,x,1\nHen,y,2\n",
    "layouts/a.yml": "title: {x: 100, y: 100, width: 300, height: 80}\n",
    "pictures/fox.png": picture(),
    "pictures/logo.png": picture(),
}


def test_paths_count_from_the_project(project):
    read = project(PROJECT)
    (deck,) = read.decks

    assert (read.boxes, read.tables, read.pictures_named) == ((3, 3), (1, 1), (2, 3))
    assert [row["name_2"] for row in deck.rows] == ["art/fox.png", "art/hen.svg"]
    assert deck.rows[1]["cost"] == "2", "a column without a name is no reason to leave out the table"
    assert not read.lost_kinds


SHAPES = """\
Squib::Deck.new do
  line x1: 100, y1: 100, x2: 400, y2: 100, stroke_width: 6
  triangle x1: 100, y1: 200, x2: 300, y2: 200, x3: 200, y3: 400, fill_color: :red
  polygon x: 400, y: 600, n: 6, radius: 100
  star x: 400, y: 600, n: 5, inner_radius: 40, outer_radius: 100, fill_color: '#ff0'
  curve x1: 100, y1: 100, cx1: 200, cy1: 300, x2: 400, y2: 100, cx2: 300, cy2: 300
  grid width: 100
end
"""


def test_shapes_are_paths(project):
    read = project({"deck.rb": SHAPES})
    (deck,) = read.decks

    assert [box.kind for box in deck.boxes] == ["path"] * 6
    assert deck.boxes[0].path == "M 5.29 5.29 L 30.69 5.29"
    assert [box.path.count("L") for box in deck.boxes] == [1, 2, 5, 9, 0, 11]
    assert "C" in deck.boxes[4].path
    assert deck.boxes[5].path.startswith("M -3.17 -3.17 L -3.17 92.08 M 5.29 -3.17 L")
    assert deck.boxes[1].look.fill == "red"
    assert read.boxes == (6, 6)


def test_game_of_shapes_and_lists_is_sound(project, imported, sound):
    project({"deck.rb": SHAPES + LITERAL})
    sound(imported("deck.rb")[0])


def test_nothing_becomes_a_default_in_silence(project):
    lost = project({"deck.rb": UNKNOWN}).lost

    assert lost[:-2] == [
        "line 2, text: x needs somewhere, which must be worked out; what Squib takes without is drawn",
        "line 2, text: color needs paint, which must be worked out; what Squib takes without is drawn",
        "line 5, text: it stands in a condition, rand, that must be worked out, and is drawn on all cards",
        "line 7, text: its words need Time on 1 of 2 cards, which must be worked out; write them into a column of the table",
        "line 8, rect: the colour 'no colour' is not taken over",
        "line 9, png: blend: pictures are not blended by 'add' here",
        "line 9, png: its file needs camera, which must be worked out",
        "line 10: “)” is not understood; the line is left out",
    ]


UNKNOWN = """\
Squib::Deck.new(cards: 2) do
  text str: 'a', x: somewhere, y: 3, color: paint(1)
  rect x: 3, y: 3, width: 9, height: 9
  if rand > 1
    text str: 'b', y: 100
  end
  text str: ['now', Time.now], y: 200
  rect fill_color: 'no colour'
  png file: camera, blend: :add
  rect ) 3
end
"""

LOOP = """\
data = csv file: 'cards.csv'
Squib::Deck.new(cards: data['name'].size) do
  data['kind'].each_with_index do |kind, i|
    case kind
    when 'hero'
      rect range: i, x: 75, y: 75, width: 100, height: 100, fill_color: data['colour'][i]
      text range: i, str: data['name'][i].upcase, x: 75, y: 200
    else
      text range: i, str: 'Item', x: 75, y: 300
    end
  end
  rect x: [75, 75, 300], y: 500, width: 50, height: 50
  background color: data['colour']
end
"""


def test_calls_of_a_loop_become_one_box(project):
    table = "name,kind,colour,qty\nFox,hero,red,2\nBow,item,#00f,1\nHen,hero,,1\n"
    (deck,) = project({"deck.rb": LOOP.replace("[75, 75, 300]", "[75, 75, 75, 300]"), "cards.csv": table}).decks

    assert [(box.name, box.kind, box.when, box.content) for box in deck.boxes] == [
        ("line 6", "rect", "drawn", ()),
        ("line 7", "text", "", (("line_7", True),)),
        ("line 9", "text", "drawn_2", (("Item", False),)),
        ("line 12", "rect", "drawn_3", ()),
        ("line 12", "rect", "drawn_4", ()),
        ("background", "rect", "", ()),
    ]
    assert deck.boxes[0].colours == {"fill": "line_6_fill"}
    assert deck.boxes[5].colours == {"fill": "background_colour"}
    assert [(row["id"], row["copies"], row["line_7"], row["drawn"], row["line_6_fill"]) for row in deck.rows] == [
        ("fox", "2", "FOX", "yes", "red"),
        ("bow", "1", "", "", ""),
        ("hen", "1", "HEN", "yes", "none"),
    ]


def test_boxes_of_a_build_group_are_drawn_when_asked(project, imported, sound):
    script = (
        "Squib::Deck.new do\n  build :proof do\n    cut_zone\n  end\n  enable_build :print\n"
        "  build(:print) { circle x: 300, y: 300 }\nend\n"
    )
    read = project({"deck.rb": script})

    assert [(box.kind, box.group) for box in read.decks[0].boxes] == [("rect", "proof"), ("ellipse", "")]
    assert "groups that Squib draws when asked, proof: name them in drawn_groups of the template" in read.lost
    folder, _ = imported("deck.rb")
    sound(folder)
    template = (folder / "templates/deck.svg.j2").read_text()
    assert '{% if "proof" in drawn_groups %}' in template


def test_words_have_icons_and_bold_letters(project, imported, sound):
    script = """\
Squib::Deck.new(cards: 2) do
  text(str: ['Pay :coin: * <b>2</b> &amp; go', 'None'], markup: true) do |embed|
    embed.png key: ':coin:', file: 'coin.png', width: 30
  end
end
"""
    read = project({"deck.rb": script, "coin.png": picture(size=(20, 20))})
    (deck,) = read.decks

    assert deck.rich_columns == {"line_2"}
    assert [row["line_2"] for row in deck.rows] == ["Pay {coin} \\* **2** & go", "None"]
    assert "icons/coin.svg" in read.pictures
    sound(imported("deck.rb")[0])


def test_parts_of_drawings_and_drawings_of_the_script_are_pictures(project):
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><g id="a"><path d="M0 0h9v9z"/></g><g id="b"/></svg>'
    script = """\
Squib::Deck.new(cards: 2) do
  svg file: 'all.svg', id: ['a', 'c']
  svg data: File.read('all.svg').gsub('h9', 'h7'), y: 100
  svg file: 'all.svg', id: [nil, 'b'], force_id: true, x: 30
end
"""
    read = project({"deck.rb": script, "all.svg": drawing})
    (deck,) = read.decks

    assert [box.width for box in deck.boxes] == pytest.approx([2.54] * 3)
    assert b'id="b"' not in read.pictures["art/all_a.svg"]
    assert b"h7" in read.pictures["art/line_3.svg"]
    assert deck.boxes[2].when == "drawn"
    assert "picture 'all.svg#c': has no element called 'c'" in read.lost


ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/><path fill="#fff" d="M9 9h9z"/></svg>'


def test_icons_lie_beside_the_script_or_are_named(project):
    script = """\
require 'game_icons'
Squib::Deck.new(cards: 2) do
  svg data: %w(lorc/shield Sword).map { |i| GameIcons.get(i).recolor(fg: '123', bg_opacity: 0).string }
end
"""
    read = project({"deck.rb": script, "icons/shield.svg": ICON})

    assert read.pictures["art/shield.svg"].decode().count("<path") == 1
    assert 'fill="#123"' in read.pictures["art/shield.svg"].decode()
    assert any(line.startswith("icons of game-icons.net, sword.svg: save them there") for line in read.lost)
    assert read.pictures_named == (1, 2)


def test_layouts_of_squib_are_known(project):
    script = "Squib::Deck.new(layout: %w(hand.yml more.yml)) do\n  rect layout: :bonus2\n  rect layout: :low\nend\n"
    (deck,) = project({"deck.rb": script, "more.yml": "low: {extends: bonus5, y: += 100}\n"}).decks

    assert deck.boxes[0][2:6] == pytest.approx((3.175, 19.94, 14.82, 14.82), abs=0.01)
    assert deck.boxes[1].y == pytest.approx((967 - 37.5) * 25.4 / 300, abs=0.01)


def test_points_of_old_versions_are_those_of_a_screen(project):
    script = "Squib::Deck.new do\n  text str: 'a', font: 'Arial 36'\nend\n"
    lock = "GEM\n  specs:\n    squib (0.13.4)\n"

    sizes = [project({"deck.rb": script, **more}).decks[0].boxes[0].look.size for more in ({}, {"Gemfile.lock": lock})]

    assert sizes == pytest.approx([36, 11.52])


SPREAD = {
    "src/deck.rb": """\
require_relative 'helpers'
rows = CSV.read('data/a.csv', headers: true)
more = YAML.load_file('data/b.yml')
Squib::Deck.new(cards: 2) do
  title rows['name']
  text str: more.map { |m| m['text'] }, y: 300
  text str: JSON.parse(File.read('data/c.json')), y: 500
end
""",
    "src/helpers.rb": "def title(words)\n  text str: words, layout: nothing\nend\n",
    "data/a.csv": "name,cost\nFox,1\nHen,2\n",
    "data/b.yml": "- text: Red\n- text: Brown\n",
    "data/c.json": '["x", "y"]',
    "README.md": "",
}


def test_files_of_the_project_are_read(project):
    read = project(SPREAD)
    (deck,) = read.decks

    assert [[*row.values()][2:] for row in deck.rows] == [["Fox", "Red", "x"], ["Hen", "Brown", "y"]]
    assert read.tables == (3, 3)
    assert read.lost[0].startswith("src/helpers.rb line 2, text: layout needs nothing, which must be worked out")


def test_files_outside_the_project_are_not_read(project, tmp_path):
    (tmp_path / "secret.txt").write_text("hidden")
    script = "Squib::Deck.new do\n  text str: File.read('../secret.txt')\n  text str: Dir['../*'].join, y: 3\nend\n"
    read = project({"deck.rb": script, "README.md": ""})

    assert "hidden" not in str(read.decks)
    assert "line 2, text: its words need the file ../secret.txt" in read.lost[0]


def test_script_that_takes_too_long_is_ended(project):
    read = project({"deck.rb": "Squib::Deck.new do\n  rect x: 1\n  while true\n  end\nend\n"})

    assert len(read.decks[0].boxes) == 1
    assert "'deck.rb': it takes too many steps; what comes after is left out" in read.lost
