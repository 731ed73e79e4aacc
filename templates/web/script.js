// Pages work without this. With it they change in place: the server says that something is new, the same page is
// fetched again, and whatever has another data-key is put where the old one stood.
"use strict";

const page = document.body.dataset;
let [line, busy, next] = [null, null, null];
let [again, opener] = [false, ""];

async function refresh() {
  again = Boolean(busy);
  if (!busy) await visit({ to: location.href, isQuiet: true });
}

// One thing is asked of the server at a time. What is tapped meanwhile is sent next and says what it was for; a second
// tap on the same is none. A move that gets no answer is not sent again. A bell that rang is heard at the end.
async function visit(wish) {
  const isSame = `${wish.to} ${wish.body}` === `${busy?.to} ${busy?.body}`;
  if (busy && (!isSame || wish.isChoice)) next = wish;
  if (busy) return;
  [busy, next] = [wish, null];
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
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const read = async (got) => ({ status: got.status, page: parsed(await got.text()) });
  const answer = await fetch(place, { signal: AbortSignal.timeout(15000), ...sent }).then(read).catch(() => null);
  if (wish.isChoice && next) return;
  told(!answer);
  const isPage = answer && (answer.status < 400 || answer.page.getElementById("notice"));
  if (isPage && answer.page.body.dataset.room === page.room) {
    await show(answer.page).catch(() => location.reload());
    wish.after?.();
  } else if (wish.isChoice || (answer && (!wish.isQuiet || [403, 404].includes(answer.status)))) location.reload();
}

async function show(fresh) {
  const at = document.activeElement;
  const pressed = at.closest("dialog") ? opener : at.id;
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
  if (at !== document.body && document.activeElement === document.body) refocus(at, pressed);
  reveal();
  const goal = document.getElementById("goal");
  if (goal && goal.hash !== was) document.querySelector(goal.hash)?.scrollIntoView();
  const isMoved = page.live !== fresh.body.dataset.live;
  Object.assign(page, fresh.body.dataset);
  if (isMoved) listen();
}

// What was pressed may be gone: go on with it or what opened its dialog, the next box of its track, or what is asked.
function refocus(at, id) {
  const track = (key) => key.replace(/_\d+$/, "");
  const isFree = id && !document.querySelector("#panel[data-asks]");
  const near = isFree && [...document.querySelectorAll(".key")].find((key) => track(key.id) === track(id));
  const same = at.isConnected ? at : id && document.getElementById(id);
  const next = same && !same.disabled ? same : near || document.querySelector(".over #ending-title, #asked");
  if (next) next.focus({ preventScroll: true });
}

// The open one of a row of tabs that scrolls is brought into its view.
function reveal() {
  const tab = document.querySelector(".tabs [aria-current]");
  const middle = (each) => each.getBoundingClientRect().x + each.offsetWidth / 2;
  if (tab) tab.parentElement.scrollLeft += middle(tab) - middle(tab.parentElement);
}

async function swap(old, fresh) {
  if (old.dataset.key === fresh.dataset.key) return;
  const mine = document.importNode(fresh, true);
  const picture = mine.querySelector("img");
  const { top, bottom } = old.getBoundingClientRect();
  const isSeen = picture && top < innerHeight && bottom > 0;
  if (isSeen) picture.loading = "eager";
  await (isSeen && picture.decode().catch(() => {}));
  if (old.open) mine.open = true;
  const was = old.querySelectorAll("details");
  mine.querySelectorAll("details").forEach((each, at) => each.open = was[at]?.open ?? each.open);
  const pressed = old.matches("[data-auto]") && old.contains(document.activeElement) && document.activeElement.id;
  const across = old.querySelector(".pan")?.scrollLeft;
  old.replaceWith(mine);
  if (across) mine.querySelector(".pan")?.scrollTo(across, 0);
  if (pressed) document.getElementById(pressed)?.focus();
}

function told(lost) {
  document.getElementById("lost").hidden = !lost;
}

// One line to the server while the page is looked at: browsers allow six to a host, all windows together. Where it is
// refused they do not try again: the page looks whether it is still there itself, and listens anew.
function listen() {
  line?.close();
  line = page.live && !document.hidden ? new EventSource(page.live) : null;
  if (!line) return;
  line.onopen = () => told(false);
  line.onerror = ({ target }) => {
    if (target.readyState !== EventSource.CLOSED) told(true);
    else setTimeout(() => target === line && refresh().finally(listen), 4000);
  };
  line.onmessage = ({ data }) => data !== page.stamp && refresh();
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => line && line.close());
for (const each of [listen, reveal]) addEventListener("pageshow", each);

// A choice in a row of choices takes effect at once. It is looked at in place, as are moves at a table.
document.addEventListener("change", (event) => event.target.closest("form[data-auto]")?.requestSubmit());
document.addEventListener("submit", (event) => {
  const form = event.target;
  const isChoice = "auto" in form.dataset;
  if (!isChoice && !("here" in form.dataset)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  if (isChoice) return visit({ to: `${form.action}?${body}`, enter: "replaceState", isChoice });
  const enter = form.id === "moves" && "replaceState";
  const after = () => form.matches(".fix") || document.querySelector("[data-top]")?.scrollIntoView();
  visit({ to: form.action, body, enter, after });
});
document.addEventListener("submit", (event) => event.submitter?.setAttribute("aria-busy", "true"));

// What was filled in or chosen stays so when the page's language is changed, but for its own language that went along.
document.addEventListener("submit", (event) => {
  if (!page.room || !event.target.closest("footer")) return;
  const form = document.querySelector("form[data-keep]");
  const kept = new URLSearchParams(form ? new FormData(form) : location.search);
  if (kept.get("language") === document.documentElement.lang) kept.delete("language");
  event.target.elements.back.value = `${location.pathname}?${kept}`.replace(/\?$/, "");
});
addEventListener("popstate", refresh);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.getElementById("cancel")?.click();
  if (event.key === "Enter" && event.repeat) event.preventDefault();
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
document.addEventListener("pointerdown", ({ target, pointerType }) => {
  clearTimeout(holding);
  const tip = document.getElementById("tip");
  const inside = target.querySelector("title")?.textContent || target.closest("[title]")?.title;
  const title = target.getAttribute("aria-label") || inside;
  if (!tip) return;
  tip.hidden = true;
  if (title && pointerType !== "mouse") holding = setTimeout(() => {
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
