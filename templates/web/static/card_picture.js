// Pictures for a card that is laid out: dropped on it, or chosen with a button, they go into the folder art of the game, and
// each becomes a box. A refusal is told where notices of other edits are.

import { choosePictures, sendPicture, takeDropped } from "./cell_picture.js";

const byId = (id) => document.getElementById(id);
const button = () => document.querySelector("[data-choose]");

// The name of a box for a picture: letters, digits and underscores of its file's name.
const boxName = (file) => file.name.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "").slice(0, 50) || "picture";

// Sends pictures one after the other; `add` gets the name of each file, the name of its box, and where the first was dropped.
async function takeAll(files, add, at) {
  const words = button()?.dataset;
  if (!words) return;
  for (const [number, file] of files.entries()) {
    byId("said").textContent = words.pictureSending;
    try {
      const stored = await sendPicture(words.address, {}, file, words);
      add(stored, boxName(file), number ? undefined : at);
      byId("said").textContent = words.pictureDone.replace("{file}", stored);
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

export function takePictures(add, point) {
  takeDropped(".paper", (_, files, event) => takeAll(files, add, point(event)));
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-choose]")) choosePictures(button().dataset.choose, (files) => takeAll(files, add), true);
  });
}
