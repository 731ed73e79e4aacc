// The search of the site. Its index is a script, so that it works without a server too, from pages on a disk.
const here = new URL(document.currentScript.src);
const japanese = Boolean(document.querySelector('.md-content [lang="ja"]')) || navigator.language.startsWith("ja");
const words = japanese
  ? { search: "検索", ask: "ドキュメントを検索", close: "閉じる", none: "見つかりません", count: (n) => `${n}件`, keys: "↑↓で選び、Enterで開く、Escで閉じる" }
  : { search: "Search", ask: "Search the pages", close: "Close", none: "Nothing found", count: (n) => (n === 1 ? "1 place" : `${n} places`), keys: "↑ ↓ to choose, Enter to open, Esc to close" };
const MOST = 30, AROUND = 70;
// Letters of a section of usual length: in a longer one a word tells less.
const USUAL = 900;
const SMALL = new Set("a an and are at be by can do does for from how i in is it my of on or that the to what when where which why with".split(" "));

// What is looked for: words, and of Japanese the runs of one script, without the particles between them.
function terms(text) {
  const found = text.normalize("NFKC").toLowerCase().match(/[\p{sc=Han}]+|[\p{sc=Katakana}ー]+|[\p{sc=Hiragana}]+|[^\s\p{sc=Han}\p{sc=Katakana}\p{sc=Hiragana}ー]+/gu) ?? [];
  const telling = found.filter((term) => !/^\p{sc=Hiragana}{1,2}$/u.test(term));
  const asked = telling.filter((term) => !SMALL.has(term));
  return [...new Set(asked.length ? asked : found)];
}

// How often a term stands in a text, and how well: at the beginning of a word it counts most.
function weight(text, term) {
  let sum = 0;
  for (let at = text.indexOf(term); at >= 0 && sum < 4; at = text.indexOf(term, at + term.length)) {
    const before = text[at - 1] ?? " ";
    sum += /[\p{L}\p{N}]/u.test(before) && /[a-z]/.test(term[0]) ? 0.25 : 1;
  }
  return sum;
}

function found(query) {
  const asked = terms(query);
  if (!asked.length) return [];
  const places = [];
  for (const place of window.searchIndex) {
    place.lower ??= [place.title, place.page, place.text].map((text) => text.normalize("NFKC").toLowerCase());
    const [title, page, text] = place.lower;
    const worth = asked.map((term) => 12 * weight(title, term) + 3 * weight(page, term) + (2 * weight(text, term)) / (1 + text.length / USUAL));
    const share = worth.filter((each) => each > 0).length / asked.length;
    if (share >= 0.5) places.push({ place, worth: place.rank * share ** 4 * worth.reduce((sum, each) => sum + each) });
  }
  return places.sort((one, other) => other.worth - one.worth).slice(0, MOST).map(({ place }) => place);
}

// A part of the text around the first term, with each term marked.
function excerpt(text, asked) {
  const lower = text.toLowerCase(), first = Math.min(...asked.map((term) => lower.indexOf(term)).filter((at) => at >= 0));
  const start = Number.isFinite(first) ? Math.max(0, first - AROUND / 2) : 0;
  return marked((start ? "…" : "") + text.slice(start, start + 2 * AROUND), asked);
}

function marked(text, asked) {
  const parts = document.createDocumentFragment(), lower = text.toLowerCase();
  let done = 0;
  while (done < text.length) {
    const next = asked.map((term) => [lower.indexOf(term, done), term.length]).filter(([at]) => at >= 0).sort(([a], [b]) => a - b)[0];
    if (!next) break;
    const mark = document.createElement("mark");
    mark.textContent = text.slice(next[0], next[0] + next[1]);
    parts.append(text.slice(done, next[0]), mark);
    done = next[0] + next[1];
  }
  parts.append(text.slice(done));
  return parts;
}

function entry(place, asked) {
  const item = document.createElement("li"), link = document.createElement("a");
  link.href = new URL(`../${place.address}`, here);
  const title = document.createElement("strong"), page = document.createElement("small"), text = document.createElement("span");
  title.append(marked(place.title, asked));
  page.textContent = place.page === place.title ? "" : place.page;
  text.append(excerpt(place.text, asked));
  link.append(title, page, text);
  item.append(link);
  return item;
}

function panel() {
  const dialog = document.createElement("dialog");
  dialog.className = "search-panel";
  dialog.setAttribute("aria-label", words.search);
  dialog.innerHTML = '<form role="search"><input type="search" autocomplete="off" enterkeyhint="go"><button type="button"></button></form><p role="status"></p><ol></ol>';
  const [field, close, status, list] = ["input", "button", "p", "ol"].map((name) => dialog.querySelector(name));
  field.setAttribute("aria-label", words.ask);
  field.placeholder = words.ask;
  close.textContent = words.close;
  close.addEventListener("click", () => dialog.close());
  const show = () => {
    const places = window.searchIndex ? found(field.value) : [], asked = terms(field.value);
    list.replaceChildren(...places.map((place) => entry(place, asked)));
    status.textContent = !field.value.trim() ? words.keys : places.length ? words.count(places.length) : words.none;
  };
  field.addEventListener("input", show);
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  dialog.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    const stops = [field, ...list.querySelectorAll("a")], at = stops.indexOf(document.activeElement);
    stops[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), stops.length - 1)].focus();
  });
  list.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return { dialog, show };
}

let shown = null;
function open() {
  if (!shown) {
    shown = panel();
    const index = document.createElement("script");
    index.src = new URL("search-index.js", here);
    index.addEventListener("load", shown.show);
    document.head.append(index);
  }
  shown.dialog.showModal();
  shown.show();
}

const button = document.createElement("button");
button.type = "button";
button.className = "search-button";
button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="7"/><path d="m16 16 5 5"/></svg><span>${words.search}</span>`;
button.addEventListener("click", open);
document.querySelector(".md-header__inner").append(button);
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, dialog");
  if (((event.ctrlKey || event.metaKey) && event.key === "k") || (event.key === "/" && !typing)) {
    event.preventDefault();
    open();
  }
});
