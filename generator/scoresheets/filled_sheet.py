"""Read a filled scoresheet: extract its form, compare it with the game's sheets, and compute all values again."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import UsageError, fault, suggestion
from generator.base.records import dataclass
from generator.load.files.folder import Folder
from generator.load.game_loader import load
from generator.load.game_locations import data_root, find_game
from generator.load.sheets.campaign_reader import NAME as CAMPAIGN
from generator.load.sheets.campaign_reader import read_campaign
from generator.load.solo_reader import NAME as SOLO_RULES
from generator.load.solo_reader import read_solo_rules
from generator.model.form_stamp import FORMAT, rules_digest
from generator.model.formula import State
from generator.model.game import Game
from generator.model.sheet import Book, Box
from generator.scoresheets.field_names import sheet_fields, stamp_of_fields
from generator.scoresheets.file_origin import (
    FRESH,
    refuse_formless,
    refuse_merged,
    refuse_other_formats,
    refuse_picture,
)
from generator.scoresheets.flaw import Flaw, Note
from generator.scoresheets.form_extraction import (
    CRASH,
    LARGEST,
    LIMIT,
    MIXED,
    SECONDS,
    SIGNATURE,
    ExtractedForm,
    extract_in_subprocess,
)
from generator.scoresheets.judge.game_limits import GameLimits
from generator.scoresheets.judge.legality import accepts, find_flaws
from generator.scoresheets.judge.sheet_notes import find_notes
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.solo.compiled.rulebook import Rulebook
from generator.write.pdf.form.appearances import ON_NAMES
from generator.write.pdf.form.controls import rank_rows
from generator.write.pdf.form.form_fields import ATTACHED
from generator.write.pdf.form.form_script import FILLED, NOTHING

ExtractForm = Callable[[bytes, str], ExtractedForm]
"""Extracts the form of a PDF, given its bytes and the name of the attached stamp."""

_OFF = {"", "/Off"}
_NO_CHOICE = {NOTHING, "–"}
"""Id and words of the option by which a choice is taken back; forms made before have the words alone."""

_REASONS = {
    "damaged": "is damaged; save or copy it again",
    "encrypted": "needs a password to open; save it without one",
    "tangled": "has a form that is nested too deep or too large to be one of ours",
    "twins": "has two fields of one name, of which one would hide the other; save it anew, or each of two merged forms",
    "nameless": "has a field without a name; save the form itself from the program that filled it in",
    "held": "has a field that holds something else than a mark or a text",
    "large": f"takes more than {LARGEST >> 20} MB when it is unpacked",
    "slow": f"was not read within {SECONDS} seconds",
    LIMIT: f"took more than 1 GB of memory or {SECONDS} seconds to read",
    CRASH: "is not read: the process that reads it ends unexpectedly, a fault of this program, not of the file",
    "differ": "says different things to the two programs that read it; save it again with another viewer",
}


@dataclass(frozen=True, slots=True)
class FilledScoresheet:
    """The contents of a filled sheet, the values they give, and the flaws."""

    game: Game
    book: Book
    sheets: tuple[str, ...]
    """Ids of the sheets in the file."""
    language: str
    """Language of the form."""
    state: Mapping[str, int | str]
    printed: Mapping[str, str]
    """Values in the calculated fields, by value id; blank ones are left out."""
    values: Mapping[str, int]
    """Values that the calculated fields should have."""
    flaws: tuple[Flaw, ...]
    notes: tuple[Note, ...] = ()
    untold: frozenset[str] = frozenset()
    """Ids of boxes of a photo that nobody has told of; they are empty in `state`."""

    def is_told(self, id_: str) -> bool:
        """Return whether a value depends on no box that nobody has told of."""
        return self.book.boxes_counted(id_).isdisjoint(self.untold)

    def is_known(self, id_: str) -> bool:
        """Return whether a value can be computed: all its boxes are in the file and told of."""
        return self.is_whole(id_) and self.is_told(id_)

    def is_whole(self, id_: str) -> bool:
        """Return whether the file has all sheets that a value depends on."""
        return self.book.boxes_counted(id_).isdisjoint(absent_boxes(self.book, self.sheets))


def absent_boxes(book: Book, sheets: Collection[str]) -> set[str]:
    """Return the ids of the boxes on sheets of a book that are not in `sheets`."""
    return {box.id for sheet in book.sheets if sheet.id not in sheets for track in sheet.tracks for box in track.boxes}


def read_sheet(
    path: Path,
    game: str | None = None,
    extract: ExtractForm = extract_in_subprocess,
    players: int = 1,
    *,
    is_final: bool = False,
) -> FilledScoresheet:
    """Read a filled sheet of a shipped game, or of the game named; `players` is how many sat at the table.

    `is_final` says that the game is over: what its last year must have left has to be there.

    Raises Faults with one fault if the file is not a readable sheet of the game, UsageError for an unknown game.
    """
    try:
        form = extract(_bytes(path), ATTACHED)
        stamp = _stamp(form, game)
        return judge_form(_game(stamp, game), form, stamp, players, is_final=is_final)
    except UnreadableFormError as error:
        raise fault(str(path), _REASONS.get(str(error), str(error)), unreadable=True) from None


def judge_form(
    game: Game,
    form: ExtractedForm,
    stamp: Mapping[str, Any],
    players: int,
    *,
    is_final: bool,
    untold: Collection[str] = (),
) -> FilledScoresheet:
    """Return the contents of a form of a game, its values and its flaws. Raises UnreadableFormError.

    Boxes of `untold` are flaws, and what depends on them is not judged.
    """
    return _FormReader(game, form, stamp, untold).read(players, is_final=is_final)


def check_language(language: str | None, named: str | None = None) -> None:
    """Check that the named game, or any shipped game, has a language, before a file is opened. Raises UsageError."""
    if language is None:
        return
    folders = [find_game(named)] if named else sorted(file.parent for file in data_root().glob("*/game.toml"))
    languages: dict[str, None] = {}
    for folder in folders:
        languages |= dict.fromkeys(load(folder, prefix=folder.name).languages)
        if language in languages:
            return
    raise UsageError(f"no game has words in {language!r}{suggestion(language, [*languages])}")


def _bytes(path: Path) -> bytes:
    """Return the content of a file that looks like a PDF. Raises UnreadableFormError for any other file."""
    try:
        if path.exists() and not path.is_file():
            raise UnreadableFormError("is not a file; name the PDF that you filled in")
        # One byte beyond the limit shows that a file is too large without reading all of it.
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    # Python raises ValueError for a path with a NUL character.
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise UnreadableFormError(f"cannot be read: {reason}") from None
    if len(data) > LARGEST:
        raise UnreadableFormError(f"is larger than {LARGEST >> 20} MB; a filled sheet has less than one")
    if not data:
        raise UnreadableFormError("is empty; save or copy it again")
    refuse_picture(data)
    refuse_other_formats(data, path.suffix)
    return data.rstrip(b"\0")  # some disks and mail programs fill the last block with zeros


def _games(named: str | None) -> Iterator[Game]:
    """Yield the games that a sheet may be of: the named one, or all shipped ones with sheets."""
    for folder in [find_game(named)] if named else sorted(folder.parent for folder in data_root().glob("*/sheets")):
        yield load(folder, prefix=folder.name)


def _stamp(form: ExtractedForm, named: str | None) -> dict[str, Any]:
    """Return the attached form stamp, or the one that the names of the fields give if it is lost.

    Raises UnreadableFormError if it is damaged or of another program.
    """
    if form.is_xfa:
        raise UnreadableFormError("is an XFA form; fill in the sheet that 'vallum build' made, and save that")
    refuse_merged(form)
    if form.stamp is None:
        if not form.is_form:
            refuse_formless(form.contents)
        if stamp := stamp_of_fields(form, _games(named)):
            return stamp
        raise UnreadableFormError(f"is a form, but not a sheet of ours; fill in {FRESH}")
    stamp = _parsed_stamp(form.stamp)
    if stamp["format"] != FORMAT:
        raise UnreadableFormError(f"was made by another version of this program (format {stamp['format']!r})")
    if not form.is_form:
        if form.contents.fields:
            refuse_formless(form.contents)
        raise UnreadableFormError(
            "has no fields any more: it was flattened, or they were removed; save the form itself"
        )
    return stamp


def _parsed_stamp(text: str) -> dict[str, Any]:
    """Return an attached stamp. Raises UnreadableFormError where it is no stamp of this program."""
    try:
        stamp = json.loads(text)
    except (ValueError, RecursionError):
        stamp = None
    if not _is_stamp(stamp):
        raise UnreadableFormError(f"has a damaged '{ATTACHED}' inside; fill in a fresh sheet")
    return dict(stamp)


def _is_stamp(stamp: Any) -> bool:
    """Return whether a JSON document has the entries of a stamp, with the right types."""
    if not isinstance(stamp, dict) or type(stamp.get("format")) is not int:
        return False
    words = [stamp.get(key) for key in ("game", "language", "rules")]
    tables = all(isinstance(stamp.get(key), dict) for key in ("sheets", "fields", "values"))
    return tables and all(isinstance(word, str) for word in (*words, *stamp["values"].values()))


def _game(stamp: Mapping[str, Any], named: str | None) -> Game:
    """Return the game that a stamp names: a shipped game, or the game named on the command line."""
    id_ = stamp["game"]
    # A name on the command line is the user's, who may have the game in another folder.
    if named is not None:
        game = load(find_game(named), prefix=named)
        if game.id != id_:
            raise UnreadableFormError(f"is a sheet of {id_[:80]!r}, not of {game.id!r}")
        return game
    game_ids = sorted(file.parent.name for file in data_root().glob("*/game.toml"))
    # The id is from the file, and as a part of a path it could lead anywhere.
    if id_ not in game_ids:
        raise UnreadableFormError(f"is a sheet of {id_[:80]!r}, which is not here; name its folder with --game")
    return load(data_root() / id_, prefix=id_)


def game_limits(game: Game, players: int) -> GameLimits | None:
    """Return the limits that a game's solo rules set; None for a game without them."""
    if not Folder(game.folder).has(SOLO_RULES):
        return None
    solo = read_solo_rules(game)
    rulebook = Rulebook(game, solo)
    forts = read_campaign(game, solo).forts if Folder(game.folder).has(CAMPAIGN) else ()
    return GameLimits(rulebook, players, [dict(fort.reward) for fort in forts])


