// Pages work without this script. With it they change in place: a server-sent event says that something is new, the
// page is fetched again, and the parts whose data-key differs replace the old ones.
"use strict";

const page = document.body.dataset;
let [events, current, next] = [null, null, null];
let [again, opener] = [false, ""];

async function refresh() {
  again = Boolean(current);
  if (!current) await send({ to: location.href, isQuiet: true });
}

// Sends one request at a time. A tap meanwhile is sent next, with the event number it was meant for, and a second tap on
// the same control is ignored. A move without a response is not repeated. An event meanwhile refreshes at the end.
async function send(request) {
  const isSame = `${request.to} ${request.body}` === `${current?.to} ${current?.body}`;
  if (current && (!isSame || request.isChoice)) next = request;
  if (current) return;
  [current, next] = [request, null];
  try {
    if (request.enter) history[request.enter](null, "", request.to);
    await fetchPage(request);
  } finally {
    current = null;
    document.querySelectorAll("[aria-busy]").forEach((each) => each.removeAttribute("aria-busy"));
    if (next) send(next);
    else if (again) refresh();
  }
}

// Fetches a page, or posts a move and follows its redirect, and shows what differs. The drawings of the sheets, which
// the page has already, are left out (bare=1). A page that cannot be shown in place is loaded.
async function fetchPage(request) {
  const place = new URL(request.to, location);
  place.searchParams.set("bare", "1");
  const sent = request.body && { method: "post", body: request.body };
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const read = async (got) => ({ status: got.status, page: parsed(await got.text()) });
  const answer = await fetch(place, { signal: AbortSignal.timeout(15000), ...sent }).then(read).catch(() => null);
  if (request.isChoice && next) return;
  showLost(!answer);
  const isPage = answer && (answer.status < 400 || answer.page.getElementById("notice"));
  if (isPage && answer.page.body.dataset.room === page.room) {
    await show(answer.page).catch(() => location.reload());
    request.after?.();
  } else if (request.isChoice || (answer && (!request.isQuiet || [403, 404].includes(answer.status)))) location.reload();
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
  scrollTabs();
  const goal = document.getElementById("goal");
  if (goal && goal.hash !== was) document.querySelector(goal.hash)?.scrollIntoView();
  const isMoved = page.live !== fresh.body.dataset.live;
  Object.assign(page, fresh.body.dataset);
  if (isMoved) listen();
}

// If the focused control is gone, focuses what opened its dialog, the next box of its track or the question.
function refocus(at, id) {
  const track = (key) => key.replace(/_\d+$/, "");
  const isFree = id && !document.querySelector("#panel[data-asks]");
  const near = isFree && [...document.querySelectorAll(".key")].find((key) => track(key.id) === track(id));
  const same = at.isConnected ? at : id && document.getElementById(id);
  const next = same && !same.disabled ? same : near || document.querySelector(".over #ending-title, #asked");
  if (next) next.focus({ preventScroll: true });
}

// Scrolls a row of tabs so that the current one is visible.
function scrollTabs() {
  const tab = document.querySelector(".tabs [aria-current]");
  const middle = (each) => each.getBoundingClientRect().x + each.offsetWidth / 2;
  if (tab) tab.parentElement.scrollLeft += middle(tab) - middle(tab.parentElement);
}

async function swap(old, fresh) {
  if (old.dataset.key === fresh.dataset.key) return;
  const [mine, was] = [document.importNode(fresh, true), old.querySelectorAll("details")];
  const picture = mine.querySelector("img");
  const { top, bottom } = old.getBoundingClientRect();
  const isSeen = picture && top < innerHeight && bottom > 0;
  if (isSeen) picture.loading = "eager";
  await (isSeen && picture.decode().catch(() => {}));
  if (old.open) mine.open = true;
  mine.querySelectorAll("details").forEach((each, at) => each.open = was[at]?.open ?? each.open);
  mine.querySelectorAll("[form=picks]").forEach((each) => each.checked = document.getElementById(each.id).checked);
  const pressed = old.matches("[data-auto]") && old.contains(document.activeElement) && document.activeElement.id;
  const across = old.querySelector(".pan")?.scrollLeft;
  old.replaceWith(mine);
  if (across) mine.querySelector(".pan")?.scrollTo(across, 0);
  if (pressed) document.getElementById(pressed)?.focus();
}

function showLost(lost) {
  document.getElementById("lost").hidden = !lost;
}

// Opens an event stream only while the page is visible: browsers allow six connections to a host, for all windows
// together. They do not reconnect after a refusal, so then the page fetches itself and opens another stream.
function listen() {
  events?.close();
  events = page.live && !document.hidden ? new EventSource(page.live) : null;
  if (!events) return;
  events.onopen = () => showLost(false);
  events.onerror = ({ target }) => {
    if (target.readyState !== EventSource.CLOSED) showLost(true);
    else setTimeout(() => target === events && refresh().finally(listen), 4000);
  };
  events.onmessage = ({ data }) => data !== page.stamp && refresh();
}

document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => events && events.close());
for (const each of [listen, scrollTabs]) addEventListener("pageshow", each);

// Forms with data-auto are sent at each change; they and forms with data-here are shown in place.
document.addEventListener("change", (event) => event.target.closest("form[data-auto]")?.requestSubmit());
document.addEventListener("submit", (event) => {
  const form = event.target;
  const isChoice = "auto" in form.dataset;
  if (!isChoice && !("here" in form.dataset)) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  if (isChoice) return send({ to: `${form.action}?${body}`, enter: "replaceState", isChoice });
  const enter = form.id === "moves" && "replaceState";
  const after = () => form.matches(".fix") || document.querySelector("[data-top]")?.scrollIntoView();
  send({ to: form.action, body, enter, after });
});
document.addEventListener("submit", (event) => event.submitter?.setAttribute("aria-busy", "true"));

// Keeps a filled-in form or the query when the reader changes the language, except a field with the old language.
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
  send({ to: link.href, enter: "pushState", after: () => {
    if (link.hash) document.querySelector(link.hash)?.scrollIntoView({ block: "nearest" });
    else if (!isBack) document.querySelector("[data-top]")?.scrollIntoView();
    document.querySelector("dialog [tabindex]")?.focus({ preventScroll: true });
  } });
});

// A long touch shows the name of a control, or the title of the box under the finger.
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
