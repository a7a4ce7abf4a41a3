"""What the host sets: the options of a game, facts that are corrected, and the box."""
