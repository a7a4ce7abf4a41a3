"""What who hosts a game of Manawave may set: its options, and facts that are put right."""
