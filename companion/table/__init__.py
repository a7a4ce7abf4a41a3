"""What lies on a table and what devices tell of it, as records; where pieces come to lie. Pure."""
