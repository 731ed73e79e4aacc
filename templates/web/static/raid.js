// An attack as a scene: its cards are turned up one by one, in the order in which they came, and each says what becomes of it.
// With sheets on the page the scene lies over them and goes by itself; beside printed sheets the cards turn where they lie.
// A tap, a key or the button shows the end at once. Where motion is unwelcome, all is shown and said at once.

/** Milliseconds: for each card at most, for all cards, and for the end before the scene goes. Together less than ten seconds. */
const [EACH, ALL, END] = [800, 6400, 2600];
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Keys of the parts that were on the page already: what was there when it was loaded is not played again. */
const known = new Map();
let [timer, finish] = [0, null];

const parts = () => [...document.querySelectorAll("#scene, .paper #raid")];
const say = (text) => document.getElementById("says")?.replaceChildren(text);
const cards = (part) => [...part.querySelectorAll("[data-turn]")].sort((one, other) => one.dataset.turn - other.dataset.turn);
const words = (part) => cards(part).map((card) => card.dataset.says);

/** Plays a part; what it says grows card by card. */
function play(part) {
  finish?.();
  const turning = cards(part);
  const end = part.querySelector("[data-end]")?.textContent.trim().replace(/\s+/g, " ") ?? "";
  const isScene = part.id === "scene";
  const close = () => {
    clearTimeout(timer);
    finish = null;
    turning.forEach((card) => card.classList.remove("waits", "turns"));
    delete part.dataset.playing;
  };
  finish = close;
  part.dataset.playing = "";
  if (still.matches) {
    say([...words(part), end].join(" "));
    timer = isScene ? setTimeout(close, ALL) : close() ?? 0;
    return;
  }
  const pause = Math.min(EACH, ALL / turning.length);
  turning.forEach((card) => card.classList.add("waits"));
  const turn = (number) => {
    const card = turning[number];
    if (!card) {
      say(end);
      part.dataset.playing = "end";
      timer = setTimeout(close, isScene ? END : 0);
      return;
    }
    card.classList.replace("waits", "turns");
    say(card.dataset.says);
    timer = setTimeout(turn, pause, number + 1);
  };
  timer = setTimeout(turn, pause / 2, 0);
}

/** Plays what is new: an attack whose cards were not on the page before. The end of one that was seen is not turned again. */
function look(isFirst) {
  for (const part of parts()) {
    const key = words(part).length && part.dataset.key;
    const was = known.get(part.id);
    const year = part.querySelector("[data-year]")?.dataset.year ?? cards(part).length;
    known.set(part.id, key && { key, year });
    if (!isFirst && key && key !== was?.key && (!was || was.year !== year)) play(part);
  }
}

document.addEventListener("shown", () => look(false));
document.addEventListener("click", ({ target }) => target.closest("#scene, .paper #raid[data-playing]") && finish?.());
// A control that the keyboard reaches must not lie under the scene.
document.addEventListener("keydown", ({ key }) => !MODIFIERS.has(key) && finish?.());
look(true);
