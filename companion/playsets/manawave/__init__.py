"""Playsets of Manawave read and tried."""
