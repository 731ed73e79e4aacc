// The service worker of the play room. It asks the server first, and shows what is kept only where that is not reached.
// Moves, updates and event streams pass it by, so that it slows none of them down.

const PAGES = "pages", FILES = "files", OFFLINE = "/app/offline";
const KINDS = ["style", "script", "font", "image", "manifest"];
const MOST_FILES = 200;

addEventListener("install", (event) => {
  const network = "network";
  event.addRoutes?.([
    { condition: { requestMethod: "POST" }, source: network },
    { condition: { urlPattern: { search: "*bare=1*" } }, source: network },
    { condition: { urlPattern: { pathname: "*/live" } }, source: network },
  ])?.catch?.(() => {});
  event.waitUntil(caches.open(PAGES).then((cache) => cache.add(OFFLINE)));
  skipWaiting();
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (KINDS.includes(request.destination)) event.respondWith(file(request));
});

// A browser that was logged out keeps nothing of what it has seen.
async function forget(pages) {
  const seen = (await pages.keys()).filter(({ url }) => new URL(url).pathname !== OFFLINE);
  await Promise.all([...seen.map((each) => pages.delete(each)), caches.delete(FILES)]);
}

async function page(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.status === 403) await forget(cache);
    return answer;
  } catch {
    const { pathname } = new URL(request.url);
    return await cache.match(pathname) ?? await cache.match(OFFLINE) ?? Response.error();
  }
}

async function file(request) {
  const cache = await caches.open(FILES);
  try {
    const answer = await fetch(request);
    if (answer.status === 200) await cache.put(request, answer.clone());
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_FILES)).map((each) => cache.delete(each)));
    return answer;
  } catch {
    return await cache.match(request) ?? Response.error();
  }
}
