"""Build a path of absolute moves, lines and cubic curves from the commands of SVG path data (SVG 1.1, 8.3)."""

from __future__ import annotations

from generator.typeset.paths.arc import arc_curves


class PathBuilder:
    """One method for each path command; (dx, dy) is added to its numbers: the current point, or 0 if absolute."""

    __slots__ = ("_control", "_last", "_start", "form", "values", "x", "y")

    def __init__(self) -> None:
        self.form: list[str] = []
        """The path so far, with `#` for each number."""
        self.values: list[float] = []
        """Those numbers."""
        self.x = self.y = 0.0
        self._start = (0.0, 0.0)
        self._last = ""
        self._control = (0.0, 0.0)
        """The last control point of the command `_last`, which S and T reflect."""

    def M(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802  named like the command
        self.x, self.y = self._start = x + dx, y + dy
        self._last = ""
        self.form.append("M # #")
        self.values += self._start

    def L(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802
        if self._last == "Z":
            self._reopen()
        self.x, self.y = x + dx, y + dy
        self._last = ""
        self.form.append("L # #")
        self.values += (self.x, self.y)

    def H(self, dx: float, _: float, x: float) -> None:  # noqa: N802
        self.L(0, 0, x + dx, self.y)

    def V(self, _: float, dy: float, y: float) -> None:  # noqa: N802
        self.L(0, 0, self.x, y + dy)

    def Z(self, *_: float) -> None:  # noqa: N802
        self.x, self.y = self._start
        self._last = "Z"
        self.form.append("Z")

    def C(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        if self._last == "Z":
            self._reopen()
        x1, y1, x2, y2, x, y = points
        self._last, self._control = "C", (x2 + dx, y2 + dy)
        self.x, self.y = x + dx, y + dy
        self.form.append("C # # # # # #")
        self.values += (x1 + dx, y1 + dy, *self._control, self.x, self.y)

    def S(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        x2, y2, x, y = points
        self.C(0, 0, *self._reflected("C"), x2 + dx, y2 + dy, x + dx, y + dy)

    def Q(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        x1, y1, x, y = points
        self._quadratic(x1 + dx, y1 + dy, x + dx, y + dy)

    def T(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802
        self._quadratic(*self._reflected("Q"), x + dx, y + dy)

    def A(self, dx: float, dy: float, *values: float) -> None:  # noqa: N802
        rx, ry, turn, large, sweep, x, y = values
        if not rx or not ry:
            self.L(dx, dy, x, y)
            return
        end = (x + dx, y + dy)
        for curve in arc_curves((self.x, self.y), (rx, ry), turn, bool(large), bool(sweep), end):
            self.C(0, 0, *curve)
        self._last = ""  # the curves of an arc are not reflected by S

    def _quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        """A quadratic curve as the cubic one of the same shape."""
        one = self.x + 2 / 3 * (x1 - self.x), self.y + 2 / 3 * (y1 - self.y)
        self.C(0, 0, *one, x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y), x, y)
        self._last, self._control = "Q", (x1, y1)

    def _reflected(self, command: str) -> tuple[float, float]:
        """The last control point reflected at the current point, which itself stands in after another command."""
        if self._last != command:
            return self.x, self.y
        return 2 * self.x - self._control[0], 2 * self.y - self._control[1]

    def _reopen(self) -> None:
        """Begin a new subpath at the start of the closed one, as SVG does without a move."""
        self.form.append("M # #")
        self.values += self._start