class _FormReader:
    def __init__(self, game: Game, form: ExtractedForm, stamp: Mapping[str, Any], untold: Collection[str] = ()) -> None:
        """Take a form and its stamp, to be read as sheets of a game; nobody has told of the boxes of `untold`."""
        self._game, self._form, self._stamp = game, form, stamp
        self._untold = frozenset(untold)
        self._sheets = game.book_sheets(stamp["sheets"])
        self._book = Book.of(self._sheets.values())
        self._flaws: list[Flaw] = []

    def read(self, players: int, *, is_final: bool) -> FilledScoresheet:
        """Return the sheet with the flaws of single fields, of all marks together, and of the totals."""
        self._check_version()
        sheets = self._check_fields()
        boxes = [box for box in self._book.boxes.values() if box.id in self._form.fields and not box.start]
        state = self._book.start() | {box.id: self._state(box) for box in boxes}
        # the solo rules are about all scoresheets together, and about no log
        limits = game_limits(self._game, players) if self._sheets is self._game.sheets else None
        absent = absent_boxes(self._book, sheets)
        notes = tuple(self._notes(sheets, state, limits, is_final=is_final))
        # Any of these boxes may have given or needed what others show, so they count as absent.
        judged = find_flaws(self._book, state, limits, is_final=is_final, absent=absent | self._unread())
        every = (*self._book.values, *self._book.tracks)
        ids = {id_ for id_ in every if self._book.boxes_counted(id_).isdisjoint(absent)}
        sure = self._without_unread(ids)
        ranked = self._false_ranks(state, limits, sure)
        value_fields = {name: id_ for name, id_ in self._stamp["values"].items() if id_ in ids}
        # Viewers that run no scripts leave totals blank.
        printed = {id_: text for name, id_ in value_fields.items() if (text := self._value(name))}
        values = {id_: self._book.value(id_, state) for id_ in value_fields.values()}
        wrong = [
            Flaw("total", (id_,), {"value": id_, "printed": text[:80], "reckoned": values[id_]})
            for id_, text in printed.items()
            if id_ in sure and _number(text) != values[id_]
        ]
        languages = self._game.languages
        language = self._stamp["language"] if self._stamp["language"] in languages else languages[0]
        return FilledScoresheet(
            self._game,
            self._book,
            sheets,
            language,
            state=state,
            printed=printed,
            values=values,
            flaws=(*self._ink(), *self._flaws, *judged, *ranked, *wrong),
            notes=notes,
            untold=self._untold,
        )

    def _unread(self) -> set[str]:
        """Return the ids of boxes whose fields hold something that no such box can hold, and of those not told of."""
        return {box for flaw in self._flaws if flaw.rule in {"range", "state", "untold"} for box in flaw.boxes}

    def _without_unread(self, values: Iterable[str]) -> set[str]:
        """Return the ids of values that depend on no box whose field holds something wrong."""
        unread = self._unread()
        return {id_ for id_ in values if self._book.boxes_counted(id_).isdisjoint(unread)}

    def _notes(
        self, sheets: Collection[str], state: State, limits: GameLimits | None, *, is_final: bool
    ) -> Iterator[Note]:
        """Yield notes on a lost stamp, on absent sheets and pages, and on years that cannot be judged."""
        if self._form.stamp is None:
            yield Note("stampless", {"file": ATTACHED})
        lacks = [sheet for sheet in self._book.sheets if sheet.id not in sheets]
        yield from (Note("sheetless", {"sheet": sheet.title}) for sheet in lacks)
        pageless = {*self._form.pageless}
        pages = [
            sheet for sheet in self._book.sheets if sheet.id in sheets and pageless.issuperset(sheet_fields(sheet))
        ]
        yield from (Note("pageless", {"sheet": sheet.title}) for sheet in pages)
        if limits and not lacks:
            yield from find_notes(state, limits, is_final=is_final)

    def _ink(self) -> Iterator[Flaw]:
        """Yield flaws for strokes and notes that were drawn or typed on the pages instead of into the boxes."""
        contents = self._form.contents
        if contents.strokes:
            yield Flaw("ink", (), {"count": contents.strokes})
        if contents.notes:
            yield Flaw("notes", (), {"count": contents.notes})

    def _false_ranks(self, state: State, limits: GameLimits | None, value_ids: Collection[str]) -> Iterator[Flaw]:
        """Yield marks beside ranks that the total does not reach, or has left behind.

        Where paths were kept as cards, their points may have led to a higher rank. Only `value_ids` are judged.
        """
        # Without solo rules nothing is known of cards, so that every rank is judged exactly.
        has_paths = limits is None or limits.has_paths(state)
        for name, (ranks, row) in rank_rows(self._book).items():
            if ranks.of not in value_ids:
                continue
            total = self._book.value(ranks.of, state)
            right = ranks.rank(total)
            is_wrong = row != right if has_paths else row.least < right.least
            if name in self._form.fields and self._value(name) and is_wrong:
                yield Flaw("rank", (name,), {"title": row.title, "reckoned": total, "right": right.title})

    def _check_version(self) -> None:
        """Check that the file was made from the sheets that the game has now."""
        has = {sheet.id: sheet.version for sheet in self._book.sheets}
        if not has:
            raise UnreadableFormError(f"is a sheet of {self._game.id!r}, which has no scoresheets here")
        if self._stamp["sheets"] != has:
            other = {id_: version for id_, version in self._stamp["sheets"].items() if has.get(id_) != version}
            stated = ", ".join(f"{str(id_)[:40]!r} version {str(version)[:20]!r}" for id_, version in other.items())
            current = ", ".join(f"{id_!r} version {version!r}" for id_, version in has.items())
            raise UnreadableFormError(f"is of other sheets ({stated or 'fewer'}); here are {current}")
        if self._stamp["rules"] != rules_digest(self._book.sheets):
            raise UnreadableFormError("was made from other rules than those of the game here; print a fresh sheet")

    def _check_fields(self) -> tuple[str, ...]:
        """Return the ids of the sheets in the file. Raises UnreadableFormError for unknown and for missing fields."""
        expected = {sheet.id: sheet_fields(sheet) for sheet in self._book.sheets}
        every = {name: [*box] for fields in expected.values() for name, box in fields.items()}
        box_fields = {name for name, box in self._stamp["fields"].items() if every.get(name) == box}
        if len(box_fields) < len(self._stamp["fields"]) or not box_fields:
            raise UnreadableFormError(f"has a damaged '{ATTACHED}' inside: its fields are not those of the sheets")
        values = self._stamp["values"]
        ranks = rank_rows(self._book)  # these marks depend on the total alone
        # Signing a form adds a field to it.
        signatures = {name for name, (kind, *_) in self._form.fields.items() if kind == SIGNATURE.removeprefix("/")}
        strange = [name for name in self._form.fields if name not in {*box_fields, *values, *ranks, *signatures}]
        if strange:
            refuse_merged(self._form, {*box_fields, *values})
            raise UnreadableFormError(f"has a field {strange[0][:80]!r}, which is none of the sheet's")
        sheets = {id_: fields for id_, fields in expected.items() if not box_fields.isdisjoint(fields)}
        required = [name for fields in sheets.values() for name in fields]
        lost = [name for name in (*required, *values) if name not in self._form.fields]
        if lost:
            more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
            raise UnreadableFormError(f"lacks the field {lost[0][:80]!r}{more}; save the form whole")
        return tuple(sheets)

    def _value(self, name: str) -> str:
        """Return the text of a field without spaces around it."""
        return self._form.fields[name][1].strip()

    def _state(self, box: Box) -> int | str:
        """Return the state of a box by its fields; flaws are noted for contents that it cannot have."""
        if box.id in self._untold:
            self._flaws.append(Flaw("untold", (box.id,), {"box": box.id}))
            return box.empty
        if box.kind == "mark":
            return self._mark(box, box.id)
        if box.kind == "mark2":
            circled, filled = self._mark(box, box.id), self._mark(box, box.id + FILLED)
            if filled and not circled:
                self._flaws.append(Flaw("uncircled", (box.id,), {}))
            return 2 if filled else circled
        # Spaces around a written text may be meant, and are kept.
        value = self._value(box.id) if box.kind != "text" else self._form.fields[box.id][1]
        if box.kind == "text":
            return value
        return self._choice(box, value) if box.kind == "choice" else self._number(box, value)

    def _mark(self, box: Box, name: str) -> int:
        """Return 1 if a check box is on. A flaw is noted for a state that no box has, and for another appearance."""
        kind, value, appearance = self._form.fields[name]
        if kind != "Btn":
            raise UnreadableFormError(f"has something else than a mark in {name!r}: {value[:40]!r}")
        strange = [state for state in (value, appearance) if state and state not in {*_OFF, *ON_NAMES, MIXED}]
        if strange:
            self._flaws.append(Flaw("state", (box.id,), {"held": strange[0][:40]}))
        # The value is what programs read, the appearance what people see.
        elif appearance is not None and (appearance == MIXED or (appearance in ON_NAMES) != (value in ON_NAMES)):
            self._flaws.append(Flaw("shown", (box.id,), {}))
        return int(value in ON_NAMES)

    def _choice(self, box: Box, value: str) -> str:
        """Return the id of the option chosen; some viewers save its words instead."""
        ids = {option.title[language]: option.id for option in box.options for language in option.title}
        option_ids = {option.id for option in box.options}
        if value and value not in _NO_CHOICE and value not in option_ids and value not in ids:
            self._flaws.append(Flaw("range", (box.id,), {"held": value[:80], "least": 0, "most": 0}))
        return value if value in option_ids else ids.get(value, "")

    def _number(self, box: Box, text: str) -> int | str:
        """Return the number in a box; its empty state, and a flaw, for a text that is none."""
        number = _number(text) if text else box.empty
        if number is None or not accepts(box, number):
            self._flaws.append(Flaw("range", (box.id,), {"held": text[:80], "least": box.least, "most": box.most}))
            return box.empty
        return number


def _number(text: str) -> int | None:
    """Return a whole number as viewers and keyboards write it, or None.

    >>> [_number(text) for text in ("12", "１２", "−3", "4.0", "4.5", "x")]
    [12, 12, -3, 4, None, None]
    """
    # Japanese keyboards write digits of full width.
    plain = unicodedata.normalize("NFKC", text).replace("\u2212", "-").strip()
    whole, _, fraction = plain.partition(".")
    digits = whole.removeprefix("-")
    # Python refuses to read numbers of thousands of digits.
    is_number = digits.isascii() and digits.isdecimal() and len(digits) < 10 and not fraction.strip("0")
    return int(whole) if is_number else None
