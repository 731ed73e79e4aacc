"""Run Jinja templates in a sandbox with a render budget.

Modules in the order of their imports: `budget`, `lookups`, `theme`; `views`, `piece_deal` and `filters`, the values
that templates work with; `template_loader`; `sandbox`; and `template_faults`, which gives a fault its file and line.
"""
