"""Atlantis Rising, whole: every level, open and closed hands, and a box that its owner corrects."""
