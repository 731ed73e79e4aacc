// The worker in which Python runs: it answers the requests that the shell hands over, one message a part.

const HOME = "/home/vallum", LIBRARY = "/lib/vallum", OUT = "/out", BYTECODE = "/bytecode";
const CALLS = `
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
from generator.web.site.browser_tab import open_tab
from generator.imports.packs.pack_reader import unpack
import anyio.to_thread
async def run_here(function, *args, **options):
    return function(*args)
anyio.to_thread.run_sync = run_here  # there are no threads
tab = open_tab(base, "${HOME}", "${OUT}", save, show, unpack)
async def answer(number, request, body, emit):
    await tab.answer_json(number, request, body.to_bytes() if body else b"", emit)
async def add(name, data, language):
    return await tab.add_pack(name, data.to_bytes(), language)
def bytecode():
    import io, zipfile
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in sorted(Path("${BYTECODE}").rglob("*.pyc")):
            archive.write(file, file.relative_to("${BYTECODE}"))
    return packed.getvalue()
`;
const tell = (kind, more = {}, transfer = []) => postMessage({ kind, ...more }, transfer);
const KEEP_AFTER = 5000; // Milliseconds: the first page is looked at before its program is packed.
const packs = new Map();
let python, native, saving = Promise.resolve();

async function bytesOf(address, count) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${new URL(address).pathname}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    count(value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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

async function mountHome(folder) {
  for (const place of [HOME, BYTECODE]) python.FS.mkdirTree(place);
  try {
    const root = await navigator.storage.getDirectory();
    native = await python.mountNativeFS(HOME, await root.getDirectoryHandle(folder, { create: true }));
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
    const proxy = python.globals.get("bytecode")();
    const view = proxy.getBuffer("u8");
    await file.write(view.data.slice());
    view.release();
    await file.close();
  } catch { /* a browser without room or without such files compiles again */ }
}

// One after the other, and all that was written before the call.
function save() {
  saving = saving.catch(() => {}).then(() => native?.syncfs());
  return saving;
}

async function start({ base, folder, program, total, late, pyodide }) {
  let done = 0;
  const count = (size) => tell("progress", { done: done += size, total });
  const loading = Promise.all(program.map((address) => bytesOf(address, count)));
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const env = { HOME, XDG_CACHE_HOME: "/cache", XDG_CONFIG_HOME: `${HOME}/config`, XDG_DATA_HOME: `${HOME}/data` };
  python = await loadPyodide({ indexURL: pyodide, env });
  for (const data of await loading) python.unpackArchive(data, "zip", { extractDir: LIBRARY });
  tell("progress", { done: total, total });
  await mountHome(folder);
  const isCompiled = await unpackBytecode(folder, program);
  const late_packs = Object.fromEntries(Object.entries(late).flatMap(([address, names]) => names.map((name) => [name, address])));
  const given = { base, late_packs, save, fetch_pack: packNow, show: (message) => tell("job", { message }) };
  for (const [name, value] of Object.entries(given)) python.globals.set(name, value);
  await python.runPythonAsync(CALLS);
  tell("ready", { isCompiled });
  for (const address of Object.keys(late)) packs.set(address, await bytesOf(address, () => {}));
  if (!isCompiled) setTimeout(() => keepBytecode(folder, program), KEEP_AFTER);
}

async function answer({ id, method, target, headers, body }) {
  let hasBegun = false, isOver = false;
  const emit = (kind, value) => {
    if (kind === "start") {
      hasBegun = true;
      tell("start", { id, ...JSON.parse(value) });
    } else if (kind === "chunk") {
      const view = value.getBuffer("u8");
      const data = view.data.slice().buffer;
      view.release();
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
  }
  if (!hasBegun) tell("start", { id, status: 500, headers: [["content-type", "text/plain"]] });
  if (!isOver) tell("end", { id });
}

const done = {
  start,
  request: answer,
  ping: () => tell("pong"),
  cancel: ({ id }) => python?.globals.get("tab").cancel(id),
  add: async ({ name, data, language }) => {
    const result = await python.globals.get("add")(name, new Uint8Array(data), language);
    tell("added", { name, ...JSON.parse(result) });
  },
  take: () => {
    const proxy = python.globals.get("tab").archive();
    const view = proxy.getBuffer("u8");
    tell("taken", { data: view.data.slice().buffer });
    view.release();
  },
};

onmessage = async ({ data }) => {
  try {
    await done[data.kind](data);
  } catch (error) {
    console.error(error);
    tell("failed", { why: String(error.message).trim().split("\n").at(-1).slice(0, 300) });
  }
};
