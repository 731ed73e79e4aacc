import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from tests.imports.conftest import picture

SCRIPT = """\
; TEXT = 1, "not this", 0, 0, 1, 1
UNIT = MM
CARDSIZE = 63.5, 88.9
LINK = "data\\cards.csv"
LINKMULTI = Copies
[all]=1-{(Name)}
RECTANGLE = 1-{(Name)}, 0, 0, 100%, 10, #FF0000, #00FF00, 0.5
FONT = Arial, 24, B, #0000ff
TEXT = 1-{(Name)}, "[Name], the [Kind]\\13\\{x}", 5%, 0, 75%, 15%, center, wwcenter
TEXTFONT = "", [Cost], 50, 70, 40, 40, right, bottom, 0, 100, Arial, 12, I, [colour]
IMAGE = 1-{(Name)}, [Art], 5, 20, 50, 30, 0, PT
IMAGE = 1-{(Name)}, "pictures/[Kind].png", 5, 20, 50, 30
TEXT = 2, "for one", 0, 0, 10, 10
TEXT = 1-5, [Missing], 0, [y], 10, 10
FOR = a,1,3
NEXT = 1
"""
CARDS = "Name,Kind,Cost,Art,Copies\nTown,place,3,town.png,2\nGoblin,foe,1,,\n"
FILES = {"deck.nde": SCRIPT, "data/cards.csv": CARDS, "town.png": picture(), "pictures/place.png": picture()}


def test_plain_boxes_are_read_in_millimetres(project):
    (deck,) = project(FILES).decks
    ground, name, cost, art, named_art, _ = deck.boxes

    assert (deck.width, deck.height) == (63.5, 88.9)
    assert ground[:6] == ("rectangle line 7", "rect", 0, 0, 63.5, 10)
    assert (ground.look.fill, ground.look.stroke, ground.look.stroke_width) == ("#00ff00", "#ff0000", 0.5)
    assert name[2:6] == pytest.approx((3.175, 0, 47.625, 13.335))
    assert name.content == (("name", True), (", the ", False), ("kind", True), ("\n{x}", False))
    assert name.look[:6] == (24, True, False, "center", "middle", "#0000ff")
    assert cost[2:6] == pytest.approx((50, 70, 13.077, 18.9), abs=0.001), "letters may reach beyond their place"
    assert cost.look[:6] == (12, False, True, "right", "bottom", "#0000ff")
    assert (art.kind, art.content, art.look.stretched) == ("picture", (("art", True),), False)
    assert (named_art.content, named_art.look.stretched) == ((("image", True),), True)


def test_table_is_taken_over(project):
    town, goblin = (
        {key: row[key] for key in ("id", "copies", "name", "kind", "cost", "art", "image")}
        for row in project(FILES).decks[0].rows
    )

    assert [*town.values()] == ["town", "2", "Town", "place", "3", "art/town.png", "art/place.png"]
    assert [*goblin.values()] == ["goblin", "1", "Goblin", "foe", "1", "", "art/foe.svg"]


def test_what_is_lost_is_listed(project):
    read = project(FILES)

    assert read.lost == [
        "line 10, TEXTFONT: the colour '[colour]' is not taken over",
        "line 13, TEXT: it is for some copies of a card only; all copies have it",
        "line 14, TEXT: its place must be worked out",
        "fonts: all text is in the plain font; fonts.toml can add others",
        "picture 'pictures/foe.png': no file 'pictures/foe.png'; did you mean 'pictures/place.png'?",
    ]
    assert [str(count) for count in (read.boxes, read.tables, read.pictures_named)] == ["6 of 7", "1 of 1", "2 of 3"]


def test_imported_game_is_sound(project, imported, sound):
    project(FILES)
    folder, lines = imported("deck.nde")
    sound(folder)

    assert lines[0] == "cards: 3 cards of 63.5 × 88.9 mm, 6 boxes"
    assert load(folder).components[0].count == 3


