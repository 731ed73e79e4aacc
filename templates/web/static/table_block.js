// Several cells of a table at once, as in spreadsheets: selected with Shift, the mouse or the button for fingers, copied
// and pasted as the text that spreadsheets exchange, filled down, emptied. Each is saved as one change.

import { refresh, showLost } from "./page.js";
import { save, showParts } from "./edit.js";

const MOST = 4e6; // Characters of a block; the server refuses more bytes than that.
let [anchor, end] = ["", ""]; // the ids of the cells in two corners of the selection

export const grid = () => document.querySelector("table.grid[data-edited]");
export const rowsOf = () => [...grid().tBodies[0].rows];
const textOf = (cell) => cell?.querySelector("span")?.textContent ?? "";

// Whether a tap adds to the selection.
export const mayExtend = () => document.querySelector("[data-block=several]")?.getAttribute("aria-pressed") === "true";

// The rows and columns between two corners.
function area() {
  const corners = [anchor, end].map((id) => document.getElementById(id)).filter(Boolean);
  if (!corners.length) return null;
  const rows = rowsOf();
  const downs = corners.map((each) => rows.indexOf(each.parentElement));
  const across = corners.map((each) => each.cellIndex);
  return { top: Math.min(...downs), bottom: Math.max(...downs), left: Math.min(...across), right: Math.max(...across) };
}

export function select(cell, isMore = false) {
  if (!cell) return;
  if (!isMore || !document.getElementById(anchor)) anchor = cell.id;
  end = cell.id;
  grid().querySelectorAll("[aria-selected=true]").forEach((each) => each.removeAttribute("aria-selected"));
  const { top, bottom, left, right } = area();
  if (top === bottom && left === right) return;
  for (const row of rowsOf().slice(top, bottom + 1)) {
    for (const each of [...row.cells].slice(left, right + 1)) each.setAttribute("aria-selected", "true");
  }
}

export const isSeveral = () => anchor !== end && Boolean(document.getElementById(anchor));

// The cell beside another within the table.
export function cornered(cell, across, down) {
  const rows = rowsOf();
  const row = rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(cell.parentElement) + down))];
  return row.cells[Math.max(1, Math.min(row.cells.length - 1, cell.cellIndex + across))];
}

function values({ top, bottom, left, right }) {
  return rowsOf().slice(top, bottom + 1).map((row) => [...row.cells].slice(left, right + 1).map(textOf));
}

// The cells as spreadsheets write them: tabs between columns, quotes around what has tabs, line ends or quotes.
function selectionText(cell) {
  if (!isSeveral()) return textOf(cell);
  const written = (value) => /[\t\n"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return values(area()).map((row) => row.map(written).join("\t")).join("\n");
}

export const isBlock = (text) => blockOf(text).length > 1 || text.includes("\t");

// Reads what a spreadsheet has copied.
export function blockOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, stop] of text.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replaceAll("\r\n", "\n"));
    if (!stop) break;
    if (stop !== "\t") rows.push([]);
  }
  return rows;
}

// Writes a block from a cell on; a single value, or a row, fills what is selected.
export function pasteBlock(cell, text) {
  if (text.length > MOST) return say("large");
  const block = blockOf(text);
  const { top, bottom, left, right } = area();
  const height = Math.max(block.length, Math.floor((bottom - top + 1) / block.length) * block.length);
  const width = Math.max(...block.map((row) => row.length));
  const times = Math.max(1, Math.floor((right - left + 1) / width));
  const wide = block.map((row) => times > 1 ? Array.from({ length: times }, () => row).flat() : row);
  send(top, left, Array.from({ length: height }, (_, at) => wide[at % wide.length]));
}

// Writes the first row of the selection into the others, or the cell above into a single one.
export function fill(cell) {
  const range = area();
  if (!isSeveral()) range.top = Math.max(0, range.top - 1);
  const [first, ...others] = values(range);
  if (others.length) send(range.top + 1, range.left, others.map(() => first));
}

export function empty() {
  const range = area();
  if (range) send(range.top, range.left, values(range).map((row) => row.map(() => "")));
}

