// The enlarged card in a dialog over the gallery: the page of the card is fetched and its article shown. The arrow keys go
// to the cards before and after it, in the order of the page. The address of the figure, such as #face-scouts-front, opens
// the card again; without this script a card is a page of its own.

import { swapParts } from "./edit.js";

const words = document.getElementById("card-words");
let dialog = null;
let current = "";

function figures() {
  return [...document.querySelectorAll("figure[data-row]")].filter((each) => each.querySelector("a.enlarge"));
}

function dialogOf() {
  if (dialog?.isConnected) return dialog;
  dialog = document.createElement("dialog");
  dialog.className = "card";
  dialog.setAttribute("aria-labelledby", "card-name");
  dialog.innerHTML = '<button class="close" type="button">×</button><div></div>';
  dialog.querySelector("button").setAttribute("aria-label", words.dataset.close);
  dialog.addEventListener("close", () => {
    const was = current;
    current = "";
    dialog.querySelector("div").replaceChildren();
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    document.querySelector(`#${CSS.escape(was)} a.enlarge`)?.focus({ preventScroll: true });
    document.getElementById(was)?.scrollIntoView({ block: "nearest" });
  });
  dialog.addEventListener("click", (event) => {
    if ((event.target === dialog || event.target.closest(".close")) && mayLeave()) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    if (mayLeave()) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

// Whether the card may be left: what was typed into its cells and is not saved would be lost.
function mayLeave() {
  return !dialog.querySelector("[data-dirty]") || confirm(words.dataset.unsaved);
}

// Shows the card of a figure. What is equal stays, such as cells that are being edited.
async function enlarge(id) {
  const link = document.querySelector(`#${CSS.escape(id)} a.enlarge`);
  if (!link) return;
  const isNew = current !== id;
  current = id;
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok || current !== id) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("card");
  if (!fresh || current !== id) return;
  const box = dialogOf().querySelector("div");
  if (isNew) {
    box.replaceChildren(document.importNode(fresh, true));
    history.replaceState(null, "", `#${id}`);
  } else swapParts(fresh);
  if (!dialog.open) dialog.showModal();
  if (isNew) {
    dialog.scrollTop = 0;
    box.querySelector("h1").focus({ preventScroll: true });
  }
}

function step(by) {
  const all = figures();
  const at = all.findIndex((each) => each.id === current);
  const next = all[at + by];
  if (next && mayLeave()) enlarge(next.id);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.enlarge, #card-before, #card-after");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const inside = link.closest("dialog");
  if (!inside && !link.matches(".enlarge")) return;
  event.preventDefault();
  if (inside) step(link.id === "card-after" ? 1 : -1);
  else enlarge(link.closest("figure").id);
});
document.addEventListener("keydown", (event) => {
  if (!dialog?.open || event.target.closest("input, textarea, select, [contenteditable]")) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(by);
});

// What is typed into the search is looked for after a short while; a page that comes with another search shows that.
let waiting = 0;
const FOLDED = ["choices", "counts"];
const unfolded = Object.fromEntries(FOLDED.map((id) => [id, Boolean(document.getElementById(id)?.open)]));
document.addEventListener("toggle", ({ target }) => {
  if (FOLDED.includes(target.id) && target.isConnected) unfolded[target.id] = target.open;
}, true);
document.addEventListener("input", ({ target }) => {
  if (target.id === "over-share") document.documentElement.style.setProperty("--over", target.value / 100);
  if (target.type !== "search") return;
  clearTimeout(waiting);
  waiting = setTimeout(() => target.form.requestSubmit(), 250);
});
document.addEventListener("shown", () => {
  const field = document.getElementById("choice-q");
  for (const id of FOLDED) document.getElementById(id)?.toggleAttribute("open", unfolded[id]);
  if (field && field !== document.activeElement) field.value = new URLSearchParams(location.search).get("q") ?? "";
});

// The share of the second picture where one lies over the other can be changed with this script only.
function showShare() {
  document.querySelector(".over-share")?.removeAttribute("hidden");
}

function open() {
  if (location.hash.startsWith("#face-")) enlarge(decodeURIComponent(location.hash.slice(1)));
}

addEventListener("hashchange", open);
document.addEventListener("shown", () => dialog?.open && enlarge(current));
document.addEventListener("shown", showShare);
open();
showShare();