def test_table_without_boxes_is_shown_column_by_column(project, imported, sound):
    project(FILES | {"deck.nde": "LINK = data/cards.csv\n"})
    folder, _ = imported("deck.nde")
    sound(folder)

    template = (folder / "templates/cards.svg.j2").read_text()
    assert [name for name in ("name", "kind", "cost", "art") if f"{{{{ card.{name} }}}}" in template] == [
        "name",
        "kind",
        "cost",
        "art",
    ]


def test_other_text_is_refused(project):
    with pytest.raises(Faults, match=r"deck.txt: no script of nanDECK with a line LINK = table.csv"):
        project({"deck.txt": "Dear reader,\n"})


def boxes(project, script, cards=CARDS, **files):
    return project({"deck.nde": f"LINK = cards.csv\nUNIT = MM\n{script}", "cards.csv": cards, **files}).decks[0].boxes


def test_constants_of_included_files_are_known(project):
    files = {
        "deck.nde": 'INCLUDE="parts\\common.nde"\nLINK = t.csv\nFONT = Arial, 20, , [col]\nTEXT = [all], [name], [w], 5%, 90%, 15%\n',
        "parts/common.nde": "INCLUDE=size.nde\n[col]=#FF0000\n[all]=1-{(name)}\n",
        "parts/size.nde": "[w]=6.35\n[h]={[w]+2.54}\nCARDSIZE=[w],[h]\n",
        "t.csv": "name\nFox\nHen\n",
    }
    read = project(files | {"deck.nde": files["deck.nde"].replace("[w], 5%", "0, 5%")})
    (deck,), (box,) = read.decks, read.decks[0].boxes

    assert (deck.width, deck.height) == (63.5, 88.9)
    assert (box.content, box.look.colour, box.look.size) == ((("name", True),), "#ff0000", 20)
    assert [len(deck.rows), str(read.boxes), str(read.tables)] == [2, "1 of 1", "1 of 1"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("INCLUDE=gone.nde", "line 3, INCLUDE: 'gone.nde': no file 'gone.nde'; did you mean 'deck.nde'?"),
        ("INCLUDE=deck.nde", "line 3, INCLUDE: 'deck.nde' includes itself"),
        ("CARDSIZE=[w],8", "line 3, CARDSIZE: it cannot be worked out; the cards are 60 × 90 mm"),
        ("LINKMULTI=Number", "line 3, LINKMULTI: no column is called 'Number'; there is one of each card"),
        ("FOR=A,1,[n]", "line 3, FOR: how often it is done cannot be worked out"),
        ("IF=[Kind]=foe", "line 3, IF: it cannot be worked out; its lines are left out"),
        ("TEXT=1-{(Nobody)},a,0,0,9,9", "line 3, TEXT: the cards that it is for, '1-{(Nobody)}', cannot be worked out"),
        ("RECTANGLE=,0,0,9,9,[Cost]", "line 3, RECTANGLE: the colour '[Cost]' is not taken over"),
        ("A[b]=1|2", "line 3: [b] is made by nanDECK, and is not taken over"),
    ],
)
def test_what_cannot_be_worked_out_is_told(project, line, told):
    read = project({"deck.nde": f"LINK = cards.csv\nUNIT = MM\n{line}\n", "cards.csv": CARDS})

    assert told in read.lost


def test_loops_are_drawn_turn_by_turn(project):
    script = "FOR=A,0,2\n FOR=B,2,1,-1\n  RECTANGLE=,{A*10+1},{B*5},4,4,#000000\n NEXT\nNEXT\n"

    assert [box[2:4] for box in boxes(project, script)] == [(1, 10), (1, 5), (11, 10), (11, 5), (21, 10), (21, 5)]


def test_loop_without_end_stops(project):
    assert len(boxes(project, "FOR=A,1,99999\nRECTANGLE=,0,0,4,4,#000000\nNEXT\n")) == 5000 - 2


