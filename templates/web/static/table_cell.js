// What a cell of a table opens: its field, or the form of its row where something is wrong with it.

import { refresh } from "./page.js";
import { showForm } from "./edit.js";

// The cell beside another; behind the last one of a row comes the first one of the next.
export function beside(cell, across, down) {
  const row = cell.parentElement;
  const rows = [...row.closest("table").tBodies[0].rows];
  const column = cell.cellIndex + across;
  const next = rows[rows.indexOf(row) + down];
  if (across && column < 1) return rows[rows.indexOf(row) - 1]?.cells[row.cells.length - 1];
  if (across && column >= row.cells.length) return rows[rows.indexOf(row) + 1]?.cells[1];
  return next?.cells[Math.min(column, next.cells.length - 1)];
}

// The list of a column whose cells are chosen, or a field for any text; `typed` takes the place of what the cell says.
export function fieldOf(choice, shown, typed, onChoice) {
  if (choice?.kind !== "choice") return Object.assign(document.createElement("textarea"), { value: typed ?? shown });
  const list = document.createElement("select");
  list.append(...[...new Set([shown, ...choice.options])].map((each) => new Option(each, each)));
  list.addEventListener("change", () => onChoice(list));
  list.addEventListener("keydown", (event) => typeInto(list, event));
  list.value = typed === "" ? "" : shown;
  if (typed) list.dataset.typed = typed;
  if (typed) choose(list);
  return list;
}

// Typing goes through a list by whole words. A browser begins anew after a second: the last letter of "torches" would be swords.
function typeInto(list, event) {
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isLetter && event.key !== "Backspace") return;
  event.preventDefault();
  const before = list.dataset.typed ?? "";
  list.dataset.typed = isLetter ? before + event.key : before.slice(0, -1);
  choose(list);
}

function choose(list) {
  const begins = (option) => option.value.toLowerCase().startsWith(list.dataset.typed.toLowerCase());
  list.value = [...list.options].find(begins)?.value ?? list.value;
}

// Shows the form of the row with what is wrong, or with what the file says now, in a dialog.
export function ask(form, cell, was, after) {
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
    after();
  });
}
