"""`companion board`: what the board feels, live, and what it can be told to do."""