@pytest.mark.parametrize(
    ("condition", "words"),
    [("[lang]=EN", "yes"), ("[lang]<>en", "no"), ("2>10", "no"), ("[size]>=3", "yes")],
)
def test_conditions_on_constants_are_decided(project, condition, words):
    script = f"[lang]=en\n[size]=3\nIF={condition}\nTEXT=,yes,0,0,9,9\nELSE\nTEXT=,no,0,0,9,9\nENDIF\n"

    assert [box.content for box in boxes(project, script)] == [((words, False),)]


@pytest.mark.parametrize(
    "frame",
    [
        "<top>=5,10,20,30",
        "[side]=5\n<top>=[side],{[side]*2},20,30",
        "[top]=5,10,20,30",
        "CARDSIZE=40,40\nFRAME\n........\n........\n.TTTT...\n.TTTT...\n.TTTT...\n.TTTT...\n.TTTT...\n.TTTT...\nENDFRAME",
    ],
)
def test_frames_give_a_place(project, frame):
    name = "[top]" if frame.startswith("[top]") else "<T>" if "ENDFRAME" in frame else "<top>"
    (box,) = boxes(project, f"{frame}\nRECTANGLE=,{name},#ff0000\n")

    assert (box[2:6], box.look.fill) == ((5, 10, 20, 30), "#ff0000")


def test_frames_of_a_grid_are_counted_in_rows(project):
    script = "[part]=FRAMEBOX(0,0,100%,100%,50%,50%,N)\nCARDSIZE=60,90\nRECTANGLE=,<part3>,#ff0000\n"

    assert [box[2:6] for box in boxes(project, script)] == [(0, 45, 30, 45)]


def test_boxes_of_some_cards_are_marked_in_a_column(project, imported, sound):
    script = "TEXT=3,[Name],0,0,30,9\nRECTANGLE=3,0,0,9,9,#ff0000\nTEXT=1-2,[Cost],0,0,9,9\n"
    files = {"deck.nde": f"LINK = cards.csv\nUNIT = MM\nLINKMULTI=copies\n{script}", "cards.csv": CARDS}
    (deck,) = project(files).decks
    folder, _ = imported("deck.nde")
    sound(folder)

    assert [box.when for box in deck.boxes] == ["drawn", "drawn", "drawn_2"]
    assert [(row["drawn"], row["drawn_2"]) for row in deck.rows] == [("", "yes"), ("yes", "")]
    assert (folder / "templates/cards.svg.j2").read_text().count("{% if card.drawn %}") == 2


def test_labels_with_an_element_for_each_card_are_columns(project):
    read = project({"deck.nde": '{[name]="Fox|\nHen|Cow"}\n[kind]=a|b\nLINKMULTI=2\nTEXT=,"[name] [kind]",0,0,3,3\n'})

    assert [(row["name"], row["kind"], row["copies"]) for row in read.decks[0].rows] == [
        ("Fox", "a", "2"),
        ("Hen", "b", "2"),
        ("Cow", "a", "2"),
    ]
    assert read.decks[0].boxes[0].content == (("name", True), (" ", False), ("kind", True))


def test_tables_of_several_links_stand_beside_each_other(project):
    read = project(
        {
            "deck.nde": "LINK=a.csv\nLINK=b.csv\nLINK=gone.csv\nTEXT=,[Cost],0,0,3,3\n",
            "a.csv": "Name\nFox\nHen\n",
            "b.csv": "Cost\n1\n2\n",
        }
    )

    assert [(row["name"], row["cost"]) for row in read.decks[0].rows] == [("Fox", "1"), ("Hen", "2")]
    assert (str(read.tables), read.lost[0]) == ("2 of 3", "table 'gone.csv': no file 'gone.csv'; did you mean 'b.csv'?")


