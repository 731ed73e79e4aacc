// A table as a grid in the manner of spreadsheets (the pattern "grid" of the ARIA guide): arrow keys go from cell to cell,
// typing, Enter or F2 changes one, Enter and Tab save it, Escape leaves it as it was.

import { refresh, showLost } from "./page.js";
import { answered, save, showParts } from "./edit.js";
import { ask, beside, fieldOf } from "./table_cell.js";
import { changeRow, cornered, empty, fill, grid, isBlock, isSeveral, mayExtend, pasteBlock, select } from "./table_block.js";
import { picturesFor } from "./table_pictures.js";
import "./toolbar.js";

let at = ""; // the id of the cell that has the cursor
let editing = null;
const unsaved = new Map(); // what is not answered yet, and what the cell said before, by the id of the cell

// Makes the cells of the page, or of a new one, cells of a grid.
function prepare() {
  const table = grid();
  if (!table) return;
  table.setAttribute("role", "grid");
  table.setAttribute("aria-describedby", "grid-help");
  document.getElementById("sheet").removeAttribute("tabindex");
  for (const [id, { value }] of unsaved) mark(document.getElementById(id), value);
  const first = document.getElementById(at) ?? table.querySelector("td");
  if (first) first.tabIndex = 0;
  select(first, true);
}

function mark(cell, value) {
  if (!cell || !cell.firstElementChild) return;
  cell.classList.add("sent");
  cell.querySelector("span").textContent = value;
}

function go(cell, isMore = mayExtend()) {
  if (!cell) return;
  document.getElementById(at)?.setAttribute("tabindex", "-1");
  at = cell.id;
  cell.tabIndex = 0;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  select(cell, isMore);
}

// Saves what was chosen from the list of a cell.
function chosenFrom(list) {
  if (editing?.area === list) commit().then(() => go(document.getElementById(at)));
}

// Changes yes to no and back.
function toggle(cell, shown) {
  open(cell, ["yes", "true"].includes(shown) ? "no" : "yes", true);
  commit();
  go(document.getElementById(cell.id));
}

// Opens a cell; `typed` takes the place of what it says.
function open(cell, typed, isText = false) {
  if (editing || !cell) return;
  const shown = cell.querySelector("span").textContent;
  const name = JSON.parse(grid().dataset.columns)[cell.cellIndex - 1];
  const choice = isText ? null : JSON.parse(grid().dataset.choices)[name];
  if (choice?.kind === "tick" && (typed ?? " ") !== "") return toggle(cell, shown);
  const area = fieldOf(choice, shown, typed, chosenFrom);
  const was = unsaved.get(cell.id)?.was ?? shown;
  area.rows = Math.min(shown.split("\n").length, 7);
  area.spellcheck = false;
  area.setAttribute("aria-label", name);
  editing = { id: cell.id, was, area, nodes: [...cell.childNodes], row: cell.parentElement.dataset };
  Object.assign(editing, { digest: grid().dataset.digest, since: answered() });
  cell.replaceChildren(area);
  grid().setAttribute("data-dirty", "yes"); // page.js leaves it as it is
  area.focus();
  area.setSelectionRange?.(area.value.length, area.value.length);
}

function close() {
  const cell = document.getElementById(editing.id);
  const closed = editing;
  editing = null;
  cell.replaceChildren(...closed.nodes);
  grid().removeAttribute("data-dirty");
  return closed;
}

async function commit() {
  const { id, was, area, digest, since, row } = close();
  if (area.value === was && !unsaved.has(id)) return;
  const { file, save: to, columns } = grid().dataset;
  const name = JSON.parse(columns)[document.getElementById(id).cellIndex - 1];
  const body = new URLSearchParams({ file, digest, row: row.row, id: row.id, [`cell.${name}`]: area.value });
  unsaved.set(id, { value: area.value, was });
  mark(document.getElementById(id), area.value);
  const answer = await save(to, body, since);
  const form = answer?.page.getElementById("row-cells");
  const cell = document.getElementById(id);
  if (answer && (form || answer.status < 400)) unsaved.delete(id);
  // A page that was renewed before the answer came is as the answer already, but for its mark.
  if (answer?.status < 400) cell?.classList.remove("sent");
  if (answer && answer.status < 400) return grid().dataset.narrow ? refresh() : showParts(answer.page);
  if (form) return ask(form, cell, was, () => go(document.getElementById(at)));
  showLost(true); // what was typed stays in its cell, to be sent again
  if (cell && !editing) open(cell, area.value);
}

