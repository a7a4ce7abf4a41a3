"""The laws of positions and of acts, written apart from the rules that they watch."""
