// A tap of a finger in a gap fills the nearest open box within its reach: a box takes taps in as much room as a finger
// needs, however small the sheet is shown. Whatever is filled can be undone. A tap on a closed box, or on an icon,
// that a finger can aim at is meant for that, and tells about it. A click of the mouse is taken where it is.

import { nearest } from "./arrows.js";

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
  const key = nearest(new DOMRect(x, y), [...frame.querySelectorAll(".key")].filter((each) => isIn(each, x, y, FINGER)));
  if (!key) return;
  event.preventDefault();
  event.stopPropagation();
  key.click();
}, true);
