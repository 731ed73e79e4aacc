import pytest

PAGE = """
Save this:

<!-- file: game/cards.csv -->
```csv
id,name
fox,Fox
```

<!-- edit: game/cards.csv -->
```diff
 id,name
-fox,Fox
+hare,Hare
+bee,Bee
```

```sh
vallum build game --paper a4   # one sheet
ls output
```

<!-- picture: output/game/deck-*.pdf page=2 crop=0,0,105,148.5 | The backs -->
<!-- picture: output/plan.pdf | The plan -->
"""


def test_steps_of_a_page_are_in_its_order(script):
    page_steps = script("page_steps")

    assert list(page_steps.steps(PAGE)) == [
        page_steps.WrittenFile("game/cards.csv", "id,name\nfox,Fox\n"),
        page_steps.Edit("game/cards.csv", "id,name\nfox,Fox\n", "id,name\nhare,Hare\nbee,Bee\n"),
        page_steps.Command(("build", "game", "--paper", "a4")),
        page_steps.Picture("output/game/deck-*.pdf", "The backs", 2, (0, 0, 105, 148.5)),
        page_steps.Picture("output/plan.pdf", "The plan", 1, ()),
    ]


def test_pictures_stand_below_their_comments(script):
    page_steps = script("page_steps")
    page = page_steps.with_pictures(PAGE, iter(["pages/a.png", "../pages/b.png"]))

    assert page.endswith("| The plan -->\n![The backs](pages/a.png)\n![The plan](../pages/b.png)\n")
    assert page_steps.with_pictures(page, iter(["pages/a.png", "../pages/b.png"])) == page
    assert page_steps.without_comments(page) == PAGE.partition("<!-- picture")[0] + (
        "![The backs](pages/a.png)\n![The plan](../pages/b.png)\n"
    )


def test_commands_of_a_picture_alone_are_read(script):
    page_steps = script("page_steps")
    (picture,) = page_steps.steps('<!-- picture: output/a.pdf after="new foxes && build foxes" | Outlines -->\n')

    assert picture == page_steps.Picture(
        "output/a.pdf",
        "Outlines",
        1,
        (),
        (page_steps.Command(("new", "foxes")), page_steps.Command(("build", "foxes"))),
    )


def test_comment_that_is_no_picture_is_told(script):
    with pytest.raises(ValueError, match="write <!-- picture: FILE"):
        list(script("page_steps").steps("<!-- picture: output/plan.pdf page=x | The plan -->"))
