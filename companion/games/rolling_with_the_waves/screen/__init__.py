"""What the pages and the strip show of a game."""
