// The page around the pages: one tab runs the program in a worker, and all tabs show its pages in a frame.

const site = JSON.parse(document.getElementById("site").textContent);
const base = new URL(document.baseURI).pathname;
const $ = (id) => document.getElementById(id);
const frame = $("page");
const PING = 1000, STAY = 10; // Milliseconds, and pings between two words to the service worker, which ends when it hears nothing.
const SHOWN = 3, SILENT = 600, START = 90, STARTS = 3; // Pings without an answer; a computer that slept has sent none.
const language = () => (frame.contentDocument?.documentElement.lang || navigator.language).startsWith("ja") ? "ja" : "en";
const ports = new Map(), wished = new URLSearchParams(location.search);
let engine = null, isReady = false, unanswered = 0, starts = 0, pings = 0, count = 0, isKept = true;

function word(key, values = {}) {
  return site.words[language()][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function showWords() {
  document.documentElement.lang = language();
  for (const part of document.querySelectorAll("[data-word]")) part.textContent = word(part.dataset.word);
  for (const part of document.querySelectorAll("[data-titles]")) part.textContent = JSON.parse(part.dataset.titles)[language()];
}

const say = (key, values) => { $("state").textContent = word(key, values); };
const note = (key, values) => { $("note").textContent = key ? word(key, values) : ""; };

function fail(key, values) {
  frame.hidden = true;
  $("start").hidden = false;
  $("progress").hidden = true;
  $("again").hidden = false;
  say(key, values);
}

$("again").onclick = () => location.reload();

// --- the frame ---

function showPage(address) {
  frame.contentWindow.location.replace(address);
  frame.addEventListener("load", () => {
    frame.hidden = $("bar").hidden = false;
    $("start").hidden = true;
    showWords();
    showStorage();
  }, { once: true });
}

// The address of this page, or the one that the page for absent files was asked for.
function firstPage() {
  const asked = new URL(wished.get("at") ?? location.href, location.href);
  if (asked.origin !== location.origin || !asked.pathname.startsWith(base)) return base;
  asked.searchParams.delete("game");
  return asked.href;
}

frame.addEventListener("load", () => {
  followFrame();
  showWords(); // the language may have been chosen in the page
  const inside = frame.contentWindow;
  for (const kind of ["dragover", "dragleave", "drop"]) inside.addEventListener(kind, drag);
});

// The address bar and the title are those of the page in the frame.
function followFrame() {
  try {
    const { location: place, document: page } = frame.contentWindow;
    if (place.origin !== location.origin || !place.pathname.startsWith(base)) return;
    const address = place.pathname + place.search + place.hash;
    if (address !== location.pathname + location.search + location.hash) history.replaceState(null, "", address);
    if (page.title) document.title = page.title;
  } catch { /* a viewer of PDFs shows something of its own */ }
}

setInterval(followFrame, 400);

// --- the program ---

const address = (name) => new URL(name, document.baseURI).href;

function run() {
  const mine = engine = new Worker(address(site.engine), { type: "module" });
  const lock = `vallum program ${crypto.randomUUID()}`;
  mine.onmessage = ({ data }) => {
    if (mine !== engine) return;
    unanswered = 0;
    hear[data.kind]?.(data);
  };
  mine.onerror = (event) => fail("failed", { why: event.message || "worker" });
  unanswered = 0;
  isReady = false;
  hear.alive = () => navigator.locks.request(lock, () => mine === engine && end());
  const late = Object.fromEntries(Object.entries(site.late).map(([name, packages]) => [address(name), packages]));
  const [pyodide, printer, storage] = [site.pyodide, site.printer, site.storage].map(address);
  const program = site.program.map(address), folder = `vallum${base.replaceAll("/", "-")}`;
  engine.postMessage({ kind: "start", lock, base: base.slice(0, -1), folder, late, program, total: site.total, pyodide, printer, storage });
}

// The worker has gone: browsers end one without a word, such as for lack of memory.
function end() {
  if (isReady) return runAnew("crashed");
  engine = null;
  fail("ended");
}

function runAnew(why = "stopped") {
  engine.terminate();
  // What was stopped would be stopped again if it were asked for again.
  for (const port of ports.values()) port.postMessage({ kind: "lost", isStopped: why === "stopped" });
  ports.clear();
  note(why);
  $("stop").hidden = true;
  run();
}

const pass = (data) => ports.get(data.id)?.postMessage(data, data.data ? [data.data] : []);
const megabytes = (size) => (size / 1e6).toFixed(1);

const hear = {
  progress({ done, total }) {
    $("progress").value = done / total;
    // Counted unpacked, shown as it travels.
    say(done < total ? "loading" : "starting", { done: megabytes(site.size * done / total), total: megabytes(site.size) });
  },
  ready({ isCompiled }) {
    isReady = true;
    document.documentElement.dataset.ready = isCompiled ? "compiled" : "";
    if (frame.hidden) showPage(firstPage());
    bringFromHost();
    navigator.serviceWorker.controller?.postMessage({ kind: "keep all" });
    navigator.storage?.persist?.();
  },
  pong() {
    if (!$("stop").hidden && $("note").textContent === word("working")) showStorage();
    $("stop").hidden = true;
  },
  start: pass,
  chunk: pass,
  end(data) {
    pass(data);
    ports.delete(data.id);
  },
  "memory only"() {
    isKept = false;
  },
  added({ name, page, faults }) {
    note(faults ? "refused" : "added", { name, why: faults?.join(" · ") });
    if (page) frame.contentWindow.location.assign(page);
  },
  taken({ data }) {
    const link = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([data], { type: "application/zip" })), download: "vallum.zip",
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  crashed: () => runAnew("crashed"),
  // What is in its memory only must not look as if it were saved.
  full: () => runAnew("full"),
  async failed({ why }) {
    if (isReady) note("broken", { why });
    else if (!await takeNewer().catch(() => false)) fail("failed", { why });
  },
};

// A program that says nothing is at work, or hangs: who looks at it can end it.
setInterval(() => {
  if (!engine) return;
  unanswered++;
  if (++pings % STAY === 0) navigator.serviceWorker.controller?.postMessage({ kind: "stay" });
  if (!isReady) {
    // What was loaded is kept, so that a second start gets further.
    if (unanswered > START && ++starts < STARTS) runAnew("silent");
    else if (unanswered > START) fail("silent");
    return;
  }
  engine.postMessage({ kind: "ping" });
  if (unanswered > SILENT) return runAnew();
  if (unanswered > SHOWN && $("stop").hidden) {
    $("stop").hidden = false;
    if (!$("note").textContent) note("working");
  }
}, PING);

$("stop").onclick = () => runAnew();

// --- requests, which the service worker hands over ---

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.kind !== "who" || !isReady) return;
  const id = ++count;
  port.onmessage = ({ data: request }) => {
    if (request.kind === "request") ports.set(id, port);
    engine.postMessage({ ...request, id }, request.body ? [request.body] : []);
  };
  port.postMessage({ kind: "here" });
});

