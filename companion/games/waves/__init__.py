"""Waves, whole: every mode, edition and tablet."""
