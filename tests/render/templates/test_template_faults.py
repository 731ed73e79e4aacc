import jinja2
import pytest

from generator.render.templates.template_faults import to_faults


def raised(error):
    """The exception that a function of ours raises within a template."""

    def fail():
        raise error

    scope = {"__jinja_template__": jinja2.Template("{{ fail() }}"), "fail": fail}
    exec("def render(): fail()", scope)
    try:
        scope["render"]()
    except type(error) as caught:
        return caught
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    "error", [ImportError("no library"), OSError(24, "Too many open files"), PermissionError(13, "no")]
)
def test_what_the_system_refuses_is_no_fault_of_the_template(error):
    with pytest.raises(type(error)):
        to_faults(raised(error), "raid.svg.j2", "components.raid.front", ())


def test_template_that_is_not_there_is_a_fault_of_the_template():
    assert "other.j2" in str(to_faults(raised(jinja2.TemplateNotFound("other.j2")), "raid.svg.j2", "key", ()))
