"""What the host settles: options and setup of a game, and corrections."""
