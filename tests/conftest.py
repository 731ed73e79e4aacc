"""What every test can ask for: the programs we did not write, which hold our output to account."""

import fcntl
import gc
import hashlib
import marshal
import os
import pickle
import shutil
import subprocess
import sys
import tomllib
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import pytest

os.environ["LC_ALL"] = "C.UTF-8"  # faults are in the language of the computer
# Workers and the programs that tests start compile a module once, even where the computer keeps no bytecode.
sys.dont_write_bytecode = False
sys.pycache_prefix = os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).parents[1] / "build" / "bytecode"))
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
gc.set_threshold(
    50_000
)  # as the command does: by Python's own limit, a tenth of the time goes into looking for garbage

SLOW = {
    *("bench", "browser", "cli", "data", "hostile", "play", "print", "scoresheets", "web"),
    *("render/test_templates.py", "session/test_kills.py", "solo/ai", "solo/test_random_games.py"),
    *("site/test_action.py", "site/test_followed_pages.py", "site/test_recipes.py"),
    *("solo/test_notation.py", "solo/test_referee.py", "test_documents.py", "test_wheel.py", "test_work.py"),
}
"""Folders and files that `--fast` leaves out: they build whole games, play many games, or start other programs."""


THOROUGH = Path(__file__).with_name("thorough.toml")
"""Tests that take long, with the examples of each that run without `--thorough`."""


FEW_EXAMPLES, MANY_EXAMPLES = 25, 300
"""Examples of each property that is tried, without `--long` and with it."""


def pytest_addoption(parser):
    parser.addoption("--referees", action="store_true", help="run the tests that need poppler, qpdf, MuPDF and others")
    parser.addoption("--browsers", action="store_true", help="run the tests that need Firefox and Chromium")
    parser.addoption(
        "--fast", action="store_true", help="leave out the slow folders: what remains takes less than a minute"
    )
    parser.addoption(
        "--thorough", action="store_true", help="run all examples of the tests in thorough.toml, as .ci/run --long does"
    )
    parser.addoption("--golden", action="store_true", help="write the golden files anew instead of comparing")
    parser.addoption("--long", action="store_true", help="run random tests at their full length")


def pytest_configure(config):
    """Set how Hypothesis tries properties, in all tests: no time limits, as the machine may be busy, and few examples."""
    from hypothesis import HealthCheck, settings

    checks = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)
    examples = MANY_EXAMPLES if config.getoption("--long") else FEW_EXAMPLES
    settings.register_profile("vallum", max_examples=examples, deadline=None, suppress_health_check=checks)
    settings.load_profile("vallum")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Leave what is collected alone when looking for garbage: it lives as long as the run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path, config):
    here = Path(__file__).parent
    is_slow = collection_path.is_relative_to(here) and collection_path.relative_to(here).as_posix() in SLOW
    return True if is_slow and config.getoption("--fast") else None


def pytest_collection_modifyitems(config, items):
    for item in items:
        if item.get_closest_marker("limited_child"):
            item.fixturenames.insert(item.fixturenames.index("program_in_tests") + 1, "limited_children")
    for marker in ("referee", "browser"):
        if not config.getoption(f"--{marker}s"):
            deselect(config, items, [item for item in items if item.get_closest_marker(marker)])
    if not config.getoption("--thorough") and not any("::" in argument for argument in config.args):
        leave_out_long_ones(config, items)


def leave_out_long_ones(config, items):
    """Deselect the examples of slow tests that others stand for; a test that is named in the command line always runs."""
    listed = tomllib.loads(THOROUGH.read_text("utf-8"))
    examples = {THOROUGH.parent / file: tests for file, tests in listed.items()}
    if not config.getoption("lf", default=False):  # those that failed last stand alone
        refuse_lost_examples(items, examples)
    deselect(config, items, [item for item in items if not is_example(item, examples)])


def refuse_lost_examples(items, examples):
    """Refuse an example that is none of a test: without any, the whole test would be left out and nobody would know."""
    names = {}
    for item in items:
        if item.path in examples:
            names.setdefault((item.path, name_of_test(item)), []).append(item.name)
    lost = [
        f"{path.name}: {test}: {id_}"
        for (path, test), given in names.items()
        for id_ in examples[path].get(test, ())
        if not any(id_ in name for name in given)
    ]
    if lost:
        raise pytest.UsageError(f"{THOROUGH.name} has examples that no test has: {'; '.join(lost)}")


def name_of_test(item):
    """The name of a test without its example."""
    return getattr(item, "originalname", None) or item.name


def deselect(config, items, left_out):
    """Leave tests out of a run."""
    config.hook.pytest_deselected(items=left_out)
    ids = set(map(id, left_out))
    items[:] = [item for item in items if id(item) not in ids]


def is_example(item, examples):
    """Whether a test is run without `--thorough`."""
    ids = examples.get(item.path, {}).get(name_of_test(item))
    return ids is None or any(id_ in item.name for id_ in ids)


