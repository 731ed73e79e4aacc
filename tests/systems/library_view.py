"""Shows Linux to libraries while they are loaded, and another system to the program: what is tested is the program."""

import importlib.machinery

PROGRAM = {"generator", "__main__"}


class LibraryView:
    """Two views of the system, and which of them a module sees while it is loaded."""

    def __init__(self, show_system, show_linux, shield=lambda module: None):
        """`shield` is given each library that was loaded, to let it keep what it saw."""
        self.show_system, self.show_linux, self.shield = show_system, show_linux, shield
        self.depth = 0

    def start(self):
        """Show the other system from now on, but to libraries."""
        for loader in (importlib.machinery.SourceFileLoader, importlib.machinery.ExtensionFileLoader):
            loader.exec_module = self.loading(loader.exec_module)
        self.show_system()

    def loading(self, load):
        """Return the method of a loader that runs a module."""

        def run(loader, module):
            if module.__name__.partition(".")[0] in PROGRAM:
                load(loader, module)
                return
            if not self.depth:
                self.show_linux()
            self.depth += 1
            try:
                load(loader, module)
            finally:
                self.depth -= 1
                self.shield(module)
                if not self.depth:
                    self.show_system()

        return run
