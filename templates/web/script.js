// Pages work without this. With it they change in place: the server says that something is new, the same page is
// fetched again, and whatever has another data-key is put where the old one stood.
"use strict";

const page = document.body.dataset;
let line = null;
let busy = null;
let again = false;
let next = null;
let opener = "";

async function refresh() {
  again = Boolean(busy);
  if (!busy) await visit({ to: location.href, isQuiet: true });
}

// One thing is asked of the server at a time. What is tapped meanwhile is sent next and says what it was for; a second
// tap on the same is none. A move that gets no answer is not sent again. A bell that rang is heard at the end.
async function visit(wish) {
  const isSame = `${wish.to} ${wish.body}` === `${busy?.to} ${busy?.body}`;
  if (busy && !isSame) next = wish;
  if (busy) return;
  busy = wish;
  next = null;
  try {
    if (wish.enter) history[wish.enter](null, "", wish.to);
    await bring(wish);
  } finally {
    busy = null;
    document.querySelectorAll("[aria-busy]").forEach((each) => each.removeAttribute("aria-busy"));
    if (next) visit(next);
    else if (again) refresh();
  }
}

// Fetches a page, or sends a move and fetches the page that answers it, and shows what differs. The drawings of the
// sheets are left out: they stand here already. What cannot be shown in place is loaded.
async function bring(wish) {
  const place = new URL(wish.to, location);
  place.searchParams.set("bare", "1");
  const sent = wish.body && { method: "post", body: wish.body };
  const answer = await fetch(place, { signal: AbortSignal.timeout(15000), ...sent }).then(read).catch(() => null);
  told(!answer);
  const isPage = answer && (answer.status < 400 || answer.page.getElementById("notice"));
  if (isPage && answer.page.body.dataset.room === page.room) {
    await show(answer.page).catch(() => location.reload());
    wish.after?.();
  } else if (answer && (!wish.isQuiet || [403, 404].includes(answer.status))) location.reload();
}

async function read(answer) {
  return { status: answer.status, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
}

async function show(fresh) {
  const at = document.activeElement;
  const pressed = at.closest("dialog") ? opener : at.id;
  const place = [...document.querySelectorAll(".key")].findIndex((key) => key.id === pressed);
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
  if (!at.isConnected) refocus(pressed, place);
  const goal = document.getElementById("goal");
  if (goal && goal.hash !== was) document.querySelector(goal.hash)?.scrollIntoView();
  const { live, stamp } = fresh.body.dataset;
  const isMoved = page.live !== live;
  Object.assign(page, { live, stamp });
  if (isMoved) listen();
}

// What was pressed may be gone: go on with it or what opened its dialog, the box now in its place, or what is asked.
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

// One line to the server while the page is looked at: browsers allow six to a host, all windows together. Where it is
// refused they do not try again: the page looks whether it is still there itself, and listens anew.
function listen() {
  if (line) line.close();
  line = null;
  if (!page.live || document.hidden) return;
  line = new EventSource(page.live);
  line.onopen = () => told(false);
  line.onerror = ({ target }) => {
    if (target.readyState !== EventSource.CLOSED) told(true);
    else setTimeout(() => target === line && refresh().finally(listen), 4000);
  };
  line.onmessage = (event) => {
    if (event.data !== page.stamp) refresh();
  };
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => line && line.close());
addEventListener("pageshow", listen);

// A choice in a row of choices takes effect at once.
document.addEventListener("change", (event) => {
  event.target.closest("form[data-auto]")?.requestSubmit();
});

// At a table: moves are sent and looked at in place.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("here" in form.dataset)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const enter = form.id === "moves" && "replaceState";
  const after = () => form.matches(".fix") || document.querySelector("[data-top]")?.scrollIntoView();
  visit({ to: form.action, body, enter, after });
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
addEventListener("popstate", refresh);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("cancel")?.click();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-here]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const isBack = link.closest("dialog");
  if (!isBack) opener = link.id;
  visit({ to: link.href, enter: "pushState", after: () => {
    if (link.hash) document.querySelector(link.hash)?.scrollIntoView({ block: "nearest" });
    else if (!isBack) document.querySelector("[data-top]")?.scrollIntoView();
    document.querySelector("dialog [tabindex]")?.focus({ preventScroll: true });
  } });
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
  if (!tip || tip.hidden || event.target === tip) return;
  if (event.detail) event.preventDefault();
  else tip.hidden = true;
}, true);