// Takes the last change back, or makes it again, after all that was sent before.
async function turn(what) {
  const { file, history } = grid().dataset;
  const first = grid().querySelector("tr[data-row]").dataset.row;
  const answer = await save(history, new URLSearchParams({ file, from: first, do: what }));
  showLost(!answer);
  if (!answer) return;
  if (answer.page.querySelector("table.grid")?.dataset.file === file) showParts(answer.page);
  else location.assign(answer.status < 400 ? answer.url : location.href);
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: [0, -10], PageDown: [0, 10] };

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".grid[data-edited] td");
  if (!cell || event.isComposing) return;
  const key = event.key;
  if (editing) return keyInside(event, cell);
  if (event.key === "Process") return open(cell, ""); // an input method, which goes on in the field
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && "zy".includes(key.toLowerCase())) {
    turn(key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
  } else if (isCommand && key.toLowerCase() === "d") fill(cell);
  else if (event.altKey && /^Arrow(Up|Down)$/.test(key)) changeRow(cell, key === "ArrowUp" ? "up" : "down").then(followed);
  else if (isCommand || event.altKey) return;
  else if (STEPS[key] && event.shiftKey) go(cornered(cell, ...STEPS[key]), true);
  else if (STEPS[key]) go(beside(cell, ...STEPS[key]) ?? cell);
  else if (key === "Escape") select(cell);
  else if (key === "Tab") return;
  else if (isSeveral() && ["Delete", "Backspace"].includes(key)) empty();
  else if (key === "Home" || key === "End") go(cell.parentElement.cells[key === "Home" ? 1 : cell.parentElement.cells.length - 1]);
  else if (key === "Enter" || key === "F2") open(cell);
  else if (key === "Delete" || key === "Backspace") open(cell, "");
  else if (key.length === 1) open(cell, key);
  else return;
  event.preventDefault();
});

function keyInside(event, cell) {
  const isLine = event.key === "Enter" && (event.shiftKey || event.altKey);
  if (event.key === "Escape") {
    const { was } = close();
    if (unsaved.delete(cell.id)) cell.querySelector("span").textContent = was;
    cell.classList.remove("sent");
    go(cell);
  } else if (event.key === "Enter" && !isLine) {
    const next = beside(cell, 0, 1) ?? cell;
    commit();
    go(document.getElementById(next.id));
  } else if (event.key === "Tab") {
    const next = beside(cell, event.shiftKey ? -1 : 1, 0) ?? cell;
    commit();
    go(document.getElementById(next.id));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("click", (event) => {
  const cell = event.target.closest(".grid[data-edited] td");
  if (editing && cell?.id !== editing.id) commit();
  if (!cell || editing) return;
  if (event.shiftKey || mayExtend()) go(cell, true);
  else if (cell.id === at && document.activeElement === cell && !isSeveral()) open(cell);
  else go(cell);
});

// The cursor goes with a row that was moved, added or removed.
function followed(row) {
  const column = document.getElementById(at)?.cellIndex ?? 1;
  if (row !== undefined) go(document.querySelector(`.grid tr[data-row="${row}"]`)?.cells[column], false);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#grid-acts button");
  const cell = document.getElementById(at) ?? grid()?.querySelector("td");
  if (!button || !cell || editing) return;
  if (button.dataset.rows) changeRow(cell, button.dataset.rows).then(followed);
  else if (button.dataset.block === "fill") fill(cell);
  else if (button.dataset.block === "picture") picturesFor(cell);
  else button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
});

document.addEventListener("paste", (event) => {
  const cell = event.target.closest?.(".grid[data-edited] td");
  const text = event.clipboardData?.getData("text/plain").replace(/\r?\n$/, "");
  // A field takes lines, as cells can have some; only a block of several columns is none of its own.
  if (!cell || (editing && !text.includes("\t"))) return;
  event.preventDefault();
  if (editing) close();
  if (isBlock(text) || isSeveral()) return pasteBlock(cell, text);
  open(cell, text, true);
});
document.addEventListener("dblclick", (event) => open(event.target.closest(".grid[data-edited] td")));
document.addEventListener("shown", prepare);
prepare();
