"""Harbour Market: the middle-sized example of a game, with a hand, a deck, a die, a bowl, a market and a board."""
