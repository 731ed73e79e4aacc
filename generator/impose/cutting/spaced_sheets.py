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
    """Lay pieces on sheets with gaps between them, so that a machine cuts no edge twice.

    A knife that follows a shared edge twice tears the paper. Without gaps if these take more sheets. Pieces that bleed
    get their gap from `options`. Raises the errors of `impose`.
    """
    usual = impose(pieces, paper, options, slug, set_text)
    if all(piece.front.bleed or piece.gap for piece in pieces):
        return usual
    spaced = [piece if piece.front.bleed else replace(piece, gap=max(piece.gap, LEAST_AROUND)) for piece in pieces]
    apart = impose(spaced, paper, options, slug, set_text)
    return apart if len(apart.sheets) <= len(usual.sheets) else usual
