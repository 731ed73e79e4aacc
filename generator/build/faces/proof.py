"""Proofs: faces that show only the outline and the id of a piece."""

from __future__ import annotations

from generator.base.records import replace
from generator.build.faces.face_jobs import PROOF, FaceJob
from generator.model.face import Drawing, Face, Shape, Stroke
from generator.model.game import Component

_LINE = Stroke("#000000", 0.43)
CUT = "cut"
"""Shape of a component whose proof takes its outline from the piece's own template."""


def is_cut_proof(job: FaceJob) -> bool:
    """Whether a job is the proof of a token: only the templates of tokens define outlines."""
    return job.component.front == PROOF and job.component.kind == "tokens"


def without_outline(component: Component) -> Component:
    """Return the component without an outline for the proof's template."""
    return replace(component, shape=CUT)


def add_outline(proof: Face, cut: str) -> Face:
    """Return a proof with the outline that it is cut along."""
    ink, parts = proof.ink.unpack()
    return replace(proof, cut=cut, ink=Drawing.of((Shape(cut, stroke=_LINE), *ink), parts))
