"""Digits as strokes of a pen: shapes of our own, and those of people, from files in the UNIPEN format."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np

SHAPES = {
    0: [
        "0.1,0 -.4,-.3 -.42,.2 0,.5 .4,.25 .4,-.25 .1,-.5 -.1,-.48",
        "-.1,-.5 -.35,-.2 -.3,.3 0,.5 .32,.2 .3,-.3 .05,-.5 -.12,-.48",
    ],
    1: ["0,-.5 0,.5", ".03,-.5 -.03,.5", "-.22,-.25 .05,-.5| .05,-.5 .05,.5"],
    2: [
        "-.3,-.25 -.1,-.5 .25,-.4 .25,-.1 -.1,.25 -.32,.5| -.32,.5 .35,.48",
        "-.3,-.3 0,-.5 .3,-.3 .1,.05 -.35,.5| -.35,.5 .05,.45 .35,.5",
    ],
    3: [
        "-.3,-.4 .05,-.5 .3,-.3 .1,-.08 -.1,-.03| -.1,-.03 .2,.02 .35,.25 .05,.5 -.32,.38",
        "-.28,-.42 .1,-.5 .25,-.25 -.05,-.02| -.05,-.02 .3,.1 .28,.4 -.05,.5 -.3,.4",
    ],
    4: ["-.1,-.5 -.38,.12| -.38,.12 .4,.12; .15,-.2 .15,.5", "-.25,-.5 -.3,.05| -.3,.05 .3,.03; .25,-.48 .2,.5"],
    5: [
        "-.22,-.48 -.27,-.05| -.27,-.05 .05,-.14 .32,.15 .15,.45 -.3,.44; -.22,-.48 .3,-.5",
        ".3,-.5 -.2,-.48| -.2,-.48 -.25,-.08| -.25,-.08 .1,-.12 .3,.2 .05,.5 -.3,.4",
    ],
    6: [
        ".2,-.5 -.2,-.1 -.3,.25 -.05,.5 .28,.28 .1,.02 -.2,.1 -.28,.25",
        ".1,-.5 -.25,-.1 -.25,.3 .05,.5 .3,.25 .05,.0 -.25,.2",
    ],
    7: ["-.32,-.45 .32,-.48| .32,-.48 .05,0 -.12,.5", "-.32,-.45 .32,-.48| .32,-.48 -.12,.5; -.2,0 .25,-.02"],
    8: [".2,-.4 -.1,-.5 -.28,-.28 0,-.02 .3,.25 0,.5 -.3,.25 0,-.02 .28,-.28 .15,-.45"],
    9: [
        ".25,-.3 0,-.5 -.28,-.25 0,0 .25,-.2 .27,-.32| .27,-.32 .25,.1 .18,.5",
        ".28,-.35 0,-.48 -.25,-.2 .05,-.02 .28,-.3| .28,-.3 .1,.5",
    ],
}
"""Shapes of each digit, in a square from -0.5 to 0.5: strokes after `;`, smooth pieces after `|`, points after a space."""


def computed(rng, value):
    """Return the strokes of a digit as one hand writes it once: each array of points, 1 high."""
    shape = SHAPES[value][rng.integers(len(SHAPES[value]))]
    turn, slant, wide = rng.normal(0, 0.07), rng.normal(0, 0.1), rng.uniform(0.85, 1.15)
    matrix = np.array([[wide, slant], [0, 1]]) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    strokes = []
    for stroke in shape.split(";"):
        pieces = [np.array([point.split(",") for point in piece.split()], float) for piece in stroke.split("|")]
        shaken = [piece + rng.normal(0, 0.02, piece.shape) for piece in pieces]
        for before, after in pairwise(shaken):
            after[0] = before[-1]
        strokes.append(np.concatenate([smooth(piece) for piece in shaken]) @ matrix.T)
    return strokes


def smooth(points, steps=8):
    """Return a curve through points (Catmull and Rom's)."""
    if len(points) == 2:
        return points
    ends = np.concatenate([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    curve = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        curve.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.concatenate([*curve, points[-1:]])


def written(path, *, upwards):
    """Return digits of people by value from a file in the UNIPEN format; `upwards` where its y points upwards."""
    digits, strokes, points = {}, None, None
    for line in Path(path).read_text(errors="replace").splitlines():
        if line.startswith(".SEGMENT"):
            name = re.search(r'"(\d)"\s*$', line)
            strokes, points = [], None
            if name:
                digits.setdefault(int(name[1]), []).append(strokes)
        elif line.startswith("."):
            points = [] if line.startswith(".PEN_DOWN") else None
            if points is not None and strokes is not None:
                strokes.append(points)
        elif points is not None and len(line.split()) >= 2:
            points.append([float(number) for number in line.split()[:2]])
    return {
        value: [
            normal([np.array(stroke) for stroke in strokes if stroke], upwards) for strokes in shapes if any(shapes)
        ]
        for value, shapes in digits.items()
    }


def normal(strokes, upwards):
    """Return strokes around the origin, 1 high."""
    points = np.concatenate(strokes)
    least, most = points.min(0), points.max(0)
    size = max(most[1] - least[1], 0.6 * (most[0] - least[0]), 1)
    return [(stroke - (least + most) / 2) / size * [1, -1 if upwards else 1] for stroke in strokes]
