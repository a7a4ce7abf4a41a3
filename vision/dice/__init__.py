"""Dice, from a picture to values with confidences: one that cannot be read for certain is told, never guessed."""
