"""The page of the SVG that templates and pictures may use: our attributes, the elements, and their attributes."""

from __future__ import annotations

from generator.cli.reference.markdown_text import code, listed, table
from generator.cli.reference.template_page import descriptions
from generator.typeset.svg.profile import ATTRIBUTES, EFFECTS, STYLE, TEXT_STYLE

OWN = "pnp:"
"""The prefix of our attributes."""


def svg_page() -> str:
    """The Markdown of everything that a drawing may have."""
    words = descriptions()["pnp"]
    own = [(code(OWN + name), _elements_with(OWN + name), about) for name, about in words.items()]
    style, text = STYLE - EFFECTS - TEXT_STYLE, f"Text has {listed(sorted(TEXT_STYLE))} too."
    parts = [
        "# The SVG of templates",
        "What is not named here is a fault that tells what to write instead.",
        '## Attributes of Vallum\n\nTheir namespace is declared once: `xmlns:pnp="urn:vallum:pnp"`.',
        table(("Attribute", "of", "means"), own),
        "## Elements\n\nWhat is drawn may also have the attributes of style below, and a `transform`.",
        table(("Element", "has"), ((code(name), _own_attributes(name)) for name in ATTRIBUTES)),
        f"## Style\n\nAs attributes, or in `style=` and `<style>`: {listed(sorted(style))}. {text}",
        f"What is drawn through a soft picture or a blend: {listed(sorted(EFFECTS))}.",
    ]
    return "\n\n".join(parts) + "\n"


def _elements_with(attribute: str) -> str:
    return listed(sorted(name for name, attributes in ATTRIBUTES.items() if attribute in attributes))


def _own_attributes(element: str) -> str:
    names = {name for name in ATTRIBUTES[element] - STYLE - {"transform"} if not name.startswith(OWN)}
    return listed(sorted(names))
