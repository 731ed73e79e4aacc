"""State that the checks of a page share: its boxes, the rules, the flaws, and the facts of the file."""

from __future__ import annotations

from generator.base.geometry import Rect
from generator.base.records import dataclass, field
from generator.preflight.cut_area import CutArea
from generator.preflight.page_boxes import PageBoxes
from generator.preflight.print_flaw import FlawList, Place
from generator.preflight.print_rules import PrintRules


@dataclass(slots=True)
class FileFacts:
    """Facts of a file, whether right or wrong."""

    version: str = ""
    bytes: int = 0
    pages: int = 0
    checked: int = 0
    """Pages that were looked at."""
    sizes: list[tuple[float, float]] = field(default_factory=list)
    """Width and height of the trims in mm, each once."""
    fonts: set[str] = field(default_factory=set)
    colours: set[str] = field(default_factory=set)
    """Kinds of colour, and names of spot colours."""
    most_ink: float = 0.0
    """Per cent, of colours and pictures in CMYK."""
    least_dpi: float = 0.0
    """Resolution of the coarsest picture; 0 without pictures."""
    has_transparency: bool = False


@dataclass(frozen=True, slots=True)
class PageCheck:
    """One page that is being checked."""

    boxes: PageBoxes
    rules: PrintRules
    flaws: FlawList
    facts: FileFacts
    area: CutArea
    game: str = ""
    """Id of the game, where the file is one of ours."""

    @property
    def cuts(self) -> tuple[Rect, ...]:
        """Return the areas that are cut out of the page."""
        return self.boxes.pieces or (self.area.cut,)

    @property
    def drawn(self) -> Rect:
        """Return the area that is checked as it is rendered: the crop box, which viewers show, and the bleed."""
        return self.boxes.crop.union(self.area.bleed).intersection(self.boxes.media)

    def place(self, box: Rect) -> Place:
        """Return the place of a box in mm, from the top left corner of the page."""
        return self.boxes.place(box)
