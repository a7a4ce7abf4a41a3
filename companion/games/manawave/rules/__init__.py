"""The rules of Manawave: what a phase allows, does, says and refuses stands together in one module."""