// --- games in, files out ---

const MOST_FILES = 2000; // Of a folder; a game has some hundred, and all are read at once.

async function addFile(file, replaces = true) {
  if (!file) return;
  if (!engine) return note("waiting");
  const data = await file.arrayBuffer();
  engine.postMessage({ kind: "add", name: file.name, data, language: language(), replaces }, [data]);
}

async function addFolder(name, files) {
  if (!engine) return note("waiting");
  if (files.length > MOST_FILES) return note("folder_large", { name, most: MOST_FILES });
  const read = await Promise.all(files.map(async ([path, file]) => [path, await file.arrayBuffer()]));
  engine.postMessage({ kind: "add folder", name, files: read, language: language() }, read.map(([, data]) => data));
}

// The files below what was dropped, with their paths.
async function filesBelow(entry, files = []) {
  if (entry.isFile) files.push([entry.fullPath.slice(1), await new Promise((resolve, reject) => entry.file(resolve, reject))]);
  else {
    const reader = entry.createReader();
    // Read in parts: a browser gives a hundred at a time.
    for (let part; (part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))).length && files.length <= MOST_FILES;) {
      for (const inner of part) if (!inner.name.startsWith(".")) await filesBelow(inner, files);
    }
  }
  return files;
}

async function addDropped(entries) {
  const isPack = entries.length === 1 && entries[0].isFile;
  const files = [];
  for (const entry of entries) await filesBelow(entry, files);
  if (isPack) return addFile(files[0][1]);
  await addFolder(entries[0].isDirectory ? entries[0].name : "game", files);
}

