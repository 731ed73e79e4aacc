"""The layouts of faces of served games: tried in memory, saved as exact changes of templates, taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from html import escape
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.base.cache import Cache
from generator.base.errors import Fault, Faults, HandledError
from generator.base.hashing import GameState, content_digest, digest, file_digests
from generator.base.memory.limited_cache import LimitedCache
from generator.base.records import replace
from generator.base.system.file_exchange import is_locked, replace_content
from generator.base.text_files.text_encoding import decode_utf8
from generator.base.user_folders import user_cache
from generator.build.faces.face_jobs import FaceJob, shown_size
from generator.build.faces.face_renderer import FaceRenderer, as_drawn
from generator.build.layout_edits.face_memory import FaceMemory
from generator.build.layout_edits.layout_trial import (
    REFUSED,
    Files,
    LayoutTrial,
    RowPlace,
    TrialMarks,
    TrialVerdict,
)
from generator.build.layout_edits.other_faces import EditedFiles, OtherElement, changed_elsewhere
from generator.build.layout_edits.overflow_memory import OverflowMemory
from generator.build.layout_edits.row_nudges import (
    crop_cells,
    crop_verdict,
    nudge_cells,
    nudge_of,
    nudge_verdict,
    table_with_cells,
)
from generator.build.layout_edits.row_places import (
    named_rows,
    place_verdict,
    placing_rows,
    tables_with_places,
    with_places,
)
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder, data_root
from generator.model.face import UnfinishedFaceError
from generator.model.game import Component, Crop, Game, Nudge, Piece
from generator.web.http.page_renderer import phrase
from generator.web.kept_states.brought_pictures import BroughtPicture, BroughtPictures
from generator.web.kept_states.state_store import StateStore
from generator.web.previews.excess_marks import with_excess_marks
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGame

MOST_TRIALS = 12
"""Faces whose elements are kept: those of the last minutes of work."""
MOST_OTHERS = 20
"""Most cards of a component on which an edit is tried beside the one in view: some two milliseconds each."""
MOST_CHANGES = 1000
"""Changes of each game that can be undone."""


class LayoutChange(NamedTuple):
    """Files of one saved edit, before and after it, by their paths as shown."""

    before: Files
    after: Files
    picture: BroughtPicture | None = None
    """The picture that came into the game's folder with the edit; None for an edit that brought none."""


class LayoutHistory(NamedTuple):
    """The edits of one game since the server was started, the last one last."""

    done: list[LayoutChange]
    undone: list[LayoutChange]


class StaleLayoutError(HandledError):
    """A template holds something else than the page shows."""


class FaceRequest(NamedTuple):
    """One face as the page asks for it."""

    served: ServedGame
    game: Game
    part: Component
    piece: Piece
    side: str
    language: str
    theme: str


