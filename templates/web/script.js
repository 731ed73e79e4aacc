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
  busy = true;
  try {
    const answer = await fetch(location.href);
    if (answer.ok) await show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    told(true);
  }
  busy = false;
  if (again) refresh();
}

async function show(fresh) {
  const ids = (root) => [...root.querySelectorAll("main [data-key]")].map((each) => each.id);
  const known = ids(document);
  if (known.join() === ids(fresh).join() && document.title === fresh.title) {
    await Promise.all(known.map((id) => swap(document.getElementById(id), fresh.getElementById(id))));
  } else {
    document.querySelector("main").replaceWith(document.importNode(fresh.querySelector("main"), true));
    document.title = fresh.title;
  }
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
