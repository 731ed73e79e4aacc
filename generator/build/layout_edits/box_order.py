"""Adds, removes and reorders boxes, and shows a box on some cards alone; tried in memory as all edits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from jinja2.exceptions import TemplateSyntaxError

from generator.base.errors import Faults
from generator.build.layout_edits.drawing_boxes import box_in_drawing
from generator.build.layout_edits.drawn_elements import FaceElement, page_matrix
from generator.build.layout_edits.layout_trial import REFUSED, LayoutTrial, TrialVerdict
from generator.build.layout_edits.template_source import SourceRange, TemplateSource
from generator.build.layout_edits.value_edits import Change, TemplateSplice


def remove_box(trial: LayoutTrial, index: int) -> TrialVerdict:
    """Try to take a box out of a face's template, with its line where nothing else stands on it.

    Returns the new files, or a verdict without files if more than the box would change.
    """
    box, best = trial.box(index), None
    for source, span in _written_ranges(trial, index):
        verdict = _removal_verdict(trial, (TemplateSplice(source.path, _with_line(source.text, span), ""),), box)
        # The innermost range may draw other boxes too, in a loop or a macro; then the next one is tried.
        if verdict and verdict.is_exact:
            return verdict
        best = best or verdict
    return best or REFUSED


def add_box(trial: LayoutTrial, markup: str) -> TrialVerdict:
    """Try to write a new element at the end of the face's template, above all others; return the outcome.

    Where another template draws on behind the block of this one, it stands above that block.
    """
    last = trial.keys[-1].places if trial.keys else ()
    # A template may only include the one that draws.
    for path in dict.fromkeys([trial.path, *(path for path, _ in last)]):
        source = trial.template_source(path)
        offset = _end(source) if source and trial.is_own(path) else -1
        verdict = _addition(trial, source, offset, markup) if source and offset >= 0 else REFUSED
        if verdict.files:
            return verdict
    return REFUSED


def _addition(trial: LayoutTrial, source: TemplateSource, offset: int, markup: str) -> TrialVerdict:
    """Return the verdict of writing a new element at a place of a template."""
    markup = box_in_drawing(markup, page_matrix(trial.svg)) if source.is_drawing else markup
    line_end = "\r\n" if "\r\n" in source.text else "\n"
    # An element gets a line of its own where the end of the template has one.
    is_line = not source.text[source.text.rfind("\n", 0, offset) + 1 : offset].strip()
    change = TemplateSplice(source.path, SourceRange(offset, offset), markup + (line_end if is_line else ""))
    files, (svg, elements) = _rendering_after(trial, (change,))
    if not files or len(elements) <= len(trial.elements):
        return REFUSED
    # An insertion into a macro could draw the element several times.
    before, after = _states(trial.elements), _states(elements)
    new = next(number for number, state in enumerate([*before, None]) if state != after[number])
    is_once = after[:new] + after[new + 1 :] == before
    return TrialVerdict(files, (), trial.new_faults(svg)) if is_once else REFUSED


def reorder_box(trial: LayoutTrial, index: int, step: int) -> TrialVerdict:
    """Try to draw a box one place later, above the next one; with `step` -1 one place earlier. Returns the outcome.

    Where the next one stands in a branch, a loop or a group, the box is drawn later than all of it.
    """
    box, best = trial.box(index), None
    for other in _neighbours(trial, index, step):
        for place, change in _orders(trial, index, other, step):
            verdict = _order_verdict(trial, change, box, place)
            if verdict and verdict.is_exact:
                return verdict
            best = best or verdict
    return best or REFUSED


def number_behind(before: LayoutTrial, after: LayoutTrial, index: int) -> int | None:
    """Return the number that an element has behind an edit of the order; None where it is not there any more.

    Of elements that are alike, it is one of those that the edit moved.
    """
    old, new = _states(before.elements), _states(after.elements)
    # Numbers are places in the order, and an edit of the order changes those of others too.
    numbers = [number for number, state in enumerate(new) if state == old[index]]
    moved = [number for number in numbers if number >= len(old) or old[number] != new[number]]
    return next(iter([*moved, *numbers]), None)


Place = tuple[str, int]
"""A template, and the characters before something in it."""


def _orders(trial: LayoutTrial, index: int, other: int, step: int) -> Iterator[tuple[Place, Change]]:
    """Yield the changes that may draw a box after another one, or before it: both exchanged, or the box moved.

    With each the place of what is moved.
    """
    moves = list[tuple[Place, Change]]()
    for source, span in _written_ranges(trial, index):
        place = source.path, span.start
        spans = [near for near_source, near in _written_ranges(trial, other) if near_source.path == source.path]
        for second in spans:
            ways = (_move(source, span, second, step, passing) for passing in _PASSING)
            moves += [(place, change) for change in ways if change]
            first, last = sorted((span, second))
            # Boxes that contain each other, or with code between them, cannot be exchanged.
            if first.end > last.start or not _is_plain(source, first.end, last.start):
                continue
            text = source.text
            yield (
                place,
                (
                    TemplateSplice(source.path, first, text[last.start : last.end]),
                    TemplateSplice(source.path, last, text[first.start : first.end]),
                ),
            )
    yield from dict.fromkeys(moves)


_PASSING = ((False, False), (True, True), (True, False))
"""Whether a box leaves its groups, and enters those of another one: a group may hold others, or change its look."""


def _move(
    source: TemplateSource, span: SourceRange, near: SourceRange, step: int, passing: tuple[bool, bool]
) -> Change | None:
    """Return the change that writes a box behind another one, or with `step` -1 before it.

    A branch or loop that holds only one of the two is taken as a whole: a box that left its branch, or came into
    another, would be drawn on other cards. So is a group, unless `passing` says that the box leaves or enters it.
    """
    leaves, enters = passing
    around = [block for block in _blocks_around(source, near) if not (enters and source.text[block.start] == "<")]
    place = next((block for block in around if not _contains(block, span)), near)
    around = [block for block in _blocks_around(source, span) if not (leaves and source.text[block.start] == "<")]
    old = next((block for block in around if not _contains(block, near)), span)
    whole, target = _with_line(source.text, old), _with_line(source.text, place)
    if _contains(target, old) or _contains(whole, place):
        return None
    is_line = whole != old and target != place
    gone, near = (whole, target) if is_line else (old, place)
    at_end = SourceRange(near.end, near.end) if step > 0 else SourceRange(near.start, near.start)
    text = source.text[gone.start : gone.end]
    return TemplateSplice(source.path, gone, ""), TemplateSplice(source.path, at_end, text)


def _contains(outer: SourceRange, inner: SourceRange) -> bool:
    """Return whether a range lies within another one, or is it."""
    return outer.start <= inner.start and inner.end <= outer.end


def _blocks_around(source: TemplateSource, span: SourceRange) -> list[SourceRange]:
    """Return the branches, loops and groups around a range of a template, the outermost first."""
    ranges, opened = list[SourceRange](), list[tuple[str, int]]()
    for start, word in source.block_tags():
        if word in _PAIRED:
            opened.append((word, start))
        elif opened and word == f"end{opened[-1][0]}":
            ranges.append(SourceRange(opened.pop()[1], source.end_of(start)))
    tags = (source.tag(match.start()) for match in _GROUP.finditer(source.text, 0, span.start))
    ranges += [block for tag in tags if tag and (block := source.element(tag))]
    around = [block for block in ranges if _contains(block, span) and block != span]
    return sorted(around, key=lambda block: block.start)


_PAIRED = frozenset({"if", "for", "with", "call", "macro", "filter", "block"})
_GROUP = re.compile(r"<g(?=[\s>])")


def show_box_where(trial: LayoutTrial, index: int, condition: str) -> TrialVerdict:
    """Try to draw a box only on cards for which a condition is true, such as `card.kind == "animal"`.

    The condition is an expression of templates. Returns the outcome.
    """
    for source, span in _written_ranges(trial, index):
        # A drawing has no branches.
        if source.is_drawing:
            continue
        change = (
            TemplateSplice(source.path, SourceRange(span.start, span.start), "{% if " + condition + " %}"),
            TemplateSplice(source.path, SourceRange(span.end, span.end), "{% endif %}"),
        )
        verdict = _removal_verdict(trial, change, trial.box(index), may_stay=True)
        if verdict and verdict.is_exact:
            return verdict
    return REFUSED


def _written_ranges(trial: LayoutTrial, index: int) -> Iterator[tuple[TemplateSource, SourceRange]]:
    """Yield the files and ranges where a box is written, the innermost place first."""
    for path, start in reversed(trial.keys[index].places):
        source, span = trial.template_source(path), trial.range_of(path, start)
        if source and span:
            yield source, span


def _rendering_after(trial: LayoutTrial, change: Change) -> tuple[dict[str, bytes], tuple[str, list[FaceElement]]]:
    """Return the changed files, and the SVG and elements drawn with them; all empty if it cannot be rendered."""
    try:
        files = trial.contents(change)
        return files, trial.after(files)
    except (ValueError, Faults, TemplateSyntaxError):
        return {}, ("", [])


def _removal_verdict(
    trial: LayoutTrial, change: Change, box: frozenset[int], *, may_stay: bool = False
) -> TrialVerdict | None:
    """Return the verdict on a change that takes elements away; None if anything else would change.

    `box` are the elements that should go. With `may_stay` the face in view may keep them.
    """
    files, (svg, elements) = _rendering_after(trial, change)
    if not files:
        return None
    before, after = _states(trial.elements), _states(elements)
    gone, is_same = _gone(before, after)
    if not is_same or (not may_stay and not gone):
        return None
    return TrialVerdict(files, tuple(sorted(gone - box)), trial.new_faults(svg))


def _states(elements: Sequence[FaceElement]) -> list[object]:
    """Return elements in a form that can be compared."""
    return [element.state for element in elements]


def _gone(before: Sequence[object], after: Sequence[object]) -> tuple[set[int], bool]:
    """Return the numbers of elements that are there no more, and whether nothing else was changed."""
    # Its heuristic for long lists would overlook elements that are often repeated.
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    gone = {number for kind, start, end, _, _ in blocks if kind == "delete" for number in range(start, end)}
    return gone, all(kind in {"delete", "equal"} for kind, *_ in blocks)


def _with_line(text: str, span: SourceRange) -> SourceRange:
    """Return the range with its whole line if nothing else stands on that line, else the range itself."""
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    end = len(text) if end < 0 else end + 1
    is_alone = not text[start : span.start].strip() and not text[span.end : end].strip()
    return SourceRange(start, end) if is_alone else span


def _end(source: TemplateSource) -> int:
    """Return the place behind all that a template draws: before the end of its outermost call, or of its `</svg>`."""
    ends = [start for start, word in source.block_tags() if word == "endcall"]
    return ends[-1] if ends else source.text.rfind("</svg>")


def _neighbours(trial: LayoutTrial, index: int, step: int) -> list[int]:
    """Return the elements next to a box in the order of drawing: the later ones, or with `step` -1 the earlier ones.

    Each turn of a loop has a next element of its own: the one of most turns comes first.
    """
    box, last = trial.box(index), len(trial.elements) if step > 0 else -1
    nearest = dict[object, list[int]]()
    for member in sorted(box, reverse=step < 0):
        number = next((number for number in range(member + step, last, step) if number not in box), None)
        if number is not None:
            nearest.setdefault(trial.keys[number], []).append(number)
    return [numbers[0] for numbers in sorted(nearest.values(), key=len, reverse=True)[:_MOST_NEIGHBOURS]]


_MOST_NEIGHBOURS = 3
"""Most elements that a box is tried to pass: each costs some renderings of the face."""


def _is_plain(source: TemplateSource, start: int, end: int) -> bool:
    """Whether nothing but comments and blanks stands between two places."""
    tokens = [token for token in source.tokens if token.start < end and token.end > start]
    # Data may reach beyond both places.
    texts = [source.text[max(token.start, start) : min(token.end, end)] for token in tokens if token.kind == "data"]
    return not any(token.kind in {"block_begin", "variable_begin"} for token in tokens) and not "".join(texts).strip()


def _order_verdict(trial: LayoutTrial, change: Change, box: frozenset[int], place: Place) -> TrialVerdict | None:
    """Return the verdict on a change of the order; None if anything else would change, or nothing.

    What a macro draws at several places, from the moved `place`, moves with the box at all of them.
    """
    files, (svg, elements) = _rendering_after(trial, change)
    before, after = _compared(trial.elements), _compared(elements)
    if not files or before == after or sorted(before) != sorted(after):
        return None
    moved = frozenset(number for number, key in enumerate(trial.keys) if place in key.places)
    for group in (box, box | moved):
        states = {before[number] for number in group}
        if [state for state in before if state not in states] == [state for state in after if state not in states]:
            return TrialVerdict(files, tuple(sorted(group - box)), trial.new_faults(svg))
    return None


def _compared(elements: Sequence[FaceElement]) -> list[str]:
    """Return elements in a form that can be compared and sorted."""
    return [repr(element.state) for element in elements]
