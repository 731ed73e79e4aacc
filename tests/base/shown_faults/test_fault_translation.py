import gc
from functools import cache
from string import Formatter

import pytest

from generator.base.shown_faults.fault_translation import FaultTranslation, fault_translation
from tests.base.shown_faults.messages_in_source import HOLE, PACKAGE, SourceMessages

FOLDER = PACKAGE.parent / "templates" / "faults"
LANGUAGES = sorted(folder.name for folder in FOLDER.iterdir())
COMPOSED = {
    "{noun_reason}, the last action was not recorded; event {n} is safe{tail}",
    "warning: ",
    "note: ",
    "{option} is for {noun_domain}; it changes nothing of {names}",
    "{option} changes no sheet of {names}",
    "{word} is a {name}; only an 'image' shows a part of a picture",
    "spaces for pieces are {percent} % of their size; hold it against your pieces, or print the board at 100 %",
    "{name}, step {n}: {what}",
    "line {n}: {what}",
    "is drawn as pixels at {n} dpi: {what}",
    "is drawn as pixels, {n} on its longer side: {what}",
    "{name} is {value}; {noun_what}",
    "{quoted} {noun_what}",
    "; the workbook has other sheets, name one beside rows: sheet = {sheet}",
    "{folder} is a game now; its template and game.toml are yours to change; then check and print it again with:",
    "{folder} is a game now; its tables and first templates are yours to change. Next:",
    "{folder} is a small game now; change game.toml and the tables beside it, then:",
    "{n} rows; {changes}",
    *("{n} rows", "{n} rows of the sheet {name}", "the title", "the text", "a line", "a colour", "a mark", "copies"),
    "a picture; {n} not beside the sheet nor in {folders} there: put them into the new game's art",
    "a picture; {n} taken along: {names}; {m} not beside the sheet nor in {folders} there: put them into the new game's art",
    "contents that are not taken over: {names}",
    *("a number, as it is written", "a picture", "a picture; {n} taken along: {names}", "left out"),
    *("left out, hidden in the sheet", "left out, because it has no heading"),
    *("{noun_role}; no box on the card is left for it", "in {file}", "the sample"),
    *("calibrated: {names}", "missing: {names}"),
}
"""Lines whose messages the source puts together in a way that is not followed."""
OF_ARGPARSE = {
    *("expected one argument{tail}", "; see {command} --help"),
    *("expected at least one argument{tail}", "expected {n} arguments{tail}", "invalid float value: {value}{tail}"),
    *("the following arguments are required: {names}{tail}", "not allowed with argument {name}{tail}"),
    "ignored explicit argument {value}{tail}",
}
"""Lines for messages of Python's own library."""
NO_FAULTS = {
    *("mutable default {} for field {} is not allowed: use default_factory", "cannot assign to field 'x'"),
    *("an interval needs at least two values", "a contact sheet needs faces", "not a message", "cannot be written"),
    *("'x' is a raster, not a part", "'x' is a part, not a raster", "{} is no key of {}", "a row", "something else"),
    *("{}: {} dpi at its printed size; it should have {}", "{}: {} dpi at its printed size; {} is enough", "an error"),
    *("{} ({}): {} → {}", "{}/{} {} ({}): {}", "[{}{}] {} of {}  {}", "digests of files", "matrix({} {} {})"),
    "{} of {}, {} ({})> ",
    *("File exists", "No space left on device", "2 m", "-2 m", "cannot be written ({})", r"(\d+) ([a-z_]+)"),
    *("def __new__(_cls, {}): return _new(_cls, ({},))", "def __init__(self, {}): {}"),
    *("{} 0 R", r"(1\.|-) (.+)"),
    *("vallum calibrate", "vallum 0.2.0", r' pnp:rect="([-\d. ]+)"'),
    *("Apache License 2.0", "SIL Open Font License 1.1", '<path{} d="{}"/>', "[{}{}] {} of {}  {}  {} s"),
    "overlay, or colour the drawing itself",
    "{}: {}, the last action was not recorded; event {} is safe{}",
    *(" ?([MLCZ]) ?", " M {} {} L {} {} L {} {} L {} {} Z", "M{} {}h{}v{}h{}z"),
    *("an area", "a track", "a box", "a place", "a value", "a spot", "a cell", "{} has no text"),
    *('{}<path{} d="{}"/>{}', '<path{} d="{}"/>{}{}', '<path{} d="{}"/><path{} d="{}"/>{}'),
    *("xMidYMid slice", "0 0 {} {}", "1 Tz {} 100 Tz", "/Span<</ActualText<feff{}>>>BDC {} TJ EMC"),
    *("{}{}/Contents {}/Resources{}", "{}{}{}/Contents {}/Resources{}"),
}
"""Texts that are found and that nobody is told: of errors in the program, of tables and drawings."""

