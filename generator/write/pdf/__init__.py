"""Faces and press sheets as PDF: operators compiled here, reportlab as the container."""

import sys
from types import ModuleType

# reportlab runs the file ~/.reportlab_mods when it is loaded: it would change our bytes, and a HOME that is no folder
# would be an error.
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))
