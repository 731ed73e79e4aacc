// Pages work without this. With it they change in place: the server says that something is new, the same page is
// fetched again, and whatever has another data-key is put where the old one stood.
"use strict";

const page = document.body.dataset;
let line = null;
let busy = false;
let again = false;

async function refresh() {
  again = busy;
  if (busy) return;
  await visit(location.href);
  if (again) refresh();
}

// Fetches a page, or sends a move and fetches the page that answers it, and shows what differs. The drawings of the
// sheets are left out: they stand here already. A move that gets no answer is not sent again: it says what it was for.
async function visit(address, how) {
  const place = new URL(address, location);
  place.searchParams.set("bare", "1");
  busy = true;
  try {
    const answer = await fetch(place, how);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (fresh.body.dataset.room === page.room && (answer.ok || fresh.getElementById("notice"))) await show(fresh);
    else if (how) location.reload();
  } catch {
    told(true);
  }
  busy = false;
}

async function show(fresh) {
  const at = document.activeElement.id;
  const ids = (root) => [...root.querySelectorAll("main [data-key]")].map((each) => each.id);
  const known = ids(document);
  if (known.join() === ids(fresh).join() && document.title === fresh.title) {
    await Promise.all(known.map((id) => swap(document.getElementById(id), fresh.getElementById(id))));
  } else {
    document.querySelector("main").replaceWith(document.importNode(fresh.querySelector("main"), true));
    document.title = fresh.title;
  }
  if (document.activeElement === document.body && at) {
    const place = document.getElementById(at) || document.getElementById("asked");
    if (place) place.focus({ preventScroll: true });
  }
  const goal = document.getElementById("goal");
  if (goal) document.getElementById(goal.hash.slice(1)).scrollIntoView();
  page.stamp = fresh.body.dataset.stamp;
  if (page.live !== fresh.body.dataset.live) {
    page.live = fresh.body.dataset.live;
    listen();
  }
}

async function swap(old, fresh) {
  if (old.dataset.key === fresh.dataset.key) return;
  const mine = document.importNode(fresh, true);
  const picture = mine.querySelector("img");
  if (picture) {
    picture.loading = "eager";
    await picture.decode().catch(() => {});
  }
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
  if (!busy) visit(form.action, { method: "post", body: new URLSearchParams(new FormData(form, event.submitter)) });
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-here]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await visit(link.href);
  history.replaceState(null, "", link.href);
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
