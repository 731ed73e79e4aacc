// The worker in which Python runs: it answers the requests that the shell hands over, one message a part.

const HOME = "/home/vallum", LIBRARY = "/lib/vallum", OUT = "/out", BYTECODE = "/bytecode";
const BEGIN = `
import os, sys
from pathlib import Path
sys.path.insert(0, "${LIBRARY}")
# What Python compiled at the first visit is kept for the next ones: it knows a file by its time and size.
sys.dont_write_bytecode, sys.pycache_prefix = False, "${BYTECODE}"
for place, _, names in os.walk("${LIBRARY}"):
    for name in names:
        os.utime(f"{place}/{name}", (1, 1))
from generator.web.site.absent_libraries import stand_in_for_absent_libraries
from generator.web.site.late_packs import LatePacks
stand_in_for_absent_libraries()
LatePacks(late_packs.to_py(), lambda name: fetch_pack(name).to_bytes(), Path("${LIBRARY}")).install()
`;
const PAGES = `
import asyncio
from pyodide.ffi import JsException, create_proxy, to_js
from generator.web.site.browser_tab import open_tab
from generator.imports.packs.pack_reader import unpack
import anyio.to_thread
async def run_here(function, *args, **options):
    return function(*args)
anyio.to_thread.run_sync = run_here  # there are no threads
async def hand_over(order, show):
    shown = create_proxy(show)
    try:
        return (await print_order(to_js(order), shown)).to_bytes()
    except JsException as error:
        raise OSError(str(error)) from None
    except asyncio.CancelledError:
        end_printer()
        raise
    finally:
        shown.destroy()
tab = open_tab(base, "${HOME}", "${OUT}", save, hand_over, unpack)
async def answer(number, request, body, emit):
    await tab.answer_json(number, request, body.to_bytes() if body else b"", emit)
async def add(name, data, language, replaces):
    return await tab.add_pack(name, data.to_bytes(), language, replaces=replaces)
async def add_folder(name, files, language):
    return await tab.add_folder(name, {path: data.to_bytes() for path, data in files}, language)
def bytecode():
    import io, zipfile
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in sorted(Path("${BYTECODE}").rglob("*.pyc")):
            archive.write(file, file.relative_to("${BYTECODE}"))
    return packed.getvalue()
`;
const PRINTER = `
from generator.web.site.tab_printer import make_order
def make(order, show):
    return make_order(order.to_bytes(), show)
`;
const tell = (kind, more = {}, transfer = []) => postMessage({ kind, ...more }, transfer);
const KEEP_AFTER = 5000; // Milliseconds: the first page is looked at before its program is packed.
const MOST_MEMORY = 1.5 * 2 ** 30; // Bytes; a program that asks for more hears that there is none, before the browser ends the tab.
const STORAGE_FULL = 507;
const STALL = 20000, TRIES = 4; // Milliseconds without a byte of a file, and how often it is asked for.
const packs = new Map();
let python, storage, begun, printer, saving = Promise.resolve();

const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST_MEMORY) throw new RangeError("memory");
  return grow.call(this, pages);
};

// A file is asked for again where nothing more of it comes: browsers end a service worker amid an answer, and nobody is told.
async function bytesOf(address, count) {
  for (let tries = 1; ; tries++) {
    let got = 0;
    try {
      return await bytesOnce(address, (size) => {
        got += size;
        count(size);
      });
    } catch (error) {
      if (tries === TRIES) throw error;
      count(-got);
    }
  }
}

async function bytesOnce(address, count) {
  const stop = new AbortController(), parts = [];
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new Error(`${new URL(address).pathname}: silent`)), STALL);
  };
  try {
    wait();
    const answer = await fetch(address, { signal: stop.signal });
    if (!answer.ok) throw new Error(`${new URL(address).pathname}: ${answer.status}`);
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
      parts.push(value);
      count(value.length);
      wait();
    }
  } finally {
    clearTimeout(timer);
  }
}

// Held while this worker lives: whoever opened it gets the lock once it has gone, also if the browser has ended it.
function holdLock(name) {
  return new Promise((held) => navigator.locks.request(name, () => {
    held();
    return new Promise(() => {});
  }));
}

