"""Cameras: what gives frames, and what is wrong with a frame that it gave. Knows no marker and no mat."""
