"""The position: its records, what is known of hidden cards, and pure questions about it."""
