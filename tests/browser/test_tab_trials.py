"""The pages in a browser tab through launches, kills amid taps and hostile packs, in both browsers."""

import pytest

from tests.browser.tab_trials import BROWSERS, hostile_packs, run, summary

pytestmark = pytest.mark.browser
COUNTS = {"launches": (2, 20), "kills": (3, 24), "orders": (1, 8), "packs": (2, 32), "taps": (2, 40)}
"""How many trials of a kind, and with --long."""


@pytest.mark.parametrize("kind", COUNTS)
@pytest.mark.parametrize("browser", BROWSERS)
def test_tab_holds(browser, kind, site, request):
    count = COUNTS[kind][request.config.getoption("--long")]

    outcomes, failed = run(kind, browser, site / "press", count)

    assert len(outcomes) == (2 * count + 3 if kind == "taps" else count)
    assert failed == [], summary(kind, outcomes, failed)


def test_packs_are_of_many_kinds():
    packs = hostile_packs(30)

    assert len(packs) == 30
    assert {name.partition(":")[0] for name in packs} >= {"pack", "template", "drawing"}
