// The layout page: what the handles do is sent as the forms of the page are, and the page is shown anew in place.
// Without this script the fields beside the card do the same.

import { takePictures } from "./card_picture.js";
import { Handles } from "./handles.js";

const PAUSE = 50; // Milliseconds that the pointer rests until the other cards are tried.
let [handles, timer, trying, held] = [null, 0, null, ""];
const waiting = []; // Boxes that are added once the one before them is on the card.
const byId = (id) => document.getElementById(id);
const openBox = (box) => document.querySelector(`#boxes li[data-box="${box.n}"] details`);

function start() {
  const svg = byId("handles");
  if (!svg) return;
  if (handles?.svg !== svg) handles = new Handles(svg, { onMove, onChoose, onDrag });
  handles.load();
  // The box that is open in the list is chosen: boxes without an id are called by their order, which an edit may change.
  const open = document.querySelector("#boxes details[open]")?.closest("li").dataset.box;
  const box = handles.boxes.find(({ n }) => String(n) === open);
  if (box && handles.chosen.length < 2) handles.choose([box], true);
  // The boxes were drawn anew: the one that keys were pressed on is under them again.
  if (held && document.activeElement === document.body) svg.querySelector(`[data-n="${held}"]`)?.focus({ preventScroll: true });
  tell();
  strip(byId("strip").dataset.from);
  if (waiting.length) addBox(...waiting.shift());
}

function fill(form, boxes, by) {
  form.querySelectorAll("[data-sent]").forEach((each) => each.remove());
  form.elements.state.value = handles.svg.dataset.state;
  const names = ["dx", "dy", "dw", "dh"];
  const fields = [...boxes.map((box, at) => ["box", box.n, at]), ...by.flatMap((way, axis) => [way].flat().map((value) => [names[axis], value]))];
  for (const [name, value] of fields) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    field.dataset.sent = "";
    form.append(field);
  }
}

// `by` has a way for all boxes, or a list with one for each.
function onMove(boxes, ...by) {
  const form = byId("moves-of-boxes");
  clearTimeout(timer);
  trying?.abort();
  fill(form, boxes, by);
  form.requestSubmit();
}

function onChoose(boxes) {
  tell();
  const details = boxes.length === 1 && openBox(boxes[0]);
  if (!boxes.length) document.querySelector("#boxes details[open]")?.removeAttribute("open");
  if (details) {
    details.open = true;
    showInPanel(details);
  }
  document.dispatchEvent(new CustomEvent("chosen", { detail: boxes }));
}

// Only the panel scrolls: the card stays where it is, under the pointer.
function showInPanel(details) {
  const panel = details.closest(".panel");
  const [outer, inner] = [panel, details].map((place) => place.getBoundingClientRect());
  if (inner.top < outer.top || inner.bottom > outer.bottom) panel.scrollTop += inner.top - outer.top;
}

function onDrag(boxes, by) {
  tell();
  clearTimeout(timer);
  timer = setTimeout(() => {
    fill(byId("moves-of-boxes"), boxes, by);
    strip(byId("strip").dataset.try, new URLSearchParams(new FormData(byId("moves-of-boxes"))));
  }, PAUSE);
}

// Says where the chosen boxes are, and how one aligns several.
function tell() {
  const where = byId("where");
  where.replaceChildren(...handles.chosen.slice(0, 6).map((box) =>
    Object.assign(document.createElement("span"), { textContent: handles.words(box) })));
  byId("together")?.toggleAttribute("hidden", handles.chosen.length < 2);
}

// Cards whose texts do not fit, now or with the box where it is dragged; an answer that came too late is dropped.
async function strip(to, body) {
  trying?.abort();
  const mine = trying = new AbortController();
  const sent = body && { method: "post", body };
  const text = await fetch(to, { ...sent, signal: mine.signal }).then((answer) => answer.ok && answer.text()).catch(() => "");
  if (!text || mine !== trying) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  byId("strip")?.replaceChildren(...page.body.childNodes);
}

