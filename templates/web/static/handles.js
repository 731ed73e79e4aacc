// Handles over the picture of a card: boxes are chosen, moved and resized by mouse, finger and keys. Places are
// millimetres of the card. `onMove(boxes, dx, dy, dw, dh)` is called when something was moved, not while it moves.

import { element, snap } from "./snapping.js";

const NEAR = 4, SAFE = 3; // Pixels that a finger trembles without moving a box; millimetres from an edge to the safe area.
const WAIT = 350; // Milliseconds after the last arrow key until the way of all of them is sent.
const GRIPS = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
const round = (mm) => Math.round(mm * 100) / 100;

export class Handles {
  constructor(svg, { onMove, onChoose, onDrag }) {
    Object.assign(this, { svg, onMove, onChoose, onDrag, chosen: [], drag: null, keys: null });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", () => (this.up(), this.isOld && this.load()));
    svg.addEventListener("pointercancel", () => this.cancel());
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => this.focus(event));
  }

  // Reads the boxes of the page anew; what was chosen stays so, by name.
  load() {
    // A page that comes while a box is dragged must not take it out of the hand.
    this.isOld = this.drag?.moved === false;
    if (this.drag || this.keys) return;
    const names = this.chosen.map(({ name }) => name);
    const { boxes, size } = JSON.parse(this.svg.dataset.boxes || '{"boxes": [], "size": [1, 1]}');
    Object.assign(this, { boxes: boxes.filter((box) => box.rect), size, drag: null, keys: null });
    this.svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.chosen = this.boxes.filter((box) => names.includes(box.name));
    this.draw();
  }

  get scale() { return this.svg.getScreenCTM()?.a || 1; } // Pixels of the screen in a millimetre.

  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  draw() {
    const at = document.activeElement?.dataset?.n;
    this.svg.replaceChildren(...this.boxes.map((box) => this.outline(box)), ...this.grips());
    if (at) this.svg.querySelector(`[data-n="${at}"]`)?.focus({ preventScroll: true });
  }

  outline(box) {
    const [x, y, w, h] = this.shown(box);
    const isChosen = this.chosen.includes(box);
    const names = ["box", isChosen && "chosen", box.fixed && "fixed"].filter(Boolean).join(" ");
    const button = { tabindex: 0, role: "button", "aria-pressed": isChosen, "aria-label": `${this.words(box)}. ${this.svg.dataset.help}` };
    const place = { x, y, width: Math.max(w, 0.2), height: Math.max(h, 0.2) };
    return element("rect", { ...place, class: names, "data-n": box.n, ...(box.fixed ? {} : button) });
  }

  // Name and place of a box, such as "title, 7 / 6 mm, 41 × 10 mm".
  words(box) {
    const sides = Object.fromEntries(this.shown(box).map((side, index) => ["xywh"[index], round(side)]));
    return `${box.name}, ${this.svg.dataset.mm.replace(/\{(\w)\}/g, (_, side) => sides[side])}`;
  }

  grips() {
    const [box] = this.chosen;
    if (this.chosen.length !== 1 || !box.grips || box.fixed) return [];
    const [x, y, w, h] = this.shown(box);
    // A rule has a length alone.
    return GRIPS.filter(([a, b]) => (!box.square || (a && b)) && (w || !a) && (h || !b)).flatMap(([a, b]) => {
      const at = { cx: x + (w * (a + 1)) / 2, cy: y + (h * (b + 1)) / 2 };
      const hit = element("circle", { ...at, r: 11 / this.scale, class: "hit", "data-grip": `${a} ${b}` });
      return [hit, element("circle", { ...at, r: 4.5 / this.scale, class: "grip" })];
    });
  }

  // The place of a box, with the way that it is being moved.
  shown(box) {
    const by = this.drag?.by ?? this.keys;
    const [x, y, w, h] = box.rect;
    return by && this.chosen.includes(box) ? [x + by[0], y + by[1], w + by[2], h + by[3]] : [x, y, w, h];
  }

  // Boxes below a point, the smallest first: a frame around all must not take every click.
  under([x, y]) {
    const slack = 4 / this.scale;
    const isIn = ({ rect: [a, b, w, h] }) => x >= a - slack && x <= a + w + slack && y >= b - slack && y <= b + h + slack;
    // A part of what a row of a table places comes behind the whole, which is moved by its cells.
    const whole = ({ within, rect }) => this.boxes.find(({ n }) => n === within)?.rect ?? rect;
    const size = (box) => whole(box)[2] * whole(box)[3] + (box.within === null ? 0 : 1e-6);
    return this.boxes.filter((box) => !box.fixed && isIn(box)).sort((a, b) => size(a) - size(b));
  }

  choose(boxes, isQuiet) {
    this.chosen = boxes;
    this.draw();
    if (!isQuiet) this.onChoose(boxes);
  }

  down(event) {
    if (event.button || this.drag) return;
    const start = this.point(event);
    const grip = event.target.dataset.grip?.split(" ").map(Number);
    const found = this.under(start), [box] = found;
    const isOn = found.some((one) => this.chosen.includes(one));
    if (!grip && (event.shiftKey || event.ctrlKey || event.metaKey) && box) {
      return this.choose(this.chosen.includes(box) ? this.chosen.filter((other) => other !== box) : [...this.chosen, box]);
    }
    // What the page does on a choice may scroll it, so that it waits until the button is up.
    if (!grip && !isOn) this.choose(found.slice(0, 1), true);
    if (!this.chosen.length) return this.onChoose([]);
    // Behind the first click on a box, another one goes to what lies below it.
    this.drag = { start, grip, found, deeper: isOn && !grip, by: [0, 0, 0, 0], moved: false };
    this.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  move(event) {
    const { drag } = this;
    if (!drag) return;
    let [dx, dy] = this.point(event).map((mm, axis) => mm - drag.start[axis]);
    if (!drag.moved && Math.hypot(dx, dy) * this.scale < NEAR) return;
    [drag.moved, this.isOld] = [true, false];
    if (event.shiftKey && !drag.grip) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
    drag.by = drag.grip ? this.resized(dx, dy, drag.grip, event.altKey) : this.moved(dx, dy, event.altKey);
    this.draw();
    this.onDrag?.(this.chosen, drag.by);
  }

  moved(dx, dy, isFree) {
    const edges = this.chosen.map(({ rect }) => rect);
    const [left, top] = [0, 1].map((axis) => Math.min(...edges.map((rect) => rect[axis])));
    const [right, bottom] = [0, 1].map((axis) => Math.max(...edges.map((rect) => rect[axis] + rect[axis + 2])));
    const near = ([low, high], way, axis) => isFree ? way : this.snapped([low, (low + high) / 2, high], way, axis);
    return [round(near([left, right], dx, 0)), round(near([top, bottom], dy, 1)), 0, 0];
  }

  resized(dx, dy, [a, b], isFree) {
    const [box] = this.chosen;
    const [x, y, w, h] = box.rect;
    let wide = a * (isFree ? dx : this.snapped([a > 0 ? x + w : x], dx, 0));
    let high = b * (isFree ? dy : this.snapped([b > 0 ? y + h : y], dy, 1));
    if (box.square) wide = high = Math.abs(wide) > Math.abs(high) ? wide : high;
    [wide, high] = [Math.max(wide, 0.5 - w), Math.max(high, 0.5 - h)].map(round);
    return [a < 0 ? -wide : 0, b < 0 ? -high : 0, wide, high];
  }

  snapped(mine, way, axis) {
    const others = this.boxes.filter((box) => !this.chosen.includes(box)).map(({ rect }) => [rect[axis], rect[axis + 2]]);
    return snap(mine, way, [...others, [0, this.size[axis]], [SAFE, this.size[axis] - 2 * SAFE]], this.scale);
  }

  up() {
    const { drag } = this;
    this.drag = null;
    if (!drag || drag.moved) return drag && this.send(drag.by);
    if (!drag.deeper && !drag.grip) this.onChoose(this.chosen);
    if (!drag.deeper || drag.found.length < 2) return this.draw();
    const at = drag.found.findIndex((box) => this.chosen.includes(box));
    this.choose([drag.found[(at + 1) % drag.found.length]]);
  }

  cancel() {
    clearTimeout(this.timer);
    [this.drag, this.keys] = [null, null];
    this.draw();
  }

  send(by) {
    if (!by.some(Boolean)) return this.draw();
    for (const box of this.chosen) box.rect = box.rect.map((side, index) => round(side + by[index]));
    this.draw();
    this.onMove(this.chosen, ...by);
  }

  focus({ target }) {
    const box = this.boxes.find(({ n }) => String(n) === target.dataset.n);
    if (box && !this.chosen.includes(box) && !this.drag && target.matches(":focus-visible")) this.choose([box], true);
  }

  key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape") return this.cancel();
    const box = this.boxes.find(({ n }) => String(n) === event.target.dataset.n);
    if (box && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return this.choose(event.shiftKey ? [...new Set([...this.chosen, box])] : [box]);
    }
    if (!way || !this.chosen.length) return;
    event.preventDefault();
    // With Shift ten times as far; with Ctrl the size changes.
    const step = event.shiftKey ? 1 : 0.1;
    const isSize = (event.ctrlKey || event.metaKey) && this.chosen.length === 1 && this.chosen[0].grips;
    const by = (this.keys ??= [0, 0, 0, 0]);
    const steps = isSize && this.chosen[0].square ? [way[0] || way[1], way[0] || way[1]] : way;
    steps.forEach((sign, axis) => { by[axis + (isSize ? 2 : 0)] = round(by[axis + (isSize ? 2 : 0)] + sign * step); });
    this.draw();
    this.onDrag?.(this.chosen, by);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.keys = null; this.send(by); }, WAIT);
  }
}
