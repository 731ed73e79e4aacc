"""What each option of a build changes: the components that can obey it, and the words that say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.build.adapted_game import for_players, has_square_form, is_cut_square
from generator.build.file_names import BOOKLET, FILLABLE
from generator.build.options import BOARDS, CARDS, BuildOptions
from generator.build.reach.file_part import FilePart

_SLACK = 0.01
"""Points by which lengths may differ through rounding."""

Changes = Callable[[FilePart, BuildOptions], bool]
"""Function that tells whether an option changes how a component is printed in a file."""


@dataclass(frozen=True, slots=True)
class OptionRule:
    """One option."""

    name: str
    """Field of BuildOptions."""
    flag: str
    domain: str
    """Things that the option is for, in the words of messages."""
    changes: Changes
    obeys: Changes | None = None
    """Function that tells whether a component is printed as requested, if that is more than being changed."""
    value: Callable[[BuildOptions], str] = lambda _: ""
    """Function that returns the value as typed."""

    is_measured: bool = False
    """Whether only laying out sheets with and without it tells if it changes a file."""

    def is_asked(self, options: BuildOptions) -> bool:
        """Whether the option is not at its default."""
        return bool(getattr(options, self.name) != getattr(_PLAIN, self.name))

    def is_obeyed(self, part: FilePart, options: BuildOptions) -> bool:
        """Whether a component is printed as the option asks."""
        return (self.obeys or self.changes)(part, options)

    def typed(self, options: BuildOptions) -> str:
        """Return the option as it is typed on a command line: `--gap 2mm`."""
        return f"{self.flag} {self.value(options)}".rstrip()


_PLAIN = BuildOptions()


def _millimetres(name: str) -> Callable[[BuildOptions], str]:
    """Return a function that writes the length option of this name as it is typed: `2mm`."""
    return lambda options: f"{to_mm(getattr(options, name)):.6g}mm"


def _word(name: str) -> Callable[[BuildOptions], str]:
    """Return a function that writes the option of this name as it is typed."""
    return lambda options: str(getattr(options, name))


def _has_fewer_pieces(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--players` leaves out pieces of a component, or copies."""
    if part.unadapted:
        return part.part.pieces != part.unadapted.pieces
    return for_players(part.part, options.players) != part.part


def _has_card_backs(part: FilePart) -> bool:
    """Whether a component is cards with backs; second faces of tokens are no backs."""
    return part.has_backs and part.part.kind == CARDS


def _has_backs_in(part: FilePart, options: BuildOptions) -> bool:
    """Whether the backs of a component are in the theme of `--backs-theme`, which may be their usual one."""
    usual = options.back_theme(part.part) == replace(options, backs_theme="").back_theme(part.part)
    return _has_card_backs(part) and (usual or "backs_theme" not in part.same_looks)