// `?game=mine.zip` names a pack on the same host; what a visitor changed in it since is kept.
async function bringFromHost() {
  const named = wished.get("game");
  if (!named) return;
  wished.delete("game");
  const place = new URL(named, document.baseURI), name = place.pathname.split("/").at(-1);
  if (place.origin !== location.origin) return note("elsewhere", { name: place.host });
  place.searchParams.set("from-host", "");
  const answer = await fetch(place).catch(() => ({ status: 0 }));
  if (!answer.ok) return note("refused", { name, why: `${name}: ${answer.status}` });
  addFile(new File([await answer.blob()], name), false);
}

function drag(event) {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  document.body.classList.toggle("over", event.type === "dragover");
  if (event.type !== "drop") return;
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  if (entries.length) addDropped(entries).catch((error) => note("refused", { name: entries[0].name, why: error.message }));
}

for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, drag);
$("add").onchange = ({ target }) => {
  addFile(target.files[0]);
  target.value = "";
};
$("take").onclick = () => engine ? engine.postMessage({ kind: "take" }) : note("waiting");

async function showStorage() {
  if (!isKept) return note("memory_only");
  const { usage = 0 } = await navigator.storage.estimate();
  note("used", { used: megabytes(usage) });
}

// --- the start ---

function lacking() {
  const needed = {
    "service worker": navigator.serviceWorker, WebAssembly: self.WebAssembly, "Web Locks": navigator.locks,
    "ReadableStream": self.ReadableStream, DecompressionStream: self.DecompressionStream, storage: navigator.storage,
  };
  return Object.entries(needed).filter(([, value]) => !value).map(([name]) => name);
}

async function controlled() {
  const registered = await navigator.serviceWorker.register(address("sw.js"), { scope: base, updateViaCache: "none" });
  registered.addEventListener("updatefound", () => {
    if (!registered.active) return;
    registered.installing.addEventListener("statechange", ({ target }) => target.state === "installed" && note("newer"));
  });
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  const change = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  active.postMessage({ kind: "claim" });
  await change;
}

async function begin() {
  showWords();
  if (!isSecureContext) return fail("insecure");
  const missing = lacking();
  if (missing.length) return fail("old", { lacking: missing.join(", ") });
  say("starting");
  const late = new Promise((_, reject) => setTimeout(reject, 30000));
  try {
    await Promise.race([controlled(), late]);
  } catch {
    return fail("blocked");
  }
  await navigator.locks.request(`vallum ${base}`, { ifAvailable: true }, (lock) => {
    if (lock) return lead();
    say("waiting");
    showPage(firstPage());
    navigator.locks.request(`vallum ${base}`, lead);
  });
}

// A version of which neither this browser nor the host has all files gives way to the newer one: nothing runs yet. Once that
// one's files are here, the older service worker is unregistered: a busy one does not give way, for half a minute or longer.
async function takeNewer() {
  const registered = await navigator.serviceWorker.getRegistration();
  await registered.update();
  const next = registered.installing ?? registered.waiting;
  if (!next) return false;
  const take = async () => {
    if (next.state === "redundant") return fail("failed", { why: "sw.js" });
    if (next.state !== "installed") return;
    next.onstatechange = null;
    await registered.unregister();
    location.reload();
  };
  next.onstatechange = take;
  await take();
  return true;
}

function lead() {
  run();
  return new Promise(() => {}); // until the tab is closed
}

begin().catch(() => fail("blocked")); // such as locks that are denied with the storage
