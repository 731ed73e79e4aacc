// Sends chosen or dropped files as soon as they are chosen, and puts their id into the hidden field that `data-to` names;
// the buttons of the form wait for it. Where no file is chosen any more, the field is emptied.
// The name of a file goes into the field of that id with `-name`, or else into the field `name`.
// Files with the endings in `data-sets` may be several: each is sent, and the first answer is the id of all.

const SAID = { 413: "large", 415: "wrong" };

for (const input of document.querySelectorAll("input[type=file][data-to]")) {
  input.addEventListener("change", () => sendFiles(input));
  const place = input.closest(".drop");
  if (place) takeDrops(place, input);
}

// What is dropped beside the input would otherwise be opened in place of the page.
function takeDrops(place, input) {
  const mark = (on) => place.classList.toggle("over", on);
  place.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    mark(true);
  });
  place.addEventListener("dragleave", () => mark(false));
  place.addEventListener("drop", (event) => {
    mark(false);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    input.files = event.dataTransfer.files;
    sendFiles(input);
  });
}

// Where a file goes: its name tells what kind it is where several kinds are taken.
function target({ dataset }, { name }, set) {
  if (!dataset.send) return new URL("../print/upload", import.meta.url);
  return `${dataset.send}?${new URLSearchParams(set ? { name, set } : { name })}`;
}

const isOneOf = (endings) => ({ name }) => endings.some((ending) => name.toLowerCase().endsWith(ending));

async function sendFiles(input) {
  const field = document.getElementById(input.dataset.to);
  const status = input.parentElement.querySelector("[role=status]");
  const buttons = [...input.form.querySelectorAll("button")];
  const tell = (word, more = "") => { status.textContent = status.dataset[word] + more; };
  const hold = (id) => {
    field.value = id;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  delete input.dataset.held;
  hold("");
  status.textContent = "";
  const files = [...input.files];
  if (!files.length) return;
  if (files.length > 1 && !files.every(isOneOf((input.dataset.sets ?? "-").split(" ")))) return tell("wrong");
  tell("sending");
  buttons.forEach((each) => { each.disabled = true; });
  let set = "";
  for (const [number, file] of files.entries()) {
    if (files.length > 1) tell("sending", ` ${number + 1}/${files.length}`);
    const sent = { method: "post", body: file, headers: { "content-type": "application/pdf" } };
    const answer = await fetch(target(input, file, set), sent).catch(() => null);
    if (!answer?.ok) {
      buttons.forEach((each) => { each.disabled = false; });
      return tell(SAID[answer?.status] ?? "failed");
    }
    set = await answer.text();
  }
  buttons.forEach((each) => { each.disabled = false; });
  hold(set);
  const name = input.form.elements[`${field.id}-name`] ?? input.form.elements.name;
  if (name) name.value = files.length > 1 ? "" : files[0].name;
  tell("sent", files.length > 1 ? ` ${files.length}` : "");
}
