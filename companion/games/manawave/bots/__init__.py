"""How Manawave plays itself."""
