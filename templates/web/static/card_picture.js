// Pictures for a card that is laid out: dropped on it, or chosen with a button, they go into the folder art of the game, and
// each becomes a box. A refusal is told where notices of other edits are.

import { choosePictures, sendPicture, takeDropped } from "./cell_picture.js";

const byId = (id) => document.getElementById(id);
const button = () => document.querySelector("[data-choose]");

// The name of a box for a picture: letters, digits and underscores of its file's name.
const boxName = (file) => file.name.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "").slice(0, 50) || "picture";

// Where pictures stand: in a column of the table, on this card alone, or on all cards.
let chosen = null;
const column = () => byId("picture-place")?.value ?? "";

// Sends pictures one after the other; `add` gets the name of each file, the name of its box, and where the first was dropped;
// `fill` the name of one for a column. A cell holds one picture.
async function takeAll(files, { add, fill }, at) {
  const words = button()?.dataset;
  if (!words) return;
  for (const [number, file] of (column() ? files.slice(0, 1) : files).entries()) {
    byId("said").textContent = words.pictureSending;
    try {
      const stored = await sendPicture(words.address, {}, file, words);
      if (column()) fill(column(), stored);
      else add(stored, boxName(file), number ? undefined : at);
      const isOne = column() && files.length > 1;
      byId("said").textContent = (isOne ? words.pictureOne : words.pictureDone).replace("{file}", stored);
    } catch ({ message }) {
      byId("said").textContent = "";
      return refuse(message, words.pictureShut);
    }
  }
}

function refuse(message, shut) {
  const notice = Object.assign(document.createElement("div"), { id: "notice", className: "trouble" });
  notice.setAttribute("role", "alert");
  const close = Object.assign(document.createElement("a"), { className: "shut", href: location.href, textContent: "×", title: shut });
  close.setAttribute("aria-label", shut);
  notice.append(close, Object.assign(document.createElement("p"), { textContent: message }));
  byId("notes").replaceChildren(notice);
  byId("notes").dataset.key = "";
}

export function takePictures(ways, point) {
  takeDropped(".paper", (_, files, event) => takeAll(files, ways, point(event)));
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-choose]")) choosePictures(button().dataset.choose, (files) => takeAll(files, ways), !column());
  });
  document.addEventListener("change", ({ target }) => { if (target.id === "picture-place") chosen = target.value; });
  document.addEventListener("shown", () => { if (chosen !== null && byId("picture-place")) byId("picture-place").value = chosen; });
}
