"""A session in words: prompts, events, sheets and odds as lines of text."""
