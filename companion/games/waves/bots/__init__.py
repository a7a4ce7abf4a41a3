"""How it plays itself: bots, hidden cards made up, and a round from its plays."""
