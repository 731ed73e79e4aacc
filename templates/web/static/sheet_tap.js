// A tap of a finger in a gap fills the nearest open box within its reach: a box takes taps in as much room as a finger
// needs, however small the sheet is shown. Whatever is filled can be undone. A tap on a closed box, or on an icon,
// that a finger can aim at is meant for that, and tells about it. A click of the mouse is taken where it is.

/** CSS pixels, the smallest room of a target (WCAG 2.2, success criterion 2.5.5). */
const FINGER = 44;
/** CSS pixels, the least that a finger can aim at (WCAG 2.2, success criterion 2.5.8). */
const AIMED = 24;
let isMouse = true;

/** Whether a place of the window is in an element, taken as at least so wide and high. */
function isIn(element, x, y, least) {
  const box = element.getBoundingClientRect();
  const isAlong = (at, start, length) => Math.abs(at - start - length / 2) <= Math.max(least, length) / 2;
  return isAlong(x, box.x, box.width) && isAlong(y, box.y, box.height);
}

function distance(control, x, y) {
  const box = control.getBoundingClientRect();
  return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
}

function isAimedAt(box) {
  const { width, height } = box.getBoundingClientRect();
  return Math.min(width, height) >= AIMED;
}

document.addEventListener("pointerdown", ({ pointerType }) => isMouse = pointerType === "mouse", true);
document.addEventListener("click", (event) => {
  const { target, clientX: x, clientY: y } = event;
  const frame = target.closest(".frame");
  const isFinger = event.isTrusted && event.detail && !isMouse && !event.defaultPrevented;
  if (!frame || !isFinger || target.closest(".key, button")) return;
  const meant = target.closest(".boxes rect, .icons rect");
  if (meant && isAimedAt(meant)) return;
  const near = [...frame.querySelectorAll(".key")].filter((key) => isIn(key, x, y, FINGER));
  const nearest = near.sort((one, other) => distance(one, x, y) - distance(other, x, y))[0];
  if (!nearest) return;
  event.preventDefault();
  event.stopPropagation();
  nearest.click();
}, true);