SWORDS = FaultTranslation(
    {
        "no {noun} called {word}{tail}": "{word}という{noun}はありません。{tail}",
        "; did you mean {word}?": "{word}ではありませんか？",
        "picture in href {what}": "hrefの画像：{what}",
        "{word} is not a number": "{word}は数ではありません。",
        "{word} is a {noun_kind}": "{word}は{noun_kind}です。",
        "{n} cell{s} in {file}": "{file}に{n}個のセル",
        " (and on line {n} of {file})": "（{file}の{n}行目も）",
    },
    {"suit": "スート"},
    places={
        "line {n}": "{n}行目",
        "line {n}, {command}": "{n}行目の{command}",
        "table {quoted_name}": "表{quoted_name}",
    },
)


@pytest.fixture(scope="module")
def source():
    gc.disable()  # it would look at each node of the source again and again
    try:
        return SourceMessages(sorted(PACKAGE.rglob("*.py")))
    finally:
        gc.enable()


@pytest.fixture(params=LANGUAGES, scope="module")
def catalogue(request):
    found = fault_translation(FOLDER, request.param)
    lines = {each.english: each.translation for each in found.patterns}
    translation = FaultTranslation(lines, {**found.nouns, HOLE: HOLE})
    translation.pattern = cache(translation.pattern)  # the tests ask for the same messages
    return translation


@pytest.mark.parametrize(
    ("english", "expected"),
    [
        ("cards/raid.csv:7 [suit]: no suit called 'x'", "cards/raid.csv:7 [suit]: 'x'というスートはありません。"),
        ("no suit called 'x'; did you mean 'y'?", "'x'というスートはありません。'y'ではありませんか？"),
        ("no suit called 'a; did you mean '", "'a; did you mean 'というスートはありません。"),
        ("card.svg.j2:3: picture in href 'a' is not a number", "card.svg.j2:3: hrefの画像：'a'は数ではありません。"),
        ("raid/x front (en): 'a: b' is not a number", "raid/x front (en): 'a: b'は数ではありません。"),
        ("1 cell in a.csv", "a.csvに1個のセル"),
        ("a.csv:2: 'x' is not a number (and on line 5 of a.csv)", "a.csv:2: 'x'は数ではありません。（a.csvの5行目も）"),
        ("nothing that is known (and more)", "nothing that is known (and more)"),
        ("a.csv:2 [x]: nothing that is known", "a.csv:2 [x]: nothing that is known"),
        ("'suit' is not a number", "'suit'は数ではありません。"),
        ("no arm called 'x'", "'x'というarmはありません。"),
        ("'x' is a suit", "'x'はスートです。"),
        ("'x' is a arm", "'x' is a arm"),
        ("line 7, TEXT: 'x' is not a number", "7行目のTEXT: 'x'は数ではありません。"),
        ("line 7: table 'a: b': 'x' is not a number", "7行目: table 'a: b': 'x'は数ではありません。"),
        ("table 'a.csv': line 2: 'x' is not a number", "表'a.csv': 2行目: 'x'は数ではありません。"),
        ("line 7, TEXT: nothing that is known", "line 7, TEXT: nothing that is known"),
    ],
)
def test_message_is_translated_behind_its_place(english, expected):
    assert SWORDS.line(english) == expected


@pytest.mark.parametrize("language", ["xx", "../ja", ""])
def test_language_without_a_catalogue_has_none(language):
    assert fault_translation(FOLDER, language) is None


def test_every_message_of_the_source_has_a_line(source, catalogue):
    lacking = [
        f"{min(places)}: {text.replace(HOLE, '{}')}"
        for text, places in sorted(source.found.items(), key=lambda item: sorted(item[1]))
        if text.replace(HOLE, "{}") not in NO_FAULTS | set(catalogue.nouns) and catalogue.line(text) == text
    ]

    assert lacking == [], "write a line for each of these into templates/faults/<language>/<package>.toml"


def test_every_remedy_of_a_message_has_a_line(source, catalogue):
    remedies = {
        values["tail"]
        for text in source.found
        if (pattern := catalogue.pattern(text)) and (values := pattern.values(text)).get("tail")
    }

    assert [each for each in remedies if catalogue.message(each) is None] == []


def test_every_line_has_a_message_in_the_source(source, catalogue):
    used = {pattern for text in source.found for pattern in patterns_used(catalogue, text)}

    assert [
        each.english for each in catalogue.patterns if each not in used and each.english not in COMPOSED | OF_ARGPARSE
    ] == []


def test_translations_name_what_their_messages_name(catalogue):
    for pattern in catalogue.patterns:
        assert names_in(pattern.translation) <= names_in(pattern.english), pattern.english


def test_values_of_a_message_stand_in_its_translation(catalogue):
    """A name that is left out would hide what is wrong; the plural has no word of its own."""
    for pattern in catalogue.patterns:
        assert names_in(pattern.english) - names_in(pattern.translation) <= {"s"}, pattern.english


def patterns_used(catalogue, text):
    """The line for a text behind its place, and those for what it holds."""
    while catalogue.pattern(text) is None and ": " in text:
        text = text.split(": ", 1)[1]
    pattern = catalogue.pattern(text)
    if pattern:
        yield pattern
        for value in pattern.values(text).values():
            yield from patterns_used(catalogue, value)


def names_in(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}
