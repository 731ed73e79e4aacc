// Where an arrow key leads: geometry alone, so that it is as the eye expects on every sheet.

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** CSS pixels that something lies further in a direction to be there at all. */
const LEAST = 1;
/** More than any distance: what lies more across than along comes after all else. */
const ASIDE = 1e6;

/**
 * The nearest of some elements in a direction, [1, 0] to the right and [0, 1] down, from a place; null if none is there.
 * Nearest is the shortest way along and across; within 45 degrees of the direction if anything is.
 */
export function neighbour(place, elements, [right, down]) {
  const [x, y] = middle(place);
  let [nearest, least] = [null, Infinity];
  for (const each of elements) {
    const [eachX, eachY] = middle(each.getBoundingClientRect());
    const along = (eachX - x) * right + (eachY - y) * down;
    const across = Math.abs((eachX - x) * down) + Math.abs((eachY - y) * right);
    const far = along + across + (across > along ? ASIDE : 0);
    if (along >= LEAST && far < least) [nearest, least] = [each, far];
  }
  return nearest;
}

/** The nearest of some elements to a place. */
export function nearest(place, elements) {
  const [x, y] = middle(place);
  const far = (each) => Math.hypot(...middle(each.getBoundingClientRect()).map((at, axis) => at - [x, y][axis]));
  return elements.map((each) => [far(each), each]).sort(([one], [other]) => one - other)[0]?.[1] ?? null;
}
