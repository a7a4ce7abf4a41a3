"""What things are called, and what of a game is not as in the book."""
