"""Templates that were compiled before."""

from generator.render.templates import template_file


class Shelf(dict):
    """Keeps values in memory."""

    put = dict.__setitem__

    def __bool__(self):
        return True


FILES = {
    "order.svg.j2": "{% from 'shared/m.svg.j2' import m %}{{ m(card.label) }}{{ draw.star(5, 1, 2) }}",
    "shared/m.svg.j2": "{% macro m(x) %}<g>{{ x }}</g>{% endmacro %}",
}


def drawn(table, shelf, files=FILES):
    return table.renderer(files, shelf).svg(table.component, table.piece, "front", "en")


def test_compiled_templates_and_drawings_are_kept(table):
    shelf = Shelf()

    drawn(table, shelf)

    assert sorted(name.split("/")[0] for name in shelf) == ["drawings", "templates", "templates"]


def test_what_was_kept_is_not_made_again(table, monkeypatch):
    shelf = Shelf()
    first = drawn(table, shelf)
    monkeypatch.setattr(template_file, "_parsed", None)
    monkeypatch.setattr("generator.render.ornament.DRAWINGS", {})

    assert drawn(table, shelf) == first


def test_changed_template_is_compiled_anew(table):
    shelf = Shelf()
    drawn(table, shelf)

    assert drawn(table, shelf, {"order.svg.j2": "{{ card.label }}!"}) == "F17!"


def test_kept_template_still_needs_its_files(table):
    shelf = Shelf()
    drawn(table, shelf)
    table.keep = shelf

    fault = table.faults(FILES["order.svg.j2"])

    assert fault == "order.svg.j2:1: 'shared/m.svg.j2' is not a file of this game or of the shared templates"


def test_faults_keep_nothing(table):
    shelf = Shelf()
    table.keep = shelf

    table.faults("{{ 1|safe }}")

    assert len(shelf) == 0
