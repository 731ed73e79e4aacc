"""Run Jinja templates in a sandbox with a render budget."""
