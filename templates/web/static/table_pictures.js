// Pictures that are dropped on cells of a table, or chosen for them.

import { choosePictures, sendPicture } from "./cell_picture.js";
import { grid, rowsOf, say, select, send } from "./table_block.js";

// Puts pictures into the folder of the game, and their names into a cell and those below it, as one change.
async function putPictures(cell, files) {
  const { file, address, columns } = grid().dataset;
  const column = JSON.parse(columns)[cell.cellIndex - 1];
  const rows = rowsOf();
  const top = rows.indexOf(cell.parentElement);
  const texts = [];
  let isAsked = false; // once for all pictures
  try {
    for (const [number, picture] of files.entries()) {
      say("pictureSending", files.length > 1 ? ` ${number + 1}/${files.length}` : "");
      const place = rows[Math.min(top + number, rows.length - 1)];
      const now = isAsked || top + number >= rows.length ? "" : place.cells[cell.cellIndex].querySelector("span").textContent;
      isAsked ||= Boolean(now);
      texts.push(await sendPicture(address, { file, row: place.dataset.row, column }, picture, grid().dataset, now));
    }
  } catch ({ message }) {
    document.getElementById("grid-say").textContent = message;
    return;
  }
  await send(top, cell.cellIndex, texts.map((text) => [text]));
  say("pictureDone");
}

document.addEventListener("pictures", ({ target, detail }) => {
  select(target);
  putPictures(target, detail);
});

// Lets pictures be chosen for a cell and those below it.
export function picturesFor(cell) {
  choosePictures(grid().dataset.pictures, (files) => putPictures(cell, files), true);
}
