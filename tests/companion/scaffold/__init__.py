"""A new game from templates: its name, its numbers, its files, and that it plays."""
