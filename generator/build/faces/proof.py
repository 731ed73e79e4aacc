"""Proofs: which pieces have an outline of their own, and faces that show it and nothing else of the piece."""

from __future__ import annotations

from generator.base.records import replace
from generator.build.faces.face_jobs import PROOF, FaceJob
from generator.model.face import Drawing, Face, Shape, Stroke
from generator.model.game import Component

_LINE = Stroke("#000000", 0.43)
CUT = "cut"
"""The shape of a component whose proof gets its outline from the piece's own template."""


def is_cut_proof(job: FaceJob) -> bool:
    """Whether a face is the proof of a token: only tokens are cut to outlines that their templates say."""
    return job.component.front == PROOF and job.component.kind == "tokens"


def without_outline(component: Component) -> Component:
    """The same for the proof's template, which then draws no outline."""
    return replace(component, shape=CUT)


def add_outline(proof: Face, cut: str) -> Face:
    """A proof that shows the line it is cut along."""
    ink, parts = proof.ink.unpack()
    return replace(proof, cut=cut, ink=Drawing.of((Shape(cut, stroke=_LINE), *ink), parts))
