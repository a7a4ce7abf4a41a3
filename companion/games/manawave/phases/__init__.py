"""The phases of Manawave, in its order: what a phase allows, does, says and refuses stands together in one module."""
