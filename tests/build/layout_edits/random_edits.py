"""Random edits of the boxes of all games: what is saved is what was asked, and undo restores every byte.

`python -m tests.build.layout_edits.random_edits --edits 1000 --seed 7 --kind own` prints how many edits of each kind were held,
refused and asked about, and with `--list` each one that was not held.
"""

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from generator.base.geometry import Rect
from generator.base.units import to_mm
from generator.build.layout_edits import box_order
from generator.build.layout_edits.layout_trial import LayoutTrial
from generator.build.layout_edits.value_edits import style_value
from generator.web.layout.face_layouts import FaceLayouts, FaceRequest
from generator.web.layout.layout_view import layout_boxes
from generator.web.previews.served_games import ServedGames

ROOT = Path(__file__).parents[3]
SHIPPED = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall")
CARDS, TOKENS, SHEETS = frozenset({"cards"}), frozenset({"tokens", "tiles"}), frozenset({"boards", "sheets"})
KINDS = {
    "own": (False, CARDS | TOKENS),
    "cards": (True, CARDS),
    "tokens": (True, TOKENS),
    "boards": (None, SHEETS),
}
"""By name: whether the games are the five large ones (None: all), and the kinds of their components."""
GOALS = {"own": 0.97, "cards": 0.90, "tokens": 0.90, "boards": 0.75}
"""Least share of edits that is held, by kind."""
STEPS = ("move", "move", "move", "resize", "resize", "font", "fill", "add", "remove", "order")
_PIECES = 2
"""Pieces of each component that are edited."""
_NEAR = 0.02
"""Millimetres by which a box may miss its goal."""


class RandomEdit(NamedTuple):
    """One edit and its outcome."""

    seed: str
    place: str
    """Game, component, piece and side."""
    box: str
    step: str
    outcome: str
    """`held`, `refused`, `asks`, `faults`, or `wrong:` with what is wrong."""
    line: str


