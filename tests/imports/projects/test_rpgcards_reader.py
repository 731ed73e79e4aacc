import json

from tests.imports.conftest import picture

CARDS = [
    {
        "count": 2,
        "title": "Spark",
        "color_front": "maroon",
        "tags": ["spell", "fire"],
        "contents": [
            "subtitle | A small spell",
            "rule",
            "property | Range | 3 <b>m</b>",
            "text | Burns &amp; glows.",
            "bullet | once",
            "table_row | a | b",
            "boxes | 2",
            "dndstats | 10 | 11",
            "picture | art/spark.png | 40",
            "p2e_stats | 1 | 2",
        ],
    },
    {"title": "Shield", "contents": []},
]


def test_contents_become_columns(project):
    read = project({"cards.json": json.dumps(CARDS), "art/spark.png": picture()})
    spark, shield = read.decks[0].rows

    assert (spark["id"], spark["copies"], spark["subtitle"], spark["tags"]) == (
        "spark",
        "2",
        "A small spell",
        "spell, fire",
    )
    assert spark["text"] == "Range: 3 m\nBurns & glows.\n• once\na – b\n[ ] [ ] \nSTR 10  DEX 11"
    assert (spark["picture"], shield["picture"], shield["copies"]) == ("art/spark.png", "", "1")
    assert read.lost[:2] == [
        "contents that are not taken over: p2e_stats (1)",
        "bold and other tags of the contents; their words are there",
    ]
    assert (str(read.boxes), str(read.pictures_named)) == ("9 of 10", "1 of 1")


def test_titles_stand_on_the_colour_of_their_card(project, imported, sound):
    read = project({"cards.json": json.dumps(CARDS), "art/spark.png": picture()})
    folder, lines = imported("cards.json")
    sound(folder)

    assert [(box.look.fill, box.when) for box in read.decks[0].boxes[:2]] == [
        ("#800000", "colour_800000"),
        ("#000000", "colour_000000"),
    ]
    assert [row["colour_800000"] for row in read.decks[0].rows] == ["yes", ""]
    assert lines[0] == "cards: 3 cards of 63.0 × 88.0 mm, 6 boxes"