@contextmanager
def one_process():
    """Commands that tests run draw in the process of the test, where `--jobs` says nothing else: it holds fonts and templates."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("generator.cli.parser.os", SimpleNamespace(cpu_count=lambda: 1))
        yield


def start_children(patch, child, ask):
    """Let print jobs and the readers of strangers' files start these children."""
    for module in ("preflight.check_process", "web.orders.job_runner"):
        patch.setattr(f"generator.{module}.LimitedChild", child)
    for module in ("load.tables.workbook_reader", "scoresheets.form_extraction", "typeset.pixels.pixel_drawings"):
        patch.setattr(f"generator.{module}.ask_child", ask)


@contextmanager
def child_work():
    """The work of limited children is done in the process of the test."""
    from tests.child_work import ChildWork, ask_here

    with pytest.MonkeyPatch.context() as patch:
        start_children(patch, ChildWork, ask_here)
        yield


@contextmanager
def no_syncs():
    """Files are written without waiting for the medium, as no test cuts the power; those of `tests/session` do wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("generator.session.disk.Disk.sync", lambda *_: None)
        patch.setattr(os, "fsync", lambda _: None)
        yield


@contextmanager
def games_read_once():
    """The games of the repository, which no test changes, are read once in a process."""
    from generator.load import game_loader
    from generator.load.game_locations import data_root, sample

    games, read = {}, game_loader._game

    def read_once(folder, shown, changed, report):
        is_ours = folder.is_absolute() and folder.parent in {data_root(), sample().parent}
        if changed or not is_ours:
            return read(folder, shown, changed, report)
        key = folder, shown
        if key not in games:
            game = read(folder, shown, changed, report)
            if report.total:
                return game
            games[key] = game
        return games[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_loader, "_game", read_once)
        yield


class CompiledTemplates:
    """Compiled templates beside the compiled modules of the tests: like those, they are kept from run to run.

    A change of the modules that read templates gives a folder that is empty; what is left of earlier ones is removed.
    """

    def __init__(self, folder):
        import jinja2

        compilers = sorted((Path(__file__).parents[1] / "generator" / "render").rglob("*.py"))
        contents = [jinja2.__version__.encode(), *(file.read_bytes() for file in compilers)]
        self._folder = folder / "templates" / name_by_content(contents)
        for other in set(self._folder.parent.glob("*")) - {self._folder}:
            shutil.rmtree(other, ignore_errors=True)
        self._folder.mkdir(parents=True, exist_ok=True)

    def get(self, key):
        """The references and the code of a template; None if it was not compiled before."""
        try:
            return marshal.loads(self._file(key).read_bytes())
        except FileNotFoundError:
            return None

    def put(self, key, references, code):
        begun = self._file(key).with_suffix(f".{os.getpid()}")
        begun.write_bytes(marshal.dumps((references, code)))
        begun.replace(self._file(key))

    def _file(self, key):
        return self._folder / name_by_content(key)


def name_by_content(parts):
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]


@contextmanager
def templates_compiled_once():
    """A template is compiled once for all runs of tests, also for tests with an empty cache."""
    from generator.render.templates import template_loader

    files, kept, compiled = {}, CompiledTemplates(Path(sys.pycache_prefix)), template_loader.compile_template
    marked = {}

    def compile_marked(environment, name, path, content, marks):
        """A template has the same code where its marks have the same numbers."""
        first = len(marks.marks)
        key = type(environment), name, path, content, first
        if key not in marked:
            file = compiled(environment, name, path, content, marks)
            marked[key] = file, marks.marks[first:]
        else:
            marks.marks += marked[key][1]
        return marked[key][0]

    def compile_once(environment, name, path, content, marks=None):
        if marks:
            return compile_marked(environment, name, path, content, marks)
        key = type(environment).__qualname__.encode(), name.encode(), path.encode(), content
        if key not in files:
            if before := kept.get(key):
                files[key] = template_loader.TemplateFile(path, len(content), *before)
            else:
                file = compiled(environment, name, path, content)
                if not file.code:
                    return file
                kept.put(key, file.references, file.code)
                files[key] = file
        return files[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(template_loader, "compile_template", compile_once)
        yield


@contextmanager
def pages_compiled_once():
    """The templates of the pages are compiled once in a process, also for services with an empty cache."""
    from generator.web.http import template_cache

    codes = {}

    class SharedTemplates(template_cache.TemplateCache):
        def load_bytecode(self, bucket):
            bucket.code = codes.get((bucket.key, bucket.checksum))

        def dump_bytecode(self, bucket):
            codes[bucket.key, bucket.checksum] = bucket.code

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(template_cache, "TemplateCache", SharedTemplates)
        yield


@contextmanager
def program_stamped_once():
    """The files of the program, which no test changes, are listed once in a process, and not for every build."""
    import generator
    from generator.build import input_digests
    from generator.load.game_locations import templates_root

    stamps, stamp, ours = {}, input_digests.folder_stamp, {Path(generator.__file__).parent, templates_root()}

    def stamp_once(folder, ending=""):
        if folder not in ours:
            return stamp(folder, ending)
        if (folder, ending) not in stamps:
            stamps[folder, ending] = stamp(folder, ending)
        return stamps[folder, ending]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(input_digests, "folder_stamp", stamp_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def program_in_tests():
    """The program as tests use it. One fixture, as each that all tests use costs a second of collecting and setting up."""
    reads = games_read_once(), templates_compiled_once(), pages_compiled_once(), program_stamped_once()
    with ExitStack() as stack:
        for change in (one_process(), child_work(), no_syncs(), *reads):
            stack.enter_context(change)
        yield


@pytest.fixture
def limited_children(monkeypatch, program_in_tests):
    """Start the child processes that the program starts: of tests with the mark `limited_child`."""
    from generator.base.system.limited_child import LimitedChild, ask_child

    start_children(monkeypatch, LimitedChild, ask_child)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory):
    """A folder that all workers of a run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def shared_cache(shared_folder):
    """The cache of all tests that do not look at the cache itself: a face is drawn once in a run."""
    return shared_folder / "cache"