class EditedGame:
    """A copy of a game whose templates are edited, saved and restored."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder / source.name
        shutil.copytree(source, self.folder)
        templates = ROOT / "templates" / source.name
        if templates.is_dir():
            shutil.copytree(templates, self.folder / "templates", dirs_exist_ok=True)
        served = ServedGames([str(self.folder)])
        self.served = served.get(source.name)
        self.layouts = FaceLayouts()
        self.contents = _contents(self.folder)

    def faces(self, kinds: frozenset[str]) -> list["EditedFace"]:
        game = self.served.game
        parts = [part for part in game.components if part.kind in kinds and not part.prose]
        return [
            EditedFace(self, FaceRequest(self.served, game, part, piece, side, game.languages[0], "colour"))
            for part in parts
            for piece in part.pieces[:_PIECES]
            for side in (("front", "back") if part.back else ("front",))
        ]


class EditedFace:
    """One face with its boxes."""

    def __init__(self, game: EditedGame, face: FaceRequest) -> None:
        self.game, self.face = game, face
        self.name = f"{face.served.id} {face.part.id} {face.piece.id} {face.side}"

    @cached_property
    def trial(self) -> LayoutTrial:
        return self.game.layouts.changed_trial(self.face, {})

    @cached_property
    def boxes(self):
        return [box for box in layout_boxes(self.trial) if box.reason != "ground"]

    def edit(self, number: int, seed: str) -> RandomEdit:
        """Make one random edit of the box at an index; save it and restore it where it may be saved."""
        chance, box = random.Random(seed), self.boxes[number]
        spans = _RecordedSpans(self.trial)
        step, verdict, is_right = _tried(self.trial, box, chance)
        if verdict.faults or not verdict.is_exact:
            outcome = "faults" if verdict.faults else "asks" if verdict.files else "refused"
        else:
            wrong = self._wrong(box, step, verdict, is_right) or spans.wrong(verdict.files)
            wrong = wrong or self._wrongly_saved(verdict.files)
            outcome = f"wrong: {wrong}" if wrong else "held"
        spans.end()
        return RandomEdit(seed, self.name, box.name, step, outcome, self._line(box))

    def _line(self, box) -> str:
        path, _, line = box.place.rpartition(":")
        text = self.trial.own_files.get(f"{self.trial.prefix}{path}")
        lines = text.decode().splitlines() if text else []
        return f"{box.place}: {lines[int(line) - 1].strip()[:150]}" if lines else f"{box.place} ({box.reason})"

    def _wrong(self, box, step, verdict, is_right) -> str:
        """What the face with the changed files is not as asked in; empty for nothing."""
        trial = self.trial
        _, after = trial.after(verdict.files)
        if not is_right(after):
            return "not as asked"
        if step in {"move", "resize", "font", "fill"}:
            members = trial.box(box.number)
            pairs = enumerate(zip(trial.elements, after, strict=True))
            moved = [index for index, (old, new) in pairs if old.state != new.state and index not in members]
            return f"others: {moved[:5]}" if moved else ""
        return ""

    def _wrongly_saved(self, files) -> str:
        """What the saved files, or those after undo, differ in but should not; empty for nothing."""
        game, prefix = self.game, self.trial.prefix
        changed = {path.removeprefix(prefix) for path in files}
        game.layouts.save(self.face, files)
        saved = _contents(game.folder)
        others = {name for name in {*saved, *game.contents} if saved.get(name) != game.contents.get(name)} - changed
        is_saved = all(saved.get(path.removeprefix(prefix)) == data for path, data in files.items())
        is_undone = game.layouts.undo(game.served.folder, game.served.id)
        if not is_undone or _contents(game.folder) != game.contents:
            return "undo leaves other bytes"
        return f"other files: {sorted(others)}" if others else "" if is_saved else "other bytes are saved"


def _contents(folder):
    """The bytes of all files of a folder, by their paths in it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class _RecordedSpans:
    """Notes the splices of each changed state of templates, to compare all bytes outside them."""

    def __init__(self, trial: LayoutTrial) -> None:
        self._trial, self._make = trial, trial.contents
        self._spans = {}
        trial.contents = self._contents

    def _contents(self, change):
        files = self._make(change)
        self._spans[tuple(sorted(files.items()))] = change
        return files

    def end(self) -> None:
        del self._trial.contents

    def wrong(self, files) -> str:
        """What differs outside the splices of some files; empty for nothing."""
        change = self._spans.get(tuple(sorted(files.items())))
        if change is None:
            return "no splices"
        for path, data in files.items():
            old = self._trial.own_files[path]
            text = old.decode("utf-8-sig")
            mark = b"\xef\xbb\xbf" if old.startswith(b"\xef\xbb\xbf") else b""
            expected, place = mark, 0
            for splice in sorted(splice for splice in change if splice.path == path):
                expected += (text[place : splice.span.start] + splice.text).encode()
                place = splice.span.end
            if expected + text[place:].encode() != data:
                return f"bytes outside the edit in {path}"
        return ""


def _tried(trial, box, chance):  # noqa: PLR0911  one return for each kind of edit
    """One random edit of a box: its kind, its verdict, and whether the elements after it are as they should be."""
    index, step = box.number, chance.choice(STEPS)
    element = trial.elements[index]
    dx, dy = (round(chance.choice([-1, 1]) * chance.uniform(0.1, 3), 1) for _ in "xy")
    if step == "font" and element.name != "text":
        step = "fill"
    if step == "resize" and not box.can_resize:
        step = "move"
    if step == "move":
        verdict = trial.reshape(index, dx, dy)
        return step, verdict, lambda after: _is_near(after[index].box, element.box, dx, dy)
    if step == "resize":
        verdict = trial.reshape(index, 0, 0, dx, dy)
        # A circle, and an icon with one number for its size, keep their proportions.
        is_free = element.name not in {"circle", "use"}
        return step, verdict, lambda after: not is_free or _is_near(after[index].box, element.box, 0, 0, dx, dy)
    if step == "font":
        size = f"{chance.randint(12, 30) / 2:g}pt"
        return step, trial.restyle(index, "font-size", size), lambda after: _has(after[index], "font-size", size)
    if step == "fill":
        verdict = trial.restyle(index, "fill", "#123456")
        return step, verdict, lambda after: _has(after[index], "fill", "#123456")
    if step == "add":
        markup = f'<rect id="added" x="{chance.randint(3, 9)}" y="4" width="5" height="6" fill="#dddddd"/>'
        verdict = box_order.add_box(trial, markup)
        return step, verdict, lambda after: len(after) == len(trial.elements) + 1
    if step == "remove":
        verdict = box_order.remove_box(trial, index)
        return step, verdict, lambda after: len(after) == len(trial.elements) - len(trial.box(index))
    names = sorted(repr(member.state) for member in trial.elements)
    ways = [way for way in (-1, 1) if _others(trial, index, way)]
    if not ways:
        verdict = trial.reshape(index, dx, dy)
        return "move", verdict, lambda after: _is_near(after[index].box, element.box, dx, dy)
    verdict = box_order.reorder_box(trial, index, chance.choice(ways))
    return step, verdict, lambda after: sorted(repr(member.state) for member in after) == names


