"""How the game plays itself, and what bots go by."""
