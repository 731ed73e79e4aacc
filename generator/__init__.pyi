from generator.api import Face as Face
from generator.api import Faults as Faults
from generator.api import Game as Game
from generator.api import GeneratorError as GeneratorError
from generator.api import OutputError as OutputError
from generator.api import Sheet as Sheet
from generator.api import UsageError as UsageError
from generator.api import Verdict as Verdict
from generator.api import export as export
from generator.api import load as load
from generator.api import play as play
from generator.api import read_sheet as read_sheet

__version__: str
