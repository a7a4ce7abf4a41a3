"""How it plays itself."""
