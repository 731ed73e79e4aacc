// What moves around the sheets: the view follows the game to the boxes that can be filled, the tab of the sheet in view is
// marked, the drawer is opened by its button, and what was folded out is folded in again.
import { currentFrame, frames, pane, root } from "./sheet_zoom.js";

/** CSS pixels of the drawer that need no opening. */
const LEAST = 120;

/** Whether an answer in the drawer, such as a hint, was asked for and is not shown yet. */
let isAwaited = false;

/** How far a control is from what the pane shows; 0 in it. */
function outside(control) {
  const [box, view] = [control.getBoundingClientRect(), pane().getBoundingClientRect()];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return Math.max(view.x - x, 0, x - view.right) + Math.max(view.y - y, 0, y - view.bottom);
}

/** Brings the nearest open box into view if none is, unless the question is answered elsewhere. */
function follow() {
  const goal = document.getElementById("goal");
  const isElsewhere = document.querySelector("#panel[data-asks]") && !goal;
  const boxes = [...document.querySelectorAll(goal && !document.querySelector(".over") ? goal.hash : ".key")];
  if (!pane() || isElsewhere || boxes.some((each) => outside(each) === 0)) return;
  const nearest = boxes.sort((one, other) => outside(one) - outside(other))[0];
  nearest?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}

function markTab() {
  if (!pane()) return;
  const current = currentFrame()?.parentElement.id;
  const areAllSeen = frames().every((frame) => outside(frame) === 0);
  for (const tab of document.querySelectorAll(".leaves a")) {
    if (!areAllSeen && tab.hash === `#${current}`) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}

/** Opens the drawer, unless the window has room for it beside the sheets. */
function openDrawer() {
  const drawer = document.getElementById("drawer");
  if (drawer.clientHeight < LEAST) root.dataset.drawer = "open";
  drawer.scrollTop = 0;
  drawer.scrollIntoView({ block: "nearest", behavior: "instant" });
}

document.addEventListener("shown", () => {
  if (isAwaited) openDrawer();
  isAwaited = false;
  follow();
  markTab();
});
document.addEventListener("zoomed", markTab);
document.addEventListener("scroll", ({ target }) => target === pane() && markTab(), true);
for (const each of [follow, markTab]) addEventListener("pageshow", each);

document.addEventListener("click", (event) => {
  const { target } = event;
  for (const menu of document.querySelectorAll(".menu[open], .jump[open]")) {
    if (!menu.contains(target) || target.closest("a")) menu.open = false;
  }
  isAwaited ||= Boolean(target.closest('#show-hint, .drawer a[id^="look-"]:not([aria-current])'));
  if (target.closest("#more")) {
    event.preventDefault();
    if (root.dataset.drawer) root.dataset.drawer = "";
    else openDrawer();
  } else if (target.closest(".board")) root.dataset.drawer = "";
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  document.querySelectorAll(".menu[open], .jump[open]").forEach((menu) => menu.open = false);
  root.dataset.drawer = "";
});
if (location.hash === "#beside" && pane()) openDrawer();
