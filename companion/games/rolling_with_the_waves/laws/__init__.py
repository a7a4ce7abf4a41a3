"""The laws of positions, written apart from the rules."""
