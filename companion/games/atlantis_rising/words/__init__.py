"""What things are called, what rules and cards say, and what came of an act."""
