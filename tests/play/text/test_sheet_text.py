"""The sheets as lines of text: every track in its place, with the marks of its boxes and how many they are."""

from generator.play.text.sheet_text import SheetText


def test_every_sheet_and_track_is_shown(begun):
    table = begun("full")
    sheets = table.rules.book.boxes.book.sheets
    lines = list(SheetText(table.text.names, table.text.needs, {}).sheets({}))

    assert [line.strip("= ") for line in lines if line.startswith("==")] == [sheet.title["en"] for sheet in sheets]
    tracks = [track for sheet in sheets for area in sheet.areas for track in area.tracks]
    assert [
        track.id
        for track in tracks
        if not all(box.title for box in track.boxes) and not any(track.title["en"][:12] in line for line in lines)
    ] == []


def test_level_stands_behind_the_marks_of_a_track(begun):
    table = begun("full")
    track = table.rules.book.boxes.book.tracks["traders"]
    names, messages = table.text.names, table.text.messages

    def line(marks):
        sheets = SheetText(names, None, {})
        assert sheets._messages is messages
        return " ".join(" ".join(sheets._track(track, marks)).split())

    assert line({}).endswith(" 0")
    assert line({box.id: 1 for box in track.boxes[:3]}).endswith(" 3")
