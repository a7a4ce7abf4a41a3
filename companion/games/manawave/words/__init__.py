"""What things are called in Manawave, what cards and rules say, and how acts and ends are told."""