def _is_near(new, old, dx, dy, dw=0.0, dh=0.0) -> bool:
    if old is None:
        return True
    goal = Rect(old.x + dx, old.y + dy, old.width + dw, old.height + dh)
    sides = zip(*((box.x, box.y, box.width, box.height) for box in (new, goal)), strict=True)
    # A line has no height that could grow.
    return all(abs(one - other) < _NEAR for one, other in sides) or not (old.width and old.height)


def _has(element, name, value) -> bool:
    style = style_value(element.attributes.get("style", ""), name)
    now = style or element.attributes.get(name, "")
    if style and value.endswith("pt"):
        # A drawing has its own unit.
        points = float(now.removesuffix("px")) * element.matrix.mean_scale * 72 / 25.4
        return abs(points - float(value.removesuffix("pt"))) < _NEAR
    return now == value


def _others(trial, index, way) -> bool:
    """Whether another box but the ground is drawn before a box, or after it."""
    box, trim = trial.box(index), trial.job.trim
    face = Rect(0, 0, to_mm(trim.width), to_mm(trim.height))
    numbers = range(max(box) + 1, len(trial.elements)) if way > 0 else range(min(box))
    boxes = [trial.elements[number].box for number in numbers]
    return any(box is None or not box.contains(face) for box in boxes)


def edited_games(kind):
    """The folders of the games of a kind."""
    is_large, _ = KINDS[kind]
    large = [ROOT / "data" / name for name in SHIPPED]
    own = [ROOT / "data/picket"]
    for place in ("data/starters", "docs/recipes"):
        own += sorted(path.parent for path in (ROOT / place).glob("*/game.toml"))
    return large if is_large else own if is_large is False else large + own


def random_edits(kind, count, seed, folder, most=None):
    """Yield random edits of the boxes of a kind, each box as likely as any other; of one face of `most` games if given."""
    chance, sources = random.Random(seed), edited_games(kind)
    games = (EditedGame(source, folder) for source in (chance.sample(sources, len(sources)) if most else sources))
    shown = (faces for game in games if (faces := game.faces(KINDS[kind][1])))
    faces = [chance.choice(faces) for faces in islice(shown, most)] if most else [*chain.from_iterable(shown)]
    boxes = [(face, number) for face in faces for number in range(len(face.boxes))]
    for edited in range(count):
        # Each edit has a seed of its own, so that one that fails can be made again alone.
        name = f"{seed}-{edited}"
        face, number = random.Random(f"{name} box").choice(boxes)
        yield face.edit(number, name)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=1000, help="edits of each kind")
    parser.add_argument("--seed", help="a fresh one without this")
    parser.add_argument("--kind", choices=KINDS, action="append", help="all without this")
    parser.add_argument("--list", action="store_true", help="each edit that was not held")
    options = parser.parse_args(arguments)
    seed, wrong = options.seed or str(random.SystemRandom().randrange(10**9)), 0
    for kind in options.kind or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            outcomes, steps = Counter(), Counter()
            for edit in random_edits(kind, options.edits, seed, Path(folder)):
                outcome = edit.outcome.partition(":")[0]
                outcomes[outcome] += 1
                steps[edit.step, outcome] += 1
                if outcome != "held" and (options.list or outcome == "wrong"):
                    _say(" | ".join(edit))
        held = outcomes["held"]
        share = f"{held / options.edits:.1%}, goal {GOALS[kind]:.0%}"
        _say(f"{kind}: seed {seed}, held {held} of {options.edits} ({share}), {dict(outcomes)}")
        for step in dict.fromkeys(STEPS):
            counts = {name: count for (of, name), count in sorted(steps.items()) if of == step}
            _say(f"  {step}: {counts}")
        wrong += outcomes["wrong"]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