class FaceLayouts:
    """Reads and saves layouts. One thread at a time is to use it."""

    def __init__(self, kept_states: StateStore | None = None, pictures: BroughtPictures | None = None) -> None:
        """Take the store of states that are kept before something is removed, None to keep none; and new pictures."""
        self._kept = kept_states
        self._pictures = pictures or BroughtPictures()
        self._trials = LimitedCache[object, LayoutTrial](MOST_TRIALS, lambda _: 1)
        self._renderers: dict[str, FaceRenderer] = {}
        self._histories: dict[str, LayoutHistory] = {}
        self._marks: dict[str, TrialMarks] = {}
        self._overflows = LimitedCache[str, dict[str, float]](MOST_TRIALS, lambda _: 1)
        """By how much the texts of each piece of a component do not fit, by the versions of all files."""
        self._amounts = OverflowMemory()
        self._memories: dict[str, FaceMemory] = {}
        """Faces beside the one in view, by game."""
        self._moved_rows = LimitedCache[object, tuple[RowPlace, ...]](MOST_TRIALS, lambda _: 1)
        self._texts: dict[str, list[str]] = {}
        """Names of templates by the prefix of their game, of faces that could be rendered."""

    def history(self, game: str) -> LayoutHistory:
        """Return the saved edits of a game's layouts that undo and redo act on."""
        return self._histories.setdefault(game, LayoutHistory([], []))

    def refusal(self, folder: GameFolder, *, is_away: bool) -> str:
        """Return the key of the message that says why a game's templates are not changed here; empty if they can be."""
        if is_away:
            return "away"
        return "shipped" if folder.folder.resolve().is_relative_to(data_root()) else ""

    def face_trial(self, face: FaceRequest) -> LayoutTrial:
        """Return a face with its elements, on which edits can be tried; raises Faults where it cannot be rendered."""
        # With the state of all files in the key, a change on the disk makes a new trial.
        state = GameState.of(face.served.folder.folder)
        key = _face_key(face, state)
        trial = self._trials.get(key)
        if trial is None:
            trial = self.changed_trial(face, {})
            rows = self._moved_rows.pop(key, None)
            trial.rows = placing_rows(trial) if rows is None else with_places(trial, rows)
            if face.served.state == state.content and state.is_current(face.served.folder.folder):
                self._trials[key] = trial
        return trial

    def keep_rows(self, face: FaceRequest, trial: LayoutTrial) -> None:
        """Note that rows still place the elements of a trial, now that only places in them were saved."""
        self._moved_rows[_face_key(face, GameState.of(face.served.folder.folder))] = trial.rows

    def changed_trial(self, face: FaceRequest, files: Mapping[str, bytes]) -> LayoutTrial:
        """Return a face as it would be with changed files, given as bytes by path.

        Raises Faults where it cannot be rendered.
        """
        renderer = self._renderer(face)
        templates = renderer.template_renderer(face.game)
        folder, typeset = face.served.folder, renderer.typeset_drawing
        marks = self._marks.setdefault(face.served.id, TrialMarks())
        # Templates of the program itself are shared by all games, so pages never change them.
        is_own, prefix = cache(partial(_is_own, folder, drawings=_drawings(face))), f"{folder.shown}/"
        return LayoutTrial(marks.renderer(templates, files), _job(face), is_own, typeset, prefix=prefix)

    def picture(self, face: FaceRequest, trial: LayoutTrial, previews: FacePreviews) -> str:
        """Return the key of the picture of a face, with marks on texts that do not fit; empty if it cannot be drawn."""
        drawn = trial.face
        if isinstance(drawn, UnfinishedFaceError):
            drawn = with_excess_marks(drawn)
            # The picture with marks must not take the place of the finished face, which has the plain key.
            drawn = replace(drawn, key=f"{drawn.key}x")
        fonts = self._renderers[face.served.id].labels.fonts
        return previews.show(drawn, fonts) if drawn else ""

    def overflowing(
        self, face: FaceRequest, files: Mapping[str, bytes], give_way: Callable[[], object]
    ) -> tuple[list[Piece], int]:
        """Return the pieces whose texts would not fit with changed files, the worst first, and the number of all.

        `give_way` is called before each piece, and may raise an error to end the work.
        """
        renderer = self._renderer(face)
        versions = _versions(face.served.folder) | {path: content_digest(content) for path, content in files.items()}
        about = repr((sorted(versions.items()), face.part.id, face.side, face.language, face.theme))
        amounts = self._overflows.get(about)
        if amounts is None:
            templates = renderer.template_renderer(face.game).with_changes(files, {})
            amounts = dict[str, float]()
            for piece in face.part.pieces:
                give_way()
                amounts[piece.id] = self._amounts.overflow(renderer, templates, _job(face._replace(piece=piece)))
            self._overflows[about] = amounts
        worst = sorted((piece for piece in face.part.pieces if amounts[piece.id]), key=lambda piece: -amounts[piece.id])
        return worst, len(face.part.pieces)

    def elsewhere(
        self, face: FaceRequest, trial: LayoutTrial, files: Mapping[str, bytes], numbers: Sequence[int]
    ) -> tuple[str, ...]:
        """Return the names of the elements that an edit would also change on other faces, with their cards.

        `numbers` are the edited elements of the face.
        """
        box = {member for number in numbers for member in trial.box(number)}
        versions = _versions(face.served.folder)
        memory = self._memories.setdefault(face.served.id, FaceMemory())
        drawings = {path for part in face.game.components for path in _drawings(face._replace(part=part))}
        memory.begin(versions, face.theme, trial.prefix, drawings=drawings)
        change = EditedFiles(files, versions)
        changed = changed_elsewhere(trial, change, box, map(_job, _other_faces(face)), memory)
        return tuple(dict.fromkeys(_name(face, other) for other in changed))

    def nudge(self, face: FaceRequest, trial: LayoutTrial, steps: Mapping[int, Nudge]) -> TrialVerdict:
        """Try to move elements, by number, on this card alone, by a column of its table; return the outcome.

        Raises Faults where the game cannot be read with that column.
        """
        elements = {number: trial.elements[number] for number in steps}
        if not all(element.id for element in elements.values()):
            return REFUSED
        try:
            nudges = {element.id: nudge_of(element, steps[number]) for number, element in elements.items()}
        except ValueError:
            return REFUSED
        files, after = self._with_cells(face, nudge_cells(face.piece, nudges))
        return nudge_verdict(trial, after, files, steps) if after else REFUSED

    def crop(self, face: FaceRequest, trial: LayoutTrial, number: int, crop: Crop) -> TrialVerdict:
        """Try to show another part of a picture, by its number, on this card alone; return the outcome.

        Raises Faults as `nudge`.
        """
        element = trial.elements[number]
        if not element.id or element.name != "image":
            return REFUSED
        files, after = self._with_cells(face, crop_cells(element.id, crop))
        return crop_verdict(trial, after, files, number) if after else REFUSED

    def show_picture(self, face: FaceRequest, trial: LayoutTrial, column: str, picture: str) -> TrialVerdict:
        """Try to show a picture of the game on this card alone, by a column of its table; return the outcome.

        The cell names the picture as the template reads it: by its path, its name, or its name without ending.
        """
        # Templates may add the folder or the ending: only the drawing tells whether a cell is read so.
        name = PurePosixPath(picture)
        for text in (picture, name.name, name.stem):
            # A notation that the template does not know may be a fault, where another one is none.
            with suppress(Faults):
                files, after = self._with_cells(face, {column: text})
                if after and f'"{escape(picture)}"' in after.svg:
                    return TrialVerdict(files, (), trial.faults_since(after))
        return REFUSED

    def _with_cells(self, face: FaceRequest, cells: Mapping[str, str]) -> tuple[Files, LayoutTrial | None]:
        """Return the changed file of rows, and the face with other cells in the row of its card, by heading.

        None where its rows stand in no file that can be changed. Raises Faults as `nudge`.
        """
        folder = face.served.folder
        try:
            files = table_with_cells(folder, face.part.id, face.piece, cells)
        except ValueError:
            return {}, None
        return files, self._with_tables(face, files)

    def move_rows(self, face: FaceRequest, trial: LayoutTrial, steps: Mapping[int, Nudge]) -> TrialVerdict:
        """Try to move the elements that rows place, by the rows' numbers, in their cells; return the outcome.

        Where columns take whole numbers alone, by whole millimetres. Raises Faults as `nudge`.
        """
        # A row has a place and no size.
        moves = {trial.rows[number]: step[:2] for number, step in steps.items()}
        try:
            return self._rows_moved(face, trial, moves)
        except Faults:
            whole = {row: (float(round(across)), float(round(down))) for row, (across, down) in moves.items()}
            if whole == moves or not any(map(any, whole.values())):
                raise
            return self._rows_moved(face, trial, whole)

    def _rows_moved(
        self, face: FaceRequest, trial: LayoutTrial, moves: Mapping[RowPlace, tuple[float, float]]
    ) -> TrialVerdict:
        """Try to move elements by the cells of their rows; return the outcome. Raises Faults as `nudge`."""
        try:
            files = tables_with_places(face.served.folder, moves)
        except ValueError:
            return REFUSED
        return place_verdict(trial, self._with_tables(face, files), files, moves) if files else REFUSED

    def row_users(self, face: FaceRequest, rows: Iterable[RowPlace]) -> tuple[str, ...]:
        """Return the names of other pieces of a face's game that rows place something on."""
        sources = {row.source for row in rows}
        pieces = ((part, piece) for part in face.game.components for piece in part.pieces)
        others = [(part, piece) for part, piece in pieces if piece.id != face.piece.id or part.id != face.part.id]
        names = (
            f"{phrase(part.title, face.language)}: {piece.label}"
            for part, piece in others
            if sources & {row.source for row in named_rows(piece)}
        )
        return tuple(dict.fromkeys(names))

    def _with_tables(self, face: FaceRequest, files: Files) -> LayoutTrial:
        """Return a face as it would be with changed files of rows. Raises Faults."""
        folder = face.served.folder
        changed = {path.removeprefix(f"{folder.shown}/"): content for path, content in files.items()}
        game = load(folder.folder, prefix=folder.shown, changed=changed)
        pieces = game.component(face.part.id).pieces
        piece = next(piece for piece in pieces if piece.id == face.piece.id)
        return self.changed_trial(face._replace(game=game, piece=piece), {})

    def keep_state(self, face: FaceRequest) -> None:
        """Keep the state of a game before boxes are removed or a template is written anew. Raises OutputError."""
        if self._kept:
            self._kept.keep_state(face.served.folder.folder, "before")

    def save(self, face: FaceRequest, files: Mapping[str, bytes], picture: str = "") -> None:
        """Write changed files, given by path, and record the edit for undo, with the `picture` that it shows, if any.

        Raises StaleLayoutError if a file was changed since the trial read it, and OutputError.
        """
        folder = face.served.folder
        before = {path: _path(folder, path).read_bytes() for path in files}
        change = LayoutChange(before, dict(files))
        self._put_files(folder, change)
        change = change._replace(picture=self._pictures.claimed(folder.folder.resolve(), picture))
        history = self.history(face.served.id)
        history.done.append(change)
        # After a new edit, an undone one no longer fits the files.
        history.undone.clear()
        del history.done[:-MOST_CHANGES]

    def save_text(self, face: FaceRequest, path: str, text: str) -> tuple[Fault, ...]:
        """Write a whole template, given by its name in the game's folder; with faults return them and write nothing."""
        path = f"{face.served.folder.shown}/{path}"
        if not _is_own(face.served.folder, path):
            raise StaleLayoutError
        file = _path(face.served.folder, path)
        old = file.read_bytes()
        # Browsers send line ends of Windows, and no byte order mark: the file keeps its own.
        plain = text.replace("\r\n", "\n")
        content = (plain.replace("\n", "\r\n") if b"\r\n" in old else plain).encode()
        content = (b"\xef\xbb\xbf" if old.startswith(b"\xef\xbb\xbf") else b"") + content
        if content == old:
            return ()
        try:
            self.changed_trial(face, {path: content})
        except Faults as error:
            return tuple(error.faults)
        self.keep_state(face)
        self.save(face, {path: content})
        return ()

    def undo(self, folder: GameFolder, game: str) -> bool:
        """Take the last edit back.

        False if there is none. Raises StaleLayoutError, after which the edit is forgotten.
        """
        history = self.history(game)
        return self._turn(folder, history.done, history.undone)

    def redo(self, folder: GameFolder, game: str) -> bool:
        """Make the edit again that was taken back last. Raises as `undo`."""
        history = self.history(game)
        return self._turn(folder, history.undone, history.done)

    def _turn(self, folder: GameFolder, source: list[LayoutChange], target: list[LayoutChange]) -> bool:
        """Revert the last edit of the list `source`, and append the opposite edit to the list `target`.

        False for an empty list.
        """
        if not source:
            return False
        change, root = source.pop(), folder.folder.resolve()
        inverse = LayoutChange(change.after, change.before, change.picture)
        is_back = change.picture is not None and bool(change.picture.content)
        # A picture comes before the boxes that show it, and goes after them.
        if change.picture and is_back:
            inverse = inverse._replace(picture=self._pictures.put_back(root, change.picture))
        self._put_files(folder, inverse)
        if change.picture and not is_back:
            inverse = inverse._replace(picture=self._pictures.take_back(root, change.picture))
        target.append(inverse)
        return True

    def _put_files(self, folder: GameFolder, change: LayoutChange) -> None:
        """Write the files of an edit.

        Raises StaleLayoutError if one is locked or no longer as it was before the edit.
        """
        for path, content in change.after.items():
            file = _path(folder, path)
            if is_locked(file) or not replace_content(file, path, change.before[path], content):
                raise StaleLayoutError

    def texts(self, trial: LayoutTrial) -> dict[str, str]:
        """Return the texts of the game's own templates that a face is drawn from, by the names of their files."""
        files = trial.own_files.items()
        texts = {path.removeprefix(trial.prefix): decode_utf8(content, path) for path, content in files}
        self._texts[trial.prefix] = [*texts]
        return texts

    def kept_texts(self, face: FaceRequest) -> dict[str, str]:
        """Return the templates of a face that cannot be rendered now, by name, so that they can be mended.

        Only those that an earlier rendering has named and the component's own are found.
        """
        folder = face.served.folder
        template = (face.part.back or face.part.front) if face.side == "back" else face.part.front
        names = dict.fromkeys([*self._texts.get(f"{folder.shown}/", ()), f"templates/{template}", template])
        files = {name: folder.folder.resolve() / name for name in names}
        return {name: file.read_text("utf-8", "replace") for name, file in files.items() if file.is_file()}

    def _renderer(self, face: FaceRequest) -> FaceRenderer:
        """Return a renderer for a face's game and theme; fonts and pictures are taken over from the last one."""
        folder = face.served.folder
        # Fonts and pictures stay while nothing but templates and rows changes.
        pictures = digest(repr([pair for pair in file_digests(folder.folder).items() if not pair[0].endswith(_EDITED)]))
        previous = self._renderers.get(face.served.id)
        renderer = FaceRenderer(
            face.game, folder.shown, face.theme, Cache(user_cache()), f"layout{pictures}", previous=previous
        )
        self._renderers[face.served.id] = renderer
        return renderer