def _is_resized(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--size` changes a component: cards of another size, or the box that holds them."""
    is_resized_card = part.part.kind == CARDS and _has_other_size(part, options)
    return not part.variant and (is_resized_card or part.is_other_box)


def _is_scaled(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--scale` gives boards another size than they had."""
    return part.part.drawn is not None or (options.scale is not None and options.scale.factor != 1.0)


def _has_other_size(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--size` gives cards another size than they had."""
    trim, size = part.part.trim, options.size
    # A component with `drawn` was resized already.
    if part.part.drawn or trim is None or size is None:
        return True
    resized = size.of(trim)
    return max(abs(resized.width - trim.width), abs(resized.height - trim.height)) > _SLACK


def _has_other_form(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--dice` asks for another form of a die than the game's own."""
    return part.part.kind == "dice" and part.form != options.dice


def _has_margin(part: FilePart, _: BuildOptions) -> bool:
    """Whether `--margin` can change a component: it is on paper whose edge a printer cannot reach."""
    has_edge = part.paper.cells is None and part.paper.size.width > 0
    fills_form = part.variant == FILLABLE and part.part.trim is None
    return has_edge and (part.variant in {"", BOOKLET} or fills_form)


def _is_two_sided(part: FilePart, options: BuildOptions) -> bool:
    """Whether a component is printed on both sides of the paper."""
    return part.has_backs and (options.backs == "duplex" or part.variant == BOOKLET)


def _is_flipped(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--flip` changes a component: two-sided sheets, except booklets, which have a field of their own."""
    return part.variant != BOOKLET and _is_two_sided(part, options)


def _has_other_marks(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--marks` can change a component.

    Without marks all that is cut changes, and scoresheets lose those for photos; lines instead of corners change only
    pieces with straight edges.
    """
    if options.marks == "none":
        return part.is_cut or part.has_page_marks or part.part.has_photo_marks
    return part.is_cut and not _is_outlined(part, options)


def _is_outlined(part: FilePart, options: BuildOptions) -> bool:
    """Whether a component is cut along outlines of its own, and not as squares."""
    return part.is_outlined and (bool(part.paper.cells) or not is_cut_square(part.part, options))


def _is_trimmed_closer(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--bleed` asks for less bleed than the drawing of a component has."""
    is_printed = part.variant in {"", BOOKLET} and part.part.trim is not None
    return is_printed and options.bleed is not None and options.bleed < part.part.bleed - _SLACK


def _is_spaced(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--gap` can change a component: its pieces lie side by side and need no wider gap."""
    if options.gap is None or not part.is_laid_out or part.paper.cells:
        return False
    bleed = part.part.bleed if options.bleed is None else min(part.part.bleed, options.bleed)
    return options.gap >= max(part.part.gap, 2 * bleed if _is_outlined(part, options) else 0.0) - _SLACK


def _is_corrected(part: FilePart, options: BuildOptions) -> bool:
    """Whether `--printer` changes a component: on two-sided sheets and on label sheets."""
    return _is_two_sided(part, options) or (part.paper.cells is not None and not part.variant)


RULES: Sequence[OptionRule] = (
    OptionRule(
        "players",
        "--players",
        "what is made for each player",
        _has_fewer_pieces,
        # All players need a component that stays as it is.
        obeys=lambda _part, _options: True,
        value=_word("players"),
    ),
    OptionRule(
        "theme",
        "--theme",
        "drawings in colours of the theme, which a proof leaves out",
        lambda part, options: not options.proof and "theme" not in part.same_looks,
        value=_word("theme"),
    ),
    OptionRule(
        "backs_theme",
        "--backs-theme",
        "backs of cards that look different in the theme",
        lambda part, options: _has_card_backs(part) and not options.proof and "backs_theme" not in part.same_looks,
        _has_backs_in,
        value=_word("backs_theme"),
    ),
    OptionRule(
        "size",
        "--size",
        "cards and the boxes that hold them",
        _is_resized,
        value=lambda options: options.size.name if options.size else "",
    ),
    OptionRule(
        "scale",
        "--scale",
        "boards",
        lambda part, options: not part.variant and part.part.kind == BOARDS and _is_scaled(part, options),
        value=lambda options: options.scale.name if options.scale else "",
    ),
    OptionRule(
        "sleeved",
        "--sleeved",
        "boxes that hold cards",
        lambda part, _: not part.variant and part.is_other_box,
        value=lambda options: options.sleeved[0].id if len(options.sleeved) == 1 else "fit",
    ),
    OptionRule(
        "ids",
        "--ids",
        "drawings that show ids or where values come from",
        lambda part, _: "ids" not in part.same_looks,
    ),
    OptionRule("dice", "--dice", "dice", _has_other_form, lambda part, _: part.part.kind == "dice", _word("dice")),
    OptionRule(
        "tokens",
        "--tokens",
        "round or small tokens",
        lambda part, _: part.is_cut and has_square_form(part.part) and part.has_outlines,
        value=_word("tokens"),
    ),
    OptionRule(
        "art_dpi",
        "--art-dpi",
        "pictures of pixels that become finer or coarser",
        lambda part, options: not options.proof and "art_dpi" not in part.same_looks,
        value=lambda options: str(options.art_dpi or "none"),
    ),
    OptionRule(
        "margin",
        "--margin",
        "sheets of paper without cards to tear off",
        _has_margin,
        value=_millimetres("margin"),
        is_measured=True,
    ),
    OptionRule(
        "backs",
        "--backs",
        "pieces with backs and texts of several pages",
        lambda part, _: part.has_backs and not part.variant,
        value=_word("backs"),
    ),
    OptionRule("flip", "--flip", "sheets that are printed on both sides", _is_flipped, _is_two_sided, _word("flip")),
    OptionRule(
        # `--flip` sets this field too: booklets have a default of their own.
        "booklet_flip",
        "--flip",
        "sheets that are printed on both sides",
        lambda part, _: part.variant == BOOKLET,
        _is_two_sided,
        _word("booklet_flip"),
    ),
    OptionRule("split", "--split", "sheets that are printed on both sides", _is_two_sided),
    OptionRule(
        "marks",
        "--marks",
        "pieces that are cut out of the sheet, and scoresheets",
        _has_other_marks,
        value=_word("marks"),
        is_measured=True,
    ),
    OptionRule(
        "bleed",
        "--bleed",
        "art that reaches further over the trim",
        _is_trimmed_closer,
        value=_millimetres("bleed"),
        is_measured=True,
    ),
    OptionRule(
        "gap",
        "--gap",
        "pieces that lie side by side and need no wider gap",
        _is_spaced,
        value=_millimetres("gap"),
        is_measured=True,
    ),
    OptionRule(
        "order",
        "--order",
        "sheets that hold several pieces",
        lambda part, _: part.is_laid_out,
        value=_word("order"),
        is_measured=True,
    ),
    OptionRule(
        "skip",
        "--skip",
        "sheets that hold several pieces",
        lambda part, _: part.is_laid_out,
        value=_word("skip"),
        is_measured=True,
    ),
    OptionRule(
        "overlap",
        "--overlap",
        "boards that are larger than the paper",
        lambda part, _: part.is_tiled and not part.variant,
        value=_millimetres("overlap"),
        is_measured=True,
    ),
    OptionRule(
        "printer",
        "--printer",
        "sheets that are printed on both sides and label sheets",
        _is_corrected,
        value=lambda options: options.printer.name if options.printer else "",
        is_measured=True,
    ),
    OptionRule(
        "combined_languages",
        "--lang",
        "reference sheets, which can have a language on each side",
        lambda part, _: part.combined,
        value=lambda options: "+".join(options.combined_languages[0]),
    ),
)
"""Options that not every component can obey."""


def asked_rules(options: BuildOptions) -> list[OptionRule]:
    """Return the rules of the options that an order sets to another value than the default."""
    return [rule for rule in RULES if rule.is_asked(options)]


def without_options(options: BuildOptions, *rules: OptionRule) -> BuildOptions:
    """Return the options with the ones of some rules set to their defaults."""
    return replace(options, **{rule.name: getattr(_PLAIN, rule.name) for rule in rules}) if rules else options


def joint_options(
    options: BuildOptions, effective: Iterable[BuildOptions], besides: Sequence[str] = ()
) -> BuildOptions:
    """Return the options that change any file, or are named in `besides`; all others are set to their defaults.

    `effective` are the options that change each file.
    """
    # One file that an option changes is enough to keep it.
    kinds = {rule.name for file_options in effective for rule in asked_rules(file_options)} | {*besides}
    return without_options(options, *(rule for rule in asked_rules(options) if rule.name not in kinds))


def effective_options(options: BuildOptions, parts: Sequence[FilePart]) -> BuildOptions:
    """Return the options that change a file of some components; all others are set to their defaults."""
    idle = [rule for rule in asked_rules(options) if not any(rule.changes(part, options) for part in parts)]
    return without_options(options, *idle)
