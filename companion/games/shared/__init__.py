"""What the games share: each part written once, for a game's package to call; none of them knows a single game."""
