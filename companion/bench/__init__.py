"""How fast the companion is, always beside something else that is measured in the same run."""
