"""Records of ours are dataclasses to everybody who asks."""

import copy
import dataclasses
import importlib
import inspect
import pickle
import pydoc
import re
import subprocess
import sys
import typing
from types import MappingProxyType

import pytest

from generator.base.records import FEW, NamedTuple, dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin."""

    name: str
    worth: float = 1.0

    def doubled(self) -> "Coin":
        return replace(self, worth=2 * self.worth)


@dataclass(frozen=True, slots=True)
class Purse:
    coins: tuple[Coin, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mint:
    name: str


@dataclass(slots=True)
class Heap:
    """A record that changes."""

    coins: list[Coin] = field(default_factory=list)
    place: str = "a jar"


@dataclass(frozen=True, slots=True)
class Hoard:
    coins: list[Coin] = field(default_factory=list)
    place: str = field(default="a jar", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """Not a plain record: made by the standard library."""

    coin: Coin
    paid: list[int] = dataclasses.field(default_factory=list)


def test_fields_are_filled_by_place_name_and_default():
    assert (Coin("as").worth, Coin("as", 2.0).worth, Coin(worth=3.0, name="as").worth) == (1.0, 2.0, 3.0)
    with pytest.raises(TypeError):
        Coin()


def test_equal_content_is_equal():
    assert Coin("as") == Coin("as") != Coin("as", 2.0)
    assert hash(Purse((Coin("as"),))) == hash(Purse((Coin("as"),)))
    assert Coin("as") != Mint("as")


def test_without_eq_each_is_its_own():
    one = Mint("Roma")

    assert one != Mint("Roma")
    assert {one: 1}[one] == 1


def test_nothing_can_be_set_or_added():
    coin = Coin("as")

    for name in ("worth", "colour"):
        with pytest.raises(dataclasses.FrozenInstanceError, match=name):
            setattr(coin, name, 5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        del coin.worth
    assert not hasattr(coin, "__dict__")


def test_shows_what_it_holds():
    assert repr(Purse((Coin("as"),))) == "Purse(coins=(Coin(name='as', worth=1.0),))"


def test_crosses_between_processes_whole():
    assert pickle.loads(pickle.dumps(Purse((Coin("as"),)))) == Purse((Coin("as"),))


def test_standard_functions_take_a_record():
    purse = Purse((Coin("as"),))

    assert dataclasses.is_dataclass(Purse)
    assert dataclasses.is_dataclass(purse)
    assert [field.name for field in dataclasses.fields(Coin)] == ["name", "worth"]
    assert dataclasses.asdict(purse) == {"coins": ({"name": "as", "worth": 1.0},)}
    assert dataclasses.astuple(Coin("as")) == ("as", 1.0)
    assert dataclasses.replace(Coin("as"), name="semis") == Coin("semis")
    assert copy.deepcopy(purse) == purse
    assert Coin.__doc__ == "A coin."


def test_replace_keeps_the_other_fields():
    assert Coin("as").doubled() == Coin("as", 2.0)
    with pytest.raises(TypeError, match="colour"):
        replace(Coin("as"), colour="red")


def test_default_factory_makes_each_record_its_own():
    one, other = Hoard(), Hoard()

    assert one.coins == []
    assert one.coins is not other.coins
    assert Hoard([Coin("as")]).coins == [Coin("as")]
    assert dataclasses.replace(one, place="a box") == Hoard([], "a box")
    assert repr(one) == "Hoard(coins=[])"


@pytest.mark.parametrize("default", [[], {}, set(), MappingProxyType({})])
def test_shared_mutable_default_is_refused(default):
    with pytest.raises(ValueError, match=r"mutable default .* for field coins is not allowed: use default_factory"):

        @dataclass(frozen=True, slots=True)
        class Chest:
            coins: object = default


def test_what_is_not_plain_is_left_to_the_library():
    one = Receipt(coin=Coin("as"))

    assert one.paid == []
    assert one.paid is not Receipt(coin=Coin("as")).paid
    assert replace(one, coin=Coin("semis")).coin == Coin("semis")


def test_record_can_be_extended():
    @dataclass(frozen=True, slots=True)
    class Base:
        name: str = "as"

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Extended(Base):
        worth: float

    coin = Extended(name="semis", worth=0.5)

    assert dataclasses.asdict(coin) == {"name": "semis", "worth": 0.5}
    assert copy.deepcopy(coin) == coin
    with pytest.raises(dataclasses.FrozenInstanceError):
        coin.name = "as"


def test_records_cost_no_import_of_the_library():
    program = (
        "import sys; from generator.base.records import dataclass, field, replace\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class A:\n    x: int\n    y: list = field(default_factory=list)\n"
        "print(replace(A(1), x=2), 'dataclasses' in sys.modules)"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "A(x=2, y=[]) False\n"


def test_record_that_changes_is_a_dataclass_too():
    heap = Heap()
    heap.place = "a chest"

    assert (
        heap == Heap([], "a chest") == pickle.loads(pickle.dumps(heap)) == dataclasses.replace(Heap(), place="a chest")
    )
    assert heap != Heap()
    assert Heap().coins is not Heap().coins
    assert Heap.__hash__ is None
    with pytest.raises(AttributeError):
        heap.lid = True


def test_first_record_is_as_any_other():
    @dataclass(frozen=True, slots=True)
    class Chest:
        lid: str = "oak"

    with pytest.raises(TypeError, match="lock"):
        Chest(lock="iron")
    assert Chest() == Chest("oak") == Chest(lid="oak")


def test_later_records_are_as_the_first():
    @dataclass(slots=True)
    class Chest:
        lid: str
        coins: list = field(default_factory=list)
        lock: str = "iron"

    chests = [Chest("oak") for _ in range(2 * FEW)]

    assert all(chest == Chest("oak", [], "iron") for chest in chests)
    assert len({id(chest.coins) for chest in chests}) == 2 * FEW


@pytest.mark.parametrize(
    ("args", "values", "wrong"),
    [((), {}, "lid"), (("oak", "iron", 1), {}, "3"), (("oak",), {"lid": "ash"}, "lid"), (("oak",), {"key": 1}, "key")],
)
def test_wrong_arguments_are_refused_from_the_first_record_on(args, values, wrong):
    @dataclass(frozen=True, slots=True)
    class Chest:
        lid: str
        lock: str = "iron"

    for _ in range(2):
        with pytest.raises(TypeError, match=wrong):
            Chest(*args, **values)


# --- the parameters of a record are seen ---


@dataclass(frozen=True, slots=True)
class Vault(Coin):
    """A record that extends another: made by the standard library."""

    depth: int = 3


def library_twin(record):
    """The same class as the standard library makes it."""
    body = {"__annotations__": record.__annotations__}
    for name, each in record.__dataclass_fields__.items():
        body[name] = dataclasses.field(default=each.default, default_factory=each.default_factory)
    return dataclasses.dataclass(type(record.__name__, (), body))


def parameters(cls):
    """Name, type, kind and default of each parameter; one made by a function as it is written."""
    made = {"<factory>"}
    for each in inspect.signature(cls).parameters.values():
        default = repr(each.default) if repr(each.default) in made else each.default
        yield each.name, each.annotation, each.kind, default


@pytest.mark.parametrize("record", [Coin, Purse, Mint, Heap, Hoard])
def test_parameters_are_those_of_the_library(record):
    assert [*parameters(record)] == [*parameters(library_twin(record))]


def test_parameters_of_a_class_that_extends_a_record_are_its_own():
    assert [*inspect.signature(Vault).parameters] == ["name", "worth", "depth"]


def test_signature_is_the_same_before_and_after_it_is_compiled():
    fresh = [*parameters(Hoard), *parameters(Hoard.__init__)]
    for _ in range(FEW + 1):
        Hoard()

    assert [*parameters(Hoard), *parameters(Hoard.__init__)] == fresh
    assert str(inspect.signature(Hoard.__init__)).startswith("(self, coins: ")


def test_record_stays_a_record_when_somebody_has_looked_at_it():
    @dataclass(slots=True)
    class Stall:
        """A place to sell."""

        wares: list[str] = field(default_factory=list)

    first = Stall()
    assert str(inspect.signature(Stall)) in ("(wares: list[str] = <factory>)", "(wares: 'list[str]' = <factory>)")

    assert Stall(["figs"]).wares == ["figs"]
    assert Stall().wares == first.wares == []
    assert Stall().wares is not first.wares


def test_help_names_the_parameters():
    shown = pydoc.render_doc(Coin, renderer=pydoc.plaintext)

    assert re.search(r"Coin\(name: '?str'?, worth: '?float'? = 1.0\)", shown)
    assert re.search(r"__init__\(self, name: '?str'?, worth: '?float'? = 1.0\) -> None", shown)


def test_all_records_of_the_program_show_their_parameters():
    for module in ("exports.export_run", "web.previews.face_previews", "play.live_session"):
        importlib.import_module(f"generator.{module}")
    records = [cls for cls in object.__subclasses__() if "__dataclass_fields__" in vars(cls)]
    ours = [cls for cls in records if cls.__module__.startswith("generator.")]

    assert len(ours) > 100
    for record in ours:
        assert [*parameters(record)] == [*parameters(library_twin(record))], record


class Place(NamedTuple):
    """A place on a sheet."""

    x: float
    y: float = 2.5
    name: str = ""

    def turned(self) -> "Place":
        return self._replace(x=self.y, y=self.x)


def library_place():
    class Place(typing.NamedTuple):
        x: float
        y: float = 2.5
        name: str = ""

    return Place


TWIN = library_place()


@pytest.mark.parametrize("arguments", [(1,), (1, 2), (1, 2, "a")])
def test_named_tuple_is_one_of_the_library(arguments):
    place, twin = Place(*arguments), TWIN(*arguments)

    assert (place, repr(place), hash(place)) == (twin, repr(twin), hash(twin))
    assert (place._asdict(), Place._make((1, 2, "a"))) == (twin._asdict(), TWIN._make((1, 2, "a")))
    assert (Place._fields, Place._field_defaults, Place.__match_args__) == (
        TWIN._fields,
        {"y": 2.5, "name": ""},
        TWIN.__match_args__,
    )
    assert str(inspect.signature(Place)).replace("'", "").startswith("(x: float, y: float = 2.5, name: str = ")
    assert type(pickle.loads(pickle.dumps(place))) is type(copy.copy(place)) is Place
    assert pickle.loads(pickle.dumps(place)) == place
    assert not hasattr(place, "__dict__")


def test_named_tuple_has_its_methods_and_places():
    assert Place(1, 2).turned() == (2, 1, "")
    assert Place(name="a", x=1).name == "a"
    match Place(3):
        case Place(x, y):
            assert (x, y) == (3, 2.5)


@pytest.mark.parametrize("arguments", [(), (1, 2, 3, 4)])
def test_named_tuple_refuses_what_does_not_fit(arguments):
    with pytest.raises(TypeError, match=r"Place\.__new__\(\)"):
        Place(*arguments)


def test_field_without_a_default_behind_one_with_a_default_is_refused():
    with pytest.raises(TypeError, match="Wrong"):

        class Wrong(NamedTuple):
            x: float = 1.0
            y: float
