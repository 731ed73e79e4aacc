"""How a browser tab stores the files of the program, with the file system of Python replaced by one in memory."""

import shutil
from contextlib import closing

import pytest

from generator.load.game_locations import templates_root
from tests.browser.tab_trials import Host

pytestmark = pytest.mark.browser
BEGIN = """async () => {
    const { Storage } = await import("/press/storage.js");
    const root = await navigator.storage.getDirectory(), name = crypto.randomUUID();
    const handle = window.handle = await root.getDirectoryHandle(name, { create: true });
    const nodes = window.nodes = new Map();  // { ino, mtime, text }, without a text for a folder, by path
    let count = 0;
    window.write = (path, text, mtime = 1000) => nodes.set(`/files/${path}`, { ino: count++, mtime: new Date(mtime), text });
    const files = {
        readdir: (folder) => [".", "..", ...[...nodes.keys()].filter((path) => path.startsWith(`${folder}/`))
            .map((path) => path.slice(folder.length + 1)).filter((name) => !name.includes("/"))].reverse(),
        stat: (path) => ({ mode: nodes.get(path).text === undefined, size: nodes.get(path).text?.length ?? 0, ...nodes.get(path) }),
        isDir: (mode) => mode,
        analyzePath: (path) => ({ exists: nodes.has(path) }),
        readFile: (path) => new TextEncoder().encode(nodes.get(path).text),
    };
    window.storage = new Storage(files, "/files", handle);
    window.ended = [];
    const { close } = FileSystemWritableFileStream.prototype;
    const { getFileHandle } = FileSystemDirectoryHandle.prototype;
    FileSystemDirectoryHandle.prototype.getFileHandle = async function (name, options) {
        if (options && window.fails === name) throw new DOMException("full", "QuotaExceededError");
        const file = await getFileHandle.call(this, name, options), make = file.createWritable.bind(file);
        file.createWritable = async () => {
            const stream = await make(), end = stream.close.bind(stream);
            stream.close = () => { ended.push(name); return end() };
            return stream;
        };
        return file;
    };
}"""
STORED = """async () => {
    const list = {}, folders = [["", handle]];
    for (const [path, folder] of folders) for await (const [name, entry] of folder.entries()) {
        if (entry.kind === "directory") folders.push([`${path}${name}/`, entry]);
        list[path + name] = entry.kind === "directory" ? null : await (await entry.getFile()).text();
    }
    return list }"""


@pytest.fixture
def page(tmp_path, windows):
    (tmp_path / "press").mkdir()
    shutil.copy(templates_root() / "site/storage.js", tmp_path / "press")
    (tmp_path / "press/index.html").write_text("<!doctype html><title>Storage</title>", "utf-8")
    with closing(Host(tmp_path)) as host:
        page = windows.new_page()
        page.goto(host.address)
        page.evaluate(BEGIN)
        yield page


def saved(page, change):
    """The stored files after a change of the program's."""
    page.evaluate(f"{{ {change} }}")
    page.evaluate("storage.save()")
    return page.evaluate(STORED)


def test_files_and_folders_are_stored(page):
    stored = saved(page, "write('games'); write('games/a'); write('games/a/b.csv', 'id'); write('log', 'one')")

    assert stored == {"games": None, "games/a": None, "games/a/b.csv": "id", "log": "one"}


def test_only_changed_files_are_written_and_a_log_before_its_tip(page):
    saved(page, "write('a.tip', '1'); write('a.jsonl', 'one'); write('other', 'x')")

    stored = saved(page, "ended = []; write('a.tip', '2'); write('a.jsonl', 'two')")

    assert stored == {"a.tip": "2", "a.jsonl": "two", "other": "x"}
    assert page.evaluate("ended") == ["a.jsonl", "a.tip"]


def test_file_is_written_again_if_its_date_is_that_of_the_last_look(page):
    saved(page, "write('log', 'one', Date.now() + 1000)")

    assert saved(page, "nodes.get('/files/log').text = 'two'") == {"log": "two"}


def test_older_file_in_the_place_of_a_newer_one_is_stored(page):
    saved(page, "write('log', 'new', 5000)")

    assert saved(page, "write('log', 'old', 1000)") == {"log": "old"}


def test_removed_folder_goes_with_what_is_in_it(page):
    saved(page, "write('games'); write('games/a.csv', 'id'); write('log', 'one')")

    assert saved(page, "nodes.delete('/files/games'); nodes.delete('/files/games/a.csv')") == {"log": "one"}


def test_file_takes_the_place_of_a_folder_and_the_other_way_round(page):
    saved(page, "write('a'); write('a/b', 'in it'); write('c', 'file')")

    stored = saved(page, "nodes.delete('/files/a/b'); write('a', 'file'); write('c'); write('c/d', 'in it')")

    assert stored == {"a": "file", "c": None, "c/d": "in it"}


def test_file_that_found_no_space_is_stored_by_the_next_call(page):
    saved(page, "write('log', 'one')")
    page.evaluate("fails = 'log'; write('log', 'two')")
    with pytest.raises(Exception, match="full"):
        page.evaluate("storage.save()")

    assert page.evaluate(STORED) == {"log": "one"}
    assert saved(page, "fails = ''") == {"log": "two"}
