// What is in view. On a page with many cards those in view are fetched first, and then the whole page.

const FEW = 40; // Cards of a page that is fetched as a whole at once.
const MOST = 60; // Cards that are fetched first.
const PICTURE_WAIT = 1500; // Milliseconds until the whole page is fetched, although pictures are not there yet.

export function isSeen(each) {
  const { top, bottom } = each.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

function figures() {
  return [...document.querySelectorAll("figure[data-row]")];
}

// The address of this page with the cards in view alone; empty for a page that is not large.
export function seenAddress() {
  const [place, all] = [new URL(location), figures()];
  if (all.length <= FEW) return "";
  const pieces = all.filter(isSeen).slice(0, MOST).map((each) => each.id.replace(/^face-|-(front|back)$/g, ""));
  for (const piece of new Set(pieces)) place.searchParams.append("seen", piece);
  return pieces.length ? place.href : "";
}

// Waits until the pictures in view are there.
export async function picturesShown() {
  const pictures = figures().filter(isSeen).flatMap((each) => [...each.querySelectorAll("img")]);
  const decoded = Promise.all(pictures.map((each) => each.decode().catch(() => {})));
  await Promise.race([decoded, new Promise((done) => setTimeout(done, PICTURE_WAIT))]);
}

// Scrolls a row of tabs so that the current one is visible.
export function scrollTabs() {
  const tab = document.querySelector(".tabs [aria-current]");
  const middle = (each) => each.getBoundingClientRect().x + each.offsetWidth / 2;
  if (tab) tab.parentElement.scrollLeft += middle(tab) - middle(tab.parentElement);
}
