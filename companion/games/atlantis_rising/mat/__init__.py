"""The printed kit: what must lie on the mat, how pieces look, and what sensors read."""
