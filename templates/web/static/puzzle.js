// A puzzle: narrow windows begin where its boxes are, and the keys 1 and 2 choose a move, unless single keys are turned off.

for (const pan of document.querySelectorAll("[data-across]")) {
  pan.scrollLeft = pan.dataset.across * pan.scrollWidth - pan.clientWidth / 2;
}

document.addEventListener("keydown", (event) => {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
  const isFree = document.body.dataset.keys !== "off" && !event.target.closest("input, select, textarea");
  const button = isPlain && isFree && document.querySelector(`.options [aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (button) button.click();
});