POKER = """\
INCLUDE=macros.nde
UNIT=MM
CARDSIZE=63.5,88.9
LINK=pips.csv
[suit]=spade.png|heart.png
[colour]=#000000|#FF0000
FOR=a,1,3
 FOR=b,0,1
  IMAGE={{value?a}+2*b},{suit?{b+1}},{x?a},50%-5,10,10,{angle?a},TP
  CORNER={{value?a}+2*b},{rank?a},{colour?{b+1}}
 NEXT
NEXT
"""
SUITS = ("spade", "spade", "heart", "heart")
MACROS = """\
MACRO=CORNER, (card), (words), (colour)
FONT=Arial,20,B,(colour)
TEXT=(card),(words),0,0,10,10,CENTER,TOP
TEXT=(card),(words),100%-10,100%-10,10,10,CENTER,TOP,180
END
"""
PIPS = "rank,value,x,angle\nA,1,10,0\n2,2,10,0\n2,2,30,180\n"


def test_loops_over_cells_draw_cards_that_are_no_rows(project, imported, sound):
    files = {"deck.nde": POKER, "macros.nde": MACROS, "pips.csv": PIPS}
    read = project(files | {name: picture() for name in ("spade.png", "heart.png")})
    (deck,) = read.decks
    pips = [box for box in deck.boxes if box.kind == "picture"]

    assert len(deck.rows) == 4, "two cards of two suits, not the three lines of the table"
    assert [(box.x, box.y, box.look.turn) for box in pips] == [(10, 39.45, 0), (30, 39.45, 180)]
    assert [row[pips[0].content[0][0]] for row in deck.rows] == [f"art/{name}.png" for name in SUITS]
    assert [row[pips[1].content[0][0]] for row in deck.rows] == ["", "art/spade.png", "", "art/heart.png"]
    assert {box.look.turn for box in deck.boxes if box.kind == "text"} == {0, 180}
    assert read.lost == ["fonts: all text is in the plain font; fonts.toml can add others"]
    sound(imported("deck.nde")[0])


def test_turns_that_are_not_drawn_are_told(project):
    files = {"deck.nde": "TEXT=1,a,0,0,5,5,left,top,45\nIMAGE=1,a.png,0,0,5,5,0,H\n", "a.png": picture()}
    read = project(files)

    assert read.lost[0] == "line 1, TEXT: it is turned by 45 degrees there, and stands upright here"
    assert read.decks[0].boxes[1].look.mirrored == (True, False)


def test_colours_may_stand_in_a_column(project, imported, sound):
    script = (
        "LINK=t.csv\nTEXTFONT=,[name],80%,80%,-20%,-10%,left,top,0,100,Arial,9,,[ink]\nRECTANGLE=,0,0,5,5,[ink],[ink]\n"
    )
    read = project({"deck.nde": script, "t.csv": "name,ink\nFox,#FF0000\nHen,#00FF00\n"})
    text, shape = read.decks[0].boxes

    assert (text.colours, shape.colours) == ({"colour": "ink"}, {"stroke": "ink", "fill": "ink"})
    assert (text.x, text.y) == pytest.approx((36, 63)), "a negative size reaches back"
    assert read.lost == ["fonts: all text is in the plain font; fonts.toml can add others"]
    sound(imported("deck.nde")[0])


def test_paths_of_another_computer_lead_to_the_file_that_is_here(project):
    script = "IMAGE=1,C:\\games\\foxes\\img\\fox.png,0,0,5,5\nIMAGE=1,E:/games/hen.png,1,0,5,5\n"
    read = project({"deck.nde": script, "img/fox.png": picture()})

    assert str(read.pictures_named) == "1 of 2"


