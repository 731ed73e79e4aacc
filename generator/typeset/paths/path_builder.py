"""A pen over the page: each command of SVG adds the absolute words of what it draws."""

from __future__ import annotations

from generator.typeset.paths.arc import arc_curves

Points = tuple[float, ...]


class PathBuilder:
    """Draws moves, lines, curves and closings; (dx, dy) is what the numbers of a command are relative to."""

    __slots__ = ("_curve", "_kind", "_start", "form", "values", "x", "y")

    def __init__(self) -> None:
        self.form: list[str] = []
        """The words drawn so far, with `#` for each number."""
        self.values: list[float] = []
        """The numbers."""
        self.x = self.y = 0.0
        self._start = (0.0, 0.0)
        self._kind = ""
        self._curve = (0.0, 0.0)
        """The last control point, which S and T reflect, if `kind` says that there is one."""

    def M(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802  named as the command
        """Move."""
        self.x, self.y = self._start = x + dx, y + dy
        self._kind = ""
        self.form.append("M # #")
        self.values += self._start

    def L(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802
        """A line."""
        if self._kind == "Z":
            self._reopen()
        self.x, self.y = x + dx, y + dy
        self._kind = ""
        self.form.append("L # #")
        self.values += (self.x, self.y)

    def H(self, dx: float, _: float, x: float) -> None:  # noqa: N802
        """A level line."""
        self.L(0, 0, x + dx, self.y)

    def V(self, _: float, dy: float, y: float) -> None:  # noqa: N802
        """An upright line."""
        self.L(0, 0, self.x, y + dy)

    def Z(self, *_: float) -> None:  # noqa: N802
        """Close the part."""
        self.x, self.y = self._start
        self._kind = "Z"
        self.form.append("Z")

    def C(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        """A cubic curve."""
        if self._kind == "Z":
            self._reopen()
        x1, y1, x2, y2, x, y = points
        self._kind, self._curve = "C", (x2 + dx, y2 + dy)
        self.x, self.y = x + dx, y + dy
        self.form.append("C # # # # # #")
        self.values += (x1 + dx, y1 + dy, *self._curve, self.x, self.y)

    def S(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        """A cubic curve that goes on smoothly."""
        x2, y2, x, y = points
        x1, y1 = self._reflected("C")
        self.C(0, 0, x1, y1, x2 + dx, y2 + dy, x + dx, y + dy)

    def Q(self, dx: float, dy: float, *points: float) -> None:  # noqa: N802
        """A quadratic curve."""
        x1, y1, x, y = points
        self._quadratic(x1 + dx, y1 + dy, x + dx, y + dy)

    def T(self, dx: float, dy: float, x: float, y: float) -> None:  # noqa: N802
        """A quadratic curve that goes on smoothly."""
        self._quadratic(*self._reflected("Q"), x + dx, y + dy)

    def A(self, dx: float, dy: float, *values: float) -> None:  # noqa: N802
        """An elliptical arc."""
        rx, ry, turn, large, sweep, x, y = values
        if not rx or not ry:
            self.L(dx, dy, x, y)
            return
        end = (x + dx, y + dy)
        for curve in arc_curves((self.x, self.y), (rx, ry), turn, bool(large), bool(sweep), end):
            self.C(0, 0, *curve)
        self._kind = ""

    def _quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        one = self.x + 2 / 3 * (x1 - self.x), self.y + 2 / 3 * (y1 - self.y)
        self.C(0, 0, *one, x + 2 / 3 * (x1 - x), y + 2 / 3 * (y1 - y), x, y)
        self._kind, self._curve = "Q", (x1, y1)

    def _reflected(self, kind: str) -> tuple[float, float]:
        if self._kind != kind:
            return self.x, self.y
        return 2 * self.x - self._curve[0], 2 * self.y - self._curve[1]

    def _reopen(self) -> None:
        """After a closing, what is drawn next begins where the closed part began."""
        self.form.append("M # #")
        self.values += self._start
