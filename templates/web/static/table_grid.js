// A table as a grid in the manner of spreadsheets (the pattern "grid" of the ARIA guide): arrow keys go from cell to cell,
// typing, Enter or F2 changes one, Enter and Tab save it, Escape leaves it as it was.

import { refresh, showLost } from "./page.js";
import { answered, save, showForm, showParts } from "./edit.js";

let at = ""; // the id of the cell that has the cursor
let editing = null;
const unsaved = new Map(); // what is not answered yet, and what the cell said before, by the id of the cell

function grid() {
  return document.querySelector("table.grid[data-edited]");
}

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
}

function mark(cell, value) {
  if (!cell || !cell.firstElementChild) return;
  cell.classList.add("sent");
  cell.querySelector("span").textContent = value;
}

function go(cell) {
  if (!cell) return;
  document.getElementById(at)?.setAttribute("tabindex", "-1");
  at = cell.id;
  cell.tabIndex = 0;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function beside(cell, across, down) {
  const row = cell.parentElement;
  const rows = [...grid().tBodies[0].rows];
  const column = cell.cellIndex + across;
  const next = rows[rows.indexOf(row) + down];
  if (across && column < 1) return rows[rows.indexOf(row) - 1]?.cells[row.cells.length - 1];
  if (across && column >= row.cells.length) return rows[rows.indexOf(row) + 1]?.cells[1];
  return next?.cells[Math.min(column, next.cells.length - 1)];
}

// Opens a cell; `typed` takes the place of what it says.
function open(cell, typed) {
  if (editing || !cell) return;
  const area = document.createElement("textarea");
  const shown = cell.querySelector("span").textContent;
  const was = unsaved.get(cell.id)?.was ?? shown;
  area.value = typed ?? shown;
  area.rows = Math.min(shown.split("\n").length, 7);
  area.spellcheck = false;
  area.setAttribute("aria-label", JSON.parse(grid().dataset.columns)[cell.cellIndex - 1]);
  editing = { id: cell.id, was, area, nodes: [...cell.childNodes], row: cell.parentElement.dataset };
  Object.assign(editing, { digest: grid().dataset.digest, since: answered() });
  cell.replaceChildren(area);
  grid().setAttribute("data-dirty", "yes"); // page.js leaves it as it is
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
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
  if (answer && answer.status < 400) return showParts(answer.page);
  if (form) return ask(form, cell, was);
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

// Shows the form of the row with what is wrong, or with what the file says now, in a dialog.
function ask(form, cell, was) {
  const dialog = document.createElement("dialog");
  dialog.className = "edit";
  const section = document.importNode(form.closest("section"), true);
  section.querySelectorAll("form:not(.row-cells)").forEach((each) => each.remove());
  section.id = "";
  dialog.append(section);
  dialog.setAttribute("aria-label", section.getAttribute("aria-label"));
  document.body.append(dialog);
  dialog.showModal();
  showForm(section.querySelector("form"), form);
  dialog.addEventListener("click", (event) => {
    if (!event.target.closest("#keep, .acts a")) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    cell?.classList.remove("sent");
    cell?.querySelector("span")?.replaceChildren(was);
    refresh();
    go(document.getElementById(at));
  });
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
  } else if (isCommand || event.altKey) return;
  else if (STEPS[key]) go(beside(cell, ...STEPS[key]) ?? cell);
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
  if (cell.id === at && document.activeElement === cell) open(cell);
  else go(cell);
});

// A cell that has the cursor is copied and replaced as a whole; one that is open, by its own field.
const chosen = (event) => editing ? null : event.target.closest?.(".grid[data-edited] td");

document.addEventListener("copy", (event) => {
  const cell = getSelection().isCollapsed && chosen(event);
  if (!cell) return;
  event.clipboardData.setData("text/plain", cell.querySelector("span").textContent);
  event.preventDefault();
});
document.addEventListener("paste", (event) => {
  const cell = chosen(event);
  if (!cell) return;
  open(cell, event.clipboardData.getData("text/plain").replace(/\r?\n$/, ""));
  event.preventDefault();
});
document.addEventListener("dblclick", (event) => open(event.target.closest(".grid[data-edited] td")));
document.addEventListener("shown", prepare);
prepare();
