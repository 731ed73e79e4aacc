// An attack as a scene: its cards are turned up one by one, in the order in which they came, and each says what becomes of it.
// With sheets on the page the scene lies over them and goes by itself; beside printed sheets the cards turn where they lie.
// A tap, a key or the button shows the end at once. Where motion is unwelcome, all is shown and said at once.

/** Milliseconds: for each card at most, for all cards, and for the end before the scene goes. Together less than ten seconds. */
const [EACH, ALL, END] = [800, 6400, 2600];
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** What the parts said when they were shown last: what was said already is not played again. */
const known = new Map();
let [timer, playing, finish] = [0, null, null];

const parts = () => [...document.querySelectorAll("#scene, .paper #raid")];
const say = (text) => document.getElementById("says")?.replaceChildren(text);
const cards = (part) => [...part.querySelectorAll("[data-turn]")].sort((one, other) => one.dataset.turn - other.dataset.turn);
const isScene = (part) => part.id === "scene";
/** The sentence of the end; beside printed sheets it stands with what is to be marked on them. */
const endOf = (part) => (isScene(part) ? part : document).querySelector("[data-end]")?.dataset.end ?? "";

/** Plays some cards of a part; what it says grows card by card. */
function play(part, turning, end) {
  finish?.();
  const close = () => {
    clearTimeout(timer);
    [playing, finish] = [null, null];
    turning.forEach((card) => card.classList.remove("waits", "turns"));
    delete part.dataset.playing;
  };
  [playing, finish] = [part, close];
  part.dataset.playing = "";
  if (still.matches) {
    say([...turning.map((card) => card.dataset.says), end].join(" "));
    if (isScene(part)) timer = setTimeout(close, ALL);
    else close();
    return;
  }
  say("");
  const pause = Math.min(EACH, ALL / turning.length);
  turning.forEach((card) => card.classList.add("waits"));
  const turn = (number) => {
    const card = turning[number];
    if (!card) {
      say(end);
      part.dataset.playing = "end";
      timer = setTimeout(close, isScene(part) ? END : 0);
      return;
    }
    card.classList.replace("waits", "turns");
    say(card.dataset.says);
    timer = setTimeout(turn, pause, number + 1);
  };
  timer = setTimeout(turn, pause / 2, 0);
}

/**
 * Plays what is new, where the game went on: nothing after a step back. A scene is played once for a year; beside printed
 * sheets a card turns whenever something new becomes of it.
 */
function look(isFirst) {
  if (playing && !playing.isConnected) finish();
  const isForward = !isFirst && document.querySelector("#redo:disabled");
  const fresh = parts().map((part) => {
    const [was, end] = [known.get(part.id) ?? { said: [] }, endOf(part)];
    const year = part.querySelector("[data-year]")?.dataset.year;
    const said = cards(part).map((card) => card.dataset.says);
    known.set(part.id, { said, end, year });
    const turning = isScene(part) ? cards(part) : cards(part).filter((card) => !was.said.includes(card.dataset.says));
    const isNew = isScene(part) ? year !== was.year : turning.length || end !== was.end;
    return isForward && said.length && isNew && { part, turning, end };
  }).find(Boolean);
  if (fresh) play(fresh.part, fresh.turning, fresh.end);
  else if (!playing && !isFirst) say("");
}

document.addEventListener("shown", () => look(false));
document.addEventListener("click", ({ target }) => target.closest("#scene, .paper #raid[data-playing]") && finish?.());
// A control that the keyboard reaches must not lie under the scene.
document.addEventListener("keydown", ({ key }) => !MODIFIERS.has(key) && finish?.());
look(true);
