// Steps through a finished game by the arrow keys, and by clicks on the chart.
import { send } from "./page.js";

const keys = { ArrowLeft: "to-back", ArrowRight: "to-forth", Home: "to-first", End: "to-last" };

document.addEventListener("keydown", (event) => {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  const isFree = !event.target.closest("input, select, textarea, .pan, .wide");
  const link = isPlain && isFree && document.getElementById(keys[event.key]);
  if (!link) return;
  event.preventDefault();
  send({ to: link.href, enter: "replaceState", isChoice: true });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".values a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  send({ to: new URL(link.getAttribute("href"), location).href, enter: "replaceState", isChoice: true });
});

// Keeps the current move of the list in view, without moving the page.
function showCurrent() {
  const [current, list] = [document.querySelector(".moves [aria-current]"), document.querySelector(".moves ol")];
  if (current && list) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

document.addEventListener("shown", showCurrent);
showCurrent();
