"""Elements of faces are kept by the files that they were rendered from."""

from types import SimpleNamespace

import pytest

from generator.build.layout_edits.face_memory import VERSIONS, FaceMemory

JOB = SimpleNamespace(
    component=SimpleNamespace(id="raid"), piece=SimpleNamespace(id="scouts"), side="front", language="en"
)
READ = {"mine/a.svg.j2": b"", "shared/card.svg.j2": b""}


class Renders:
    """A trial that counts how often a face is rendered."""

    def __init__(self):
        self.count = 0

    def elements_by(self, renderer, job):
        self.count += 1
        return [f"element {self.count}"]


@pytest.fixture
def rendered():
    memory, trial = FaceMemory(), Renders()

    def elements(**versions):
        files = {f"mine/{name}.svg.j2": version for name, version in versions.items()}
        memory.begin(files)
        return memory.elements(JOB, trial, SimpleNamespace(read=READ), files)

    elements.memory, elements.trial = memory, trial
    return elements


def test_face_is_rendered_again_only_if_a_file_that_it_reads_differs(rendered):
    first = rendered(a="1", b="1")

    assert rendered(a="1", b="2") is first
    assert rendered(a="2", b="2") is not first
    assert rendered(a="1", b="2") is first
    assert rendered.trial.count == 2


def test_old_states_of_a_face_make_room(rendered):
    first = rendered(a="0")
    for number in range(VERSIONS):
        rendered(a=str(number + 1))

    assert rendered(a="0") is not first


def test_a_drawing_that_is_a_template_ends_the_memory_of_no_face_that_does_not_read_it(rendered):
    first = rendered(a="1")
    memory, drawings = rendered.memory, ["mine/card.svg"]
    files = {"mine/a.svg.j2": "1", "mine/card.svg": "1"}
    memory.begin(files, drawings=drawings)
    first = memory.elements(JOB, rendered.trial, SimpleNamespace(read=READ), files)
    files["mine/card.svg"] = "2"
    memory.begin(files, drawings=drawings)

    assert memory.elements(JOB, rendered.trial, SimpleNamespace(read=READ), files) is first
    assert memory.elements(JOB, rendered.trial, SimpleNamespace(read={}), {"mine/a.svg.j2": "2"}) is not first


def test_other_data_of_a_game_ends_the_memory(rendered):
    first = rendered(a="1")
    rendered.memory.begin({"mine/a.svg.j2": "1", "mine/cards/raid.csv": "1"})

    assert rendered(a="1") is not first
