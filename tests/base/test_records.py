"""Records of ours are dataclasses to everybody who asks."""

import dataclasses
import pickle

import pytest

from generator.base.records import dataclass, replace


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


@dataclass(frozen=True, slots=True)
class Hoard:
    coins: list[Coin] = dataclasses.field(default_factory=list)


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


def test_library_knows_it_as_its_own():
    assert [field.name for field in dataclasses.fields(Coin)] == ["name", "worth"]
    assert dataclasses.replace(Coin("as"), name="semis") == Coin("semis")
    assert Coin("as").doubled() == Coin("as", 2.0)
    assert Coin.__doc__ == "A coin."


def test_what_is_not_plain_is_left_to_the_library():
    assert Hoard().coins == []
    assert Hoard().coins is not Hoard().coins
