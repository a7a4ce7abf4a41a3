"""Whole random games of every game, and short sums of all that was seen and said in each of their positions."""
