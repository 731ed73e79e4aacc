// What a box, a label or an icon of the sheets is about, beside the sheet. Without this script the links lead to pages
// of their own. A tap on a closed box tells what is missing; a pointer over an open one, or the keyboard's focus on it,
// shows what it would bring. Marks of a part are drawn over the sheets.

const PEEK = 160;
const told = document.createElement("dialog");
told.id = "told";
document.body.append(told);

let [kept, asked, opener, waiting] = [new Map(), "", null, 0];

function address(part) {
  return `${location.pathname}/about/${encodeURIComponent(part)}`;
}

function partOf(link) {
  return decodeURIComponent(link.getAttribute("href").split(/\/about\/|about=/).pop());
}

// Returns the part of the page that tells about something; null if there is none, undefined if the server is not reached.
async function fetchPart(part) {
  if (!kept.has(part)) {
    const text = await fetch(address(part)).then((answer) => (answer.ok ? answer.text() : "")).catch(() => undefined);
    if (text === undefined) return undefined;
    const found = new DOMParser().parseFromString(text, "text/html").getElementById("about");
    if (!found) return null;
    kept.set(part, found);
  }
  return document.importNode(kept.get(part), true);
}

function clearMarks() {
  document.querySelectorAll(".frame > .marks.told").forEach((each) => each.remove());
}

function drawMarks(section) {
  clearMarks();
  for (const template of section.querySelectorAll("template")) {
    const frame = document.getElementById(`art-${template.dataset.sheet}`)?.closest(".frame");
    const marks = template.content.firstElementChild;
    marks.classList.add("told");
    frame?.append(marks);
  }
}

// The place with the boxes near it that are named as missing, which must stay in view with it.
function around(place) {
  const rects = [place.getBoundingClientRect()];
  for (const link of told.querySelectorAll(".lacks a")) {
    const box = document.querySelector(`.frame a[href="?about=${CSS.escape(partOf(link))}"]`)?.getBoundingClientRect();
    if (box && Math.abs(box.top - rects[0].top) < 130) rects.push(box);
  }
  const of = (side, pick) => pick(...rects.map((each) => each[side]));
  return { left: of("left", Math.min), right: of("right", Math.max), top: of("top", Math.min), bottom: of("bottom", Math.max) };
}

// Beside a place of the sheet where there is room, and not over it; narrow screens have it at their lower edge.
function moveBeside(place) {
  told.classList.toggle("low", !place || innerWidth < 640);
  if (told.classList.contains("low")) return place?.scrollIntoView({ block: "start", inline: "center" });
  const [at, { offsetWidth: wide, offsetHeight: high }, gap] = [around(place), told, 22];
  const [isBelow, isAbove] = [at.bottom + gap + high < innerHeight, at.top - gap - high > 0];
  const middle = (at.left + at.right - wide) / 2;
  const side = at.right + gap + wide < innerWidth ? at.right + gap : at.left - gap - wide;
  const top = isBelow ? at.bottom + gap : isAbove ? at.top - gap - high : (at.top + at.bottom - high) / 2;
  const left = isBelow || isAbove ? middle : side;
  told.style.left = `${Math.min(Math.max(8, left), innerWidth - wide - 8)}px`;
  told.style.top = `${Math.min(Math.max(8, top), innerHeight - high - 8)}px`;
}

function close() {
  clearTimeout(waiting);
  [asked, waiting] = ["", 0];
  clearMarks();
  if (!told.open) return;
  const hadFocus = told.contains(document.activeElement);
  told.close();
  if (hadFocus && opener?.isConnected) opener.focus({ preventScroll: true });
}

// Shows what is told about a part; a peek is brief and leaves the focus where it is.
async function show(part, place, isPeek) {
  asked = part;
  const section = await fetchPart(part);
  if (asked !== part) return;
  if (!section) return isPeek || section === undefined ? close() : location.assign(address(part));
  told.className = isPeek ? "peek" : "";
  if (isPeek) told.setAttribute("role", "status");
  else told.removeAttribute("role");
  const button = document.createElement("button");
  [button.type, button.className, button.textContent] = ["button", "close", "×"];
  button.setAttribute("aria-label", section.dataset.close);
  told.replaceChildren(button, section);
  told.setAttribute("aria-labelledby", "about-title");
  told.open = true; // show() would take the focus, which stays on the box while it is only looked at
  moveBeside(place);
  drawMarks(section);
  if (!isPeek) document.getElementById("about-title").focus({ preventScroll: true });
}

function peek(key) {
  clearTimeout(waiting);
  key.removeAttribute("title");
  waiting = setTimeout(() => show(key.id.slice(4), key, true), PEEK);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#told .close")) return close();
  const link = event.target.closest('.frame a[href^="?about="], a[data-about]');
  if (!link) return told.contains(event.target) || close();
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const inside = told.contains(link);
  if (!inside) opener = document.activeElement;
  const part = partOf(link);
  const shape = document.querySelector(`.frame a[href="?about=${CSS.escape(part)}"]`);
  // An icon has one link for all its places in a row.
  show(part, inside ? shape || told : event.target.closest("rect") ?? link, false);
});

document.addEventListener("held", (event) => {
  const key = event.target.closest?.(".key");
  if (!key) return;
  event.preventDefault();
  opener = key;
  show(key.id.slice(4), key, false);
});

document.addEventListener("pointerover", ({ target, pointerType }) => {
  const key = pointerType === "mouse" && target.closest?.(".key");
  if (key && (!told.open || told.classList.contains("peek"))) peek(key);
});
document.addEventListener("pointerout", ({ target }) => {
  if (target.closest?.(".key") && (!told.open || told.classList.contains("peek"))) close();
});
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".key:focus-visible")) peek(target);
  else if (!told.open || (told.classList.contains("peek") && !told.contains(target))) close(); // also one that is on its way
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !told.open) return;
  event.stopImmediatePropagation();
  close();
}, true);
// Brings a new hint into view, which may be on the other sheet.
let hinted = "";
function showHint() {
  const button = document.getElementById("do-hint-here");
  if (button && button.value !== hinted) button.parentElement.scrollIntoView({ block: "nearest", inline: "center" });
  hinted = button?.value ?? "";
}

document.addEventListener("shown", () => {
  kept = new Map();
  close();
  showHint();
});
showHint();
