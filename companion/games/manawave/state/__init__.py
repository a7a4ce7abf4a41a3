"""Records of a position of Manawave, the acts, and plain questions about what lies where."""