export function say(word, more = "") {
  document.getElementById("grid-say").textContent = word ? grid().dataset[word] + more : "";
}

export async function send(top, column, block) {
  const { file, digest, address, narrow } = grid().dataset;
  const rows = rowsOf().slice(top, top + block.length).map((row) => Number(row.dataset.row));
  if (narrow && rows.length < block.length) return say("narrow");
  say("");
  const body = new URLSearchParams({ file, digest, row: rows[0], column: column - 1 });
  body.set("rows", JSON.stringify(rows));
  body.set("block", JSON.stringify(block));
  await answered(`${address}/block`, body);
}

async function answered(to, body) {
  const answer = await save(to, body);
  showLost(!answer);
  if (!answer) return;
  const at = document.activeElement?.closest?.("td")?.id;
  if (answer.status >= 400) return ask(answer.page.getElementById("notice"), to);
  await (grid().dataset.narrow ? refresh() : showParts(answer.page));
  if (at) document.getElementById(at)?.focus({ preventScroll: true });
}

// Says in a dialog why a block was not saved; it can be sent once more, or be given up.
function ask(notice, to) {
  if (!notice) return location.reload();
  const dialog = document.createElement("dialog");
  dialog.className = "edit";
  const part = document.importNode(notice, true);
  dialog.append(part);
  if (!part.querySelector("form")) part.insertAdjacentHTML("beforeend", '<form method="dialog"><button autofocus>OK</button></form>');
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  part.querySelector("#keep")?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  part.querySelector("#again")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.target, event.submitter));
    dialog.close();
    answered(to, body);
  });
  dialog.showModal();
}

// Cells are copied and cut as a whole; one that is open, by its own field.
for (const kind of ["copy", "cut"]) document.addEventListener(kind, (event) => {
  const cell = getSelection().isCollapsed && event.target.closest?.(".grid[data-edited] td");
  if (!cell || cell.querySelector("textarea, select")) return;
  event.clipboardData.setData("text/plain", selectionText(cell));
  event.preventDefault();
  if (kind === "cut") empty();
});

// Copies, adds, moves or deletes the row of a cell; resolves to the number of the row that the cursor goes to.
export async function changeRow(cell, what) {
  const { file, digest, address, narrow } = grid().dataset;
  const row = Number(cell.parentElement.dataset.row);
  if (narrow && ["up", "down"].includes(what)) return undefined; // the rows beside it are others in the file
  const answer = await save(`${address}/rows`, new URLSearchParams({ file, digest, row, do: what }));
  showLost(!answer);
  if (!answer) return undefined;
  if (answer.status >= 400) return ask(answer.page.getElementById("notice"));
  await (narrow ? refresh() : showParts(answer.page));
  return row + ({ copy: 1, insert: 1, down: 1, up: -1 }[what] ?? 0);
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.replace")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  body.set("digest", grid().dataset.digest);
  answered(event.target.action, body).then(() => event.submitter?.removeAttribute("aria-busy"));
});

let dragged = null; // the cell in which the mouse button went down

// With the mouse, cells are selected from where the button went down to where it is.
document.addEventListener("pointerover", ({ target, buttons, pointerType }) => {
  const cell = target.closest?.(".grid[data-edited] td");
  if (pointerType !== "mouse" || buttons !== 1 || !cell || !dragged || cell.id === end) return;
  grid().classList.add("dragging");
  select(cell, true);
});
document.addEventListener("pointerdown", ({ target, button, shiftKey, pointerType }) => {
  dragged = button === 0 && !shiftKey && pointerType === "mouse" && target.closest?.(".grid[data-edited] td");
  if (!dragged || dragged.querySelector("textarea, select")) return void (dragged = null);
  select(dragged);
});
addEventListener("pointerup", () => {
  grid()?.classList.remove("dragging");
  if (dragged && isSeveral()) dragged.focus({ preventScroll: true });
  dragged = null;
});

// From the start of the page to the cell that Tab reaches, past links and buttons.
document.addEventListener("click", (event) => {
  const cell = event.target.id === "to-cells" && document.querySelector("#grid td[tabindex='0']");
  if (cell) (event.preventDefault(), cell.focus());
});
