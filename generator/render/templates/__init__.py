"""Run Jinja templates in a sandbox with a render budget.

Modules in the order of their imports: `budget`, `lookups`, `theme`; `views` and `filters`, the values that templates
work with; `template_file` and `template_source`, which compile and load; `sandbox`; and `template_faults`, which turns
whatever stopped a template into faults with file and line.
"""
