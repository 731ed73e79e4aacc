// Cells of the tables: forms of a row are sent in place, and the table is a grid in the manner of spreadsheets
// (table_grid.js). Saves are sent one after the other. What was typed stays until the server says that it is saved.

import { isDirty, showLost } from "./page.js";
import "./cell_picture.js";

const waiting = [];
const saves = []; // the state of a file before each save of ours that was answered, and behind it
let isBusy = false;

// How many saves were answered: what is typed now is meant for the state behind them.
export const answered = () => saves.length;

// Sends a change of a file when those before it have been answered; resolves to { status, page, url }, or null if the
// server cannot be reached. A change that was typed when `since` saves were answered is meant for the state behind those
// that came later too.
export function save(to, body, since = saves.length) {
  return new Promise((resolve) => {
    waiting.push({ to, body, since, resolve });
    if (!isBusy) sendNext();
  });
}

async function sendNext() {
  const next = waiting.shift();
  isBusy = Boolean(next);
  if (!next) return;
  for (const [before, behind] of saves.slice(next.since)) {
    if (next.body.get("digest") === before) next.body.set("digest", behind);
  }
  const answer = await post(next.to, next.body);
  // Behind a change of rows, other rows may have the numbers that were meant: what was typed before it is asked about.
  const isCells = next.to.endsWith("/cells");
  const behind = isCells && answer?.status < 400 && answer.page.querySelector("[data-digest], [name=digest]");
  if (behind) saves.push([next.body.get("digest"), behind.dataset.digest || behind.value]);
  next.resolve(answer);
  sendNext();
}

async function post(to, body) {
  try {
    const answer = await fetch(to, { method: "post", body, signal: AbortSignal.timeout(30000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { status: answer.status, page, url: answer.url };
  } catch {
    return null;
  }
}

// Puts the parts of a fetched element that differ in the place of the old ones, but for those that are being edited.
export function swapParts(fresh) {
  for (const part of fresh.querySelectorAll("[data-key][id]")) {
    const old = document.getElementById(part.id);
    const isKept = !old || old.dataset.key === part.dataset.key || isDirty(old);
    if (!isKept) old.replaceWith(document.importNode(part, true));
  }
}

// Shows an answer, and leaves the cursor where it is.
export function showParts(page) {
  const at = document.activeElement.id;
  swapParts(page.querySelector("main"));
  if (document.activeElement === document.body) document.getElementById(at)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("shown"));
}

// Shows the form of a row as the server sent it back, with the cursor at the first cell that needs something.
export function showForm(old, fresh) {
  const mine = document.importNode(fresh, true);
  mine.dataset.dirty = "yes";
  old.replaceWith(mine);
  (mine.querySelector("[aria-invalid], [aria-describedby]") ?? mine.querySelector("textarea"))?.focus();
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form.row-cells");
  if (form) form.dataset.dirty = "yes";
});

const typedIn = (form) => [...form.querySelectorAll("textarea")].map((each) => each.value).join("\0");

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.matches("form.rows")) return changeRows(event);
  const isToEditor = form.matches("form.to-editor");
  if (!isToEditor && !form.matches("form.row-cells")) return;
  event.preventDefault();
  if (isToEditor) return post(form.action, new URLSearchParams(new FormData(form))).then(() => event.submitter?.removeAttribute("aria-busy"));
  const typed = typedIn(form);
  const answer = await saveForm(event);
  if (!answer || !form.isConnected) return;
  const fresh = answer.page.getElementById("row-cells");
  if (answer.status >= 400) return fresh ? showForm(form, fresh) : form.submit();
  delete form.dataset.dirty;
  const dialog = form.closest("dialog.edit");
  if (dialog) return dialog.close();
  if (!fresh) return location.assign(answer.url);
  if (typedIn(form) === typed) return renew(form, answer.page);
  form.dataset.dirty = "yes"; // it was typed on meanwhile
  form.elements.digest.value = fresh.elements.digest.value;
});

// Saves what a form has, after all that was sent before.
async function saveForm({ target, submitter }) {
  const answer = await save(target.action, new URLSearchParams(new FormData(target, submitter)));
  target.querySelectorAll("[aria-busy]").forEach((each) => each.removeAttribute("aria-busy"));
  showLost(!answer);
  return answer;
}

// Copies, adds or deletes a row.
async function changeRows(event) {
  event.preventDefault();
  const answer = await saveForm(event);
  if (answer?.status < 400) location.assign(answer.url);
  else if (answer) showParts(answer.page);
}

// Shows the form of a card as the file has it now, and the card beside it.
function renew(form, page) {
  delete form.dataset.dirty;
  form.dataset.key = "";
  const part = form.parentElement.closest("[data-key]");
  if (part) part.dataset.key = "";
  if (page) showParts(page);
  else document.dispatchEvent(new Event("shown"));
}

document.addEventListener("click", (event) => {
  const form = event.target.closest("#keep") && event.target.closest("dialog.card form.row-cells");
  if (!form) return;
  event.preventDefault();
  renew(form);
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest("form.row-cells");
  if (form && event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(form.querySelector("button.main"));
});

// What was typed and not saved is not lost by a wrong key.
addEventListener("beforeunload", (event) => {
  if (isBusy || document.querySelector("form[data-dirty], .grid textarea, .grid .sent")) event.preventDefault();
});
