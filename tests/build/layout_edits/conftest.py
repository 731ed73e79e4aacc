"""Faces of games whose boxes are edited in memory."""

import pytest

from generator.base.cache import Cache
from generator.build.faces.face_jobs import FaceJob, shown_size
from generator.build.faces.face_renderer import FaceRenderer, as_drawn
from generator.build.layout_edits.layout_trial import LayoutTrial, TrialMarks
from generator.load.game_loader import load

GAME = """format = 1
title = { en = "Eight" }

[components.deck]
kind = "cards"
title = { en = "Cards" }
trim = ["63mm", "88mm"]
bleed = "3mm"
rows = "cards.csv"
front = "card.svg.j2"
columns = { name.type = "words", cost.type = "number" }
"""
MARKS = TrialMarks()
"""Marked templates of all trials: the shared ones are compiled once."""
HEAD = """{% from "shared/card.svg.j2" import svg, ground, title, icon %}
{% call svg(face) %}
{{ ground(face, "#dce9f0") }}
"""


def face_trial(folder, part=None, side="front", also_own=(), *, own=True, game=None):
    """The trial of the first piece of a component; `also_own` are starts of further paths that may be changed."""
    game = game or load(folder, prefix=folder.name)
    component = game.component(part) if part else game.components[0]
    renderer = FaceRenderer(game, folder.name, "colour", Cache(None), "trials")
    paper, trim = shown_size(component)
    language = game.languages[0]
    job = as_drawn(FaceJob(component, component.pieces[0], side, language, trim=trim, key="", paper=paper))
    starts = (f"{folder.name}/", *also_own) if own else ()
    templates = MARKS.renderer(renderer.template_renderer(game), {})
    return LayoutTrial(templates, job, lambda path: path.startswith(starts), renderer.typeset_drawing)


@pytest.fixture
def trial_of(tmp_path):
    """Make the trial of a card from the body of its template."""

    def make(body, head=HEAD, encode=str.encode, *, own=True, name="eight", frame="", foot="\n{% endcall %}\n"):
        folder = tmp_path / name
        (folder / "templates").mkdir(parents=True)
        (folder / "game.toml").write_text(GAME, "utf-8")
        (folder / "cards.csv").write_text("id,name.en,cost\nfox,Fox,2\n", "utf-8")
        (folder / "templates/frame.svg.j2").write_text(frame, "utf-8")
        (folder / "templates/card.svg.j2").write_bytes(encode(head + body + foot))
        return face_trial(folder, own=own)

    return make
