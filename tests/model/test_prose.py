from generator.model.prose import BoxBlock, Manuscript, Paragraph


def test_kind_of_a_box_becomes_its_title():
    box = BoxBlock((Paragraph("Beware.", 7),), 7, "danger")

    assert box.with_title({"danger": "Danger"}) == BoxBlock((Paragraph("**Danger**", 7), Paragraph("Beware.", 7)), 7)


def test_box_with_a_title_stays_as_it_is():
    box = BoxBlock((Paragraph("**Example**", 7),), 7)

    assert box.with_title({}) is box


def test_boxes_of_a_text_get_their_titles_and_the_rest_stays():
    box, words = BoxBlock((Paragraph("Beware.", 7),), 7, "danger"), Paragraph("Come in.", 5)
    text = Manuscript("rules.en.md", "Rules", 1, (words, box)).with_titles({"danger": "Danger"})

    assert text == Manuscript("rules.en.md", "Rules", 1, (words, box.with_title({"danger": "Danger"})))
