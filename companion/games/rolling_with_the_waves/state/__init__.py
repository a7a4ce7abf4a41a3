"""Records of a position, and what can be read off them."""
