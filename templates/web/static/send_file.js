// Sends a chosen file as soon as it is chosen, and puts its id into the hidden field that `data-to` names; the buttons of
// the form wait for it. Where no file is chosen any more, the field is emptied.

for (const input of document.querySelectorAll("input[type=file][data-to]")) {
  input.addEventListener("change", () => sendFile(input));
}

const SAID = { 413: "large", 415: "wrong" };

// Where the file goes: its name tells what kind it is where several kinds are taken.
const target = ({ dataset }, { name }) => dataset.send
  ? `${dataset.send}?${new URLSearchParams({ name })}`
  : new URL("../print/upload", import.meta.url);

async function sendFile(input) {
  const field = document.getElementById(input.dataset.to);
  const status = input.parentElement.querySelector("[role=status]");
  const buttons = [...input.form.querySelectorAll("button")];
  const tell = (word) => { status.textContent = status.dataset[word]; };
  const hold = (id) => {
    field.value = id;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  hold("");
  status.textContent = "";
  if (!input.files.length) return;
  tell("sending");
  buttons.forEach((each) => { each.disabled = true; });
  const file = input.files[0];
  const sent = { method: "post", body: file, headers: { "content-type": "application/pdf" } };
  const answer = await fetch(target(input, file), sent).catch(() => null);
  buttons.forEach((each) => { each.disabled = false; });
  if (!answer?.ok) return tell(SAID[answer?.status] ?? "failed");
  hold(await answer.text());
  const name = input.form.elements.name;
  if (name) name.value = file.name;
  tell("sent");
}
