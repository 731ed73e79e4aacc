"""The scripts of forms against the formulas they were made from, in the engines that run them."""

import json
import random
from pathlib import Path

import pytest

from generator.base.records import replace
from generator.load.game_loader import load
from generator.model.formula import NamedValue, WrittenBoxes
from generator.model.sheet import Book, Value
from generator.write.pdf.form.form_script import calculation_script

pytestmark = pytest.mark.browser
DATA = Path(__file__).parents[2] / "data"
RUN = """(() => {{ const scripts = {scripts}.map(script => new Function('event', script)), states = {states};
    return JSON.stringify(states.map(state => scripts.map(script => {{
        const event = {{value: ''}}; script.call({{getField: name => name in state ? {{value: state[name]}} : null}}, event);
        return event.value }}))) }})()"""
"""Viewers give a box as the name of its state, and what is typed as a number wherever it is one."""


GAMES = ["hadrians-wall", "glory-to-rome", "concordia", "aquileia", "arena", "picket"]


def counting_zeros():
    """The sheet of the sample, with a value that tells a written 0 from an empty box."""
    (sheet,) = load(DATA / "picket", prefix="picket").sheets.values()
    nights = tuple(box.id for box in sheet.boxes)
    return Book.of([replace(sheet, values=(*sheet.values, Value("nights_told", None, WrittenBoxes(nights), "")))])


@pytest.fixture(scope="module", params=[*GAMES, "zeros"])
def book(request):
    if request.param == "zeros":
        return counting_zeros()
    return Book.of(load(DATA / request.param, prefix=request.param).sheets.values())


def some_state(box, chance):
    """What a box may hold; mostly something legal."""
    if box.start or chance.random() < 0.4:
        return "" if box.takes_zero else box.start
    if box.kind == "choice":
        return chance.choice(box.options).id
    return {"mark": 1, "mark2": chance.choice((1, 2)), "text": "Iulia"}.get(box.kind) or chance.randint(
        box.least, box.most
    )


def as_fields(book, state, chance):
    """The same as a viewer's fields; an empty number's box now and then holds a letter instead."""
    fields = {}
    for id_, held in state.items():
        box = book.box(id_)
        if box.kind in {"mark", "mark2"}:
            fields[id_] = "x" if held else "Off"
            fields |= {f"{id_}_filled": "x" if held == 2 else "Off"} if box.kind == "mark2" else {}
        elif box.kind in {"year", "number"}:
            empty = ("", "a", "?", box.most + 1) if box.takes_zero else ("", "a", "?", "0", box.most + 1)
            fields[id_] = chance.choice(empty if box.is_empty(held) else (held, str(held)))
        else:
            fields[id_] = held or ""
    return {id_: value for id_, value in fields.items() if not (id_ in book.boxes and book.box(id_).start)}


def test_scripts_reckon_as_python_does(browser, book):
    chance = random.Random(4)
    states = [{box.id: some_state(box, chance) for box in book.boxes.values()} for _ in range(300)]
    states.append(book.start())
    scripts = [calculation_script(book, NamedValue(id_)) for id_ in book.values]
    asked = {"scripts": json.dumps(scripts), "states": json.dumps([as_fields(book, state, chance) for state in states])}

    found = json.loads(browser.run(RUN.format(**asked)))

    assert [dict(zip(book.values, row, strict=True)) for row in found] == [book.calculate(state) for state in states]
