// Pages work without this script. With it they change in place: a server-sent event says that something is new, the
// page is fetched again, and the parts whose data-key differs replace the old ones. Then the document gets the event
// `shown`, for the other modules of the page.

import { isSeen, picturesShown, scrollTabs, seenAddress } from "./seen.js";

const page = document.body.dataset;
const PICTURE_WAIT = 50; // Milliseconds until a part is shown although its picture is not there yet.
let [events, current, next] = [null, null, null];
let [again, opener, heard] = [false, "", ""];

export async function refresh() {
  again = Boolean(current);
  const seen = current ? "" : seenAddress();
  if (seen) {
    await send({ to: seen, isQuiet: true });
    await picturesShown();
    again = Boolean(current);
  }
  if (!current) await send({ to: location.href, isQuiet: true, stop: seen ? new AbortController() : null });
}

// Sends one request at a time. A tap meanwhile is sent next, with the event number it was meant for, and a second tap on
// the same control is ignored. A move without a response is not repeated. After an event meanwhile the page is fetched
// again, unless it was of the move itself.
export async function send(request) {
  const isSame = `${request.to} ${request.body}` === `${current?.to} ${current?.body}`;
  if (current && (!isSame || request.isChoice)) next = request;
  if (current) return current.stop?.abort();
  [current, next] = [request, null];
  document.documentElement.dataset.busy = "";
  try {
    if (request.enter) history[request.enter](null, "", request.to);
    await fetchPage(request);
  } finally {
    current = null;
    delete document.documentElement.dataset.busy;
    document.querySelectorAll("[aria-busy]").forEach((each) => each.removeAttribute("aria-busy"));
    if (next) send(next);
    else if (again || (heard && heard !== page.stamp)) refresh();
    heard = "";
  }
}

// Fetches a page, or posts a move, which is answered with the page, and shows what differs. The drawings of the sheets,
// which the page has already, are left out (bare=1). A page that cannot be shown in place is loaded.
async function fetchPage(request) {
  const place = new URL(request.to, location);
  place.searchParams.set("bare", "1");
  const sent = request.body && { method: "post", body: request.body };
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const read = async (got) => ({ status: got.status, page: parsed(await got.text()) });
  const signal = request.stop?.signal ?? AbortSignal.timeout(15000);
  const answer = await fetch(place, { signal, ...sent }).then(read).catch(() => null);
  if ((request.isChoice && next) || request.stop?.signal.aborted) return;
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
  const isBare = (art) => !art.childElementCount && document.getElementById(art.id)?.dataset.key !== art.dataset.key;
  if ([...fresh.querySelectorAll("[id^=art-]")].some(isBare)) return location.reload();
  const some = fresh.querySelector("[data-some]") && [...fresh.querySelectorAll("[data-some] > [id]")].map(({ id }) => id).filter((id) => document.getElementById(id));
  if (some || (known.join() === ids(fresh).join() && document.title === fresh.title)) {
    // What is in view is asked before any part is replaced: behind each replacement the whole page would be laid out anew.
    const parts = (some || known).map((id) => document.getElementById(id)).map((old) => [old, isSeen(old)]);
    await Promise.all(parts.map(([old, wasSeen]) => swap(old, fresh.getElementById(old.id), wasSeen)));
  } else {
    const main = document.importNode(fresh.querySelector("main"), true);
    for (const old of document.querySelectorAll("main [data-key]")) {
      const mine = main.querySelector("#" + CSS.escape(old.id));
      if (mine && (mine.dataset.key === old.dataset.key || isDirty(old))) mine.replaceWith(old);
    }
    document.querySelector("main").replaceWith(main);
    document.title = fresh.title;
  }
  if (at !== document.body && document.activeElement === document.body) refocus(at, pressed);
  scrollTabs();
  const isMoved = page.live !== fresh.body.dataset.live;
  Object.assign(page, fresh.body.dataset);
  if (isMoved) listen();
  document.dispatchEvent(new Event("shown"));
}

// If the focused control is gone, focuses what opened its dialog, the next box of its track or the question; a question
// that a box answers is read with that box. What was pressed is kept in view, anything else does not move the page.
function refocus(at, id) {
  const track = (key) => key.replace(/_\d+$/, "");
  const goal = document.querySelector(".table:not(.over) #goal")?.hash;
  const isFree = id && !document.querySelector("#panel[data-asks]");
  const boxes = [...document.querySelectorAll(".key")];
  const near = boxes.find((key) => goal ? `#${key.id}` === goal : isFree && track(key.id) === track(id));
  const same = at.isConnected ? at : id && document.getElementById(id);
  const next = same && !same.disabled ? same : near || document.querySelector(".over #ending-title, #asked");
  if (next && goal) next.setAttribute("aria-describedby", "asked");
  if (next) next.focus({ preventScroll: next !== same });
}

// Whether something was typed in a part and is not saved.
export const isDirty = (part) => part.matches("[data-dirty]") || part.querySelector("[data-dirty]");

async function swap(old, fresh, wasSeen) {
  if ((fresh.dataset.key && old.dataset.key === fresh.dataset.key) || isDirty(old)) return;
  const [mine, was] = [document.importNode(fresh, true), [...old.querySelectorAll("details")]];
  if (old.matches("svg")) return refill(old, mine);
  const picture = mine.querySelector("img");
  if (picture && wasSeen) {
    picture.loading = "eager";
    await Promise.race([picture.decode().catch(() => {}), new Promise((done) => setTimeout(done, PICTURE_WAIT))]);
  }
  if (old.open) mine.open = true;
  mine.querySelectorAll("details").forEach((each, at) => each.open = (each.name && fresh.querySelector("[name][open]") ? each : was.find(({ dataset: { of } }, index) => each.dataset.of ? of === each.dataset.of : index === at) ?? each).open);
  mine.querySelectorAll("[form=picks]").forEach((each) => each.checked = document.getElementById(each.id).checked);
  const pressed = old.matches("[data-auto]") && old.contains(document.activeElement) && document.activeElement.id;
  const across = old.querySelector(".pan")?.scrollLeft;
  old.replaceWith(mine);
  if (across) mine.querySelector(".pan")?.scrollTo(across, 0);
  if (pressed) document.getElementById(pressed)?.focus();
}

// A new `svg` element over a large one would be costly: the styles of both would be computed anew.
function refill(old, mine) {
  for (const { name, value } of mine.attributes) old.setAttribute(name, value);
  old.replaceChildren(...mine.childNodes);
}

export const showLost = (lost) => document.getElementById("lost").toggleAttribute("hidden", !lost);

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
  events.onmessage = ({ data }) => {
    if (current) {
      heard = data;
      current.stop?.abort();
    } else if (data !== page.stamp) refresh();
  };
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
  if (!page.room || event.target.id !== "settings") return;
  const form = document.querySelector("form[data-keep]");
  const kept = new URLSearchParams(form ? new FormData(form) : location.search);
  if (kept.get("language") === document.documentElement.lang) kept.delete("language");
  const base = new URL("..", import.meta.url).pathname; // below which all pages lie
  event.target.elements.back.value = `/${location.pathname.slice(base.length)}?${kept}`.replace(/\?$/, "");
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
