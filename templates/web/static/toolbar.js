// Buttons of a toolbar are one stop for the Tab key; arrow keys go from one to the next (the pattern "toolbar" of the ARIA
// guide).

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

// Makes one button of a toolbar the one that Tab reaches.
function hold(chosen, bar = chosen.closest("[role=toolbar]")) {
  for (const button of bar.querySelectorAll("button")) button.tabIndex = button === chosen ? 0 : -1;
}

document.addEventListener("focusin", ({ target }) => target.matches("[role=toolbar] button") && hold(target));
document.addEventListener("keydown", (event) => {
  const bar = event.target.closest?.("[role=toolbar]");
  if (!bar || !STEPS[event.key]) return;
  const all = [...bar.querySelectorAll("button:not([disabled])")];
  const at = all.indexOf(event.target) + STEPS[event.key];
  all[Math.min(Math.max(at, 0), all.length - 1)].focus();
  event.preventDefault();
});
document.querySelectorAll("[role=toolbar]").forEach((bar) => hold(bar.querySelector("button"), bar));
