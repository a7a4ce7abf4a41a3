"""The folder in which one companion keeps everything, its settings, and the photographs beside its games."""
