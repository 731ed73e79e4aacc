"""The letters of pages: where they come late, as on a busy machine, a page is drawn in others as long as it is shown."""

import time

WAIT = 60
"""Seconds until a page whose letters always come late has failed."""
IN_ITS_LETTERS = """document.fonts.ready.then(() => {
    const late = new Set([...document.fonts].filter(({display}) => display === 'optional').map(({family}) => family));
    const families = place => getComputedStyle(place).fontFamily.split(', ').map(name => name.replaceAll('"', ''));
    const places = [...document.querySelectorAll('body *')].filter(place => place instanceof HTMLElement && place.checkVisibility()
        && /\\w/.test(place.firstChild?.data ?? '') && late.has(families(place)[0]));
    const others = places.map(place => families(place).filter(name => !late.has(name)).join());
    const letters = places.map(place => getComputedStyle(place))
        .map(({fontFamily, fontWeight, fontStyle}) => [fontFamily, fontWeight, fontStyle].join());
    const width = place => { const range = document.createRange(); range.selectNode(place.firstChild);
        return [...range.getClientRects()].reduce((sum, box) => sum + box.width, 0) };
    const before = places.map(width);
    places.forEach((place, at) => place.style.fontFamily = others[at] || 'serif');
    const isChanged = places.map(width).map((width, at) => width !== before[at]);
    places.forEach(place => place.style.fontFamily = '');
    return letters.every(one => letters.some((other, at) => other === one && isChanged[at])) })"""
"""Whether a page is drawn in its letters: no text of it is as wide as without them, in each of its styles."""


def show_in_its_letters(page):
    """Load a page anew until it is drawn in its letters."""
    end = time.monotonic() + WAIT
    while not page.evaluate(IN_ITS_LETTERS):
        assert time.monotonic() < end, f"the letters of {page.url} always come late"
        page.reload()
