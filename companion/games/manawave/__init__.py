"""Manawave, whole: each state of its design, and playsets that people write."""
