"""For random edits of a game, what `--changed-since` prints is what really changed.

The test keeps a model of its own: what each piece shows, as the test itself has written it into the tables and
templates. What differs between two models must be printed, and nothing else.
"""

import csv
import random
from dataclasses import dataclass, field

import pytest

COLUMNS = ["id", "label", "copies", "name.en", "name.ja", "suit", "strength", "text.en", "text.ja", "provenance"]
WORDS = ["wall", "ditch", "horn", "smoke", "ladder", "torch", "night", "gate", "rope", "stone"]
SUITS = {"swords": ("Swords", "red"), "torches": ("Torches", "amber"), "ladders": ("Ladders", "grey")}


@dataclass
class Model:
    """Picket as the test has written it."""

    rows: list
    suits: dict
    marks: dict = field(default_factory=dict)
    """Card id to a mark that the front template draws on it."""
    back: str = ""
    """A mark that the back template draws."""
    watch: str = "Awake"
    remarks: int = 0
    """Remarks in the templates, which draw nothing."""
    ids: bool = False
    """Whether labels are printed on the cards."""

    def looks(self):
        """What each piece shows, and its copies."""
        found = {"watch/watch": (("watch", self.watch), 1)}
        for row in self.rows:
            printed = ("name.en", "suit", "strength", "text.en", *(["label"] if self.ids else []))
            shown = tuple(row[name] for name in printed)
            look = (*shown, self.suits[row["suit"]], self.marks.get(row["id"], ""), self.back)
            found[f"raid/{row['id']}"] = (look, int(row["copies"]))
        return found

    def write(self, folder, sources):
        with (folder / "cards/raid.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)
        lines = [f"{id_},{name},剣,{colour}" for id_, (name, colour) in self.suits.items()]
        (folder / "tables/suits.csv").write_text("\n".join(["id,name.en,name.ja,colour", *lines, ""]), "utf-8")
        watch = f"watch,W1,1,The watch,見張り,{self.watch},起きている,Asleep,居眠り,house"
        head = "id,label,copies,name.en,name.ja,awake.en,awake.ja,asleep.en,asleep.ja,provenance"
        (folder / "cards/watch.csv").write_text(f"{head}\n{watch}\n", "utf-8")
        marks = "".join(
            f'{{% if card.id == "{id_}" %}}<rect x="2" y="{20 + 2 * int(mark)}" width="1" height="1"/>{{% endif %}}'
            for id_, mark in self.marks.items()
        )
        back = f'<rect x="2" y="{20 + 2 * int(self.back)}" width="1" height="1"/>' if self.back else ""
        for name, extra in (("raid", marks), ("raid-back", back)):
            drawn = f"{{# {'!' * self.remarks} #}}{extra}{{% endcall %}}"
            text = sources[name].replace("{% endcall %}", drawn)
            (folder / f"templates/{name}.svg.j2").write_text(text, "utf-8")


def remove(model, row, _chance):
    if len(model.rows) > 2:
        model.rows.remove(row)


def add(model, row, chance):
    number = max(int(each["label"][1:]) for each in model.rows) + chance.randint(1, 3)
    name = chance.choice(WORDS).title()
    model.rows.append(row | {"id": f"new_{number}", "label": f"R{number}", "name.en": name})


def colour(model, _row, chance):
    id_ = chance.choice(list(model.suits))
    model.suits[id_] = model.suits[id_][0], chance.choice(["red", "amber", "grey"])


EDITS = [
    lambda _, row, chance: row.update({"text.en": f"{' '.join(chance.sample(WORDS, 3))}."}),
    lambda _, row, chance: row.update({"name.en": chance.choice(WORDS).title()}),
    lambda _, row, chance: row.update(strength=str(chance.randint(1, 4))),
    lambda model, row, chance: row.update(suit=chance.choice(list(model.suits))),
    lambda _, row, chance: row.update(copies=str(chance.randint(1, 6))),
    lambda _, row, chance: row.update(copies=str(int(row["copies"]) + chance.randint(1, 3))),
    lambda _, row, chance: row.update(id=f"renamed_{chance.randint(1, 10**9)}"),
    remove,
    add,
    colour,
    lambda model, row, chance: model.marks.update({row["id"]: str(chance.randint(0, 9))}),
    lambda model, _, chance: setattr(model, "back", str(chance.randint(0, 9))),
    lambda model, _, chance: setattr(model, "watch", chance.choice(WORDS).title()),
    lambda model, _, __: setattr(model, "remarks", model.remarks + 1),
]
"""Each changes one thing: a text, a table, the copies, an id, a template, or only a remark in a template."""


def to_print(old, new, component=""):
    """The copies that must be printed after an edit. A piece that looks as a removed one did needs no paper."""
    left = {name: each for name, each in old.items() if name not in new}
    wanted = set()
    for name, (look, copies) in new.items():
        before = old.get(name)
        if before is None:
            same = next((each for each, (known, _) in left.items() if known == look), None)
            before = left.pop(same) if same else None
        first = before[1] + 1 if before and before[0] == look else 1
        wanted |= {(name, copy) for copy in range(first, copies + 1) if name.startswith(component)}
    return wanted


def to_discard(old, new):
    """How many copies of each look are no longer in the game."""

    def count(pieces):
        looks = {}
        for look, copies in pieces.values():
            looks[look] = looks.get(look, 0) + copies
        return looks

    before, now = count(old), count(new)
    return sum(max(0, copies - now.get(look, 0)) for look, copies in before.items())


@pytest.mark.parametrize("ids", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_what_changed_is_printed_and_nothing_else(picket, built, printed_on, tmp_path, seed, ids, long):
    chance, suffix = random.Random(seed), "-ids" if ids else ""
    sources = {name: (picket / f"templates/{name}.svg.j2").read_text("utf-8") for name in ("raid", "raid-back")}
    with (picket / "cards/raid.csv").open(encoding="utf-8") as file:
        model = Model(list(csv.DictReader(file)), dict(SUITS), ids=ids)
    model.write(picket, sources)
    built("print0", ids=ids)
    old = model.looks()

    def changes(number, since):
        result = built(f"changes{number}", since=since, ids=ids)
        assert not result.faults
        fronts, backs = (printed_on([file.path for file in result.files], side) for side in ("front", "back"))
        assert fronts == backs
        return fronts, sum(each.copies for each in result.changes.discarded)

    for number in range(50 if long else 2):
        for _ in range(chance.randint(1, 3)):
            chance.choice(EDITS)(model, chance.choice(model.rows), chance)
        model.write(picket, sources)
        new, last = model.looks(), tmp_path / f"print{number}"

        expected = to_print(old, new), to_discard(old, new)
        assert changes(number, last / f"picket/faces-en{suffix}.json") == expected, (seed, number)
        assert changes(number, last) == expected, (seed, number)
        (last / f"picket/faces-en{suffix}.json").unlink()
        assert changes(number, last / "picket") == expected, (seed, number)
        assert changes(number, last / f"picket/raid-a4-en{suffix}.pdf")[0] == to_print(old, new, "raid"), (seed, number)
        built(f"print{number + 1}", ids=ids)
        old = new
