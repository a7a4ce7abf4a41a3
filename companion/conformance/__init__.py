"""What a game of somebody's own lacks: found in its package, and in a few games by bots, and said in sentences."""
