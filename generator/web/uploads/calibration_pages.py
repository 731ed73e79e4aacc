"""The page that makes the test sheet of a printer, and keeps the four numbers read off it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from generator.base.errors import GeneratorError
from generator.base.system.offload import offload
from generator.build.calibration import calibrate, write_test_sheet
from generator.model.paper import Paper
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import is_away, option_or_default, read_form, require_option
from generator.web.orders.print_choices import FLIPS, calibrated_printers

READINGS = ("a_right", "a_down", "b_right", "b_down")
_NUMBER = re.compile(r"[-+\u2212]?[0-9]{1,2}([.,][0-9]{1,2})?\Z")


class CalibrationPages:
    """The calibration of printers; only this computer may save one, as it changes what all print."""

    def __init__(self, *, out: Path, pages: PageRenderer, papers: Mapping[str, Paper]) -> None:
        self._out = out
        self._pages = pages
        self._papers = papers

    def routes(self) -> list[Route]:
        return [
            Route("/print/calibrate", self._page),
            Route("/print/calibrate", self._save, methods=["POST"]),
            Route("/print/calibrate/sheet.pdf", self._sheet),
        ]

    async def _page(self, request: Request) -> Response:
        """Answer with the page on which a printer is calibrated."""
        return self._shown(request, {})

    def _shown(self, request: Request, fields: dict[str, str], status: int = 200, **about: Any) -> Response:
        """Return the page with the fields as filled in; `about` are template values, such as faults."""
        paper = option_or_default(fields.get("paper"), self._paper_names, self._paper_names[0])
        flip = option_or_default(fields.get("flip"), FLIPS, FLIPS[0])
        about = {"fields": fields, "paper": paper, "flip": flip, "saved": "", "faults": [], "wrong": False} | about
        about |= {"papers": self._paper_names, "flips": FLIPS, "readings": READINGS, "away": is_away(request)}
        printers = calibrated_printers()
        return self._pages.html(request, "printing/calibrate", status, room="print", known=printers, **about)

    @property
    def _paper_names(self) -> list[str]:
        """Names of the papers that can be chosen."""
        return [*self._papers]

    async def _sheet(self, request: Request) -> Response:
        """Send the test sheet as PDF, for the paper and the way of turning it that the address names."""
        paper = option_or_default(request.query_params.get("paper"), self._paper_names, self._paper_names[0])
        flip = option_or_default(request.query_params.get("flip"), FLIPS, FLIPS[0])
        language, out = ReaderSettings.of(request).lang, self._out
        # In another thread, as writing a PDF takes time in which other pages would wait.
        path = await offload(write_test_sheet, paper, language, flip, out)
        return FileResponse(path, filename=path.name, media_type="application/pdf")

    async def _save(self, request: Request) -> Response:
        """Save the calibration of a printer from the posted readings; HTTPException 403 from other computers."""
        # A calibration changes all prints of this computer.
        if is_away(request):
            raise HTTPException(403)
        fields = {name: values[0].strip() for name, values in (await read_form(request)).items()}
        paper = require_option([fields.get("paper", "")], self._paper_names, self._paper_names[0])
        flip = require_option([fields.get("flip", "")], FLIPS, FLIPS[0])
        texts = [fields.get(name, "") for name in READINGS]
        if not all(map(_NUMBER.match, texts)):
            return self._shown(request, fields, 400, wrong=True)
        # Decimal commas and the typographic minus sign (U+2212) are taken too.
        numbers = [float(text.replace(",", ".").replace("\u2212", "-")) for text in texts]
        try:
            printer = calibrate(fields.get("name", ""), numbers, paper, flip)
        except GeneratorError as error:
            return self._shown(request, fields, 400, faults=getattr(error, "faults", [str(error)]))
        return self._shown(request, fields, saved=printer.name)
