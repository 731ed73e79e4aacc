"""Builds that are divided among computers, and put together again."""
