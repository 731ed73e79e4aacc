// Pages work without this. With it they change in place: the server says that something is new, the same page is
// fetched again, and whatever has another data-key is put where the old one stood.
"use strict";

const page = document.body.dataset;
let line = null;
let busy = null;
let again = false;
let next = null;

async function refresh() {
  again = busy;
  if (!busy) await visit(location.href);
}

// Fetches a page, or sends a move and fetches the page that answers it, and shows what differs. The drawings of the
// sheets are left out: they stand here already. A move that gets no answer is not sent again: it says what it was for,
// and so does what is tapped meanwhile, which is sent next; a second tap on the same is none.
async function visit(address, how) {
  const place = new URL(address, location);
  place.searchParams.set("bare", "1");
  busy = how || {};
  const answer = await fetch(place, { signal: AbortSignal.timeout(15000), ...how }).then(read).catch(() => null);
  told(!answer);
  const isPage = answer && (answer.ok || answer.page.getElementById("notice"));
  if (isPage && answer.page.body.dataset.room === page.room) await show(answer.page);
  else if (answer && how) location.reload();
  if (isPage && how?.body && !how.stay) document.querySelector("[data-top]")?.scrollIntoView();
  busy = null;
  document.querySelectorAll("[aria-busy]").forEach((each) => each.removeAttribute("aria-busy"));
  const [tapped, rung] = [next, again];
  next = again = null;
  if (tapped) visit(...tapped);
  else if (rung) refresh();
}

async function read(answer) {
  return { ok: answer.ok, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
}

async function show(fresh) {
  const at = document.activeElement;
  const place = [...document.querySelectorAll(".key")].indexOf(at);
  const ids = (root) => [...root.querySelectorAll("main [data-key]")].map((each) => each.id);
  const known = ids(document);
  const was = document.getElementById("goal")?.hash;
  const isBare = (art) => !art.childElementCount && document.getElementById(art.id)?.dataset.key !== art.dataset.key;
  if ([...fresh.querySelectorAll("[id^=art-]")].some(isBare)) return location.reload();
  if (known.join() === ids(fresh).join() && document.title === fresh.title) {
    await Promise.all(known.map((id) => swap(document.getElementById(id), fresh.getElementById(id))));
  } else {
    const main = document.importNode(fresh.querySelector("main"), true);
    for (const old of document.querySelectorAll("main [data-key]")) {
      const mine = main.querySelector("#" + CSS.escape(old.id));
      if (mine && mine.dataset.key === old.dataset.key) mine.replaceWith(old);
    }
    document.querySelector("main").replaceWith(main);
    document.title = fresh.title;
  }
  if (!at.isConnected) refocus(at.id, place);
  const goal = document.getElementById("goal");
  if (goal && goal.hash !== was) document.querySelector(goal.hash).scrollIntoView();
  page.stamp = fresh.body.dataset.stamp;
  if (page.live !== fresh.body.dataset.live) {
    page.live = fresh.body.dataset.live;
    listen();
  }
}

// What was pressed may be gone: go on with the same control, the box now in its place, or what is asked.
function refocus(id, place) {
  const keys = document.querySelectorAll(".key");
  const panel = document.getElementById("panel");
  const near = place >= 0 && panel && !("asks" in panel.dataset) ? keys[Math.min(place, keys.length - 1)] : null;
  const same = id && document.getElementById(id);
  const next = same && !same.disabled ? same : near || document.querySelector(".over #ending-title, #asked");
  if (next) next.focus({ preventScroll: next.matches("h2") });
}

async function swap(old, fresh) {
  if (old.dataset.key === fresh.dataset.key) return;
  const mine = document.importNode(fresh, true);
  const picture = mine.querySelector("img");
  if (picture) {
    picture.loading = "eager";
    await picture.decode().catch(() => {});
  }
  if (old.open) mine.open = true;
  old.querySelectorAll("details").forEach((each, at) => {
    const same = mine.querySelectorAll("details")[at];
    if (same) same.open = each.open;
  });
  old.replaceWith(mine);
}

function told(lost) {
  document.getElementById("lost").hidden = !lost;
}

// One line to the server while the page is looked at: browsers allow six to a host, all windows together.
function listen() {
  if (line) line.close();
  line = null;
  if (!page.live || document.hidden) return;
  line = new EventSource(page.live);
  line.onopen = () => told(false);
  line.onerror = () => told(true);
  line.onmessage = (event) => {
    if (event.data !== page.stamp) refresh();
  };
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => line && line.close());
addEventListener("pageshow", listen);

// A choice in a row of choices takes effect at once.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-auto]");
  if (form) form.requestSubmit();
});

// At a table: moves are sent and looked at in place.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("here" in form.dataset)) return;
  event.preventDefault();
  const stay = form.classList.contains("fix");
  const sent = { method: "post", body: new URLSearchParams(new FormData(form, event.submitter)), stay };
  if (form.id === "moves") history.replaceState(null, "", form.action);
  if (!busy) visit(form.action, sent);
  else if (String(busy.body) !== String(sent.body)) next = [form.action, sent];
});

document.addEventListener("submit", (event) => event.submitter?.setAttribute("aria-busy", "true"));

// A form that is filled in stays so when the page's language is changed, but for its own language that went along.
document.addEventListener("submit", (event) => {
  const form = document.querySelector("form[data-keep]");
  if (!form || !event.target.closest("footer")) return;
  const kept = new URLSearchParams(new FormData(form));
  if (kept.get("language") === document.documentElement.lang) kept.delete("language");
  event.target.elements.back.value = `${location.pathname}?${kept}`;
});
addEventListener("popstate", () => visit(location.href));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("cancel")?.click();
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-here]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  await visit(link.href, {});
  if (link.hash) document.querySelector(link.hash)?.scrollIntoView({ block: "nearest" });
  else document.querySelector("[data-top]")?.scrollIntoView();
  const asked = document.querySelector("dialog [tabindex]");
  if (asked) asked.focus({ preventScroll: true });
});

// Whatever is held tells what it is: its name, or the title of what lies under the finger.
let holding = 0;
document.addEventListener("pointerdown", (event) => {
  clearTimeout(holding);
  const tip = document.getElementById("tip");
  const title = event.target.getAttribute("aria-label") || event.target.querySelector("title")?.textContent;
  if (!tip) return;
  tip.hidden = true;
  if (title && event.pointerType !== "mouse") holding = setTimeout(() => {
    tip.textContent = title;
    tip.hidden = false;
  }, 450);
});
document.addEventListener("contextmenu", (event) => {
  if (event.pointerType !== "mouse" && event.target.closest(".frame")) event.preventDefault();
});
for (const over of ["pointerup", "pointercancel", "scroll"]) addEventListener(over, () => clearTimeout(holding), true);
document.addEventListener("click", (event) => {
  const tip = document.getElementById("tip");
  if (tip && !tip.hidden && event.target !== tip) event.preventDefault();
}, true);
