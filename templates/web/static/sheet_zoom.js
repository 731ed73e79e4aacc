// The size of the sheets: a whole sheet in view (fit), all of them (both), as large as printed (full), or anything between
// (free), by buttons, keys, two fingers, or the wheel with Ctrl. The size is a width in CSS pixels, `--wide` of the page;
// without it the style sheet fits a sheet. `data-zoom` of the page says which of them it is; on a
// phone it is `bands` at first, as wide as its boxes need for a finger.

export const root = document.documentElement;
const [STEP, MOST] = [1.25, 3];
/** CSS pixels to a point: a sheet as large as printed. */
const PRINTED = 96 / 72;
/** Windows where all sheets are in view at first, and phones, which show a sheet in bands; the same as in sheet.css. */
const IS_WIDE = matchMedia("(min-width: 112.5rem)");
export const IS_PHONE = matchMedia("(max-width: 44rem) and (max-aspect-ratio: 3/2)");

let isChosen = false;

export const pane = () => document.querySelector(".pane");
export const frames = () => [...document.querySelectorAll(".frame")];
const printedWidth = (frame) => frame.querySelector("svg").viewBox.baseVal.width * PRINTED;

function middle(element) {
  const box = element.getBoundingClientRect();
  return box.x + box.width / 2;
}

/** The frame of the sheet that is nearest to the middle of the pane. */
export function currentFrame() {
  const at = middle(pane());
  const far = (frame) => Math.abs(middle(frame) - at);
  return frames().sort((one, other) => far(one) - far(other))[0];
}

/** Shows the sheets so many CSS pixels wide; what is at `x`, `y` of the window, or in the middle of the pane, stays there. */
function setWidth(wide, x = middle(pane()), y = 0) {
  const view = pane().getBoundingClientRect();
  const atY = y || view.y + view.height / 2;
  const frame = frames().find((each) => each.getBoundingClientRect().right > x) ?? frames().at(-1);
  const old = frame.getBoundingClientRect();
  isChosen = true;
  root.style.setProperty("--wide", `${wide}px`);
  root.dataset.zoom = "free";
  const now = frame.getBoundingClientRect();
  const left = now.x + (x - old.x) / old.width * now.width - x;
  const top = now.y + (atY - old.y) / old.height * now.height - atY;
  pane().scrollBy({ left, top, behavior: "instant" });
  document.dispatchEvent(new Event("zoomed"));
}

/** Shows one whole sheet or all of them, whatever the window's width. */
function fit(zoom) {
  const frame = currentFrame();
  isChosen = true;
  root.style.removeProperty("--wide");
  root.dataset.zoom = zoom;
  frame.parentElement.scrollIntoView({ behavior: "instant", inline: "center" });
  document.dispatchEvent(new Event("zoomed"));
}

/** The width at which the sheet of a frame is wholly in view. */
function fittedWidth(frame) {
  const view = pane().getBoundingClientRect();
  return Math.min(view.width, view.height * frame.offsetWidth / frame.offsetHeight);
}

function zoomTo(wide, x, y) {
  const frame = currentFrame();
  const most = Math.max(printedWidth(frame), fittedWidth(frame)) * MOST;
  if (wide <= fittedWidth(frame) * 1.02) fit("fit");
  else setWidth(Math.min(wide, most), x, y);
}

const zoomBy = (factor) => zoomTo(currentFrame().offsetWidth * factor);
const views = {
  in: () => zoomBy(STEP),
  out: () => zoomBy(1 / STEP),
  fit: () => fit("fit"),
  both: () => fit("both"),
  full: () => setWidth(printedWidth(currentFrame())),
};
const keys = { "+": "in", "-": "out", 0: "fit" };

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-view]");
  if (button && pane()) views[button.dataset.view]();
});
document.addEventListener("keydown", (event) => {
  const view = views[keys[event.key]];
  const isTyping = event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey;
  if (isTyping || !view || !pane() || document.body.dataset.keys === "off") return;
  event.preventDefault();
  view();
});
document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !event.target.closest(".pane")) return;
  event.preventDefault();
  zoomTo(currentFrame().offsetWidth * Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
}, { passive: false });

// Two fingers: the sheet is as many times as wide as the fingers are apart.
let pinch = null;
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
document.addEventListener("touchstart", ({ touches, target }) => {
  const isPinch = touches.length === 2 && target.closest(".pane");
  pinch = isPinch ? { wide: currentFrame().offsetWidth / apart(touches) } : null;
});
document.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  const [one, other] = event.touches;
  zoomTo(pinch.wide * apart(event.touches), (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
}, { passive: false });
document.addEventListener("touchend", () => pinch = null);

/** The view that a window has until the reader chooses one. */
function begin() {
  if (isChosen) return;
  root.dataset.zoom = IS_WIDE.matches ? "both" : IS_PHONE.matches ? "bands" : "fit";
}

for (const size of [IS_WIDE, IS_PHONE]) size.addEventListener("change", begin);
begin();
