"""Press sheets on which a machine cuts every piece by itself: with a gap between pieces where paper allows it."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.records import replace
from generator.impose.imposition_inputs import LEAST_AROUND, ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.press_sheets import ImposedSheets, impose
from generator.model.paper import Paper


def impose_apart(
    pieces: Sequence[PieceToPrint], paper: Paper, options: ImpositionOptions, slug: SlugWords, set_text: TextSetter
) -> ImposedSheets:
    """Lay pieces with a gap of their own between them, unless that takes more sheets than without.

    A knife that follows a shared edge twice tears the paper. Pieces that bleed get their gap from `options`, those
    that do not would touch. Raises what `impose` raises.
    """
    usual = impose(pieces, paper, options, slug, set_text)
    if all(piece.front.bleed or piece.gap for piece in pieces):
        return usual
    spaced = [piece if piece.front.bleed else replace(piece, gap=max(piece.gap, LEAST_AROUND)) for piece in pieces]
    apart = impose(spaced, paper, options, slug, set_text)
    return apart if len(apart.sheets) <= len(usual.sheets) else usual
