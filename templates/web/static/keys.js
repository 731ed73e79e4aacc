// The keys of the play room. Arrow keys lead from box to box, also to the other sheet, and among the choices of a question;
// Enter or the space bar presses what has the focus. Single keys, which readers can turn off (WCAG 2.1.4): a number is the
// choice with that number, a letter the control whose `data-letter` it is, `?` the list of all keys. `aria-keyshortcuts`
// of a control tells its key to those who listen, and keys.css to those who look.

import { nearest, neighbour } from "./arrows.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FIELDS = "input, select, textarea, [contenteditable]";
const DIALOG = "#panel dialog[open]";
const page = document.body.dataset;
const list = document.getElementById("key-list");

/** The box that had the focus last, as its sheet and where on it, in parts of the sheet's width and height. */
let left = null;

const isOn = () => page.keys !== "off";
const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => !each.disabled && each.checkVisibility());
const boxes = () => (document.querySelector(DIALOG) ? [] : shown(".frame .key"));

/** The choices of the dialog that is open, or of the question that is asked. */
function choices() {
  const where = document.querySelector(DIALOG) ? DIALOG : "#panel, .paper-table";
  return shown(`:is(${where}) :is(.choices, .keep, .moves) :is(button, a)`);
}

function frameOf(id) {
  return document.querySelector(`#${id} .frame`)?.getBoundingClientRect();
}

/** Keeps where a box is, for the way back to the sheets once it is filled. */
function remember(key) {
  const sheet = key.closest(".sheet").id;
  const [box, frame] = [key.getBoundingClientRect(), frameOf(sheet)];
  left = { sheet, across: (box.x - frame.x) / frame.width, down: (box.y - frame.y) / frame.height };
}

/** The box to begin at: near the last one, or near the middle of the sheet in view. */
function firstBox(all) {
  const frame = left && frameOf(left.sheet);
  const view = document.querySelector(".pane")?.getBoundingClientRect();
  if (!frame) return view ? nearest(view, all) : null;
  return nearest({ x: frame.x + left.across * frame.width, y: frame.y + left.down * frame.height, width: 0, height: 0 }, all);
}

/** What an arrow key leads to; null if the key is to do what it does elsewhere, such as scroll. */
function target(direction) {
  const at = document.activeElement;
  const [open, asked] = [boxes(), choices()];
  const isOnSheet = at.closest(".frame");
  if (!isOnSheet && !asked.includes(at)) return isAsked() && asked.length ? asked[0] : firstBox(open) ?? asked[0];
  const place = at.getBoundingClientRect();
  if (isOnSheet) return neighbour(place, open, direction) ?? neighbour(place, asked, direction);
  return neighbour(place, asked, direction) ?? (direction[0] < 0 || direction[1] < 0 ? firstBox(open) : null);
}

const isAsked = () => document.querySelector("#panel[data-asks]") && !document.getElementById("goal");

/** Whether an arrow key scrolls where the focus is: a part that was opened to read, or enlarged sheets. */
function scrolls(at) {
  const isLarge = ["free", "bands"].includes(document.documentElement.dataset.zoom);
  return at.closest("#told, .drawer, .top, header, .report") || (at.matches(".pane") && isLarge);
}

function move(event) {
  if (scrolls(event.target) || (!boxes().length && !choices().length)) return;
  event.preventDefault();
  const next = target(ARROWS[event.key]);
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
}

/** The control of a single key. */
function controlOf(key) {
  const letter = `[data-letter="${CSS.escape(key.toLowerCase())}"]`;
  return shown(`[aria-keyshortcuts="${CSS.escape(key)}"]`)[0] ?? shown(letter)[0];
}

document.addEventListener("keydown", (event) => {
  const { key, target: at } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (at.closest(FIELDS) || list.open) return;
  if (ARROWS[key] && !event.shiftKey) return move(event);
  if (key === " " && at.matches("a.key, a.button, a.move")) {
    event.preventDefault();
    if (!event.repeat) at.click();
  }
  if (!isOn() || event.repeat || key.length > 1 || key === " ") return;
  if (key === "?") return list.showModal();
  const control = controlOf(key);
  if (control) event.preventDefault();
  control?.click();
});

/** Tells each control its key: letters, and numbers for the first nine choices that have no letter. */
function tell() {
  // A title that says the same as the name would be read after it; explain.js shows more than either.
  document.querySelectorAll(".key[title]").forEach((each) => each.removeAttribute("title"));
  const known = document.querySelectorAll("[aria-keyshortcuts]");
  known.forEach((each) => each.removeAttribute("aria-keyshortcuts"));
  if (!isOn()) return;
  document.querySelectorAll("[data-letter]").forEach((each) => each.setAttribute("aria-keyshortcuts", each.dataset.letter));
  const numbered = choices().filter((each) => !each.dataset.letter).slice(0, 9);
  numbered.forEach((each, at) => each.setAttribute("aria-keyshortcuts", String(at + 1)));
}

document.addEventListener("focusin", ({ target: at }) => at.matches(".frame .key") && remember(at));
const opener = document.querySelector("[data-keys-list]");
opener.hidden = false;
opener.addEventListener("click", () => list.showModal());
// What closes other parts of the page is not for this list.
list.addEventListener("keydown", (event) => event.key === "Escape" && event.stopPropagation());
document.addEventListener("shown", tell);
tell();
