import re
import sys

import pytest

from generator.base.code_archive.archive_file import ArchiveFile
from generator.base.code_archive.archive_writer import complete_archive
from generator.base.code_archive.compiled_texts import compile_plainly, compile_text, use_compiler
from generator.base.code_archive.missing_code import MissingCode
from generator.base.code_archive.stored_patterns import StoredPatterns

PATTERNS = [
    ("(?P<first>a+)b|[c-zé]{2,}", re.I),
    ("(?x) (\\d+) # a number\n (?:\\s*mm)?", 0),
    (b"[\x80-\xff]+(?=a)", re.S),
    ("^(a)(?(1)b|c)*+$", re.M | re.A),
    ("[\\u3040-\\u30ff\U00020000-\U0002ffff]", 0),
    *((f"word{number}", 0) for number in range(8)),
]


@pytest.fixture
def compiler():
    """Compile as `re` did before the test."""
    module = sys.modules["re._compiler"]
    before = module.compile
    re.purge()
    yield module
    module.compile = before
    use_compiler(compile_plainly)
    re.purge()


def opened(cache):
    archive, missing = ArchiveFile(cache), MissingCode()
    StoredPatterns(archive, missing).install()
    re.purge()
    return archive, missing


@pytest.fixture
def kept(compiler, tmp_path):
    """The patterns as `re` compiles them, with an archive of them that is open."""
    plain = [re.compile(*each) for each in PATTERNS]
    archive, missing = opened(tmp_path)
    for each in PATTERNS:
        re.compile(*each)
    complete_archive(archive, missing)
    return plain, opened(tmp_path)


def test_patterns_are_the_same_as_compiled(kept):
    plain, (_, missing) = kept
    found = [re.compile(*each) for each in PATTERNS]

    assert missing.patterns == {}
    assert found == plain
    assert [(each.groups, each.groupindex, each.flags) for each in found] == [
        (each.groups, each.groupindex, each.flags) for each in plain
    ]
    assert found[0].fullmatch("AAB")["first"] == "AA"
    assert found[1].match("12 mm")[1] == "12"
    assert all(one is not other for one, other in zip(found, plain, strict=True))


def test_others_are_compiled_as_ever(kept):
    _, (_, missing) = kept

    assert re.compile("other+").fullmatch("otherr")
    assert re.compile(b"a", re.L).flags & re.L
    assert [*missing.patterns] == [(False, "other+", 0)]
    with pytest.raises(re.error):
        re.compile("(")
    with pytest.raises(TypeError):
        re.compile(3)


def test_parsed_pattern_is_compiled(kept, compiler):
    assert compiler.compile(compiler._parser.parse("ab"), 0).fullmatch("ab")


TEXTS = [f"def area_{number}(self): return {number} * self.height" for number in range(9)]


def test_functions_of_records_are_the_same_as_compiled(compiler, tmp_path):
    archive, missing = opened(tmp_path)
    plain = [compile_text(text) for text in TEXTS]
    complete_archive(archive, missing)
    _, again = opened(tmp_path)

    assert [*missing.patterns] == TEXTS
    assert [compile_text(text) for text in TEXTS] == plain == [compile_plainly(text) for text in TEXTS]
    assert again.patterns == {}
