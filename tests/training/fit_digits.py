"""Fits the model that reads digits: `PYTHONPATH=. python tests/training/fit_digits.py FOLDER [--judge]`.

FOLDER holds copies of public corpora, none of which is part of the program:

    pendigits-orig.tra  strokes of 30 writers (Alpaydin and Alimoglu, UCI, CC BY 4.0), fitted to
    optdigits.zip       bitmaps of other writers, a text each (Alpaydin and Kaynak, UCI, CC BY 4.0), fitted to
    zip.train.gz        digits of zip codes, on which the limits were chosen
    pendigits-orig.tes  strokes of 14 writers who are in no other file, judged on
    uji/*.txt           strokes of 11 writers (UJIpenchars, UCI), judged on
    t10k-images-idx3-ubyte.gz, t10k-labels-idx1-ubyte.gz   MNIST, judged on

It writes the model, or with --judge says how well the one that is there reads corpora that it was not fitted to.
"""

import sys
from pathlib import Path

import numpy as np

from generator.load.game_locations import templates_root
from generator.scoresheets.photos.digits.digit_model import DIGITS, FILE, digit_model
from tests.scoresheets.photos.digit_strokes import SHAPES, computed, written
from tests.training.drawn_digits import JUNK, bent, bitmaps, drawn, features, idx, junk, narrowed, scanned, zipcodes

DIMENSIONS, INNER, ROUNDS = 40, 64, 50
SHRINK = 0.15
"""Share of the covariance of all digits in that of each."""
MARGIN, DISTANCE = 20.0, 70.0
LEADS = (4.0, 5.0, 4.5, 4.0, 7.0, 4.5, 4.5, 6.5, 4.0, 4.0)
"""Least lead of the network for each digit: what is taken for a 4 is a 6 or 9, and for a 7 a 2, more often than others."""


def samples(folder, rng):
    """Yield pairs of ink and digit to fit to."""
    strokes = written(folder / "pendigits-orig.tra", upwards=True)
    for digit, shapes in strokes.items():
        for shape in shapes:
            yield drawn(shape, rng), digit
            for _ in range(2):
                yield drawn(bent(shape, rng), rng), digit
    for image, digit in bitmaps(folder / "optdigits.zip"):
        yield scanned(image, rng), digit
        for _ in range(2):
            yield scanned(narrowed(image, rng), rng), digit
    for digit in SHAPES:
        for _ in range(150):
            yield drawn(computed(rng, digit), rng), digit
    for _ in range(600):
        for kind in JUNK:
            yield drawn(junk(strokes, rng, kind), rng, 0.03), DIGITS


