// Pictures for cells: dropped, or chosen with a button, they go into the folder art of the game; the cell then names them.

const dragsFiles = (event) => event.dataTransfer?.types.includes("Files");

// Sends one picture for a cell that holds a text now; resolves to the new text, or throws the sentence that says why it is
// not taken. Words that no picture stands for are replaced only if the reader agrees.
export async function sendPicture(to, cell, file, words, now = "") {
  const query = new URLSearchParams({ ...cell, name: file.name });
  const sent = { method: "post", body: file, headers: { "content-type": "application/octet-stream" } };
  const answer = await fetch(`${to}/picture?${query}`, sent).catch(() => null);
  if (answer?.ok) {
    const isAsked = now && answer.headers.has("vallum-undrawn");
    if (isAsked && !confirm(words.pictureOver.replace("{text}", now.slice(0, 80)))) throw new Error("");
    return answer.text();
  }
  const isSentence = answer?.headers.get("content-type")?.startsWith("text/plain");
  throw new Error(isSentence ? await answer.text() : answer?.status === 413 ? words.pictureLarge : words.pictureFailed);
}

// Has files dropped on places of the page taken by a function, and the browser show none of them in place of the page.
export function takeDropped(selector, take) {
  let over = null;
  const mark = (place) => {
    over?.classList.remove("over");
    over = place;
    over?.classList.add("over");
  };
  document.addEventListener("dragover", (event) => {
    if (!dragsFiles(event)) return;
    event.preventDefault();
    const place = event.target.closest?.(selector) ?? null;
    event.dataTransfer.dropEffect = place ? "copy" : "none";
    if (place !== over) mark(place);
  });
  document.addEventListener("dragend", () => mark(null));
  document.addEventListener("drop", (event) => {
    if (!dragsFiles(event)) return;
    event.preventDefault();
    const place = event.target.closest?.(selector);
    mark(null);
    if (place && event.dataTransfer.files.length) take(place, [...event.dataTransfer.files], event);
  });
}

// Lets files be chosen, and gives them to a function.
export function choosePictures(accept, take, isMultiple = false) {
  const input = Object.assign(document.createElement("input"), { type: "file", accept, multiple: isMultiple });
  input.addEventListener("change", () => take([...input.files]));
  input.click();
}

// Beside a card, a picture that is dropped on a cell of its row, or chosen there, is saved with the row.
async function intoField(place, [file]) {
  const form = place.closest("form");
  const field = place.querySelector("textarea");
  const { file: { value: table }, row: { value: row } } = form.elements;
  const status = place.querySelector("[role=status]");
  status.textContent = form.dataset.pictureSending;
  try {
    const column = field.name.replace(/^cell\./, "");
    field.value = await sendPicture(form.dataset.address, { file: table, row, column }, file, form.dataset, field.value);
    status.textContent = "";
    form.dataset.dirty = "yes";
    form.requestSubmit(form.querySelector("button.main"));
  } catch ({ message }) {
    status.textContent = message;
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-picture]");
  if (button) choosePictures(button.dataset.picture, (files) => intoField(button.closest(".cell"), files));
});
takeDropped(".row-cells:not([data-lost]) .cell, .grid[data-edited] td", (place, files) => {
  if (place.matches("td")) place.dispatchEvent(new CustomEvent("pictures", { bubbles: true, detail: files }));
  else intoField(place, files);
});
