// Keeps the game page as it was last seen, for a time when the server is not reached. Only on secure origins, which are
// this computer's and those of TLS that the browser trusts: elsewhere browsers have neither caches nor service workers.

const PAGES = "pages", DELAY = 500;
const root = document.documentElement;
let timer = 0;

// A page that comes from the cache can only be read, until the server is there again.
function showCached() {
  document.getElementById("lost").hidden = false;
  document.querySelectorAll("form").forEach((each) => each.inert = true);
  const isBack = () => fetch(new URL("../reachable", import.meta.url), { cache: "no-store" }).then(({ ok }) => ok && location.reload(), () => {});
  setInterval(isBack, 4000);
}

async function keep() {
  const copy = root.cloneNode(true);
  copy.dataset.cached = "";
  const policy = document.querySelector("meta[name=policy]").content;
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  const cache = await caches.open(PAGES);
  await cache.put(location.pathname, new Response(`<!doctype html>${copy.outerHTML}`, { headers }));
}

function keepSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => keep().catch(() => {}), DELAY);
}

if ("cached" in root.dataset) {
  showCached();
} else if (isSecureContext && "serviceWorker" in navigator) {
  // Rejected where the browser does not trust the certificate.
  navigator.serviceWorker.register("/static/worker.js", { scope: "/play" }).then(keepSoon, () => {});
  document.addEventListener("shown", keepSoon);
}
