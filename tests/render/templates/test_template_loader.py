"""Templates that were compiled before."""

import pytest

from generator.base.errors import Faults
from generator.render.templates import template_loader


class MemoryCache(dict):
    """Keeps values in memory."""

    put = dict.__setitem__

    def __bool__(self):
        return True


FILES = {
    "order.svg.j2": "{% from 'shared/m.svg.j2' import m %}{{ m(card.label) }}{{ draw.star(5, 1, 2) }}",
    "shared/m.svg.j2": "{% macro m(x) %}<g>{{ x }}</g>{% endmacro %}",
}


def drawn(table, cache, files=FILES):
    return table.renderer(files, cache).svg(table.component, table.piece, "front", "en")


def test_compiled_templates_and_drawings_are_kept(table):
    cache = MemoryCache()

    drawn(table, cache)

    assert sorted(name.split("/")[0] for name in cache) == ["drawings", "templates", "templates"]


def test_cached_work_is_not_done_again(table, monkeypatch):
    cache = MemoryCache()
    first = drawn(table, cache)
    monkeypatch.setattr(template_loader, "_parse", None)
    monkeypatch.setattr("generator.render.ornament.DRAWINGS", {})

    assert drawn(table, cache) == first


def test_changed_template_is_compiled_anew(table):
    cache = MemoryCache()
    drawn(table, cache)

    assert drawn(table, cache, {"order.svg.j2": "{{ card.label }}!"}) == "F17!"


def test_kept_template_still_needs_its_files(table):
    cache = MemoryCache()
    drawn(table, cache)
    table.keep = cache

    fault = table.faults(FILES["order.svg.j2"])

    assert fault == "order.svg.j2:1: 'shared/m.svg.j2' is not a file of this game or of the shared templates"


def test_faults_keep_nothing(table):
    cache = MemoryCache()
    table.keep = cache

    table.faults("{{ 1|safe }}")

    assert len(cache) == 0


def test_shared_templates_are_kept_apart(table):
    own, shared = MemoryCache(), MemoryCache()
    files = {"order.svg.j2": "{% include 'templates/part.svg.j2' %}", "templates/part.svg.j2": "{{ card.label }}"}

    table.renderer(files, own, shared).svg(table.component, table.piece, "front", "en")

    assert (len(own), len(shared)) == (1, 1)


def test_code_of_another_version_is_not_loaded(table, monkeypatch):
    cache = MemoryCache()
    drawn(table, cache)
    count = len(cache)
    monkeypatch.setattr(template_loader, "_COMPILER", b"another version")

    drawn(table, cache)

    assert len(cache) == count + 2


def test_prepared_templates_are_not_compiled_again(table, monkeypatch):
    renderer = table.renderer(FILES)
    renderer.prepare(["order.svg.j2"])
    monkeypatch.setattr(template_loader, "_parse", None)

    assert renderer.svg(table.component, table.piece, "front", "en")


def test_faults_of_prepared_templates_wait_for_the_face(table):
    renderer = table.renderer({"order.svg.j2": "{{ 1|safe }}"})

    renderer.prepare(["order.svg.j2", "missing.svg.j2"])

    with pytest.raises(Faults, match="'safe' is no filter"):
        renderer.svg(table.component, table.piece, "front", "en")