@pytest.fixture(scope="session")
def make_once(shared_folder):
    """Fill a folder that all workers read: `make_once("name", fill)`; the others wait for the first."""

    def make(name, fill):
        folder = shared_folder / name
        with (shared_folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                begun = shared_folder / f"{name}.begun"
                shutil.rmtree(begun, ignore_errors=True)
                begun.mkdir(parents=True)
                fill(begun)
                begun.rename(folder)
        return folder

    return make


READINGS = {}
"""What was read on photos, by their content and that of the pages they are compared with: nobody changes a reading."""


@pytest.fixture(scope="module")
def photos_read_here(make_once):
    """Photos are read in the process of the test, the same one once; blank sheets are drawn once for all workers."""
    from generator.load.game_locations import data_root
    from generator.scoresheets.photos import photo_reading, photographed_sheets
    from tests.child_work import ask_here

    build, pages_of, read = (
        getattr(photographed_sheets, name) for name in ("build_blank_forms", "blank_pages", "read_photo")
    )

    def build_once(marks, paper, theme="colour"):
        assert marks.game_folder.folder.parent == data_root()  # no test changes these games
        name = "-".join(("forms", marks.game.id, *marks.parts, marks.language, paper, theme))
        return pickle.loads(
            make_once(name, lambda folder: write_forms(folder, marks, paper, theme)).joinpath("forms").read_bytes()
        )

    def write_forms(folder, marks, paper, theme):
        (folder / "forms").write_bytes(pickle.dumps(build(marks, paper, theme=theme)))

    def read_once(data, pages, book, free):
        key = name_by_content([data, *(page.image.tobytes() for page in pages)])
        if key not in READINGS:
            READINGS[key] = read(data, pages, book, free)
        return READINGS[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(photo_reading, "ask_child", ask_here)
        patch.setattr(photographed_sheets, "build_blank_forms", build_once)
        patch.setattr(photographed_sheets, "blank_pages", lru_cache(maxsize=8)(lambda form: [*pages_of(form)]))
        patch.setattr(photographed_sheets, "read_photo", read_once)
        yield


@pytest.fixture(scope="session")
def thorough(request):
    """Whether a test shall try all that `.ci/run --long` tries."""
    return request.config.getoption("--thorough")


@pytest.fixture(scope="session")
def long(request):
    """Whether a random test shall take its time."""
    return request.config.getoption("--long")


@pytest.fixture(scope="session")
def put_files():
    """Write files below a folder, by their names; gives the folder."""

    def put(folder, files):
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return put


@pytest.fixture
def short_reviews(monkeypatch):
    """Reviews of finished games imagine a few games for each move: they find less, in a second."""
    for name, games in (
        ("_SEARCHED", 1),
        ("_SHORTLISTED", 1),
        ("_SHORTLIST", 4),
        ("_JUDGED", 2),
        ("_OTHERS", 1),
        ("_TRIED", 2),
        ("_CONFIRMED", 2),
    ):
        monkeypatch.setattr(f"generator.solo.ai.game_review.{name}", games)


@pytest.fixture
def short_hints(monkeypatch):
    """Hints imagine a few games for each action."""
    for name, games in (("_ROUNDS", ((1, 4), (1, 2))), ("LEAST", 2), ("MOST", 4)):
        monkeypatch.setattr(f"generator.solo.ai.move_adviser.{name}", games)


@pytest.fixture
def referee():
    """Run a program of the system on our output; a missing one is a failure, as without it nothing was proved."""

    def run(program, *arguments):
        if not shutil.which(program):
            pytest.fail(
                f"{program} is not installed: apt-get install poppler-utils qpdf mupdf-tools ghostscript gdal-bin"
            )
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"
        return done.stdout

    return run
