// Edges that catch others: without it, boxes would stand a tenth of a millimetre beside each other.

const CATCH = 3; // Pixels within which an edge snaps to another one; with Alt, and for keys, none does.

// The way in millimetres with which one of `edges` comes to an edge or the middle of one of `spans`, each a place and a
// size, or to a tenth of a millimetre where none is near; `scale` is pixels in a millimetre.
export function snap(edges, way, spans, scale) {
  const goals = spans.flatMap(([low, size]) => [low, low + size / 2, low + size]);
  const gaps = edges.flatMap((edge) => goals.map((goal) => goal - edge - way));
  const best = gaps.reduce((a, b) => Math.abs(b) < Math.abs(a) ? b : a, Infinity);
  return Math.abs(best) * scale <= CATCH ? way + best : Math.round(way * 10) / 10;
}

// Makes an element of the drawing that lies over the card.
export function element(name, attributes) {
  const made = document.createElementNS(document.getElementById("handles").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
