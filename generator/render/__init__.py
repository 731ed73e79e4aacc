"""Turn rows and templates into SVG in the program's own profile.

Order of the folders, each importing only those before it: `templates` (Jinja in a sandbox), `pictures` (pictures from
words), then the modules here: what templates can draw, scoresheets as templates see them, and the renderer.
"""
