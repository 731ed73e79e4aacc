from generator.model.prose import BoxBlock, Paragraph


def test_kind_of_a_box_becomes_its_title():
    box = BoxBlock((Paragraph("Beware.", 7),), 7, "danger")

    assert box.with_title({"danger": "Danger"}) == BoxBlock((Paragraph("**Danger**", 7), Paragraph("Beware.", 7)), 7)


def test_box_with_a_title_stays_as_it_is():
    box = BoxBlock((Paragraph("**Example**", 7),), 7)

    assert box.with_title({}) is box