def network(rows, digits, rng):
    """Return the weights of a network with one layer between, fitted with Adam's steps, noise and dropout."""
    mean, spread = rows.mean(0), rows.std(0) + 0.02
    scaled, targets = (rows - mean) / spread, np.eye(DIGITS + 1)[digits]
    sizes = ((rows.shape[1], INNER), (INNER,), (INNER, DIGITS + 1), (DIGITS + 1,))
    weights = [rng.normal(0, size[0] ** -0.5, size) if len(size) == 2 else np.zeros(size) for size in sizes]
    means, squares = ([np.zeros(size) for size in sizes] for _ in range(2))
    step, steps = 0, ROUNDS * (len(rows) // 128)
    for _ in range(ROUNDS):
        for batch in np.array_split(rng.permutation(len(rows)), len(rows) // 128):
            step += 1
            given = scaled[batch] + rng.normal(0, 0.15, (len(batch), rows.shape[1]))
            kept = (rng.random((len(batch), INNER)) > 0.15) / 0.85
            inner = np.maximum(given @ weights[0] + weights[1], 0) * kept
            scores = inner @ weights[2] + weights[3]
            shares = np.exp(scores - scores.max(1, keepdims=True))
            error = (shares / shares.sum(1, keepdims=True) - targets[batch]) / len(batch)
            back = (error @ weights[2].T) * (inner > 0) * kept
            slopes = (
                given.T @ back + 1e-4 * weights[0],
                back.sum(0),
                inner.T @ error + 1e-4 * weights[2],
                error.sum(0),
            )
            rate = 2e-3 * (1 - step / (steps + 1))
            for index, slope in enumerate(slopes):
                means[index] = 0.9 * means[index] + 0.1 * slope
                squares[index] = 0.999 * squares[index] + 0.001 * slope**2
                size = np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8
                weights[index] = weights[index] - rate * means[index] / (1 - 0.9**step) / size
    return weights[0] / spread[:, None], weights[1] - (mean / spread) @ weights[0], weights[2], weights[3]


def fitted(folder):
    """Return the arrays of the model."""
    rng = np.random.default_rng(1)
    rows, digits = features(samples(folder, rng))
    inner, inner_bias, outer, outer_bias = network(rows, digits, rng)
    rows, digits = rows[digits < DIGITS], digits[digits < DIGITS]
    mean = rows.mean(0)
    basis = np.linalg.eigh(np.cov((rows - mean).T))[1][:, ::-1][:, :DIMENSIONS]
    places = (rows - mean) @ basis
    groups = [places[digits == digit] for digit in range(DIGITS)]
    covariances = [np.cov(group.T) for group in groups]
    whole = sum(len(group) * own for group, own in zip(groups, covariances, strict=True)) / len(rows)
    covariances = [(1 - SHRINK) * own + SHRINK * whole + 1e-5 * np.eye(DIMENSIONS) for own in covariances]
    return {
        "mean": mean,
        "basis": basis,
        "middles": np.array([group.mean(0) for group in groups]),
        "roots": np.array([np.linalg.cholesky(np.linalg.inv(own)) for own in covariances]),
        "spreads": np.array([np.linalg.slogdet(own)[1] for own in covariances]),
        "inner": inner,
        "inner_bias": inner_bias,
        "outer": outer,
        "outer_bias": outer_bias,
        "limits": np.array([MARGIN, DISTANCE]),
        "leads": np.array(LEADS),
    }


def judged(folder):
    """Yield the name of each corpus with its pairs of ink and digit."""
    rng = np.random.default_rng(2)
    images = {
        "zip codes": zipcodes(folder / "zip.train.gz"),
        "MNIST": idx(folder / "t10k-images-idx3-ubyte.gz", folder / "t10k-labels-idx1-ubyte.gz"),
    }
    for name, pairs in images.items():
        yield name, ((scanned(image, rng), digit) for image, digit in pairs)
    strokes = {
        "pendigits": [written(folder / "pendigits-orig.tes", upwards=True)],
        "UJIpenchars": [written(path, upwards=False) for path in sorted((folder / "uji").glob("*.txt"))] * 4,
    }
    for name, writers in strokes.items():
        shapes = ((shape, digit) for writer in writers for digit, rows in writer.items() for shape in rows)
        yield name, ((drawn(shape, rng), digit) for shape, digit in shapes)


def report(folder):
    """Print how many digits of each corpus are read, and how many of those wrong; of all, and of years."""
    for name, samples_of_corpus in judged(folder):
        pairs = [*samples_of_corpus]
        rows, digits = features(pairs)
        read = digit_model().sure_digits(rows.astype(np.float32))
        known = [(digit, truth) for digit, truth in zip(read, digits.tolist(), strict=True) if digit is not None]
        wrong = [pair for pair in known if pair[0] != pair[1]]
        years = sum(1 <= truth <= 6 for _, truth in pairs)
        in_years = [(digit, truth) for digit, truth in known if 1 <= truth <= 6 and 1 <= digit <= 6]
        wrong_years = sum(digit != truth for digit, truth in in_years)
        sys.stdout.write(
            f"{name}: {len(pairs)} digits, read {len(known) / len(pairs):.1%}, wrong {len(wrong)} "
            f"({len(wrong) / len(pairs):.3%}); years: {years}, read {len(in_years) / years:.1%}, wrong {wrong_years} "
            f"({wrong_years / years:.3%}); {wrong}\n"
        )
    strokes = written(folder / "pendigits-orig.tes", upwards=True)
    rng = np.random.default_rng(3)
    for kind in JUNK:
        rows, _ = features((drawn(junk(strokes, rng, kind), rng, 0.03), DIGITS) for _ in range(400))
        read = (
            [digit for digit in digit_model().sure_digits(rows.astype(np.float32)) if digit is not None]
            if len(rows)
            else []
        )
        sys.stdout.write(f"{kind}: {len(read)} of 400 taken for a digit: {sorted(read)}\n")


def main():
    """Write the model, or judge it."""
    folder = Path(sys.argv[1])
    if "--judge" not in sys.argv:
        file = templates_root() / FILE
        file.parent.mkdir(exist_ok=True)
        np.savez_compressed(file, **{name: values.astype(np.float16) for name, values in fitted(folder).items()})
        sys.stdout.write(f"{file}: {file.stat().st_size} bytes\n")
    report(folder)


if __name__ == "__main__":
    main()
