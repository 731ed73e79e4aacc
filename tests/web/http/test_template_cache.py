"""Compiled templates are found again, and those of another text are not."""

from jinja2 import DictLoader, Environment

from generator.base.cache import Cache
from generator.web.http.template_cache import TemplateCache


def rendered(folder, text, compiled):
    class Counting(Environment):
        def compile(self, *args, **more):
            compiled.append(text)
            return super().compile(*args, **more)

    environment = Counting(loader=DictLoader({"page": text}), bytecode_cache=TemplateCache(Cache(folder)))
    return environment.get_template("page").render(name="Ada")


def test_template_is_compiled_once_for_each_text(tmp_path):
    compiled = []
    first, again, other = (rendered(tmp_path, text, compiled) for text in ("Hi {{ name }}", "Hi {{ name }}", "Bye"))

    assert (first, again, other) == ("Hi Ada", "Hi Ada", "Bye")
    assert compiled == ["Hi {{ name }}", "Bye"]


def test_damaged_entry_only_costs_time(tmp_path):
    compiled = []
    rendered(tmp_path, "Hi {{ name }}", compiled)
    for file in tmp_path.iterdir():
        file.write_bytes(file.read_bytes()[:-3])

    assert rendered(tmp_path, "Hi {{ name }}", compiled) == "Hi Ada"
    assert len(compiled) == 2
