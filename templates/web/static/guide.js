// The guide of a tutorial frames what it points at, and brings it into view when a step begins. Without this script the
// rings on the sheets and the links of the guide do.

let seen = "";

function point() {
  const guide = document.getElementById("guide");
  document.querySelectorAll(".pointed").forEach((each) => each.classList.remove("pointed"));
  if (!guide) return;
  const points = guide.dataset.points ? [...document.querySelectorAll(guide.dataset.points)] : [];
  points.forEach((each) => each.classList.add("pointed"));
  if (guide.dataset.key === seen) return;
  seen = guide.dataset.key;
  for (const each of [guide.closest(".side"), guide.querySelector(".said")]) each.scrollTop = 0;
  guide.querySelector("details").open = false;
  const ring = document.querySelector(".rings rect");
  const point = points.find((each) => each.getClientRects().length);
  for (const each of [ring, point]) if (each) bring(each);
  // Where the guide and the panel scroll as one, what is told comes first, but not before choices that were asked for.
  point?.closest("dialog")?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Scrolls the part of the page that an element stands in so far that the element is in view; nothing else moves. */
function bring(element) {
  const pane = element.closest(".pane, .drawer, .panel");
  if (!pane) return;
  const [box, view] = [element.getBoundingClientRect(), pane.getBoundingClientRect()];
  const isSeen = box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
  if (isSeen) return;
  const left = box.left + box.width / 2 - view.left - view.width / 2;
  const top = box.height > view.height ? box.top - view.top : box.top + box.height / 2 - view.top - view.height / 2;
  pane.scrollBy({ left, top });
}

document.addEventListener("shown", point);
point();
