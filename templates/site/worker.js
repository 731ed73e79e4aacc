// The service worker: hands the requests of the frame to the tab in which the program runs, and keeps the site's files.
// It holds no state that it could lose: who runs the program is asked for each request.

const SITE = SITE_FILES; // { page, files, packed, first, drawn, lost }: the names of all files carry digests of their contents
const CACHE = "vallum-files " + registration.scope;
const BASE = new URL(registration.scope).pathname;
const LIMIT = 180000, ASK = 1500, LOOK = 1000; // Milliseconds: to wait for a program that starts and for a tab that says it
// runs, and between two looks whether that tab is still there.
const PACKED = ".gzip";
const KINDS = {
  css: "text/css", js: "text/javascript", json: "application/json", mjs: "text/javascript", svg: "image/svg+xml", ttf: "font/ttf",
  wasm: "application/wasm", zip: "application/zip",
};
const PLAIN = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

// Files of the site are named by their content, so a copy that is kept is the right one. Large ones lie on the host in packed
// form, whatever the host compresses itself; they are kept unpacked, as browsers compile no code from a packed file.
async function keep(name) {
  const cache = await caches.open(CACHE).catch(() => null); // a browser that denies storage
  const found = await cache?.match(BASE + name);
  if (found) return found;
  const isPacked = SITE.packed.includes(name);
  const answer = await fetch(BASE + name + (isPacked ? PACKED : ""), { cache: "no-cache" });
  if (!answer.ok) return answer;
  const body = isPacked ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
  const kind = isPacked ? KINDS[name.split(".").at(-1)] : answer.headers.get("content-type");
  const made = new Response(body, { headers: { "content-type": kind, "content-security-policy": PLAIN } });
  // Not waited for, so that a page sees the progress; a body that breaks off is not kept, and comes anew the next time.
  made.kept = cache?.put(BASE + name, made.clone()).catch(() => {});
  return made;
}

// A first visit loads large files as the program asks for them, with its progress; a newer version comes whole or not.
self.addEventListener("install", (event) => {
  const names = registration.active ? SITE.files : SITE.first;
  const all = names.map(async (name) => {
    const answer = await keep(name);
    if (!answer.ok) throw new Error(name);
    await answer.kept;
    if (!(await isKept(name))) throw new Error(name);
  });
  event.waitUntil(Promise.all(all));
});

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const listed = new Set(SITE.files.map((name) => BASE + name));
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!listed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
  await clients.claim();
})()));

self.addEventListener("message", (event) => {
  if (event.data.kind === "claim") event.waitUntil(clients.claim());
  if (event.data.kind === "keep all") event.waitUntil(keepAll());
});

const isKept = async (name) => !!await (await caches.open(CACHE)).match(BASE + name);

async function keepAll() {
  for (const name of SITE.files) await keep(name).then(({ kept }) => kept).catch(() => {});
}

self.addEventListener("fetch", (event) => {
  const { request } = event, place = new URL(request.url);
  if (place.origin !== location.origin || !place.pathname.startsWith(BASE) || place.searchParams.has("from-host")) return;
  const name = place.pathname.slice(BASE.length);
  const file = SITE.drawn[name + place.search] ?? name;
  if (request.mode === "navigate" && request.destination === "document") event.respondWith(shellPage());
  else if (SITE.files.includes(file)) {
    const answer = keep(file);
    event.respondWith(answer);
    event.waitUntil(answer.then(({ kept }) => kept).catch(() => {}));
  // A page of an older version asks for files that only its host may still have.
  } else if (name === "manifest.webmanifest" || name.startsWith("site/")) return;
  else {
    // Firefox ends a worker that has begun its answers, and is doing nothing else, in the middle of them.
    let over;
    event.waitUntil(new Promise((resolve) => { over = resolve; }));
    event.respondWith(programAnswer(request, place, over));
  }
});

async function shellPage() {
  const page = await (await keep(SITE.page)).text();
  const headers = { "content-type": "text/html; charset=utf-8" };
  return new Response(page.replace('<base href="./">', `<base href="${BASE}">`), { headers });
}

// The tab that runs the program, by its id and a port to it; null while none does.
async function runningTab() {
  const shells = (await clients.matchAll({ type: "window", includeUncontrolled: true }))
    .filter(({ frameType }) => frameType === "top-level");
  return new Promise((resolve) => {
    for (const shell of shells) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve({ id: shell.id, port: port1 });
      shell.postMessage({ kind: "who" }, [port2]);
    }
    setTimeout(() => resolve(null), ASK);
  });
}

// `over` is called once the whole answer is there, or nobody waits for it.
async function programAnswer(request, place, over) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const headers = ["content-type", "range"].map((name) => [name, request.headers.get(name)]).filter(([, value]) => value);
  const about = { method: request.method, target: place.pathname + place.search, headers };
  const end = Date.now() + LIMIT;
  // A request that ends the program is not repeated for ever.
  for (let lost = 0; lost < 2 && Date.now() < end && !request.signal.aborted;) {
    const tab = await runningTab();
    if (!tab) continue;
    const answer = await handOver(tab, about, body, request.signal, over);
    if (answer instanceof Response) return answer;
    lost++;
    if (answer.isStopped || request.method !== "GET") break; // it may have been done
  }
  over();
  return new Response(SITE.lost.replaceAll("BASE", BASE), {
    status: 503, headers: { "content-type": "text/html; charset=utf-8", "retry-after": "1" },
  });
}

// The answer of the program, or how it was lost if the program was ended before it began one.
function handOver({ id, port }, about, body, signal, over) {
  return new Promise((resolve) => {
    let stream, hasBegun = false;
    const parts = new ReadableStream({
      start: (controller) => { stream = controller; },
      cancel: () => {
        stream = null;
        over();
        port.postMessage({ kind: "cancel" });
      },
    });
    const hear = (data) => {
      if (data.kind === "start") {
        hasBegun = true;
        resolve(made(data, parts));
      } else if (data.kind === "chunk") stream?.enqueue(new Uint8Array(data.data));
      else if (data.kind === "end") stream?.close();
      else if (data.kind === "lost") {
        resolve(data);
        stream?.error(new Error("the program was started anew"));
      }
      if (!["end", "lost"].includes(data.kind)) return;
      clearInterval(looking);
      port.close();
      if (hasBegun) over();
    };
    port.onmessage = ({ data }) => hear(data);
    // Nothing else tells that a tab was closed: its port is silent.
    const looking = setInterval(async () => {
      if (!await clients.get(id)) hear({ kind: "lost" });
    }, LOOK);
    signal.addEventListener("abort", () => port.postMessage({ kind: "cancel" }));
    port.postMessage({ kind: "request", ...about, body });
  });
}

function made({ status, headers }, parts) {
  const target = new Headers(headers).get("location");
  if (target && status >= 300 && status < 400) return Response.redirect(new URL(target, location.origin), status);
  return new Response([204, 304].includes(status) ? null : parts, { status, headers });
}