// Places that were typed become ways. After an edit the forms of other boxes are not sent again, only what they are of.
document.addEventListener("submit", (event) => {
  const { state } = event.target.elements;
  // What is refused a second time is told a second time.
  if (state) byId("notes").dataset.key = "";
  // What was said of a picture is no longer so.
  if (["undo", "redo"].includes(event.submitter?.value)) byId("said").textContent = "";
  // The box behind one that is gone may get its name.
  if (event.submitter?.value === "remove") onChoose(handles.chosen = []);
  if (state && event.target.closest("#panel")) state.value = handles.svg.dataset.state;
  for (const field of event.target.querySelectorAll("[data-side]")) {
    const way = Math.round((field.value - field.dataset.old) * 1000) / 1000;
    event.target.elements[field.dataset.side].value = way;
  }
}, true);

// All chosen boxes to an edge or the middle of the first one, or with equal gaps between them.
document.addEventListener("click", (event) => {
  const how = event.target.closest("[data-align]")?.dataset.align;
  if (!how || handles.chosen.length < 2) return;
  const boxes = handles.chosen;
  const axis = how.endsWith("x") ? 0 : 1;
  const share = { left: 0, middle: 0.5, right: 1 }[how.split("-")[0]];
  const at = ({ rect }) => rect[axis] + rect[axis + 2] * (share ?? 0);
  let ways = boxes.map((box) => at(boxes[0]) - at(box));
  if (share === undefined) {
    const order = [...boxes].sort((a, b) => a.rect[axis] - b.rect[axis]);
    const [first, last] = [order[0].rect[axis], order.at(-1).rect[axis] + order.at(-1).rect[axis + 2]];
    const gap = (last - first - order.reduce((sum, { rect }) => sum + rect[axis + 2], 0)) / (order.length - 1);
    const places = new Map();
    order.reduce((place, box) => (places.set(box, place), place + box.rect[axis + 2] + gap), first);
    ways = boxes.map((box) => places.get(box) - box.rect[axis]);
  }
  ways = ways.map((way) => Math.round(way * 100) / 100);
  const none = boxes.map(() => 0);
  onMove(boxes, ...(axis ? [none, ways] : [ways, none]));
});

// A box that is opened in the list is chosen on the card.
document.addEventListener("toggle", ({ target }) => {
  const number = target.open && target.closest?.("#boxes li")?.dataset.box;
  const box = number && handles.boxes.find(({ n }) => String(n) === number);
  if (box && !handles.chosen.includes(box)) handles.choose([box], true), tell();
}, true);

// A heading of the table dragged onto the card, or pressed, becomes a text that prints this column; at half millimetres.
function addBox(kind, value, id, [x, y] = ["", ""]) {
  const form = byId("adding");
  for (const [name, text] of Object.entries({ kind, value, id, x, y })) form.elements[name].value = text;
  form.requestSubmit();
}
const addColumn = (column, at) => addBox("column", column, column, at);
const pointed = (event) => handles.point(event).map((mm) => Math.round(mm * 2) / 2);
document.addEventListener("dragstart", ({ target, dataTransfer }) => target.dataset?.column && dataTransfer.setData("text/x-column", target.dataset.column));
document.addEventListener("dragover", (event) => event.target.closest?.(".paper") && event.preventDefault());
document.addEventListener("drop", (event) => {
  const column = event.target.closest?.(".paper") && event.dataTransfer.getData("text/x-column");
  if (!column) return;
  event.preventDefault();
  addColumn(column, pointed(event));
});
document.addEventListener("click", ({ target }) => target.dataset?.column && addColumn(target.dataset.column));

const addPicture = (file, name, at) => {
  waiting.push(["file", file, name, at]);
  if (waiting.length === 1 && !("busy" in document.documentElement.dataset)) addBox(...waiting.shift());
};
const fillCell = (name, value) => {
  const form = byId("filling");
  Object.assign(form.elements.name, { value: name });
  Object.assign(form.elements.value, { value });
  form.requestSubmit();
};
takePictures({ add: addPicture, fill: fillCell }, pointed);

document.addEventListener("click", (event) => {
  if (!event.target.closest("#notes .shut")) return;
  event.preventDefault();
  byId("notes").replaceChildren();
  byId("notes").dataset.key = "";
});

document.addEventListener("focusin", ({ target }) => { held = target.dataset.n ?? ""; });
document.addEventListener("shown", start);
start();
