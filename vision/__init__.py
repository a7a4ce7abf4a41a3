"""Cameras, markers and dice. Of the project it imports `companion.table` only."""
