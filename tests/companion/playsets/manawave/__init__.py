"""Playsets of one's own: read, tried and reported."""