// Only what is not here yet is waited for: without a second thread, Python cannot await it.
function packNow(address) {
  if (packs.has(address)) return packs.get(address);
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${address}: ${request.status}`);
  return new Uint8Array(request.response);
}

async function mountHome({ folder, storage: address }) {
  const { Storage } = await import(address);
  for (const place of [HOME, BYTECODE]) python.FS.mkdirTree(place);
  try {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getDirectoryHandle(folder, { create: true });
    await python.mountNativeFS(HOME, handle);
    storage = new Storage(python.FS, HOME, handle);
  } catch {
    tell("memory only");
  }
}

// The folder in which the bytecode of this version lies, and no other; its absence costs the time of compiling.
async function bytecodeFile(folder, program, options) {
  const root = await navigator.storage.getDirectory();
  const place = await root.getDirectoryHandle(`${folder}bytecode`, { create: true });
  const name = program[0].split("/").at(-1);
  for await (const other of place.keys()) if (other !== name) await place.removeEntry(other);
  return place.getFileHandle(name, options);
}

async function unpackBytecode(folder, program) {
  try {
    const file = await (await bytecodeFile(folder, program)).getFile();
    python.unpackArchive(await file.arrayBuffer(), "zip", { extractDir: BYTECODE });
    return true;
  } catch {
    return false;
  }
}

async function keepBytecode(folder, program) {
  try {
    const file = await (await bytecodeFile(folder, program, { create: true })).createWritable();
    await file.write(bytesFrom(python.globals.get("bytecode")()));
    await file.close();
  } catch { /* a browser without room or without such files compiles again */ }
}

// One after the other, and all that was written before the call.
function save() {
  saving = saving.catch(() => {}).then(() => storage?.save());
  return saving;
}

// Loads Python with the program, in the worker of the pages and in that of the printer.
async function load({ program, total, late, pyodide, folder, lock }, mount) {
  await holdLock(lock);
  tell("alive");
  let done = 0;
  const count = (size) => tell("progress", { done: done += size, total });
  const loading = Promise.all(program.map((address) => bytesOf(address, count)));
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const env = { HOME, XDG_CACHE_HOME: "/cache", XDG_CONFIG_HOME: `${HOME}/config`, XDG_DATA_HOME: `${HOME}/data` };
  python = await loadPyodide({ indexURL: pyodide, env });
  for (const data of await loading) python.unpackArchive(data, "zip", { extractDir: LIBRARY });
  tell("progress", { done: total, total });
  await mount();
  const isCompiled = await unpackBytecode(folder, program);
  const late_packs = Object.fromEntries(Object.entries(late).flatMap(([address, names]) => names.map((name) => [name, address])));
  for (const [name, value] of Object.entries({ late_packs, fetch_pack: packNow })) python.globals.set(name, value);
  await python.runPythonAsync(BEGIN);
  return isCompiled;
}

async function start(about) {
  begun = about;
  const isCompiled = await load(about, () => mountHome(about));
  const { Printer } = await import(about.printer);
  printer = new Printer(self.location.href, about);
  const print_order = (order, show) => printer.make(order, show), end_printer = () => printer.drop();
  const given = { base: about.base, save, print_order, end_printer };
  for (const [name, value] of Object.entries(given)) python.globals.set(name, value);
  await python.runPythonAsync(PAGES);
  tell("ready", { isCompiled });
  if (!isCompiled) setTimeout(() => keepBytecode(about.folder, about.program), KEEP_AFTER);
  // What does not come now is fetched when it is needed.
  for (const address of Object.keys(about.late)) await bytesOf(address, () => {}).then((data) => packs.set(address, data), () => {});
}

function print({ order }) {
  const made = bytesFrom(python.globals.get("make")(order, (text) => tell("message", { text })));
  tell("made", { made }, [made.buffer]);
}

function bytesFrom(proxy) {
  const view = proxy.getBuffer("u8");
  const data = view.data.slice();
  view.release();
  proxy.destroy();
  return data;
}

// After such an error Python answers nothing more.
function isFatal(error) {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || /fatal/i.test(error.message);
}

async function answer({ id, method, target, headers, body }) {
  let hasBegun = false, isOver = false, isFull = false;
  const emit = (kind, value) => {
    if (kind === "start") {
      const about = JSON.parse(value);
      hasBegun = true;
      isFull = about.status === STORAGE_FULL;
      tell("start", { id, ...about });
    } else if (kind === "chunk") {
      const data = bytesFrom(value).buffer;
      tell("chunk", { id, data }, [data]);
    } else {
      isOver = true;
      tell("end", { id });
    }
  };
  try {
    const about = JSON.stringify({ method, target, headers: [["accept-language", navigator.language], ...headers] });
    await python.globals.get("answer")(id, about, body ? new Uint8Array(body) : null, emit);
  } catch (error) {
    console.error(error);
    if (isFatal(error)) tell("crashed");
  }
  if (!hasBegun) tell("start", { id, status: 500, headers: [["content-type", "text/plain"]] });
  if (!isOver) tell("end", { id });
  if (isFull) tell("full");
}

// A game that the storage has no space for is not there.
const added = (name, result) => result.is_full ? tell("full") : tell("added", { name, ...result });

const done = {
  start,
  "start printer": async (about) => {
    await load(about, () => {});
    await python.runPythonAsync(PRINTER);
    tell("ready");
  },
  print,
  request: (request) => {
    // Whoever looks at the print room may print, and a Python takes seconds to start.
    if (request.target.startsWith(`${begun.base}/print`)) printer.open();
    return answer(request);
  },
  ping: () => tell("pong"),
  cancel: ({ id }) => python?.globals.get("tab").cancel(id),
  add: async ({ name, data, language, replaces }) => {
    const result = await python.globals.get("add")(name, new Uint8Array(data), language, replaces);
    added(name, JSON.parse(result));
  },
  "add folder": async ({ name, files, language }) => {
    const named = files.map(([path, data]) => [path, new Uint8Array(data)]);
    added(name, JSON.parse(await python.globals.get("add_folder")(name, named, language)));
  },
  take: () => {
    tell("taken", { data: bytesFrom(python.globals.get("tab").archive()).buffer });
  },
};

onmessage = async ({ data }) => {
  try {
    await done[data.kind](data);
  } catch (error) {
    console.error(error);
    if (isFatal(error)) tell("crashed");
    else tell("failed", { why: String(error.message).trim().split("\n").at(-1).slice(0, 300) });
  }
};
