// The estimate beside the form of an order: asked for at each change, and again while it is being counted.

const form = document.getElementById("order-form");
const section = document.getElementById("estimate");
const TYPING = 350; // Milliseconds until a change is taken for the last one.
const AGAIN = 600; // Milliseconds until an estimate that is being counted is asked for again.
const PATIENT = 3; // Answers without an estimate until the page says so.
let [timer, query, job, asking, lost] = [0, "", "", null, 0];

function chosen() {
  return new URLSearchParams([...new FormData(form)].filter(([name, value]) => value || name === "part")).toString();
}

function askSoon(wait) {
  clearTimeout(timer);
  timer = setTimeout(ask, wait);
}

// Asks for what is chosen now; an estimate of other choices that is still being counted is no longer needed.
async function ask() {
  const now = chosen();
  const instead = job && now !== query ? `&instead=${encodeURIComponent(job)}` : "";
  if (now !== query) document.getElementById("estimated").ariaBusy = "true";
  query = now;
  asking?.abort();
  const mine = asking = new AbortController();
  const address = `${section.dataset.ask}?${now}${instead}`;
  const got = await fetch(address, { signal: mine.signal }).then((each) => each.text()).catch(() => null);
  if (mine !== asking) return;
  const fresh = got && new DOMParser().parseFromString(got, "text/html").getElementById("estimated");
  if (!fresh) {
    lost += 1;
    if (lost === PATIENT) document.querySelector("#estimated [role=status]").textContent = section.dataset.lost;
    return askSoon(4000);
  }
  lost = 0;
  job = "again" in fresh.dataset ? fresh.dataset.job ?? "" : "";
  show(fresh);
  if ("again" in fresh.dataset) askSoon(AGAIN);
}

// While a new estimate is counted, the old one stays in view, paler; the text of the status changes in place, so that it
// is read out.
function show(fresh) {
  const old = document.getElementById("estimated");
  const isCounting = "again" in fresh.dataset && !fresh.querySelector("strong");
  old.ariaBusy = String(isCounting);
  if (isCounting && old.querySelector("strong")) return;
  const [status, said] = [old.querySelector("[role=status]"), fresh.querySelector("[role=status]")];
  if (status.textContent !== said.textContent) status.replaceChildren(...document.importNode(said, true).childNodes);
  while (status.nextSibling) status.nextSibling.remove();
  let next = said.nextSibling;
  while (next) {
    old.append(document.importNode(next, true));
    next = next.nextSibling;
  }
}

section.hidden = false;
form.addEventListener("input", () => askSoon(TYPING));
addEventListener("pageshow", () => askSoon(0));
addEventListener("pagehide", () => clearTimeout(timer));
