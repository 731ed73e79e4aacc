// A long touch shows the name of a control, or the title of the box under the finger.
// A page may answer the event `held` with something better, and then prevents the tip.
let [holding, isHeld] = [0, false];
document.addEventListener("pointerdown", ({ target, pointerType }) => {
  clearTimeout(holding);
  isHeld = false;
  const tip = document.getElementById("tip");
  const inside = (target.closest("svg a") ?? target).querySelector("title")?.textContent || target.closest("[title]")?.title;
  const title = target.getAttribute("aria-label") || inside;
  if (!tip) return;
  tip.hidden = true;
  if (title && pointerType !== "mouse") holding = setTimeout(() => {
    isHeld = !target.dispatchEvent(new CustomEvent("held", { bubbles: true, cancelable: true }));
    if (isHeld) return;
    tip.textContent = title;
    tip.hidden = false;
  }, 450);
});
document.addEventListener("contextmenu", (event) => {
  if (event.pointerType !== "mouse" && event.target.closest(".frame")) event.preventDefault();
});
for (const over of ["pointerup", "pointercancel", "scroll"]) addEventListener(over, () => clearTimeout(holding), true);
document.addEventListener("click", (event) => {
  const tip = document.getElementById("tip");
  if (isHeld) {
    isHeld = false;
    event.preventDefault();
    return event.stopImmediatePropagation();
  }
  if (!tip || tip.hidden || event.target === tip) return;
  if (event.detail) event.preventDefault();
  else tip.hidden = true;
}, true);
