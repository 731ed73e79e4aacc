"""Boxes are added, removed, reordered and shown on some cards, by whole elements of the template."""

from generator.build.layout_edits import box_order
from tests.build.layout_edits.conftest import HEAD
from tests.build.layout_edits.test_layout_trial import TEXT, body, number

RECT = '<rect id="frame" x="4" y="4" width="20" height="20" fill="#f4efe2"/>'


def test_a_box_goes_with_its_line(trial_of):
    trial = trial_of(f"{RECT}\n{TEXT}")

    assert body(box_order.remove_box(trial, number(trial, "frame"))) == TEXT


def test_a_new_box_stands_last(trial_of):
    trial = trial_of(TEXT)

    assert body(box_order.add_box(trial, RECT)) == f"{TEXT}\n{RECT}"


def test_a_new_box_stands_in_the_block_of_a_card_whose_frame_another_template_draws(trial_of):
    head = HEAD.replace("{% call", "{% macro framed(face) %}{% set block = caller %}{% call")
    rest = '{{ block() }}<rect id="frame" x="3" y="3" width="57" height="82" fill="none"/>{% endcall %}{% endmacro %}'
    trial = trial_of(TEXT, '{% from "frame.svg.j2" import framed %}{% call framed(face) %}\n', frame=head + rest)

    (content,) = box_order.add_box(trial, RECT.replace("frame", "new")).files.values()

    assert f"{TEXT}\n{RECT.replace('frame', 'new')}\n{{% endcall %}}" in content.decode()


def test_a_new_box_stands_in_the_template_that_another_one_includes(trial_of):
    trial = trial_of("", '{% include "frame.svg.j2" %}{#', frame=f"{HEAD}{TEXT}\n{{% endcall %}}", foot="#}")

    ((path, content),) = box_order.add_box(trial, RECT).files.items()

    assert path.endswith("frame.svg.j2")
    assert content.decode() == f"{HEAD}{TEXT}\n{RECT}\n{{% endcall %}}"


def test_neighbours_change_places(trial_of):
    trial = trial_of(f"{RECT}\n  {TEXT}")

    assert body(box_order.reorder_box(trial, number(trial, "frame"), 1)) == f"{TEXT}\n  {RECT}"
    assert box_order.reorder_box(trial, number(trial, "name"), 1).files == {}


BRANCH = f"{{% if card.cost %}}\n  <g>{TEXT}</g>\n{{% endif %}}"


def test_a_box_passes_a_whole_branch_and_never_enters_it(trial_of):
    trial = trial_of(f"{RECT}\n{BRANCH}")

    assert body(box_order.reorder_box(trial, number(trial, "frame"), 1)) == f"{BRANCH}\n{RECT}"


def test_a_box_takes_its_branch_along(trial_of):
    trial = trial_of(f"{RECT}\n{BRANCH}")

    assert body(box_order.reorder_box(trial, number(trial, "name"), -1)) == f"{BRANCH}\n{RECT}"


def test_a_box_does_not_leave_a_branch_that_holds_others(trial_of):
    other = RECT.replace("frame", "other")
    trial = trial_of(f"{{% if card.cost %}}{RECT}{other}{{% endif %}}\n{TEXT}")

    assert box_order.reorder_box(trial, number(trial, "other"), 1).files == {}


CIRCLE = '<circle cx="{{ 9 + n }}" cy="5" r="2"/>'
DASH = '<path d="M{{ n }} 1v9" stroke="#22303a"/>'
LOOP = f"{{% for n in range(3) %}}\n{CIRCLE}\n{{% if n < 2 %}}{DASH}{{% endif %}}\n{{% endfor %}}"


def test_a_box_of_a_loop_passes_what_stands_next_in_its_turns(trial_of):
    trial = trial_of(f"{LOOP}\n{RECT}")
    circle = next(index for index, element in enumerate(trial.elements) if element.name == "circle")

    # Behind the last circle stands the frame: the last turn draws no dash.
    verdict = box_order.reorder_box(trial, circle, 1)

    assert verdict.is_exact
    assert f"{DASH}{{% endif %}}\n{CIRCLE}\n{{% endfor %}}" in body(verdict)


def test_a_box_that_a_macro_draws_twice_is_asked_about(trial_of):
    macro = f"{{% macro two(n) %}}{CIRCLE}{DASH}{{% endmacro %}}"
    trial = trial_of("{{ two(1) }}\n{{ two(7) }}", HEAD.replace("{% call", f"{macro}{{% call"))
    circle = next(index for index, element in enumerate(trial.elements) if element.name == "circle")

    verdict = box_order.reorder_box(trial, circle, 1)

    ((_, content),) = verdict.files.items()
    assert f"{DASH}{CIRCLE}" in content.decode()
    assert [trial.elements[index].name for index in verdict.affected] == ["circle"]


def test_a_box_is_shown_on_some_cards(trial_of):
    trial = trial_of(f"{RECT}\n{TEXT}")

    verdict = box_order.show_box_where(trial, number(trial, "frame"), 'card.name == "Ox"')

    assert body(verdict) == f'{{% if card.name == "Ox" %}}{RECT}{{% endif %}}\n{TEXT}'
