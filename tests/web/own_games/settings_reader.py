"""A reader of the settings of a game, without scripts."""

SETTINGS = "/own/mine/settings"


class SettingsReader:
    """One who changes a file of the game by its settings, and takes changes back."""

    def __init__(self, visitor, file):
        self.visitor, self.file = visitor, file

    def turn(self, do):
        return self.visitor.post(f"{SETTINGS}/history", {"do": do})

    @property
    def text(self):
        return self.file.read_bytes().decode()