_EDITED = (".j2", ".csv", ".tsv", ".md", "game.toml")
"""Endings of files that neither fonts nor pictures are read from."""


def _face_key(face: FaceRequest, state: GameState) -> tuple[str, ...]:
    """Return the key of a face in a state of its game's files."""
    return (face.served.id, state.content, face.part.id, face.piece.id, *face[4:])


def _versions(folder: GameFolder) -> dict[str, str]:
    """Return the digests of all files of a game by their paths as shown."""
    return {f"{folder.shown}/{path}": version for path, version in file_digests(folder.folder).items()}


def _other_faces(face: FaceRequest) -> list[FaceRequest]:
    """Return other faces that the templates of a face may draw.

    They are cards of its component, at most MOST_OTHERS and spread over all, and one of each other component.
    """
    pieces = [piece for piece in face.part.pieces if piece.id != face.piece.id]
    step = -(-len(pieces) // MOST_OTHERS) or 1
    same = [face._replace(piece=piece) for piece in pieces[::step]]
    parts = [part for part in face.game.components if part.id != face.part.id and part.pieces and not part.prose]
    fronts = [face._replace(part=part, piece=part.pieces[0], side="front") for part in parts]
    return same + fronts + [front._replace(side="back") for front in fronts if front.part.back]


def _name(face: FaceRequest, other: OtherElement) -> str:
    """Return the name of an element of another face, for a question to the reader."""
    part, piece, element = other.job.component, other.job.piece, other.element
    place = piece.label if part.id == face.part.id else phrase(part.title, face.language)
    return f"{place}: {element.id or element.text.strip()[:24] or element.name}" if element else place


def _job(face: FaceRequest) -> FaceJob:
    """Return the order to draw a face as the page shows it."""
    paper, trim = shown_size(face.part)
    return as_drawn(FaceJob(face.part, face.piece, face.side, face.language, trim=trim, key="", paper=paper))


def _is_own(folder: GameFolder, path: str, drawings: Collection[str] = ()) -> bool:
    """Return whether a path, as shown, is a template of the game itself, which can be changed as text.

    `drawings` are the paths of drawings that are used as templates.
    """
    file = _path(folder, path)
    is_template = path.endswith(".j2") or path in drawings
    return path.startswith(f"{folder.shown}/") and is_template and file.is_file()


def _drawings(face: FaceRequest) -> tuple[str, ...]:
    """Return the paths of the drawings that a component uses as its templates."""
    names = [name for name in (face.part.front, face.part.back) if name and name.endswith(".svg")]
    return tuple(f"{face.served.folder.shown}/{folder}{name}" for name in names for folder in ("templates/", ""))


def _path(folder: GameFolder, path: str) -> Path:
    """Return the file for a path as shown, which begins with the game's folder."""
    return folder.folder.resolve() / path.removeprefix(f"{folder.shown}/")
