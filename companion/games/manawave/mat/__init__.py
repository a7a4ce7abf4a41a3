"""The mat of Manawave and its pieces: what must lie there, how pieces look, and how all is printed."""
