"""Reads how a game is set up on a table, `table.toml`, and checks it against the game's pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable, are_numbers
from generator.load.keys.table_setup_keys import FARTHEST, MOST_PIECES, MOST_TURN, TABLE_SETUP
from generator.model.game import Component, Game
from generator.model.virtual_tables.piece_stock import (
    BOARD_KINDS,
    ENDLESS_KINDS,
    LAID_KINDS,
    PieceCopy,
    PieceStock,
    objects,
)
from generator.model.virtual_tables.table_setup import Area, Place, Seat, Selection, SetupEntry, TableSetup

T = TypeVar("T")

FILE = "table.toml"

_AREA = "left, top, width and height in millimetres, like [-200, -100, 400, 200]"
_PLACE = "left and top in millimetres, like [20, 8.5]"


def read_table_setup(game: Game, *, prefix: str = "") -> TableSetup | None:
    """Read how a game is set up; None without the file. `prefix` stands before the file's name in faults.

    Raises Faults with everything that is wrong in the file.
    """
    files = Folder(game.folder, prefix)
    if files.lacks(FILE):
        return None
    with FaultReport() as report:
        top = TomlTable(read_toml(files, FILE), report, keys=TABLE_SETUP)
        setup = _SetupReader(top, game).setup()
        # Counting pieces of a faulty setup would repeat its faults.
        if not report.total:
            _check_pieces(setup, game, top)
        return setup


class _SetupReader:
    """Reads the file table by table."""

    __slots__ = ("components", "game", "players", "top")

    def __init__(self, top: TomlTable, game: Game) -> None:
        """Take the table of the whole file, and the game whose pieces it lays out."""
        self.top = top
        self.game = game
        # Boxes are packing, and no pieces that lie on a table.
        kinds = {*LAID_KINDS, *ENDLESS_KINDS}
        self.components = {it.id: it for it in game.own_components if it.kind in kinds}
        self.players = tuple(_players(self.components.values()))

    def setup(self) -> TableSetup:
        """Read the setup: seats, the pieces of each player, and the pieces in the middle of the table."""
        top = self.top
        setup = TableSetup(
            seats=self._sections("seats", self._seat),
            each_player=self._sections("each_player", self._entry),
            middle=self._sections("middle", self._entry),
            seed=top.integer("seed"),
            room=_area(top, "room"),
            player_room=_area(top, "player_room"),
            note=top.phrase("note", self.game.languages) if top.has("note") else None,
        )
        top.close()
        return setup

    def _sections(self, key: str, read: Callable[[TomlTable], T]) -> tuple[T, ...]:
        """Read each table of a list; none but a fault if there are too many."""
        tables, most = self.top.data.get(key), TABLE_SETUP.keys[key].high
        if isinstance(tables, list) and most is not None and len(tables) > most:
            self.top.fault(key, f"{len(tables)} tables; there may be {most:.0f}")
            return ()
        return self.top.sections(key, read)

    def _seat(self, entry: TomlTable) -> Seat:
        """Read a seat: its place in millimetres, its turn in degrees, and the player whose pieces lie there."""
        player = entry.text("player") if entry.has("player") else ""
        if player and player not in self.players:
            entry.unknown("player", "row that components are made per", player, self.players)
        return Seat(_place(entry, "at", entry.data.get("at")), _turn(entry), player)

    def _entry(self, entry: TomlTable) -> SetupEntry:
        """Read which pieces are laid together, where, and in which form, such as a pile."""
        selections = entry.sections("take", self._selection) if entry.has("take") else (self._selection(entry),)
        if not selections:
            entry.fault("take", 'nothing is taken; write take = [{ of = "cards" }]')
        return SetupEntry(
            selections=selections,
            form=entry.choice("as", noun="form"),
            places=tuple(_places(entry)),
            on=self._board(entry) if entry.has("on") else "",
            turn=_turn(entry),
            step=_place(entry, "step", entry.data["step"]) if entry.has("step") else None,
            across=entry.integer("across", default=0),
            face_up=entry.choice("face") != "down",
            title=entry.phrase("title", self.game.languages) if entry.has("title") else None,
            seats=tuple(self._seats_of(entry)) if entry.has("seats") else (),
        )

    def _seats_of(self, entry: TomlTable) -> Iterator[int]:
        """Yield the numbers of the seats, from 1, that an entry is laid for."""
        seats, count = entry.data["seats"], len(self.top.data.get("seats", ()))
        if isinstance(seats, list) and all(type(seat) is int and 1 <= seat <= count for seat in seats):
            yield from seats
        else:
            entry.fault("seats", f"must be a list of seats, from 1 to {count}, not {quote(seats)}")

    def _selection(self, entry: TomlTable) -> Selection:
        """Read which pieces are taken: the components, pieces by id or by their cells, and how many."""
        chosen = self._components(entry)
        pieces = entry.text_list("pieces")
        piece_ids = [piece.id for component in chosen for piece in component.pieces]
        for piece in [piece for piece in pieces if chosen and piece not in piece_ids]:
            entry.unknown("pieces", "piece", piece, piece_ids)
        return Selection(
            tuple(component.id for component in chosen),
            pieces,
            tuple(self._where(entry.table("where"), chosen)) if entry.has("where") else (),
            entry.integer("count", default=0),
            entry.integer("each", default=0),
            entry.flag("shuffle"),
        )

    def _components(self, entry: TomlTable) -> list[Component]:
        """Return the components that pieces are taken of, one or several."""
        names = entry.text_list("of") if isinstance(entry.data.get("of"), list) else (entry.text("of"),)
        for name in [name for name in names if name and name not in self.components]:
            entry.unknown("of", "component", name, self.components)
        return [self.components[name] for name in names if name in self.components]

    def _where(self, entry: TomlTable, chosen: Iterable[Component]) -> Iterator[tuple[str, str]]:
        """Yield pairs of column and text: only pieces with that text in that column are taken."""
        columns = dict.fromkeys(column for it in chosen for piece in it.pieces for column in piece.row.cells)
        for column in entry.data:
            if columns and column not in columns:
                entry.unknown(column, "column", column, columns)
            yield column, entry.text(column)

    def _board(self, entry: TomlTable) -> str:
        """Return the board or sheet that pieces are laid on: a component, or `component/piece`."""
        name = entry.text("on")
        boards = [it for it in self.components.values() if it.kind in BOARD_KINDS]
        board_names = [*(it.id for it in boards), *(f"{it.id}/{piece.id}" for it in boards for piece in it.pieces)]
        if name and name not in board_names:
            entry.unknown("on", "board", name, board_names)
        return name


def _check_pieces(setup: TableSetup, game: Game, top: TomlTable) -> None:
    """Take the pieces as they are laid, to find out whether there are as many as are asked for."""
    stock = PieceStock(game.own_components, setup.seed)
    tables = {key: top.table_list(key) for key in ("each_player", "middle")}
    total = 0
    # In the order of the setup itself: players take their pieces before the middle is laid.
    for seat in (*range(len(setup.seats)), None):
        player = "" if seat is None else setup.seats[seat].player
        laid: set[str] = set()
        for index, entry in setup.entries(seat):
            table = tables["middle" if seat is None else "each_player"][index]
            copies = _taken(entry, stock, player, table)
            _check_places(entry, copies, laid, table)
            laid |= {it.component for it in copies} | {f"{it.component}/{it.piece}" for it in copies}
            total += len(copies)
            if total > MOST_PIECES:
                table.fault(None, f"more than {MOST_PIECES} pieces are laid; lay fewer")
                return


def _taken(entry: SetupEntry, stock: PieceStock, player: str, table: TomlTable) -> list[PieceCopy]:
    """Return the copies of pieces that an entry takes out of the stock; a fault if there are too few."""
    copies: list[PieceCopy] = []
    try:
        for chosen in entry.selections:
            copies += stock.take(chosen, player)
    except ValueError as error:
        table.fault(None, str(error))
    return copies


def _check_places(entry: SetupEntry, copies: Sequence[PieceCopy], laid: set[str], table: TomlTable) -> None:
    """Add a fault for a board that is not laid yet, or for places that are not as many as the objects.

    `laid` are the components and pieces on the table so far.
    """
    if entry.on and entry.on not in laid:
        table.fault("on", f"{quote(entry.on)} is not laid before this; lay the board first")
    count = len(objects(entry.form, copies))
    if len(entry.places) > 1 and copies and count != len(entry.places):
        table.fault("at", f"{len(entry.places)} places for {count} objects; give one place, or one for each")


def _players(components: Iterable[Component]) -> Iterator[str]:
    """Yield the ids of the rows that pieces are made per, each once."""
    return iter(dict.fromkeys(piece.per.id for it in components for piece in it.pieces if piece.per))


def _places(entry: TomlTable) -> Iterator[Place]:
    """Yield the places of an entry, one or a list of them, in millimetres."""
    places = entry.data.get("at")
    if isinstance(places, list) and places and isinstance(places[0], list):
        entry.has("at")
        yield from (_place(entry, "at", place) for place in places)
    else:
        yield _place(entry, "at", places)


def _place(entry: TomlTable, key: str, value: object) -> Place:
    """Return a place at a key, in millimetres from the middle of the table; (0, 0) after a fault."""
    if not entry.has(key):
        entry.fault(key, f"{key} is missing; it is {_PLACE}")
    elif not are_numbers(value, 2):
        entry.fault(key, f"must be {_PLACE}, not {quote(value)}")
    elif not all(abs(number) <= FARTHEST for number in value):
        entry.fault(key, f"{quote(value)} is out of range; it is {-FARTHEST} to {FARTHEST}")
    else:
        return float(value[0]), float(value[1])
    return 0.0, 0.0


def _area(entry: TomlTable, key: str) -> Area | None:
    """Return left, top, width and height at a key, in millimetres; None without the key or after a fault."""
    value = entry.data.get(key)
    if not entry.has(key):
        return None
    if are_numbers(value, 4):
        x_left, y_top, width, height = (float(number) for number in value)
        if max(map(abs, value)) <= FARTHEST and width > 0 < height:
            return x_left, y_top, width, height
    entry.fault(key, f"must be {_AREA}, not {quote(value)}")
    return None


def _turn(entry: TomlTable) -> float:
    """Return the turn of an entry in degrees clockwise; 0 by default."""
    turn = (entry.number("turn") or 0.0) if entry.has("turn") else 0.0
    # Written so that NaN is refused too.
    if not abs(turn) <= MOST_TURN:
        entry.fault("turn", f"{turn} is out of range; degrees clockwise are -{MOST_TURN} to {MOST_TURN}")
    return turn
