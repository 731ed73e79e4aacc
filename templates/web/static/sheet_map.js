// A map of all sheets in a corner of the pane while they are larger than it, with a frame around what is in view; a tap on
// the map goes there. It is for the eye: tabs and areas lead to the same places. On a phone, where it would lie over boxes,
// it is seen only while the view moves.
import { frames, IS_PHONE, pane, root } from "./sheet_zoom.js";

const map = new DOMParser().parseFromString('<svg id="map" aria-hidden="true"></svg>', "text/html").body.firstChild;
/** Milliseconds after a movement until a phone hides the map. */
const SHOWN = 1200;
let hiding = 0;

function element(name, attributes) {
  const made = document.createElementNS(map.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Where a frame lies in what the pane scrolls, in CSS pixels. */
function place(frame) {
  const [box, view] = [frame.getBoundingClientRect(), pane().getBoundingClientRect()];
  return { x: box.x - view.x + pane().scrollLeft, y: box.y - view.y + pane().scrollTop, width: box.width, height: box.height };
}

/** Draws the map anew: each sheet by its own drawing and ink, so that it changes as they do. */
function draw() {
  if (!pane()) return;
  const isLarger = root.dataset.zoom === "free" || frames().some((frame) => frame.offsetWidth > pane().clientWidth + 1);
  map.toggleAttribute("hidden", !isLarger);
  if (map.parentElement !== pane().parentElement) pane().after(map);
  if (!isLarger) return;
  const places = frames().map(place);
  const right = Math.max(...places.map((each) => each.x + each.width));
  const bottom = Math.max(...places.map((each) => each.y + each.height));
  const [left, top] = [Math.min(...places.map((each) => each.x)), Math.min(...places.map((each) => each.y))];
  map.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  const drawings = frames().flatMap((frame, at) => [
    element("rect", { ...places[at], fill: "#fff" }),
    ...[...frame.querySelectorAll("svg[id]")].map((layer) => element("use", { href: `#${layer.id}`, ...places[at] })),
  ]);
  // The drawings have links of their own, which a tap on the map must not follow.
  const cover = element("rect", { class: "cover", x: left, y: top, width: right - left, height: bottom - top });
  map.replaceChildren(...drawings, cover, element("rect", { class: "view" }));
  move();
  map.toggleAttribute("data-still", IS_PHONE.matches);
}

/** Moves the frame to what is in view. */
function move() {
  clearTimeout(hiding);
  if (IS_PHONE.matches) hiding = setTimeout(() => map.toggleAttribute("data-still", true), SHOWN);
  map.removeAttribute("data-still");
  const view = { x: pane().scrollLeft, y: pane().scrollTop, width: pane().clientWidth, height: pane().clientHeight };
  for (const [key, value] of Object.entries(view)) map.lastElementChild?.setAttribute(key, value);
}

function go({ clientX, clientY, buttons }) {
  if (!buttons) return;
  const box = map.getBoundingClientRect();
  const { x, y, width, height } = map.viewBox.baseVal;
  const left = x + (clientX - box.x) / box.width * width - pane().clientWidth / 2;
  const top = y + (clientY - box.y) / box.height * height - pane().clientHeight / 2;
  pane().scrollTo({ left, top, behavior: "instant" });
}

for (const kind of ["pointerdown", "pointermove"]) map.addEventListener(kind, go);
for (const kind of ["shown", "zoomed"]) document.addEventListener(kind, draw);
for (const kind of ["pageshow", "resize"]) addEventListener(kind, draw);
document.addEventListener("scroll", ({ target }) => target === pane() && move(), true);
