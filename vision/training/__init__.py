"""How the dice reader is taught: drawn scenes, photographs, what is learned from both. Not needed to play."""
