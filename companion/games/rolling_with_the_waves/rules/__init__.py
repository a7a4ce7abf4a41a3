"""What may be done, what it changes, and why the rest is refused."""
