"""The acts of the game, its phases, and what effects do."""
