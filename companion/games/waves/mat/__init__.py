"""The mat: its layouts, what must lie there, and what else may be found."""
