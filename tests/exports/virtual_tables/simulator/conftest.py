"""Tables of Tabletop Simulator as it would read them: from the files alone."""

import json
from collections import Counter
from functools import lru_cache
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image


class ReadTable:
    """A table that was written, read again."""

    def __init__(self, folder, name="table.json"):
        self.save = json.loads((folder / name).read_text())
        self.things = [*self._all(self.save["ObjectStates"])]

    def _all(self, things):
        for thing in things:
            yield thing
            yield from self._all(thing.get("ContainedObjects", ()))

    def cards(self):
        return [thing for thing in self.things if thing["Name"] == "CardCustom"]

    def sides(self, card):
        """The pictures of the front and of the back of a card, cut out of its sheets."""
        (sheet,) = card["CustomDeck"].values()
        front = self._cut(sheet["FaceURL"], sheet, card["CardID"] % 100)
        if sheet["UniqueBack"]:
            return front, self._cut(sheet["BackURL"], sheet, card["CardID"] % 100)
        return front, self.picture(sheet["BackURL"])

    def hidden(self, card):
        """What the program shows to others of a card in a hand (`tjakubo/Decker`, issue 2)."""
        (sheet,) = card["CustomDeck"].values()
        if sheet["BackIsHidden"]:
            return self.sides(card)[1]
        return self._cut(sheet["FaceURL"], sheet, sheet["NumWidth"] * sheet["NumHeight"] - 1)

    def _cut(self, address, sheet, place):
        picture = self.picture(address)
        width, height = picture.width // sheet["NumWidth"], picture.height // sheet["NumHeight"]
        row, column = divmod(place, sheet["NumWidth"])
        return picture.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))

    @staticmethod
    @lru_cache(maxsize=64)
    def picture(address):
        with Image.open(unquote(urlsplit(address).path)) as picture:
            return picture.copy()

    def pieces(self):
        """How many objects there are with each picture, by the names of the files without their digests."""
        images = (thing["CustomImage"]["ImageURL"] for thing in self.things if "CustomImage" in thing)
        return Counter(address.rpartition("/")[2].rpartition("-")[0] for address in images)


@pytest.fixture
def read_table():
    return ReadTable
