from types import SimpleNamespace

from generator.web.orders.print_totals import PrintTotals, marked_files


def file(name, *components, paper="a4", pages=2, sheets=1, ink=10.0):
    about = {"paper": paper, "pages": pages, "sheets": sheets, "pieces": 9, "ink": ink}
    return {"file": f"output/mine/{name}", "components": [*components], **about}


FILES = [
    file("raid-a4-en.pdf", "raid", pages=4, sheets=2, ink=20.0),
    file("rules-a4-en.pdf", "rules"),
    file("rules-booklet-a4-en.pdf", "rules"),
    file("pad-fillable-a4-en.pdf", "pad"),
    file("pad-a4-en.pdf", "pad", pages=1),
    file("mine-en.html", paper=""),
]


def test_files_that_need_not_be_printed_are_no_part_of_the_totals():
    files = marked_files(SimpleNamespace(files=FILES))
    totals = PrintTotals.of(files)

    assert [each["is_spare"] for each in files] == [False, True, False, True, False, True]
    assert (totals.pages, totals.pieces, totals.sheets, totals.both) == (7, 27, 4, 3)
    assert (totals.ink, totals.black) == (15.7, 1.1)
