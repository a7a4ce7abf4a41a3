"""What bots go by: what things are worth, where to place, what to build."""