def test_lines_round_rectangles_and_texts_with_tags_come_over(project, imported, sound):
    script = """LINK = cards.csv
UNIT = MM
CARDSIZE = 60, 90
LINE = , 5, 10, 55, 40%, #112233, 0.5
ROUNDRECT = "2", 5, 5, 20, 10, #445566, #778899, 1, 4, 4
CIRCLE = , 30, 5, 8, 8, #FFCC00
ICON = , (coin), art\\coin.png
HTMLFONT = plain, Arial, 11, B, #224466
HTMLTEXT = , [text], 5, 50, 50, 30, #FFFFFF, 0, , 100, plain
HTMLTEXT = , "<b>All</b> of them", 5, 80, 50, 8, #FFFFFF, 0, , 100, other
"""
    cards = "name,count,text\nFox,2,<b>Take</b> (coin).<br>Stop *\nHen,3,Run\\13\\away\n"
    read = project({"deck.nde": script, "cards.csv": cards, "art/coin.png": picture()})
    (deck,) = read.decks

    line, corner, circle, text, last = deck.boxes
    assert (line.kind, line.path, line.look.stroke, line.look.stroke_width) == ("path", "M5 10L55 36", "#112233", 0.5)
    assert (corner.kind, corner.look.radius, circle.kind) == ("rect", 2.0, "ellipse")
    assert [row["copies"] for row in deck.rows] == ["1", "1"]
    assert [row[corner.when] for row in deck.rows] == ["", "yes"]
    assert [row[text.content[0][0]] for row in deck.rows] == ["**Take** {coin}.\nStop \\*", "Run\naway"]
    assert (text.look.size, text.look.bold, text.look.colour) == (11, True, "#224466")
    assert (last.content, last.is_rich) == ((("**All** of them", False),), True)
    assert deck.rich_columns == {text.content[0][0]}
    assert [line for line in read.lost if "HTMLTEXT" in line] == [
        "line 10, HTMLTEXT: the font 'other' is not taken over",
    ]
    sound(imported("deck.nde")[0])


def test_last_of_several_settings_counts(project):
    (deck,) = project({"deck.nde": "UNIT=MM\nCARDSIZE=10,10\nCARDSIZE=40,50\nRECTANGLE=1,0,0,10,10,#ff0000\n"}).decks

    assert (deck.width, deck.height) == (40, 50)


def test_card_on_the_other_side_of_all_is_their_back(project, imported, sound):
    script = """LINK=cards.csv
CARDSIZE=6,9
TEXT="","[Name] {§}",0,0,100%,50%
DUPLEX="1-{(Name)}",9
RECTANGLE=9,0,0,100%,100%,#112233
TEXT=9,"Foxes",0,0,100%,50%
TEXT=7,"nobody",0,0,100%,50%"""
    read = project({"deck.nde": script, "cards.csv": "Name\nFox\nHen\n"})
    (deck,) = read.decks

    assert [box.content for box in deck.back] == [(), (("Foxes", False),)]
    assert [box.content for box in deck.boxes] == [(("name", True), (" ", False), ("text", True))]
    assert [row["text"] for row in deck.rows] == ["1", "2"]
    assert read.lost[0] == "line 7, TEXT: there is no row for the cards that it is for, '7'"
    assert (read.boxes.imported, read.boxes.whole) == (3, 4)
    sound(imported("deck.nde")[0])


def test_back_of_a_deck_without_a_table_is_no_card(project):
    script = 'TEXT=1,"a",0,0,3,3\nTEXT=2,"b",0,0,3,3\nTEXT=3,"back",0,0,3,3\nDUPLEX=1-2,3'
    (deck,) = project({"deck.nde": script}).decks

    assert len(deck.rows) == 2
    assert [box.content for box in deck.back] == [(("back", False),)]


def test_gradient_is_its_middle_colour_and_so_told(project, imported, sound):
    read = project({"deck.nde": "UNIT=MM\nRECTANGLE=1,0,0,9,9,#FF0000#0000FF@90\nELLIPSE=1,0,0,9,9,HTML,none"})
    box, ellipse = read.decks[0].boxes

    assert (box.look.fill, box.look.stroke, ellipse.look.fill) == ("#800080", "#800080", "none")
    assert "line 2, RECTANGLE: of the gradient '#FF0000#0000FF@90' the middle colour is taken" in read.lost
    assert "line 3, ELLIPSE: the colour 'HTML' is not taken over" in read.lost
    sound(imported("deck.nde")[0])


def test_several_backs_are_told(project):
    read = project({"deck.nde": 'TEXT=1-4,"a",0,0,3,3\nDUPLEX=1-2,3-4'})

    assert read.lost[0] == (
        "line 2, DUPLEX: only one back for all cards is taken over; give the deck a back of its own"
    )
    assert len(read.decks[0].rows) == 4
