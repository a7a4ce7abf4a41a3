"""Cameras, markers, the mat and dice. Of the companion it knows only `companion.table` and `companion.runtime`."""
